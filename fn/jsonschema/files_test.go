package jsonschema_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/jsonschema"
)

// committed is the folder of the generated schemas.
const committed = "../../schemas"

// below reads the files of a folder by their path with slashes.
func below(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestCommittedSchemasAreThoseOfTheTypes(t *testing.T) {
	files, err := jsonschema.Files()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, file := range files {
		want[file.Name] = string(file.Content)
	}
	if diff := cmp.Diff(want, below(t, committed)); diff != "" {
		t.Errorf("schemas/ is stale, run make generate (-want +got):\n%s", diff)
	}
}

func TestLayout(t *testing.T) {
	files, err := jsonschema.Files()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
		if strings.Contains(string(file.Content), "x-kubernetes-") {
			t.Errorf("%s holds extensions that no JSON schema has", file.Name)
		}
	}
	want := []string{
		"fn.valkey.gomomento.com/valkeymenu_v1alpha1.json",
		"fn.valkey.gomomento.com/valkeyrender_v1alpha1.json",
		"fn.valkey.gomomento.com/valkeytenant_v1alpha1.json",
		"fn.valkey.gomomento.com/valkeyvalidate_v1alpha1.json",
		"valkey.gomomento.com/valkeycluster_v1alpha1.json",
		"valkey.gomomento.com/valkeyconfig_v1alpha1.json",
		"valkey.gomomento.com/valkeyimage_v1alpha1.json",
		"valkey.gomomento.com/valkeynode_v1alpha1.json",
		"valkey.gomomento.com/valkeyrole_v1alpha1.json",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "schemas")
	if err := jsonschema.Write(dir); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(below(t, committed), below(t, dir)); diff != "" {
		t.Errorf("written files differ from the committed ones (-want +got):\n%s", diff)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := jsonschema.Write(file); err == nil || !strings.Contains(err.Error(), "writing schemas: ") {
		t.Errorf("error %v for a folder that is a file", err)
	}
}
