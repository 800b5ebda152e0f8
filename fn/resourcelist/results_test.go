package resourcelist_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
)

func result(message string) *framework.Result {
	return &framework.Result{
		Message:  message,
		Severity: framework.Error,
		ResourceRef: &kyaml.ResourceIdentifier{
			TypeMeta: kyaml.TypeMeta{APIVersion: "v1", Kind: "A"}, NameMeta: kyaml.NameMeta{Name: "a", Namespace: "ns"}},
		Field: &framework.Field{Path: "spec.x[0]", CurrentValue: "yes", ProposedValue: 3},
		File:  &framework.File{Path: "a.yaml", Index: 1},
		Tags:  map[string]string{"rule": "VK001", "category": "structure"},
	}
}

const wire = `- message: 'a: b'
  severity: error
  resourceRef:
    apiVersion: v1
    kind: A
    name: a
    namespace: ns
  field:
    path: spec.x[0]
    currentValue: "yes"
    proposedValue: 3
  file:
    path: a.yaml
    index: 1
  tags:
    category: structure
    rule: VK001
`

func TestResultsAreSplicedIn(t *testing.T) {
	const items = header + "items:\n- a:   1\n"
	const earlier = "results:   # earlier\n-   message: before\n# end\n"
	cases := map[string]struct{ in, want string }{
		"none before":       {items, items + "results:\n" + wire},
		"before the end":    {items + "# end\n---\n", items + "results:\n" + wire + "# end\n---\n"},
		"empty":             {items + "results: []\n", items + "results:\n" + wire},
		"null":              {items + "results:\nx: 1\n", items + "results:\n" + wire + "x: 1\n"},
		"some":              {items + earlier, items + strings.Replace(earlier, "# end\n", wire+"# end\n", 1)},
		"ours before":       {items + "results:\n" + wire, items + "results:\n" + wire},
		"in another form":   {items + "results: [{tags: {rule: VK001, category: structure}, severity: error, message: 'a: b', resourceRef: {name: a, namespace: ns, kind: A, apiVersion: v1}, field: {path: 'spec.x[0]', currentValue: 'yes', proposedValue: 3}, file: {path: a.yaml, index: 1}}]\n", ""},
		"undecodable":       {items + "results:\n- 5\n", items + "results:\n- 5\n" + wire},
		"no line break":     {strings.TrimSuffix(items, "\n"), items + "results:\n" + wire},
		"open block scalar": {items + "x: |\n  y", "results:\n" + wire + items + "x: |\n  y"},
		"json": {`{"kind":"ResourceList","apiVersion":"config.kubernetes.io/v1"}`,
			`{"kind":"ResourceList","apiVersion":"config.kubernetes.io/v1", "results": [{"message": "a: b", "severity": "error", "resourceRef": {"apiVersion": "v1", "kind": "A", "name": "a", "namespace": "ns"}, "field": {"path": "spec.x[0]", "currentValue": "yes", "proposedValue": 3}, "file": {"path": "a.yaml", "index": 1}, "tags": {"category": "structure", "rule": "VK001"}}]}`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if tc.want == "" {
				tc.want = tc.in
			}
			rl := read(t, tc.in)
			before := len(rl.Results())
			if err := rl.AddResults(result("a: b"), result("a: b")); err != nil {
				t.Fatal(err)
			}
			out := write(t, rl)
			if out != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", out, tc.want)
			}
			again := read(t, out)
			if diff := cmp.Diff(rl.Results(), again.Results()); diff != "" {
				t.Errorf("results read back: %s", diff)
			}
			if got := len(again.Results()); got > before+1 {
				t.Errorf("%d results after %d", got, before)
			}
			if err := again.AddResults(result("a: b")); err != nil {
				t.Fatal(err)
			}
			checkEqual(t, write(t, again), out)
			if err := again.AddResults(result("another")); err != nil {
				t.Fatal(err)
			}
			again.Reset()
			if got := len(read(t, write(t, again)).Results()); got != len(rl.Results())+1 {
				t.Errorf("%d results after Reset, want %d", got, len(rl.Results())+1)
			}
		})
	}
}

func TestNewKeysFollowNewElements(t *testing.T) {
	rl := read(t, header+"results:\n- message: before\n")
	if err := rl.AddResults(result("a: b")); err != nil {
		t.Fatal(err)
	}
	if err := rl.Append(node(t, "a: 1")); err != nil {
		t.Fatal(err)
	}
	checkEqual(t, write(t, rl), header+"results:\n- message: before\n"+wire+"items:\n- a: 1\n")
}
