package source

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// menuTree is a kustomization root with a folder beside it, and links between them.
func menuTree(t *testing.T) (root string) {
	t.Helper()
	dir := writeFiles(t, map[string]string{
		"root/kustomization.yaml":       "resources: []\n",
		"root/menu/kustomization.yaml":  "resources: []\n",
		"root/menu/images.yaml":         image("i"),
		"root/menu/images_test.yaml":    image("i-test"),
		"root/menu/deep/er/images.yaml": image("deep"),
		"root/menu/deep/skip/x.yaml":    image("skipped"),
		"root/menu/note.txt":            image("txt"),
		"root/empty/a.yaml":             "",
		"root/other.json":               `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "json"}}`,
		"outside/secret.yaml":           image("outside"),
	})
	links := map[string]string{
		"root/inside.yaml":   "menu/images.yaml",
		"root/folder":        "menu/deep",
		"root/escape.yaml":   "../outside/secret.yaml",
		"root/absolute.yaml": filepath.Join(dir, "outside", "secret.yaml"),
		"root/escape":        "../outside",
		"root/links/a.yaml":  "../menu/images.yaml",
		"root/links/b.yaml":  "../../outside/secret.yaml",
		"root/links/loop":    "..",
		"root/dangling.yaml": "nowhere.yaml",
	}
	if err := os.Mkdir(filepath.Join(dir, "root", "links"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "root")
}

func TestReadSources(t *testing.T) {
	root := menuTree(t)
	const leadsOut = ": a symbolic link leads out of the kustomization root"
	tests := map[string]struct {
		sources []SourceSpec
		want    []string
		err     string
	}{
		"file": {[]SourceSpec{{Path: "./menu/images.yaml"}}, []string{"ValkeyImage/i menu/images.yaml"}, ""},
		"folder": {[]SourceSpec{{Path: "menu/"}}, []string{"ValkeyImage/deep menu/deep/er/images.yaml", "ValkeyImage/skipped menu/deep/skip/x.yaml",
			"ValkeyImage/i menu/images.yaml", "ValkeyImage/i-test menu/images_test.yaml"}, ""},
		"include and exclude": {[]SourceSpec{{Path: "menu", Include: []string{"images*.yaml", "note.txt"}, Exclude: []string{"*_test.yaml", "deep/s*/**"}}},
			[]string{"ValkeyImage/deep menu/deep/er/images.yaml", "ValkeyImage/i menu/images.yaml", "ValkeyImage/txt menu/note.txt"}, ""},
		"twice": {[]SourceSpec{{Path: "other.json"}, {Path: "menu", Include: []string{"./images.yaml", "**/er/*"}}, {Path: "menu/deep/er/images.yaml"}},
			[]string{"Pod/json other.json", "ValkeyImage/deep menu/deep/er/images.yaml"}, ""},
		"links inside": {[]SourceSpec{{Path: "inside.yaml"}, {Path: "folder/er"}}, []string{"ValkeyImage/i inside.yaml", "ValkeyImage/deep folder/er/images.yaml"}, ""},
		"links out": {[]SourceSpec{{Path: "escape.yaml"}, {Path: "absolute.yaml"}, {Path: "escape"}, {Path: "escape/secret.yaml"}}, nil,
			"escape.yaml" + leadsOut + "\nabsolute.yaml" + leadsOut + "\nescape" + leadsOut + "\nescape/secret.yaml" + leadsOut},
		"folder with a link out":  {[]SourceSpec{{Path: "links"}}, []string{"ValkeyImage/i links/a.yaml"}, "links/b.yaml" + leadsOut + "\nlinks/loop: " + errLeadsOut.Error()},
		"a link that is excluded": {[]SourceSpec{{Path: "links", Exclude: []string{"loop", "b.yaml"}}}, []string{"ValkeyImage/i links/a.yaml"}, ""},
		"a file by two names": {[]SourceSpec{{Path: "inside.yaml"}, {Path: "menu/images.yaml"}, {Path: "menu", Include: []string{"images.yaml"}, Exclude: []string{"deep"}}},
			[]string{"ValkeyImage/i inside.yaml", "ValkeyImage/deep menu/deep/er/images.yaml"}, ""},
		"empty":     {[]SourceSpec{{Path: "empty/a.yaml"}}, nil, "empty/a.yaml: " + inFile},
		"all empty": {[]SourceSpec{{Path: "empty"}}, nil, "empty: " + inFolder},

		"dangling":         {[]SourceSpec{{Path: "dangling.yaml"}}, nil, "dangling.yaml: no such file or directory"},
		"missing":          {[]SourceSpec{{Path: "nowhere/x"}}, nil, "nowhere/x: no such file or directory"},
		"nothing included": {[]SourceSpec{{Path: "menu", Include: []string{"*.yml"}}}, nil, "menu: no file in this folder is included"},
		"kustomization":    {[]SourceSpec{{Path: "kustomization.yaml"}}, nil, "kustomization.yaml: a kustomization is no resource"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := ReadSources(Options{}, root, test.sources)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.err, got); diff != "" || errors.Is(err, ErrUsage) {
				t.Fatalf("error (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, names(set)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadSourcesUsage(t *testing.T) {
	root := menuTree(t)
	tests := map[string]struct {
		root   string
		source SourceSpec
		want   string
	}{
		"no path":            {root, SourceSpec{}, "a source has no path"},
		"absolute":           {root, SourceSpec{Path: "/etc"}, `source "/etc" must be a relative path with slashes`},
		"backslash":          {root, SourceSpec{Path: `..\x`}, `source "..\\x" must be a relative path with slashes`},
		"..":                 {root, SourceSpec{Path: ".."}, `source ".." must not contain ..`},
		".. that comes back": {root, SourceSpec{Path: "menu/../menu"}, `source "menu/../menu" must not contain ..`},
		"bad include":        {root, SourceSpec{Path: "menu", Include: []string{"[a"}}, `bad pattern "[a"`},
		"bad exclude":        {root, SourceSpec{Path: "menu", Exclude: []string{"a/[/b"}}, `bad pattern "a/[/b"`},
		"empty pattern":      {root, SourceSpec{Path: "menu", Exclude: []string{""}}, "a pattern is empty"},
		"no root":            {root + "/nowhere", SourceSpec{Path: "menu"}, "kustomization root: no such file or directory"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := ReadSources(Options{}, test.root, []SourceSpec{{Path: "menu"}, test.source})
			if set != nil || !errors.Is(err, ErrUsage) || err.Error() != test.want {
				t.Errorf("want no set and usage error %q, got %v, %v", test.want, set, err)
			}
		})
	}
}

func TestMatchAny(t *testing.T) {
	tests := map[string]struct {
		pattern string
		yes, no []string
	}{
		"name in every folder": {"*.yaml", []string{"a.yaml", "b/c/a.yaml"}, []string{"a.yml", "a.yaml/b"}},
		"from the folder":      {"b/*.yaml", []string{"b/a.yaml"}, []string{"a.yaml", "c/b/a.yaml", "b/c/a.yaml"}},
		"anywhere below":       {"b/**", []string{"b/a", "b/c/d", "b"}, []string{"a", "c/b/a"}},
		"any depth":            {"**/b/*", []string{"b/a", "c/b/a", "d/c/b/a"}, []string{"b", "b/c/a"}},
		"in the middle":        {"a/**/z", []string{"a/z", "a/b/z", "a/b/c/z"}, []string{"z", "a/b", "a/z/b"}},
		"classes":              {"[a-c]?.yaml", []string{"ax.yaml"}, []string{"dx.yaml", "a.yaml"}},
		"two stars as a name":  {"**", []string{"a", "b/a"}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, file := range test.yes {
				if !matchAny([]string{"nothing", test.pattern}, file) {
					t.Errorf("%s does not match %s", test.pattern, file)
				}
			}
			for _, file := range test.no {
				if matchAny([]string{test.pattern}, file) {
					t.Errorf("%s matches %s", test.pattern, file)
				}
			}
		})
	}
}
