package reference_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const (
	pageExamples = "../../examples/reference-pages"
	hash         = v1alpha1.PasswordHash("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")
)

// world is a menu with clusters, by name; a test edits it before it is resolved.
type world struct {
	images   map[string]v1alpha1.ValkeyImageSpec
	configs  map[string]v1alpha1.ValkeyConfigSpec
	roles    map[string]v1alpha1.ValkeyRoleSpec
	clusters map[string]*v1alpha1.ValkeyCluster
	options  resolve.Options
}

// pages is the menu of the pages with a cluster on each of its configs, and
// beside it an image, a config and a cluster that have nothing to do with it.
func pages(t testing.TB) *world {
	t.Helper()
	var image v1alpha1.ValkeyImage
	var standard, large v1alpha1.ValkeyConfig
	for file, object := range map[string]any{"image.yaml": &image, "standard.yaml": &standard, "large.yaml": &large} {
		readYAML(t, filepath.Join(pageExamples, "whole-menu", "menu", file), object)
	}
	w := &world{
		images:  map[string]v1alpha1.ValkeyImageSpec{image.Name: image.Spec, "apart": imageSpec("9.1.2")},
		configs: map[string]v1alpha1.ValkeyConfigSpec{standard.Name: standard.Spec, large.Name: large.Spec, "apart": {ImageRef: "apart"}},
		roles: map[string]v1alpha1.ValkeyRoleSpec{
			"reader": {Categories: []v1alpha1.CategoryRule{{Name: "read", Access: v1alpha1.Allow}}},
		},
		clusters: map[string]*v1alpha1.ValkeyCluster{},
		options:  resolve.DefaultOptions(),
	}
	w.cluster("on-standard", "standard")
	w.cluster("on-large", "large")
	w.cluster("on-apart", "apart")
	return w
}

func readYAML(t testing.TB, file string, object any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = yaml.UnmarshalStrict(text, object)
	}
	if err != nil {
		t.Fatalf("reading %s: %v", file, err)
	}
}

func imageSpec(version string) v1alpha1.ValkeyImageSpec {
	return v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: version, Version: version}
}

// cluster adds a cluster of three shards with a replica each.
func (w *world) cluster(name, config string) {
	c := &v1alpha1.ValkeyCluster{}
	c.Namespace, c.Name = "team-a", name
	c.Spec = v1alpha1.ValkeyClusterSpec{ConfigRef: config, Shards: 3, ReplicasPerShard: 1}
	w.clusters[name] = c
}

// config edits one config.
func (w *world) config(name string, edit func(*v1alpha1.ValkeyConfigSpec)) {
	spec := w.configs[name]
	edit(&spec)
	w.configs[name] = spec
}

// set sets one directive of a config, without a trace in other worlds.
func (w *world) set(config, directive, value string) {
	w.config(config, func(c *v1alpha1.ValkeyConfigSpec) {
		c.Valkey = maps.Clone(c.Valkey)
		if c.Valkey == nil {
			c.Valkey = map[string]v1alpha1.SettingValue{}
		}
		c.Valkey[directive] = v1alpha1.SettingValue(value)
	})
}

func (w *world) menu() *menu.Menu {
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
		o.Clusters = append(o.Clusters, *c.DeepCopy())
	}
	return menu.New(o)
}

func (w *world) resolver() *resolve.Resolver { return resolve.New(w.menu(), w.options) }
