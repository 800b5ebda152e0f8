//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// within says where a field of want is missing in got, or has another value. The
// lists in got are as long, but for what the API server adds.
func within(want, got any, path string) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %v, want %v", path, got, want)
		}
		if more := surplus(w, g, path); len(more) > 0 {
			return fmt.Errorf("%s has %q, which nobody rendered", path, more)
		}
		for _, key := range slices.Sorted(maps.Keys(w)) {
			if err := within(w[key], g[key], path+"."+key); err != nil {
				return err
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w)+added(path) {
			return fmt.Errorf("%s is %v, want %v and %d more", path, got, want, added(path))
		}
		for i := range w {
			if err := within(w[i], g[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("%s is %v, want %v", path, got, want)
	}
	return nil
}

// added is how many items the API server puts behind those of a list.
func added(path string) int {
	if path == "Pod.spec.tolerations" {
		return 2 // not-ready and unreachable, for five minutes: DefaultTolerationSeconds
	}
	return 0
}

// addedTo are the keys that the API server adds to a map that is otherwise closed:
// no key is in it that was not rendered.
func addedTo(path string) (keys []string, isClosed bool) {
	if path == "Pod.metadata.labels" {
		// Those of its host, as it is bound: PodTopologyLabelsAdmission (on since Kubernetes 1.35).
		return []string{"topology.kubernetes.io/region", "topology.kubernetes.io/zone"}, true
	}
	ends := []string{".data", ".metadata.labels", ".spec.selector", ".spec.nodeSelector", ".resources.limits", ".resources.requests"}
	return nil, slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(path, end) })
}

// surplus are the keys of a closed map that nobody rendered.
func surplus(want, got map[string]any, path string) []string {
	known, isClosed := addedTo(path)
	if !isClosed {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(got)), func(key string) bool {
		_, rendered := want[key]
		return rendered || slices.Contains(known, key)
	})
}

// TestWithin: what is missing, other or more is seen, but for what the API server
// adds.
func TestWithin(t *testing.T) {
	t.Parallel()
	const want = "kind: Pod\nmetadata: {labels: {a: b}}\nspec: {tolerations: [{key: ours}], containers: [{name: valkey}]}"
	for name, k := range map[string]struct{ got, says string }{
		"defaults": {"kind: Pod\nmetadata: {labels: {a: b, topology.kubernetes.io/zone: z}, uid: x}\nspec: {dnsPolicy: x, tolerations: [{key: ours}, {key: a}, {key: b}], containers: [{name: valkey, tty: false}]}", ""},
		"another container": {"kind: Pod\nmetadata: {labels: {a: b}}\nspec: {tolerations: [{key: ours}, {key: a}, {key: b}], containers: [{name: valkey}, {name: more}]}",
			"Pod.spec.containers is"},
		"a toleration more": {"kind: Pod\nmetadata: {labels: {a: b}}\nspec: {tolerations: [{key: ours}, {key: a}, {key: b}, {key: c}], containers: [{name: valkey}]}",
			"Pod.spec.tolerations is"},
		"a label more": {"kind: Pod\nmetadata: {labels: {a: b, c: d}}\nspec: {tolerations: [{key: ours}, {key: a}, {key: b}], containers: [{name: valkey}]}",
			"Pod.metadata.labels has"},
		"another value": {"kind: Pod\nmetadata: {labels: {a: b}}\nspec: {tolerations: [{key: ours}, {key: a}, {key: b}], containers: [{name: other}]}",
			"Pod.spec.containers[0].name is other"},
		"a field that lacks": {"kind: Pod\nmetadata: {labels: {a: b}}\nspec: {tolerations: [{key: ours}, {key: a}, {key: b}]}", "Pod.spec.containers is"},
	} {
		t.Run(name, func(t *testing.T) {
			var w, g map[string]any
			if err := errors.Join(yaml.Unmarshal([]byte(want), &w), yaml.Unmarshal([]byte(k.got), &g)); err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := within(w, g, "Pod"); err != nil {
				got = err.Error()
			}
			if !strings.HasPrefix(got, k.says) || k.says == "" && got != "" {
				t.Errorf("within says %q, want %q", got, k.says)
			}
		})
	}
}
