package schema

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// What the libraries print for keys with dots and brackets is ambiguous; the
// object decides.
func TestLocate(t *testing.T) {
	object := parse(t, `
spec:
  acl: [{}, {username: u}]
  podAnnotations: {"a.b/c": x, "a": y, "k[0]": z, "a b": w, "": e, "x]y": q}
odd: {"a.b": {c: 1}, a: 2}
`)
	tests := map[string]struct {
		path  string
		value any
	}{
		"spec.acl[1].username":             {"spec.acl[1].username", "u"},
		"spec.acl[0].username":             {"spec.acl[0].username", nil},
		"spec.acl[7].username":             {"spec.acl[7].username", nil},
		"spec.podAnnotations.a.b/c":        {`spec.podAnnotations["a.b/c"]`, "x"},
		"spec.podAnnotations[a.b/c]":       {`spec.podAnnotations["a.b/c"]`, "x"},
		"spec.podAnnotations[a]":           {"spec.podAnnotations.a", "y"},
		"spec.podAnnotations.k[0]":         {`spec.podAnnotations["k[0]"]`, "z"},
		"spec.podAnnotations[k[0]]":        {`spec.podAnnotations["k[0]"]`, "z"},
		"spec.podAnnotations[x]y]":         {`spec.podAnnotations["x]y"]`, "q"},
		"spec.podAnnotations.a b":          {`spec.podAnnotations["a b"]`, "w"},
		"spec.podAnnotations.":             {`spec.podAnnotations[""]`, "e"},
		"spec.podAnnotations.gone.far":     {"spec.podAnnotations.gone.far", nil},
		"spec.placement.zones[3]":          {"spec.placement.zones[3]", nil},
		"odd.a.b.c":                        {`odd["a.b"].c`, 1},
		"":                                 {"", object},
		"metadata.ownerReferences[0].name": {"metadata.ownerReferences[0].name", nil},
	}
	root := newValidator(t).kinds[v1alpha1.KindCluster].structural
	for path, want := range tests {
		t.Run(path, func(t *testing.T) {
			got := locate(path, object, root)
			if got.path.String() != want.path {
				t.Errorf("got %s, want %s", got.path, want.path)
			}
			if diff := cmp.Diff(want.value, got.value); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
			if _, err := yamlnode.ParsePath(got.path.String()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOrderOfViolations(t *testing.T) {
	want := []string{"", "kind", "spec.acl", "spec.acl[2]", "spec.acl[2].username", "spec.acl[10]", "spec.shards"}
	var found []Violation
	for _, path := range want {
		found = append(found, Violation{Path: path})
	}
	slices.Reverse(found)
	sortViolations(found)
	var got []string
	for _, v := range found {
		got = append(got, v.Path)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}
