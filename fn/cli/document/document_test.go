package document

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func objects() []Object {
	return []Object{
		{Namespace: "a", Kind: "Pod", Name: "x", Content: map[string]any{"kind": "Pod", "on": "yes", "text": "two\nlines\n"}},
		{Kind: "ValkeyImage", Name: "v9.1", Content: map[string]any{"tag": "9.10", "html": "<&>"}},
	}
}

func TestYAML(t *testing.T) {
	const want = `kind: Pod
"on": "yes"
text: |
  two
  lines
---
html: <&>
tag: "9.10"
`
	got, err := YAML(objects())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("YAML differs (-want +got):\n%s", diff)
	}
}

func TestJSONIsAList(t *testing.T) {
	for n, in := range map[int][]Object{0: nil, 1: objects()[:1], 2: objects()} {
		text, err := JSON(in)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			APIVersion, Kind string
			Items            []any
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		if list.APIVersion != "v1" || list.Kind != "List" || list.Items == nil || len(list.Items) != n {
			t.Errorf("%d objects are written as %s", n, text)
		}
	}
}

func TestFiles(t *testing.T) {
	files, err := Files(objects())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"a/pod-x.yaml", "valkeyimage-v9.1.yaml"}, names); diff != "" {
		t.Errorf("names differ (-want +got):\n%s", diff)
	}
}

func TestUnencodable(t *testing.T) {
	bad := []Object{{Kind: "K", Name: "n", Content: math.Inf(1)}}
	if _, err := YAML(bad); err == nil {
		t.Error("YAML writes an infinity")
	}
	if _, err := JSON(bad); err == nil {
		t.Error("JSON writes an infinity")
	}
	if _, err := Files(bad); err == nil {
		t.Error("Files writes an infinity")
	}
}

func TestWriteDirRefusesNamesThatLeadOut(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"../x", "/x", "a/../../x", "", ".", "a//b"} {
		_, err := WriteDir(filepath.Join(dir, "out"), []File{{Name: "fine", Content: []byte("y")}, {Name: name, Content: []byte("x")}})
		if !errors.Is(err, ErrRefused) {
			t.Errorf("%q: error %v, want a refusal", name, err)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(found) != 0 {
		t.Errorf("written all the same: %v %v", found, err)
	}
}

func TestWriteDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	for round, content := range []string{"longer content", "short"} {
		others, err := WriteDir(dir, []File{{Name: "a/b/c", Content: []byte(content)}})
		if err != nil || others != round {
			t.Fatalf("round %d: %d others, error %v", round, others, err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "a", "b", "c"))
		if err != nil || string(got) != content {
			t.Errorf("holds %q, error %v, want %q", got, err, content)
		}
		if err := os.WriteFile(filepath.Join(dir, "a", "other"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
