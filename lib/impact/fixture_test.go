package impact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const (
	hashA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	hashB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// world is a menu with a base config and a variant, and clusters by name in
// namespace team-a.
type world struct {
	images   map[string]v1alpha1.ValkeyImageSpec
	configs  map[string]v1alpha1.ValkeyConfigSpec
	roles    map[string]v1alpha1.ValkeyRoleSpec
	clusters map[string]*v1alpha1.ValkeyCluster
	options  resolve.Options
}

func newWorld() *world {
	return &world{
		images: map[string]v1alpha1.ValkeyImageSpec{
			"v90": {Repository: "valkey", Tag: "9.0.0", Version: "9.0.0"},
			"v91": {Repository: "valkey", Tag: "9.1.2", Version: "9.1.2"},
		},
		configs: map[string]v1alpha1.ValkeyConfigSpec{
			"base": {
				ImageRef: "v90", Resources: &v1alpha1.Resources{CPU: "1", Memory: "2Gi"},
				Valkey: settings("maxmemory", "1500mb", "hz", "10"),
				ACL:    []v1alpha1.ACLBinding{binding("metrics", hashA, "reader", "*")},
			},
			"large": {BaseRef: "base", Resources: &v1alpha1.Resources{Memory: "8Gi"}, Valkey: settings("maxmemory", "6gb")},
		},
		roles: map[string]v1alpha1.ValkeyRoleSpec{
			"reader": {Categories: []v1alpha1.CategoryRule{{Name: "read", Access: v1alpha1.Allow}}},
			"writer": {Categories: []v1alpha1.CategoryRule{{Name: "write", Access: v1alpha1.Allow}}},
		},
		clusters: map[string]*v1alpha1.ValkeyCluster{"cache": newCluster("cache", "large")},
		options:  resolve.DefaultOptions(),
	}
}

func newCluster(name, config string) *v1alpha1.ValkeyCluster {
	c := &v1alpha1.ValkeyCluster{}
	c.Namespace, c.Name = "team-a", name
	c.Spec = v1alpha1.ValkeyClusterSpec{ConfigRef: config, Shards: 3, ReplicasPerShard: 1}
	return c
}

// cache is the spec that most tests edit.
func (w *world) cache() *v1alpha1.ValkeyClusterSpec { return &w.clusters["cache"].Spec }

// config edits one config of the menu.
func (w *world) config(name string, edit func(*v1alpha1.ValkeyConfigSpec)) {
	spec := w.configs[name]
	edit(&spec)
	w.configs[name] = spec
}

func (w *world) resolver() *resolve.Resolver {
	var o menu.Objects
	for name, spec := range w.images {
		x := v1alpha1.ValkeyImage{Spec: spec}
		x.Name = name
		o.Images = append(o.Images, x)
	}
	for name, spec := range w.configs {
		x := v1alpha1.ValkeyConfig{Spec: spec}
		x.Name = name
		o.Configs = append(o.Configs, x)
	}
	for name, spec := range w.roles {
		x := v1alpha1.ValkeyRole{Spec: spec}
		x.Name = name
		o.Roles = append(o.Roles, x)
	}
	for _, c := range w.clusters {
		o.Clusters = append(o.Clusters, *c)
	}
	return resolve.New(menu.New(o), w.options)
}

func (w *world) state() impact.State { return impact.StateOf(w.resolver(), "team-a", "cache") }

func (w *world) resolve(t testing.TB) *resolve.Cluster {
	t.Helper()
	c, err := w.resolver().Cluster(w.clusters["cache"])
	if err != nil {
		t.Fatalf("resolving: %v", err)
	}
	return c
}

func settings(pairs ...string) map[string]v1alpha1.SettingValue {
	m := map[string]v1alpha1.SettingValue{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = v1alpha1.SettingValue(pairs[i+1])
	}
	return m
}

func binding(user, hash, role, pattern string) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{
		Username: user, PasswordHashes: []v1alpha1.PasswordHash{v1alpha1.PasswordHash(hash)},
		Permissions: []v1alpha1.Permission{{RoleRef: role, Keys: []v1alpha1.KeyPattern{{Pattern: pattern}}}},
	}
}

// between reports on one edit of a new world.
func between(edit func(*world)) impact.Report {
	before, after := newWorld(), newWorld()
	edit(after)
	return impact.Between(before.state(), after.state())
}

// lines are the changes as text, one a line: effect, path, values, sources.
func lines(r impact.Report) []string {
	var all []string
	for _, c := range r.Changes {
		all = append(all, fmt.Sprintf("%s %s: %s -> %s", c.Effect, c.Path, side(c.Before, c.BeforeSource), side(c.After, c.AfterSource)))
	}
	return all
}

func side(value string, source impact.Source) string {
	text := source.String()
	if value == "" && text == "" {
		return "nothing"
	}
	return strings.TrimSpace(value + " [" + text + "]")
}

func reasons(r impact.Report) string {
	var all []string
	for _, c := range r.Changes {
		all = append(all, c.Reason)
	}
	return strings.Join(slices.Concat(all, r.Notes), "\n")
}
