package render_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const (
	namespace = "team-a"
	cluster   = "cache"
	appHash   = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
)

func passwords() render.Passwords {
	return render.Passwords{Operator: strings.Repeat("0a1b2c3d", 16), Repl: strings.Repeat("4e5f6071", 16)}
}

// world is one config, one cluster and the options; a test edits it before it
// is resolved.
type world struct {
	image   v1alpha1.ValkeyImage
	config  v1alpha1.ValkeyConfig
	role    v1alpha1.ValkeyRole
	cluster v1alpha1.ValkeyCluster
	options resolve.Options
}

func newWorld() *world {
	w := &world{options: resolve.DefaultOptions()}
	w.image.Name = "valkey-9-1-2"
	w.image.Spec = v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "9.1.2", Version: "9.1.2"}
	w.config.Name = "standard"
	w.config.Spec = v1alpha1.ValkeyConfigSpec{
		ImageRef:  w.image.Name,
		Resources: &v1alpha1.Resources{CPU: "1", Memory: "2Gi"},
		Valkey:    map[string]v1alpha1.SettingValue{"maxmemory": "1500mb", "maxmemory-policy": "allkeys-lru"},
	}
	w.role.Name = "reader"
	w.role.Spec.Categories = []v1alpha1.CategoryRule{{Name: "read", Access: v1alpha1.Allow}}
	w.cluster.Namespace, w.cluster.Name = namespace, cluster
	w.cluster.Spec = v1alpha1.ValkeyClusterSpec{ConfigRef: w.config.Name, Shards: 1, ReplicasPerShard: 1}
	return w
}

func (w *world) bindUser() {
	w.cluster.Spec.ACL = []v1alpha1.ACLBinding{{
		Username: "app", PasswordHashes: []v1alpha1.PasswordHash{appHash},
		Permissions: []v1alpha1.Permission{{RoleRef: w.role.Name, Keys: []v1alpha1.KeyPattern{{Pattern: "app:*"}}}},
	}}
}

func (w *world) resolve(t testing.TB) *resolve.Cluster {
	t.Helper()
	m := menu.New(menu.Objects{
		Images:  []v1alpha1.ValkeyImage{w.image},
		Configs: []v1alpha1.ValkeyConfig{w.config},
		Roles:   []v1alpha1.ValkeyRole{w.role},
	})
	c, err := resolve.New(m, w.options).Cluster(&w.cluster)
	if err != nil {
		t.Fatalf("resolving the cluster: %v", err)
	}
	return c
}

// edits are the shapes of cluster that every pod test covers.
func edits() map[string]func(*world) {
	return map[string]func(*world){
		"minimal": func(w *world) { w.config.Spec.Resources, w.config.Spec.Valkey = nil, nil },
		"plaintext": func(w *world) {
			w.bindUser()
			w.cluster.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"prometheus.io/scrape": "true"}
		},
		"tls": func(w *world) { w.cluster.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"} },
		"assigned-user": func(w *world) {
			w.options.PodUser = nil
		},
		"zones": func(w *world) {
			w.cluster.Spec.Placement = &v1alpha1.Placement{
				Zones:        []v1alpha1.Zone{"zone-c", "zone-a", "zone-c"},
				NodeSelector: map[string]v1alpha1.LabelValue{"pool": "memory", "disk": "none"},
			}
		},
		"required": func(w *world) {
			w.cluster.Spec.Placement = &v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadRequired}
		},
	}
}

func node(t testing.TB, c *resolve.Cluster) *v1alpha1.ValkeyNode {
	t.Helper()
	n, err := render.Node(c, render.Member{Name: "cache-0a1b2", Shard: 3, Lifecycle: v1alpha1.LifecycleJoining})
	if err != nil {
		t.Fatalf("rendering the node: %v", err)
	}
	return n
}

// document is the YAML form that a file has.
func document(t testing.TB, object runtime.Object) string {
	t.Helper()
	d, err := render.Document(object)
	if err != nil {
		t.Fatalf("encoding: %v", err)
	}
	out, err := yaml.Marshal(d)
	if err != nil {
		t.Fatalf("writing YAML: %v", err)
	}
	return string(out)
}

func stream(t testing.TB, c *resolve.Cluster, p render.Passwords) string {
	t.Helper()
	objects, err := render.Manifests(c, p)
	if err != nil {
		t.Fatalf("rendering manifests: %v", err)
	}
	documents := make([]string, len(objects))
	for i, object := range objects {
		documents[i] = document(t, object)
	}
	return strings.Join(documents, "---\n")
}
