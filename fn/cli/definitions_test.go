package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/component"
	"github.com/valkey-menu/valkey-menu/fn/definitions"
	"github.com/valkey-menu/valkey-menu/fn/jsonschema"
)

func TestDefinitionsPrintsTheFile(t *testing.T) {
	got := run("", "definitions")
	if got.exit != 0 || got.err != "" {
		t.Fatalf("exit %d, error %q", got.exit, got.err)
	}
	if diff := cmp.Diff(string(definitions.File()), got.out); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestDefinitionsWritesSchemas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "schemas")
	if got := run("", "definitions", "--json-schemas", dir); got != (outcome{}) {
		t.Fatalf("outcome %+v, want silence", got)
	}
	files, err := jsonschema.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file.Name)))
		if err != nil || string(text) != string(file.Content) {
			t.Errorf("%s was not written as it is: %v", file.Name, err)
		}
	}
}

func TestDefinitionsWritesTheComponent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "valkey")
	if got := run("", "definitions", "--component", dir); got != (outcome{}) {
		t.Fatalf("outcome %+v, want silence", got)
	}
	if err := fs.WalkDir(component.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := fs.ReadFile(component.Files(), name)
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if string(got) != string(want) {
			t.Errorf("%s was not written as it is: %v", name, err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestDefinitionsRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		args []string
		want string
	}{
		"an argument":           {[]string{"ValkeyMenu"}, "takes no argument"},
		"no folder":             {[]string{"--json-schemas", ""}, "--json-schemas needs a folder"},
		"no component folder":   {[]string{"--component", ""}, "--component needs a folder"},
		"a component in a file": {[]string{"--component", file}, "--component: writing the component: "},
		"a folder that is none": {[]string{"--json-schemas", file}, "--json-schemas: writing schemas: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := run("", append([]string{"definitions"}, test.args...)...)
			if got.exit != 2 || got.out != "" || !strings.Contains(got.err, test.want) {
				t.Errorf("outcome %+v, want exit 2 and %q", got, test.want)
			}
		})
	}
}
