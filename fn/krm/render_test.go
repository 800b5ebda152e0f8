package krm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
)

// item returns the decoded item of a kind and name.
func item(t *testing.T, out, kind, name string) map[string]any {
	t.Helper()
	l, err := resourcelist.Read([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range l.Items() {
		if it.Kind() == kind && it.Name() == name {
			data, err := it.Decode()
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
	}
	t.Fatalf("no %s %q in the output:\n%s", kind, name, out)
	return nil
}

func spec(object map[string]any) map[string]any { return object["spec"].(map[string]any) }

// built is an object as kustomize hands it over after a prefix and a namespace:
// the name has changed, references have not.
func built(text, name, prefix string) string {
	annotations := "  annotations:\n    internal.config.kubernetes.io/previousNames: " + name +
		"\n    internal.config.kubernetes.io/prefixes: " + prefix + "\n"
	return strings.Replace(text, "  name: "+name+"\n", "  name: "+prefix+name+"\n  namespace: team-b\n"+annotations, 1)
}

func TestNormaliseStripsAndRewritesTogether(t *testing.T) {
	namespaced := strings.Replace(cluster, "  namespace: team-a\n", "", 1)
	out, stderr, exit := run(t, list(config("ValkeyRender", "{}"),
		built(image, "valkey-9-1", "dev-"), built(base, "standard", "dev-"), built(namespaced, "cache", "dev-"), role))
	if exit != 0 {
		t.Fatalf("exit code %d:\n%s", exit, stderr)
	}
	menuConfig := item(t, out, "ValkeyConfig", "dev-standard")
	meta := menuConfig["metadata"].(map[string]any)
	if _, has := meta["namespace"]; has || spec(menuConfig)["imageRef"] != "dev-valkey-9-1" {
		t.Errorf("namespace there: %v, imageRef %v, want none and dev-valkey-9-1", has, spec(menuConfig)["imageRef"])
	}
	if annotations := meta["annotations"].(map[string]any); len(annotations) != 2 {
		t.Errorf("annotations %v, want both of kustomize's", annotations)
	}
	if got := spec(item(t, out, "ValkeyCluster", "dev-cache"))["configRef"]; got != "dev-standard" {
		t.Errorf("configRef %v, want dev-standard", got)
	}
	if !strings.Contains(out, "# the pinned one") {
		t.Error("the comment in the edited config is lost")
	}
}

func TestDefaultsAreMaterialised(t *testing.T) {
	out, _, _ := run(t, list(config("ValkeyRender", "{}"), cluster))
	acl := spec(item(t, out, "ValkeyCluster", "cache"))["acl"].([]any)
	key := acl[0].(map[string]any)["permissions"].([]any)[0].(map[string]any)["keys"].([]any)[0]
	want := map[string]any{"pattern": "app:*", "access": "readwrite"}
	if diff := cmp.Diff(want, key); diff != "" {
		t.Errorf("key differs (-want +got):\n%s", diff)
	}
	if strings.Contains(out, "status:") {
		t.Error("the output holds a status")
	}
	unchanged, _, _ := run(t, list(config("ValkeyRender", "{defaults: false}"), cluster))
	if !strings.Contains(unchanged, element(cluster)) {
		t.Error("defaults: false changed the cluster")
	}
}

func TestEmit(t *testing.T) {
	tests := map[string]struct {
		spec      string
		wantKinds map[string]int
		wantLocal bool
	}{
		"nothing":     {"{emit: none}", map[string]int{}, false},
		"a preview":   {"{emit: configMap}", map[string]int{"ConfigMap": 1}, true},
		"manifests":   {"{emit: manifests}", map[string]int{"Service": 1, "Secret": 1, "ConfigMap": 7, "ValkeyNode": 6, "Pod": 6}, true},
		"to apply":    {"{emit: configMap, apply: true}", map[string]int{"ConfigMap": 1}, false},
		"other names": {"{emit: manifests, selector: {names: [other]}}", map[string]int{}, false},
		"namespaces":  {"{emit: configMap, selector: {namespaces: [team-a]}}", map[string]int{"ConfigMap": 1}, true},
		"labels":      {"{emit: configMap, selector: {labels: {a: b}}}", map[string]int{}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := []string{image, base, role, cluster}
			out, stderr, exit := run(t, list(config("ValkeyRender", test.spec), in...))
			if exit != 0 {
				t.Fatalf("exit code %d:\n%s", exit, stderr)
			}
			l, err := resourcelist.Read([]byte(out))
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			for _, it := range l.Items()[len(in):] {
				kinds[it.Kind()]++
				if local, _ := it.Annotation("config.kubernetes.io/local-config"); (local == "true") != test.wantLocal {
					t.Errorf("%s %s is marked local: %q, want %v", it.Kind(), it.Name(), local, test.wantLocal)
				}
			}
			if diff := cmp.Diff(test.wantKinds, kinds); diff != "" {
				t.Errorf("kinds differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPreviewShowsTheFiles(t *testing.T) {
	out, _, _ := run(t, list(config("ValkeyRender", "{emit: configMap}"), image, base, role, cluster))
	data := item(t, out, "ConfigMap", "cache-preview")["data"].(map[string]any)
	for key, want := range map[string]string{
		"image": "valkey/valkey:9.1.2", "valkey.conf": "maxmemory 1500mb\n", "users.acl": "user app on #",
	} {
		if text, _ := data[key].(string); !strings.Contains(text, want) {
			t.Errorf("%s is %q, want %q in it", key, text, want)
		}
	}
}

// TestPreviewIsNotTheOperators: the operator's caches select by this label.
func TestPreviewIsNotTheOperators(t *testing.T) {
	out, _, _ := run(t, list(config("ValkeyRender", "{emit: configMap, apply: true}"), image, base, role, cluster))
	meta := item(t, out, "ConfigMap", "cache-preview")["metadata"].(map[string]any)
	labels := meta["labels"].(map[string]any)
	if got := labels["app.kubernetes.io/managed-by"]; got != "valkey-menu" {
		t.Errorf("the preview is managed by %v, want valkey-menu", got)
	}
}

func TestMarkerIsOptIn(t *testing.T) {
	objects := []string{image, base, role, cluster}
	out, _, _ := run(t, list(config("ValkeyValidate", "{marker: true}"), objects...))
	meta := item(t, out, "ValkeyCluster", "cache")["metadata"].(map[string]any)
	want := map[string]any{"fn.valkey.gomomento.com/validated": "v0.0.0-test"}
	if diff := cmp.Diff(want, meta["annotations"]); diff != "" {
		t.Errorf("annotations differ (-want +got):\n%s", diff)
	}
	if out, _, _ := run(t, list(config("ValkeyValidate", "{}"), objects...)); strings.Contains(out, "validated") {
		t.Error("the marker is there without having been asked for")
	}
}
