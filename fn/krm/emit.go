package krm

import (
	"errors"
	"fmt"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// emit adds what the operator would create for each selected cluster. Unless
// it is to be applied it is marked local, so that no tool does.
func (r *run) emit() error {
	c := r.config.Render
	if c.Emit == "" || c.Emit == config.EmitNone {
		return nil
	}
	objects, _, err := r.objects(&c.Common)
	if err != nil {
		return err
	}
	world := check.Load(objects, r.validator, nil)
	if err := r.refuse(world); err != nil {
		return err
	}
	resolver := resolve.New(world.Menu, c.Options())
	var failed []error
	for _, cluster := range world.Menu.Clusters() {
		if !selected(c.Selector, cluster) {
			continue
		}
		if err := r.emitCluster(resolver, cluster); err != nil {
			failed = append(failed, fmt.Errorf("ValkeyCluster %q: %w", cluster.Namespace+"/"+cluster.Name, err))
		}
	}
	return errors.Join(failed...)
}

// refuse reports what the API server would not take of the menu and of the
// selected clusters: without those fields no preview would be true.
func (r *run) refuse(world *check.World) error {
	wanted := map[string]bool{}
	for _, c := range world.Menu.Clusters() {
		wanted[c.Namespace+"/"+c.Name] = selected(r.config.Render.Selector, c)
	}
	var refused []report.Result
	for _, one := range world.Refused() {
		want, known := wanted[one.Object.Namespace+"/"+one.Object.Name]
		if one.Severity != lint.Error {
			continue
		}
		if one.Object.Kind != v1alpha1.KindCluster || want || !known {
			refused = append(refused, one)
		}
	}
	if len(refused) == 0 {
		return nil
	}
	rep := report.New(world.Count(), refused)
	if err := r.publish(rep, nil); err != nil {
		return err
	}
	return &findingsError{rep.Summary}
}

func (r *run) emitCluster(resolver *resolve.Resolver, cluster *v1alpha1.ValkeyCluster) error {
	c := r.config.Render
	resolved, err := resolver.Cluster(cluster)
	if err != nil {
		return err
	}
	manifests, err := render.Manifests(resolved, render.PlaceholderPasswords())
	if err != nil {
		return err
	}
	if c.Emit == config.EmitConfigMap {
		return r.upsertTyped(!c.Apply, preview(resolved, manifests))
	}
	return r.upsertTyped(!c.Apply, manifests...)
}

// selected reports whether a cluster matches every part of the selector that
// is set.
func selected(s config.Selector, c *v1alpha1.ValkeyCluster) bool {
	if len(s.Namespaces) > 0 && !slices.Contains(s.Namespaces, c.Namespace) {
		return false
	}
	if len(s.Names) > 0 && !slices.Contains(s.Names, c.Name) {
		return false
	}
	for key, want := range s.Labels {
		if c.Labels[key] != want {
			return false
		}
	}
	return true
}
