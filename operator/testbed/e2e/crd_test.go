//go:build e2e

package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"
)

const group = "valkey.gomomento.com"

var resources = map[string]schema.GroupVersionResource{
	"ValkeyConfig":  {Group: group, Version: "v1alpha1", Resource: "valkeyconfigs"},
	"ValkeyCluster": {Group: group, Version: "v1alpha1", Resource: "valkeyclusters"},
	"ValkeyNode":    {Group: group, Version: "v1alpha1", Resource: "valkeynodes"},
}

const hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func binding(user string) string {
	return `{username: ` + user + `, passwordHashes: ["` + hash + `"], permissions: [{roleRef: reader, keys: [{pattern: "*"}]}]}`
}

// created are objects and what the API server says to them: nothing, or a part of its refusal.
var created = map[string]struct{ kind, name, spec, refusal string }{
	"a cluster": {
		"ValkeyCluster", "good", `{configRef: standard, shards: 3, replicasPerShard: 1, acl: [` + binding("app") + `]}`, "",
	},
	"a name of 57 characters": {"ValkeyCluster", strings.Repeat("a", 57), `{configRef: c, shards: 1, replicasPerShard: 0}`, ""},
	"a name of 58 characters": {
		"ValkeyCluster", strings.Repeat("a", 58), `{configRef: c, shards: 1, replicasPerShard: 0}`, "metadata.name must be at most 57 characters",
	},
	"a name that starts with a digit": {
		"ValkeyCluster", "1st", `{configRef: c, shards: 1, replicasPerShard: 0}`, "metadata.name must be a DNS-1035 label",
	},
	"a reserved username": {
		"ValkeyCluster", "reserved", `{configRef: c, shards: 1, replicasPerShard: 0, acl: [` + binding("_momento_x") + `]}`,
		"usernames that start with _momento_ are reserved",
	},
	"a username twice": {
		"ValkeyConfig", "twice", `{acl: [` + binding("app") + `, ` + binding("app") + `]}`, "duplicate username in ACL bindings",
	},
	"an annotation of ours": {
		"ValkeyCluster", "annotated", `{configRef: c, shards: 1, replicasPerShard: 0, podAnnotations: {valkey.gomomento.com/x: "y"}}`,
		"annotation keys that start with valkey.gomomento.com/",
	},
	"an annotation of theirs": {
		"ValkeyCluster", "their-annotation", `{configRef: c, shards: 1, replicasPerShard: 0, podAnnotations: {example.com/x: "y"}}`, "",
	},
	"no shard":          {"ValkeyCluster", "none", `{configRef: c, shards: 0, replicasPerShard: 0}`, "should be greater than or equal to 1"},
	"a node":            {"ValkeyNode", "good-00000", `{clusterName: good, image: "r:t", shardIndex: 0}`, ""},
	"a node's bad life": {"ValkeyNode", "bad-00000", `{clusterName: good, image: "r:t", shardIndex: 0, lifecycle: Gone}`, "Unsupported value"},
}

// changed are an object, a merge patch of its spec and what the API server says to that.
var changed = map[string]struct{ kind, spec, patch, refusal string }{
	"more shards":           {"ValkeyCluster", `{configRef: c, shards: 1, replicasPerShard: 0}`, `{shards: 2}`, ""},
	"tls added":             {"ValkeyCluster", `{configRef: c, shards: 1, replicasPerShard: 0}`, `{tls: {secretRef: s}}`, "tls cannot be added or removed"},
	"tls removed":           {"ValkeyCluster", `{configRef: c, shards: 1, replicasPerShard: 0, tls: {secretRef: s}}`, `{tls: null}`, "tls cannot be added or removed"},
	"another tls secret":    {"ValkeyCluster", `{configRef: c, shards: 1, replicasPerShard: 0, tls: {secretRef: s}}`, `{tls: {secretRef: s2}}`, ""},
	"a node's lifecycle":    {"ValkeyNode", `{clusterName: c, image: "r:t", shardIndex: 0}`, `{lifecycle: Leaving}`, ""},
	"a node's image":        {"ValkeyNode", `{clusterName: c, image: "r:t", shardIndex: 0}`, `{image: "r:t2"}`, "image is immutable"},
	"a node's shard":        {"ValkeyNode", `{clusterName: c, image: "r:t", shardIndex: 0}`, `{shardIndex: 1}`, "shardIndex is immutable"},
	"a node's memory added": {"ValkeyNode", `{clusterName: c, image: "r:t", shardIndex: 0}`, `{memory: 1Gi}`, "memory is immutable"},
	"a node's settings":     {"ValkeyNode", `{clusterName: c, image: "r:t", shardIndex: 0, valkeySettings: {a: b}}`, `{valkeySettings: {a: c}}`, "valkeySettings is immutable"},
}

// crdRules installs the CRDs as a user would and tries the rules on the real API server.
func crdRules(t *testing.T, b *bed) {
	files, err := filepath.Glob("../../../lib/api/crds/*.yaml")
	if err != nil || len(files) != 5 {
		t.Fatalf("the CRDs: got %d files, want 5: %v", len(files), err)
	}
	install := []string{"kubectl"}
	for _, file := range files {
		install = append(install, "-f", file)
	}
	mustRun(t, append(append([]string{}, install...), "apply", "--server-side")...)
	mustRun(t, append(append([]string{}, install...), "wait", "--for=condition=Established", "--timeout=30s")...)
	t.Cleanup(func() { mustRun(t, append(append([]string{}, install...), "delete", "--wait")...) })
	namespace := b.namespace(t)
	for name, c := range created {
		err := b.put(t, namespace, c.kind, c.name, c.spec)
		expect(t, name, err, c.refusal)
	}
	for name, c := range changed {
		object := "x" + strings.ReplaceAll(strings.ReplaceAll(name, " ", "-"), "'", "")
		if err := b.put(t, namespace, c.kind, object, c.spec); err != nil {
			t.Errorf("%s: creating: %v", name, err)
			continue
		}
		patch, err := yaml.YAMLToJSON([]byte(`{spec: ` + c.patch + `}`))
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.dynamic.Resource(resources[c.kind]).Namespace(namespace).Patch(t.Context(), object, types.MergePatchType, patch, metav1.PatchOptions{})
		expect(t, name, err, c.refusal)
	}
}

func (b *bed) put(t *testing.T, namespace, kind, name, spec string) error {
	t.Helper()
	encoded, err := yaml.YAMLToJSON([]byte(spec))
	if err != nil {
		t.Fatal(err)
	}
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": group + "/v1alpha1", "kind": kind, "metadata": map[string]any{"name": name},
	}}
	var content map[string]any
	if err := json.Unmarshal(encoded, &content); err != nil {
		t.Fatal(err)
	}
	object.Object["spec"] = content
	client := b.dynamic.Resource(resources[kind])
	if kind == "ValkeyConfig" {
		_, err = client.Create(t.Context(), object, metav1.CreateOptions{})
		return err
	}
	_, err = client.Namespace(namespace).Create(t.Context(), object, metav1.CreateOptions{})
	return err
}

func expect(t *testing.T, name string, err error, refusal string) {
	t.Helper()
	switch {
	case refusal == "" && err != nil:
		t.Errorf("%s: refused: %v", name, err)
	case refusal != "" && err == nil:
		t.Errorf("%s: accepted, want a refusal that says %q", name, refusal)
	case refusal != "" && !strings.Contains(err.Error(), refusal):
		t.Errorf("%s: got %v, want a refusal that says %q", name, err, refusal)
	}
}
