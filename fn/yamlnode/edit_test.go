package yamlnode_test

import (
	"bytes"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func encode(t testing.TB, n *yaml.Node) string {
	t.Helper()
	var b bytes.Buffer
	if err := kyaml.NewEncoder(&b).Encode(n); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSet(t *testing.T) {
	const in = "# head\na: 1 # one\nb: {}\nc: [x]\nd: ~\ne: &e {k: 1}\nf: *e\ng: {<<: *e}\nh: 1\nh: 2\n"
	cases := map[string]struct {
		path, value string
		from, to    string // the lines that change
		err         string
	}{
		"replace keeps comments": {path: "a", value: "2", from: "a: 1 # one", to: `a: "2" # one`},
		"new key":                {path: "z", value: "v", from: "h: 2\n", to: "h: 2\nz: v\n"},
		"in an empty flow map":   {path: `b["k.l"]`, value: "v", from: "b: {}", to: "b:\n  k.l: v"},
		"new mappings":           {path: "b.x.k", value: "v", from: "b: {}", to: "b:\n  x:\n    k: v"},
		"in place of null":       {path: "d.x", value: "v", from: "d: ~", to: "d:\n  x: v"},
		"element":                {path: "c[0]", value: "v", from: "[x]", to: "[v]"},
		"append":                 {path: "c[1]", value: "v", from: "[x]", to: "[x, v]"},
		"last duplicate":         {path: "h", value: "v", from: "h: 2", to: "h: v"},
		"yaml 1.1 boolean":       {path: "h", value: "yes", from: "h: 2", to: `h: "yes"`},
		"over an alias":          {path: "f", value: "v", from: "f: *e", to: "f: v"},
		"over a merged key":      {path: "g.k", value: "v", from: "*e}", to: "*e, k: v}"},
		"through an alias":       {path: "f.k", value: "v", err: `setting "f.k": at "f": leads through an alias`},
		"beyond a merge":         {path: "g.k.x", value: "v", err: `setting "g.k.x": at "g.k": leads through a merge key`},
		"below a scalar":         {path: "a.x", value: "v", err: `setting "a.x": at "a.x": not a mapping or sequence`},
		"far past the end":       {path: "c[5]", value: "v", err: `setting "c[5]": at "c[5]": no element of a sequence of 1`},
		"empty path":             {path: "", value: "v", err: `setting "": empty path`},
		"malformed path":         {path: "a[", value: "v", err: `parsing field path "a[": missing ]`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			root := parse(t, in)
			err := yamlnode.Set(root, tc.path, yamlnode.String(tc.value))
			if tc.err != "" {
				if err == nil || err.Error() != tc.err {
					t.Errorf("Set() = %v, want %s", err, tc.err)
				}
				tc.from, tc.to = "", ""
			} else if err != nil {
				t.Fatal(err)
			}
			want := strings.Replace(encode(t, parse(t, in)), tc.from, tc.to, 1)
			if got := encode(t, root); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestDelete(t *testing.T) {
	const in = "a: 1\nb: {x: 1, y: 2}\nc: [p, q]\na: 2\ne: &e {k: 1}\nf: *e\n"
	cases := map[string]struct {
		path    string
		want    string
		removed bool
		err     bool
	}{
		"all duplicates":   {"a", "b: {x: 1, y: 2}\nc: [p, q]\ne: &e {k: 1}\nf: *e\n", true, false},
		"nested":           {"b.x", "a: 1\nb: {y: 2}\nc: [p, q]\na: 2\ne: &e {k: 1}\nf: *e\n", true, false},
		"element":          {"c[0]", "a: 1\nb: {x: 1, y: 2}\nc: [q]\na: 2\ne: &e {k: 1}\nf: *e\n", true, false},
		"absent":           {"b.z", in, false, false},
		"absent parent":    {"z.z", in, false, false},
		"below a scalar":   {"a.b", in, false, false},
		"through an alias": {"f.k", in, false, true},
		"alias itself":     {"f", "a: 1\nb: {x: 1, y: 2}\nc: [p, q]\na: 2\ne: &e {k: 1}\n", true, false},
		"empty path":       {"", in, false, true},
		"malformed path":   {"a[", in, false, true},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			root := parse(t, in)
			removed, err := yamlnode.Delete(root, tc.path)
			if removed != tc.removed || (err != nil) != tc.err {
				t.Errorf("Delete() = %v, %v", removed, err)
			}
			if got := encode(t, root); got != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
}

func TestStringIsAStringForEveryReader(t *testing.T) {
	for value, want := range map[string]string{
		"plain": "plain", "1gb": "1gb", "yes": `"yes"`, "Off": `"Off"`, "n": `"n"`, "1": `"1"`, "1.5": `"1.5"`,
		"12:30:45": `"12:30:45"`, "null": `"null"`, "": `""`, "true": `"true"`, "2024-01-01": `"2024-01-01"`,
		"0x1f": `"0x1f"`, "=": `"="`, "<<": `"<<"`, "a: b": `'a: b'`, "# c": `'# c'`,
	} {
		if got := encode(t, yamlnode.String(value)); got != want+"\n" {
			t.Errorf("String(%q) prints %swant %s", value, got, want)
		}
	}
}
