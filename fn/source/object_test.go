package source

import (
	"strings"
	"testing"
)

const cluster = `# comment
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata:
  name: c
  annotations:
    valkey.gomomento.com/ignore-check.VK031: why
spec:
  configRef: standard
  placement: {}
  acl:
  - username: app
    permissions:
    - roleRef: read
      keys: []
    - {keys: [{pattern: "é", access: read}], roleRef: write}
  podAnnotations:
    example.com/a: b
    empty: ""
    none:
`

func TestPlace(t *testing.T) {
	tests := map[string]string{
		"":                     "5:9",
		"metadata":             "4:1",
		"spec.shards":          "8:1",
		"metadata.name":        "5:9",
		"metadata.annotations": "6:3",
		`metadata.annotations["valkey.gomomento.com/ignore-check.VK031"]`: "7:46",
		"spec":                                      "8:1",
		"spec.configRef":                            "9:14",
		"spec.placement.zones[0]":                   "10:3",
		"spec.acl[0].username":                      "12:15",
		"spec.acl[0]":                               "12:5",
		"spec.acl[0].passwordHashes":                "12:5",
		"spec.acl[7].username":                      "11:3",
		"spec.acl[0].permissions[1].roleRef":        "16:55",
		"spec.acl[0].permissions[1].keys[0].access": "16:38",
		"spec.acl[0].permissions[0].keys[0]":        "15:7",
		`spec.podAnnotations["example.com/a"]`:      "18:20",
		`spec.podAnnotations["empty"]`:              "19:5",
		"spec.podAnnotations.none":                  "20:5",
		"status.nothing":                            "5:9",
		"not[a path":                                "5:9",
	}
	other := strings.ReplaceAll(cluster, "name: c\n", "name: d\n")
	sets := map[string]*Set{
		"alone":         mustReadText(t, cluster),
		"second, CRLF":  mustReadText(t, strings.ReplaceAll(other+"---\n"+cluster, "\n", "\r\n")),
		"behind others": mustReadText(t, pod+"---\n"+other+"---"+"\n"+cluster),
	}
	for name, set := range sets {
		o := set.Objects[len(set.Objects)-1]
		offset := strings.Count(map[string]string{"second, CRLF": other + "-\n", "behind others": pod + "-\n" + other + "-\n"}[name], "\n")
		for path, want := range tests {
			got := o.Place(path)
			if got.Line -= offset; got.String() != "in.yaml:"+want {
				t.Errorf("%s: %q: want %s, got %s", name, path, want, got)
			}
		}
	}
}

func TestPlaceWithoutName(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"ours":                   {"\n# c\n---\n# d\nkind: ValkeyImage\nspec: {}\n", "in.yaml:5:1"},
		"name twice: the last":   {"kind: ValkeyImage\nmetadata:\n  name: a\n  name: b\n", "in.yaml:4:9"},
		"foreign":                {"\n# c\n---\n# d\napiVersion: v1\nkind: Pod\n", "in.yaml:5:1"},
		"foreign and unparsable": {"# c\n--- # d\n\napiVersion: v1\nkind: Pod\nspec: [\n", "in.yaml:4:1"},
		"item":                   {"kind: List\nitems:\n- kind: ValkeyImage\n", "in.yaml:3:3"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set := mustReadText(t, test.text)
			if got := set.Objects[0].Place("status").String(); got != test.want {
				t.Errorf("want %s, got %s", test.want, got)
			}
		})
	}
}

func TestNode(t *testing.T) {
	set := mustReadText(t, "apiVersion: v1\nkind: Pod\nspec: [\n---\n"+cluster)
	if n := set.Objects[0].Node(); n != nil {
		t.Errorf("an unparsable foreign object has node %v", n)
	}
	n := set.Objects[1].Node()
	if n == nil || n.Line != 6 || n.Column != 1 {
		t.Fatalf("want a mapping at 6:1, got %+v", n)
	}
	if n != set.Objects[1].Node() {
		t.Error("the second call parses again")
	}
}
