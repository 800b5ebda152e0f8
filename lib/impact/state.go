package impact

import (
	"errors"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// State is one cluster in one state of the menu. With no Object the cluster
// does not exist, and the Resolver may be nil.
type State struct {
	Resolver *resolve.Resolver
	Object   *v1alpha1.ValkeyCluster
	// Unread says that the API server refuses a part of what the state is made
	// of, so that its values are not those of anything that runs. It has a
	// meaning only for a state before, and there also without an Object.
	Unread bool
}

// StateOf is the state of a cluster of the resolver's menu.
func StateOf(r *resolve.Resolver, namespace, name string) State {
	return State{Resolver: r, Object: r.Menu().Cluster(namespace, name)}
}

func (s State) ref() menu.Ref { return menu.ClusterRef(s.Object.Namespace, s.Object.Name) }

// resolve returns the resolved cluster or why there is none; neither for a state
// that is not known.
func (s State) resolve() (*resolve.Cluster, resolve.Errors) {
	if s.Unread {
		return nil, nil
	}
	c, err := s.Resolver.Cluster(s.Object)
	if err == nil {
		return c, nil
	}
	var errs resolve.Errors
	if !errors.As(err, &errs) {
		errs = resolve.Errors{{Object: s.ref(), Message: err.Error()}}
	}
	return nil, errs
}

// paused reports whether the operator leaves the cluster alone but for status,
// users and certificates.
func (s State) paused() bool {
	return s.Object != nil && s.Object.Annotations[names.AnnotationPaused] == "true"
}
