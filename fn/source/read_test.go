package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readText reads a text from standard input under the name in.yaml.
func readText(text string) (*Set, error) {
	return Read(Options{StdinName: "in.yaml"}, []string{Stdin}, strings.NewReader(text))
}

// mustReadText fails the test if the text is unreadable.
func mustReadText(t *testing.T, text string) *Set {
	t.Helper()
	set, err := readText(text)
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	return set
}

// writeFiles makes a folder with the files, given as name and text.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// names are the objects as kind/name at file#document.
func names(set *Set) []string {
	var got []string
	for _, o := range set.Objects {
		got = append(got, o.Kind+"/"+o.Name+" "+o.File)
	}
	return got
}

// image is a ValkeyImage of that name.
func image(name string) string {
	return "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyImage\nmetadata:\n  name: " + name + "\n" +
		"spec:\n  repository: valkey/valkey\n  tag: 9.1.2\n  version: 9.1.2\n"
}

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n"

func TestReadPaths(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"b/two.yml":            image("two"),
		"b/one.yaml":           image("one") + "---\n" + pod,
		"b/.git/skipped.yml":   image("hidden"),
		"b/upper/U.YAML":       image("upper"),
		"b/upper/V.Yml":        image("mixed"),
		"b/kustomization.yaml": "resources: [one.yaml]\n",
		"b/notes.txt":          "not: [yaml",
		"b/values.yaml":        "replicas: 3\n",
		"b/patch.yaml":         "- op: remove\n  path: /spec\n",
		"b/component.yaml":     "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n",
		"a.json":               `{"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyImage", "metadata": {"name": "json"}}`,
		"z.yaml":               image("z"),
	})
	tests := map[string]struct {
		paths       []string
		want, files []string
		skipped     []string
	}{
		"file": {
			paths: []string{"z.yaml"},
			want:  []string{"ValkeyImage/z z.yaml"},
			files: []string{"z.yaml"},
		},
		"folder": {
			paths: []string{"."},
			want: []string{"ValkeyImage/json a.json", "ValkeyImage/one b/one.yaml", "Pod/p b/one.yaml",
				"ValkeyImage/two b/two.yml", "ValkeyImage/upper b/upper/U.YAML", "ValkeyImage/mixed b/upper/V.Yml", "ValkeyImage/z z.yaml"},
			files: []string{"a.json", "b/component.yaml", "b/kustomization.yaml", "b/one.yaml", "b/patch.yaml", "b/two.yml",
				"b/upper/U.YAML", "b/upper/V.Yml", "b/values.yaml", "z.yaml"},
			skipped: []string{"b/component.yaml:1:1 Component is no resource", "b/patch.yaml:1:1 not a mapping",
				"b/values.yaml:1:1 no apiVersion and no kind"},
		},
		"order of the arguments, each file once": {
			paths: []string{"z.yaml", "a.json", "z.yaml", "./b/../a.json"},
			want:  []string{"ValkeyImage/z z.yaml", "ValkeyImage/json a.json"},
			files: []string{"z.yaml", "a.json"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var paths []string
			for _, p := range test.paths {
				paths = append(paths, dir+"/"+p)
			}
			set, err := Read(Options{BaseDir: dir}, paths, nil)
			if err != nil {
				t.Fatal(err)
			}
			var skipped []string
			for _, s := range set.Skipped {
				skipped = append(skipped, s.Place.String()+" "+s.Reason)
			}
			if diff := cmp.Diff(test.want, names(set)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.files, set.Files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.skipped, skipped); diff != "" {
				t.Errorf("skipped (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadUsage(t *testing.T) {
	dir := writeFiles(t, map[string]string{"kustomization.yaml": "resources: []\n"})
	tests := map[string]struct {
		paths []string
		want  string
	}{
		"no path":              {nil, "no path given"},
		"empty path":           {[]string{""}, "a path is empty"},
		"standard input twice": {[]string{Stdin, Stdin}, "standard input can be read once only"},
		"kustomization":        {[]string{filepath.Join(dir, "kustomization.yaml")}, "kustomization.yaml is a kustomization, which has to be built first"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := Read(Options{BaseDir: dir}, test.paths, strings.NewReader(image("a")))
			if set != nil || !errors.Is(err, ErrUsage) {
				t.Fatalf("want a usage error and no set, got %v, %v", set, err)
			}
			if err.Error() != test.want {
				t.Errorf("want %q, got %q", test.want, err)
			}
		})
	}
}

func TestReadUnreadable(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"bad.yaml":        "a: [\n---\n" + image("good") + "---\nb: 'open\n",
		"good.yaml":       image("other"),
		"note.yaml":       "just a sentence\n",
		"empty/README.md": "nothing\n",
		"large.yaml":      "# " + strings.Repeat("x", 4096) + "\n",
	})
	set, err := Read(Options{BaseDir: dir, MaxBytes: 2048}, []string{
		dir + "/missing.yaml", dir + "/bad.yaml", dir + "/good.yaml", dir + "/note.yaml", dir + "/empty", dir + "/large.yaml",
	}, nil)
	var errs Errors
	if !errors.As(err, &errs) || errors.Is(err, ErrUsage) {
		t.Fatalf("want Errors, got %T: %v", err, err)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the missing file does not show as fs.ErrNotExist")
	}
	want := []string{
		"missing.yaml: no such file or directory",
		"empty: no .yaml, .yml or .json file in this folder",
		"large.yaml: larger than the limit for one input",
		"bad.yaml:1:1: did not find expected node content",
		"bad.yaml:12:1: found unexpected end of stream",
		"note.yaml:1:1: not a mapping: not a Kubernetes object",
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"ValkeyImage/good bad.yaml", "ValkeyImage/other good.yaml"}, names(set)); diff != "" {
		t.Errorf("a bad document hides good ones (-want +got):\n%s", diff)
	}
}

// failingReader fails after some bytes, as a pipe may.
type failingReader struct{ left string }

func (r *failingReader) Read(p []byte) (int, error) {
	if r.left == "" {
		return 0, errors.New("broken pipe")
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

func TestReadStdin(t *testing.T) {
	tests := map[string]struct {
		text string
		want string // error, empty if there is none
	}{
		"one object":        {image("a"), ""},
		"empty list":        {"apiVersion: v1\nkind: List\nitems: []\n", ""},
		"nothing":           {"", "stdin: " + inPipe},
		"comments and ends": {"# a\n---\n# b\n--- # c\n\n", "stdin: " + inPipe},
		"text":              {"oops\n", "stdin:1:1: not a mapping: not a Kubernetes object"},
		"no kind at all":    {"\na: 1\n", "stdin:2:1: no apiVersion and no kind: not a Kubernetes object"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := ""
			if _, err := Read(Options{}, []string{Stdin}, strings.NewReader(test.text)); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("want %q, got %q", test.want, got)
			}
		})
	}
	if _, err := Read(Options{}, []string{Stdin}, &failingReader{image("a")}); err == nil || err.Error() != "stdin: broken pipe" {
		t.Errorf("want the error of the pipe, got %v", err)
	}
}
