package source

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		image("a"), cluster, pod, setting("yes"), setting("2024-01-01"), setting("${X}"),
		pod + "---\n" + image("a") + "---\na: [\n---\nb: 'x\n", "\ufeff" + strings.ReplaceAll(cluster, "\n", "\r\n"),
		"kind: List\nitems:\n- &a {kind: ValkeyImage, spec: &s {tag: 9.0, tag: yes}}\n- {<<: *a, spec: *s}\n- kind: List\n  items: [*a]\n",
		`{"kind": "ValkeyImage", "spec": {"tag": "\ud83d\ude00\/"}}`, "%YAML 1.1\n---\n" + pod, "apiVersion: v1\u2028kind: Secret\n",
		"&l\nkind: List\nitems: [*l]\n", "a: \"\nkind: Pod\nb: \"\napiVersion: v1\nkind: ValkeyImage\n", "--- |\n x\n--- >\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := readText(string(text))
		if errors.Is(err, ErrUsage) || set == nil {
			t.Fatalf("a text is a usage error: %v", err)
		}
		lines := strings.Count(strings.NewReplacer("\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(string(text)), "\n") + 1
		check := func(what string, p Place) {
			if p.File != "in.yaml" || p.Line < 1 || p.Line > lines || p.Column < 1 {
				t.Errorf("%s is placed at %s of %d lines", what, p, lines)
			}
		}
		var errs Errors
		errors.As(err, &errs)
		for _, e := range errs {
			if e.Message != "no object in the input" {
				check(e.Message, Place{e.File, e.Line, e.Column})
			}
		}
		for _, o := range set.Objects {
			check("object", o.Place(""))
			check("field", o.Place("spec.tag[0]"))
			if !isForeign(o.APIVersion, o.Kind) && o.Data == nil {
				t.Errorf("%s %s is not decoded", o.APIVersion, o.Kind)
			}
		}
		for _, one := range set.Findings {
			check(one.Rule, one.Place)
			check(one.Path, one.Object.Place(one.Path))
		}
		for _, c := range split(text) {
			if !c.odd {
				checkScan(t, c.text)
			}
		}
	})
}

// TestProcessors reads the same with one processor and with several.
func TestProcessors(t *testing.T) {
	text := manyObjects(300, clusterTemplate+deploymentTemplate) + "---\na: [\n---\n" + setting("yes") + "---\nb: 'open\n"
	read := func(processors int) (*Set, string) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		set, err := readText(text)
		if err == nil {
			t.Fatal("the bad documents are not reported")
		}
		return set, err.Error()
	}
	want, wantErr := read(1)
	for range 5 {
		got, gotErr := read(8)
		if diff := cmp.Diff(wantErr, gotErr); diff != "" {
			t.Fatalf("errors (-one +several):\n%s", diff)
		}
		if diff := cmp.Diff(summarise(want), summarise(got)); diff != "" {
			t.Fatalf("objects (-one +several):\n%s", diff)
		}
		if diff := cmp.Diff(found(want), found(got)); diff != "" {
			t.Fatalf("findings (-one +several):\n%s", diff)
		}
	}
}
