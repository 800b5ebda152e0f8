package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func TestScan(t *testing.T) {
	plain := header{apiVersion: "apps/v1", kind: "Deployment", namespace: "n", name: "d", plain: true}
	at := func(line int) header { h := plain; h.line = line; return h }
	tests := map[string]struct {
		text string
		want header
	}{
		"usual":       {"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\n  namespace: n\nspec:\n  a: {b: c}\n", plain},
		"other form":  {"--- # c\n\n# d\nmetadata: # e\n    namespace: 'n'\n\n    labels:\n      name: x\n    name: d # f\nkind: \"Deployment\"\nspec:\n- a\napiVersion: apps/v1 # g\n", at(3)},
		"CRLF":        {"apiVersion: apps/v1\r\nkind: Deployment\r\nmetadata:\r\n  name: d\r\n  namespace: n\r\n", plain},
		"text blocks": {"apiVersion: apps/v1\nkind: Deployment\ndata:\n  a: |\n    kind: ValkeyImage\n  name: x\nmetadata:\n  name: d\n  namespace: n\n", plain},
		"nothing":     {"---\n# a\n  # b\n\n", header{empty: true}},
		"empty":       {"", header{empty: true}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, scan([]byte(test.text)), cmp.AllowUnexported(header{})); diff != "" {
				t.Errorf("header (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScanGivesUp(t *testing.T) {
	for name, text := range map[string]string{
		"ours":               image("a"),
		"ours, no version":   "kind: ValkeyImage\n",
		"ours, other group":  "apiVersion: v1\nkind: ValkeyImage\n",
		"Secret":             "apiVersion: v1\nkind: Secret\n",
		"list":               "apiVersion: v1\nkind: List\n",
		"no kind":            "apiVersion: v1\n",
		"two kinds":          pod + "kind: Pod\n",
		"quoted key":         pod + "\"kind\": ValkeyImage\n",
		"space before colon": pod + "kind : ValkeyImage\n",
		"explicit key":       pod + "? kind\n: ValkeyImage\n",
		"merge key":          pod + "<<: *x\n",
		"flow":               "{apiVersion: v1, kind: Pod}\n",
		"all indented":       "  apiVersion: v1\n  kind: Pod\n",
		"sequence":           "- apiVersion: v1\n",
		"value goes on":      "apiVersion: v1\nkind: Pod\n  x\n",
		"value that is null": "apiVersion: v1\nkind: null\n",
		"value in next line": "apiVersion: v1\nkind:\n  Pod\n",
		"anchor":             "apiVersion: v1\nkind: &k Pod\n",
		"number as name":     "apiVersion: v1\nkind: Pod\nmetadata:\n  name: 12\n",
		"flow metadata":      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n",
		"marker with text":   "--- &a\n" + pod,
		"document end":       pod + "...\n",
		"tab":                pod + "spec:\t{}\n",
		"NUL":                pod + "# \x00\n",
		"NUL only":           "# \x00\n",
		"not UTF-8":          pod + "# \xff\n",
		"a second document":  pod + "---\n" + pod,
	} {
		t.Run(name, func(t *testing.T) {
			if h := scan([]byte(text)); h.plain || h.empty {
				t.Errorf("want no answer, got %+v", h)
			}
		})
	}
}

// checkScan demands of a scan that found an answer that a parser finds the same.
func checkScan(t *testing.T, text []byte) {
	t.Helper()
	h := scan(text)
	docs, err := yamlnode.Parse(text)
	if err != nil || len(docs) == 0 {
		return
	}
	root := yamlnode.Get(docs[0], "")
	apiVersion, kind := identity(root, "", "")
	switch {
	case h.empty:
		t.Errorf("empty by the scan, parsed as %s %s: %q", apiVersion, kind, text)
	case h.plain && (len(docs) != 1 || !isForeign(apiVersion, kind) || isList(root, kind)):
		t.Errorf("foreign by the scan, parsed as %d documents, %s %s: %q", len(docs), apiVersion, kind, text)
	}
}

func TestSplit(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string // line, a bar and the text
	}{
		"empty":          {"", []string{"1|"}},
		"one":            {"a\nb", []string{"1|a\nb"}},
		"marker first":   {"---\na\n", []string{"1|---\na\n"}},
		"several":        {"a\n---\nb\n---\tc\r\n---", []string{"1|a\n", "2|---\nb\n", "4|---\tc\r\n", "5|---"}},
		"no markers":     {"a\n ---\n----\n---a\n--\n", []string{"1|a\n ---\n----\n---a\n--\n"}},
		"directive":      {"a\n---\n%TAG\n---\n", []string{"1|a\n---\n%TAG\n---\n"}},
		"BOM, directive": {"\ufeff%TAG\n---\n", []string{"1|\ufeff%TAG\n---\n"}},
		"lone CR":        {"a\r---\n---\n", []string{"1|a\r---\n---\n"}},
		"CR at the end":  {"a\n---\r", []string{"1|a\n---\r"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range split([]byte(test.text)) {
				got = append(got, strings.Join([]string{string(rune('0' + c.line)), string(c.text)}, "|"))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("chunks (-want +got):\n%s", diff)
			}
		})
	}
}
