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
}

// StateOf is the state of a cluster of the resolver's menu.
func StateOf(r *resolve.Resolver, namespace, name string) State {
	return State{Resolver: r, Object: r.Menu().Cluster(namespace, name)}
}

func (s State) ref() menu.Ref { return menu.ClusterRef(s.Object.Namespace, s.Object.Name) }

// resolve returns the resolved cluster or why there is none.
func (s State) resolve() (*resolve.Cluster, resolve.Errors) {
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
func (s State) paused() bool { return s.Object.Annotations[names.AnnotationPaused] == "true" }
