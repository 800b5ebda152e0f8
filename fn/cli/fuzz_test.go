package cli_test

import (
	"strings"
	"testing"
)

// FuzzValidate feeds any bytes to a validation: it never fails for a reason of
// its own, and what it passes on is what it was given.
func FuzzValidate(f *testing.F) {
	for _, seed := range []string{
		"", "a: [", "- 1", configMap, okCluster, resourceList, "\x00", "\xff\xfe", "a: &a [*a]", "---\n---\n", "{}", "null",
		"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: a}\nspec: {baseRef: a, valkey: {a: \"b\\0\"}, acl: [null]}\n",
		"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: []\nspec: 1\n",
		"kind: ValkeyCluster\nmetadata: {name: x, annotations: 1}\nspec: {shards: 1e9, placement: [], tls: ''}\n",
		"apiVersion: v1\nkind: List\nitems: [1, {apiVersion: v1, kind: Secret, data: 1, stringData: [], metadata: 0}]\n",
	} {
		f.Add(seed)
	}
	for _, name := range []string{"testdata/broken/all.yaml", "testdata/good/menu/sizes.yaml", "testdata/good/clusters/cache.yaml"} {
		f.Add(read(f, name))
	}
	f.Fuzz(func(t *testing.T, input string) {
		got := run(input, "validate", "--passthrough", "-v", "-")
		if got.exit != 0 && got.exit != 1 && got.exit != 3 {
			t.Fatalf("exit code %d: %s", got.exit, got.err)
		}
		if got.exit == 0 && got.out != input || got.exit != 0 && got.out != "" {
			t.Errorf("exit code %d passes on %q", got.exit, got.out)
		}
		if strings.ContainsAny(got.err, "\x1b\x00\x07\u009b\u202e") {
			t.Errorf("a control character is printed raw: %q", got.err)
		}
		if shown := run(input, "render", "-"); shown.exit == 4 || shown.exit == 2 || shown.exit != 0 && shown.out != "" {
			t.Errorf("render: exit code %d, %d bytes: %s", shown.exit, len(shown.out), shown.err)
		}
	})
}
