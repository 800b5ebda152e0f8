package yamlnode_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	k8syaml "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func TestDecodeScalars(t *testing.T) {
	cases := map[string]any{
		"9.0": int64(9), "1.5": 1.5, "-0.0": int64(0), "1e3": int64(1000), "1e30": 1e30, "12": int64(12),
		"9223372036854775807": int64(9223372036854775807), "9223372036854775808": float64(9223372036854775808),
		"123456789012345678901234567890": 1.2345678901234568e+29, "0x1f": int64(31), "0777": int64(511),
		"0o17": int64(15), "0b11": int64(3), "1_000": int64(1000), "+5": int64(5),
		"yes": "yes", "no": "no", "on": "on", "y": "y", "true": true, "False": false, "12:30:45": "12:30:45",
		"2024-01-01": "2024-01-01", "~": nil, "null": nil, "": nil, `"null"`: "null", `"1"`: "1", "'0777'": "0777",
		"!!str 5": "5", "!!float 3": int64(3), `!!int "7"`: int64(7), "!!binary aGVsbG8=": "hello", "!own x": "x",
		"1.2.3": "1.2.3", "1gb": "1gb", "-": "-", "=": "=", "\"\\u00e9\"": "é", "|\n  a\n  b": "a\nb",
	}
	for text, want := range cases {
		if text == "-" {
			text = `"-"`
		}
		t.Run(text, func(t *testing.T) {
			got, err := yamlnode.DecodeNode(parse(t, "v: "+text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]any{"v": want}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The API server's clients decode with sigs.k8s.io/yaml; where YAML 1.1 and 1.2 agree, so must we.
func TestDecodeAgreesWithKubernetes(t *testing.T) {
	cases := map[string]string{
		"object":     cluster,
		"numbers":    "a: [1, 1.0, 1.50, 1e2, 1e21, 1e-7, -3, 0x10, 0777, 123456789012345678901, 9223372036854775808]\n",
		"keys":       "1: a\ntrue: b\nx: c\n1.5: d\n",
		"collection": "a: {}\nb: []\nc: [[], {}]\nd:\n- - 1\n  - 2\n",
		"strings":    "a: |\n  x\n\n   y\nb: >-\n  long\n  line\nc: \"a\\tb\"\nd: 'it''s'\ne: plain\n  more\n",
		"anchors":    "a: &a {x: 1, k: {z: 2}}\nb: *a\nc: {<<: *a, x: 3}\nd:\n  <<: [*a, {x: 9, w: 8}]\n  k: 5\n",
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			if name == "object" {
				text = strings.Replace(text, "dup: 1\n", "", 1)
			}
			asJSON, err := k8syaml.YAMLToJSON([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			var want map[string]any
			if err := utiljson.Unmarshal(asJSON, &want); err != nil {
				t.Fatal(err)
			}
			got, err := yamlnode.DecodeNode(parse(t, text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeErrorsHaveAPlace(t *testing.T) {
	cases := map[string]struct{ in, want string }{
		"no mapping":          {"[1]", "1:1: not a mapping"},
		"infinity":            {"a:\n  b: .inf", "2:6: .inf is no JSON number"},
		"nan":                 {"a: .nan", "1:4: .nan is no JSON number"},
		"complex key":         {"a: 1\n? [x]\n: 1", "2:3: key is not a scalar"},
		"null key":            {"a: 1\n~: 1", "2:1: key is null"},
		"bad tag":             {"a: !!int x", "1:4: cannot decode !!str `x` as a !!int"},
		"bad base64":          {"a: !!binary '*'", "1:4: !!binary value is not base64"},
		"own anchor":          {"a: &x\n  b: *x", `2:6: anchor "x" contains itself`},
		"merges itself":       {"a: &x\n  <<: *x", `2:7: anchor "x" contains itself`},
		"merge of a scalar":   {"a:\n  <<: 5", "2:7: merge key needs a mapping or a sequence of mappings"},
		"merge of scalars":    {"a:\n  <<: [5]", "2:7: merge key needs a mapping or a sequence of mappings"},
		"alias bomb":          {bomb(8), "aliases expand to more than 100000 nodes"},
		"alias bomb in merge": {bomb(8) + "z: {<<: *a8}\n", "aliases expand to more than 100000 nodes"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			root := parse(t, tc.in)
			_, err := yamlnode.DecodeNode(root)
			if err == nil || !strings.HasSuffix(err.Error(), tc.want) {
				t.Errorf("DecodeNode() = %v, want %q", err, tc.want)
			}
			if !strings.Contains(tc.want, "anchor") && !strings.Contains(tc.want, "alias") {
				return
			}
			if _, err := yamlnode.Expand(root); err == nil || !strings.HasSuffix(err.Error(), tc.want) {
				t.Errorf("Expand() = %v, want %q", err, tc.want)
			}
		})
	}
}

// bomb has 10^n elements when its aliases are expanded.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 {k: [x, x, x, x, x, x, x, x, x, x]}\n")
	for i := 1; i <= n; i++ {
		name, before := string(rune('0'+i)), string(rune('0'+i-1))
		b.WriteString("a" + name + ": &a" + name + " {k: [" + strings.Repeat("*a"+before+", ", 10) + "]}\n")
	}
	return b.String()
}

func TestExpandLeavesTheOriginalAlone(t *testing.T) {
	root := parse(t, "a: &a\n  # inner\n  x: 1 # one\nb: *a # two\nc:\n  <<: *a\n  w: 2\n  x: 3\nd:\n- {k: 1}\n- <<: [{k: 2, k: 3}, *a]\n")
	before, err := yamlnode.DecodeNode(root)
	if err != nil {
		t.Fatal(err)
	}
	expanded, err := yamlnode.Expand(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := yamlnode.Set(expanded, "b.x", yamlnode.String("changed")); err != nil {
		t.Fatal(err)
	}
	want := "a:\n  # inner\n  x: 1 # one\nb:\n  # two\n  x: changed\nc:\n  w: 2\n  x: 3\nd:\n- {k: 1}\n- k: 3\n  x: 1\n"
	if got := encode(t, expanded); got != want {
		t.Errorf("expanded:\n%s\nwant:\n%s", got, want)
	}
	after, err := yamlnode.DecodeNode(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the original changed: %s", diff)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{cluster, bomb(4), "a: &x\n  <<: *x", "? {a: b}\n: c\n", "- !!map {a: 1}\n", "a: !!merge x\n", "*a: 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		docs, err := yamlnode.Parse([]byte(text))
		if err != nil {
			return
		}
		for _, doc := range docs {
			yamlnode.FindDuplicateKeys(doc)
			yamlnode.Get(doc, "a.b[0].c")
			want, err := yamlnode.Decode(doc)
			expanded, expandErr := yamlnode.Expand(doc)
			if err != nil || expandErr != nil {
				continue
			}
			got, err := yamlnode.Decode(expanded)
			if err != nil {
				t.Fatalf("expanded does not decode: %v", err)
			}
			if !reflect.DeepEqual(want, got) {
				t.Fatalf("expanding changed the value from %v to %v", want, got)
			}
		}
	})
}
