package catalogue

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func name(d *directive) *string { return &d.Name }
func from(d *directive) *string { return &d.From }

func TestBetween(t *testing.T) {
	older := []directive{{Name: "same", Default: "1", From: fromServer}, {Name: "changed", Default: "1"}, {Name: "gone"}}
	newer := []directive{{Name: "same", Default: "1", From: fromServer}, {Name: "changed", Default: "2"}, {Name: "new"}}
	published := map[string]*directive{"changed": {Default: "2"}, "gone": nil, "new": {Default: "3"}}
	got, err := between(older, newer, published, name, from)
	if err != nil {
		t.Fatal(err)
	}
	want := []directive{
		{Name: "changed", Default: "2", From: fromSource}, {Name: "new", Default: "3", From: fromSource}, {Name: "same", Default: "1", From: fromSource},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBetweenRefuses(t *testing.T) {
	older, newer := []directive{{Name: "same"}, {Name: "gone"}}, []directive{{Name: "same"}}
	tests := map[string]struct {
		published map[string]*directive
		want      string
	}{
		"a difference without a fact":   {nil, `"gone" differs`},
		"a fact that nobody needs":      {map[string]*directive{"gone": nil, "same": {}}, `"same" is published, but both`},
		"a fact about nothing":          {map[string]*directive{"gone": nil, "other": {}}, `"other" is published but in no neighbour`},
		"no fact, and one that is idle": {map[string]*directive{"same": nil}, `"gone" differs`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := between(older, newer, tt.published, func(d *directive) *string { return &d.Name }, from)
			if err == nil || !strings.Contains(err.Error(), tt.want) || got != nil {
				t.Errorf("%v, %v, want the error %q", got, err, tt.want)
			}
		})
	}
}

func TestEncode(t *testing.T) {
	h := header{Minor: "9.1", Version: "9.1.2", From: fromServer, About: "a <b>"}
	got, err := encode(h, []string{"read", "write"}, "directives", []directive{{Name: "a", Type: "bool", From: fromServer}, {Name: "b", Default: "<&>", Mutable: true}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "minor": "9.1",
  "version": "9.1.2",
  "from": "server",
  "about": "a <b>",
  "categories": ["read","write"],
  "directives": [
    {"name":"a","type":"bool","default":"","mutable":false,"from":"server"},
    {"name":"b","type":"","default":"<&>","mutable":true,"from":""}
  ]
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFacts: each fact has a source, and grammars of one version stand beside those of all.
func TestFacts(t *testing.T) {
	f, err := loadDirectiveFacts()
	if err != nil {
		t.Fatal(err)
	}
	for minor, want := range map[string]string{"8.1": "announced-8", "9.1": "announced"} {
		if g, told := f.grammar(minor, "cluster-announce-human-nodename"); !told || g.Check != want {
			t.Errorf("%s: %+v, want %s", minor, g, want)
		}
	}
	if _, told := f.grammar("9.1", "maxmemory"); told {
		t.Error("there is a grammar for maxmemory")
	}
	files, err := factFiles.ReadDir("facts")
	if err != nil || len(files) != 6 {
		t.Fatalf("%d files of facts, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := factFiles.ReadFile("facts/" + file.Name())
		if err != nil || !strings.Contains(string(raw), `"source": "`) || !strings.Contains(string(raw), `"about": "`) {
			t.Errorf("%s: no source, or it does not say what it is about: %v", file.Name(), err)
		}
	}
}
