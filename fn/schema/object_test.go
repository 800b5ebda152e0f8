package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

func newValidator(t testing.TB) *Validator {
	t.Helper()
	v, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// withoutShortcut returns a validator that asks the server's libraries each
// time.
func withoutShortcut(t testing.TB) *Validator {
	t.Helper()
	v := newValidator(t)
	for _, c := range v.kinds {
		c.plain, c.sameHolds = nil, false
	}
	return v
}

// full returns the object of a kind that has every field of its spec.
func full(t testing.TB, kind string) map[string]any {
	t.Helper()
	name := strings.ToLower(strings.TrimPrefix(kind, "Valkey"))
	objects := readFile(t, "../../lib/api/v1alpha1/testdata/"+name+".yaml")
	if len(objects) != 1 {
		t.Fatalf("got %d objects of kind %s, want 1", len(objects), kind)
	}
	return objects[0]
}

// cluster returns a small ValkeyCluster.
func cluster(t testing.TB) map[string]any {
	t.Helper()
	return parse(t, `
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec: {configRef: standard, shards: 3, replicasPerShard: 1}
`)
}

func readFile(t testing.TB, path string) []map[string]any {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var objects []map[string]any
	decoder := yaml.NewDecoder(bytes.NewReader(raw))
	for {
		var object map[string]any
		err := decoder.Decode(&object)
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatal(err)
		}
		objects = append(objects, object)
	}
}

func parse(t testing.TB, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := yaml.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	return object
}

// clone deep-copies without touching numbers.
func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for k, v := range value {
			out[k] = clone(v)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = clone(v)
		}
		return out
	}
	return value
}

func cloneObject(object map[string]any) map[string]any {
	return clone(object).(map[string]any)
}

// spec returns an object's spec, to be changed in place.
func spec(object map[string]any) map[string]any { return object["spec"].(map[string]any) }

func meta(object map[string]any) map[string]any { return object["metadata"].(map[string]any) }

// rulesAndPaths is "VK001 spec.shards" for each violation.
func rulesAndPaths(found []Violation) []string {
	var out []string
	for _, v := range found {
		out = append(out, strings.TrimSpace(v.Rule+" "+v.Path))
	}
	return out
}

func expect(t *testing.T, got []Violation, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, rulesAndPaths(got)); diff != "" {
		t.Errorf("violations (-want +got):\n%s\n%v", diff, got)
	}
}

func kinds() []string {
	return []string{
		v1alpha1.KindImage, v1alpha1.KindConfig, v1alpha1.KindRole, v1alpha1.KindCluster, v1alpha1.KindNode,
	}
}

func manyKeys(n int) map[string]any {
	out := map[string]any{}
	for i := range n {
		out[fmt.Sprintf("key%d", i)] = "value"
	}
	return out
}

// manyItems repeats an item; bindings get distinct usernames.
func manyItems(item any, n int) []any {
	out := []any{}
	for i := range n {
		next := clone(item)
		if m, ok := next.(map[string]any); ok && m["username"] != nil {
			m["username"] = fmt.Sprintf("user-%d", i)
		}
		out = append(out, next)
	}
	return out
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
