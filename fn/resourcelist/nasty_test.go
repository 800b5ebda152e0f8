package resourcelist_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
)

// nasty are foreign objects as text that kyaml could read but would mostly print in another way. %[1]d is a number.
var nasty = []string{`apiVersion: v1
kind: ConfigMap
metadata: {name: "cm-%[1]d"   , labels: {"a":"b"}, annotations: {}}   # flow, odd spaces
data:
    wide: |+
        kept   
          - not an item
        # not a comment


    strip: >-
        folded text that
        goes on

          and an indented line
    tabs: "a\tb"
    crlf: "x\r\ny"
`, `# head comment
apiVersion:   apps/v1
kind: Deployment
# between
metadata:
    name:  d-%[1]d     # trailing
    annotations:
        quoted: "0777"
        single: 'it''s'
        on: "yes"
        "long": ` + strings.Repeat("very long line without end ", 60) + `
spec:
    template:
        spec:
            containers:
                -   name: c
                    args: ["--a", '--b',
                      --c, # odd
                      "--d"]
                -   {name: d}
    # foot
`, `kind: Secret
apiVersion: v1
metadata:
  name: "s%[1]d"
stringData:
  ünïcode: "日本語 \u00e9 😀"
  emoji 😀: plain 日本語 text
  empty: ""
  nothing:
  tilde: ~
  multi: "first
    second

    third"
  plain: one
    two
  version: 1.10
  octal: 0o17
  date: 2024-01-01
  sexagesimal: 12:30:45
  huge: 123456789012345678901234567890
data: {}
list: []
`, `apiVersion: example.com/v1
kind: Anchored
metadata:
  name: &name anchored-%[1]d
spec:
  base: &base
    a: 1
    b: [x, *name]
  copy: *base
  merged:
    <<: *base
    b: []
  ? complex key
  : value
  ? [a, b]
  : c
  tagged: !!str 12
  own: !custom {x: 1}
`, `apiVersion: v1
kind: ConfigMap
metadata:
  name: trailing-%[1]d
data:
  last: |
    text

    # looks like a comment
    - looks like an item

`, `apiVersion: v1
kind: Duplicate
metadata:
  name: first
  name: dup-%[1]d
spec:
  quoted: "closing
    # is not a comment"
`}

// menuItem is an object that the tests edit.
const menuItem = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata:
  name: my-cluster # the name
  annotations:
    internal.config.kubernetes.io/id: '7'
spec:
  # how many
  shards: 3
  notes: |
    keep

    this
`

// asItem indents an object as an element of a block sequence.
func asItem(text string, indent, dash int) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case i == 0 && strings.HasPrefix(line, "#"):
			fmt.Fprintf(&b, "%s- %s", strings.Repeat(" ", indent), line)
		case i == 0:
			fmt.Fprintf(&b, "%s-%s%s", strings.Repeat(" ", indent), strings.Repeat(" ", dash-1), line)
		case line == "\n":
			b.WriteString(line)
		default:
			b.WriteString(strings.Repeat(" ", indent+dash) + line)
		}
	}
	return b.String() + "\n"
}

// rawList is a list of n foreign objects in the order given, written by hand, with one menu item in the middle.
func rawList(order []int, indent int) string {
	var b strings.Builder
	b.WriteString("# a list\n---\nkind: ResourceList   # odd\napiVersion: 'config.kubernetes.io/v1'\nitems:  # all of them\n")
	for at, i := range order {
		if at == len(order)/2 {
			b.WriteString(asItem(menuItem, indent, 2))
		}
		if i%5 == 1 {
			b.WriteString("\n# a comment between items\n\n")
		}
		b.WriteString(asItem(fmt.Sprintf(nasty[i%len(nasty)], i), indent, 2+i%3))
	}
	b.WriteString("\n# about the config\nfunctionConfig:\n    kind: ConfigMap\n    apiVersion: v1\n# the end\n")
	return b.String()
}

// kustomizeList is what kustomize sends for the same objects: kyaml's own printing of a ResourceList.
func kustomizeList(t testing.TB, order []int) string {
	t.Helper()
	var docs []string
	for at, i := range order {
		if at == len(order)/2 {
			docs = append(docs, menuItem)
		}
		docs = append(docs, fmt.Sprintf(nasty[i%len(nasty)], i))
	}
	var nodes []*kyaml.RNode
	for i, doc := range docs {
		n, err := kyaml.Parse(doc)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.PipeE(kyaml.SetAnnotation("internal.config.kubernetes.io/index", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, n)
	}
	var b bytes.Buffer
	err := kio.ByteWriter{
		Writer: &b, KeepReaderAnnotations: true, WrappingKind: "ResourceList", WrappingAPIVersion: "config.kubernetes.io/v1",
		FunctionConfig: kyaml.MustParse("apiVersion: fn.valkey.gomomento.com/v1alpha1\nkind: ValkeyValidate\nmetadata:\n  name: v\n"),
	}.Write(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func sequential(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
