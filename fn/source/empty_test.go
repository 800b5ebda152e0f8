package source

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEmptyInput has everything that a command which failed may leave behind,
// and what only looks like it.
func TestEmptyInput(t *testing.T) {
	const list = "apiVersion: v1\nkind: List\nitems: []\n"
	dir := writeFiles(t, map[string]string{
		"empty.yaml": "", "comments.yaml": "# a\n---\n# b\n", "markers.yaml": "---\n...\n---\n", "bom.yaml": "\xef\xbb\xbf",
		"blank.json": " \n\n", "directive.yaml": "%YAML 1.1\n---\n# nothing\n", "cr.yaml": "\r# a\r", "list.yaml": list, "pod.yaml": pod,
		"all/a.yaml": "", "all/sub/b.yml": "# b\n", "all/notes.txt": pod,
		"some/a.yaml": "", "some/pod.yaml": pod, "values/a.yaml": "", "values/values.yaml": "replicas: 3\n",
		"only/kustomization.yaml": "resources: []\n", "bad/a.yaml": "a: [\n", "bad/b.yaml": "",
	})
	tests := map[string]struct {
		paths []string
		want  []string
	}{
		"an empty file":              {[]string{"empty.yaml"}, []string{"empty.yaml: " + inFile}},
		"comments":                   {[]string{"comments.yaml"}, []string{"comments.yaml: " + inFile}},
		"markers":                    {[]string{"markers.yaml"}, []string{"markers.yaml: " + inFile}},
		"a byte order mark":          {[]string{"bom.yaml"}, []string{"bom.yaml: " + inFile}},
		"blank lines":                {[]string{"blank.json"}, []string{"blank.json: " + inFile}},
		"a directive":                {[]string{"directive.yaml"}, []string{"directive.yaml: " + inFile}},
		"odd line breaks":            {[]string{"cr.yaml"}, []string{"cr.yaml: " + inFile}},
		"beside a good one":          {[]string{"pod.yaml", "empty.yaml"}, []string{"empty.yaml: " + inFile}},
		"a folder of empty ones":     {[]string{"all"}, []string{"all: " + inFolder}},
		"first named, then found":    {[]string{"all/a.yaml", "all"}, []string{"all/a.yaml: " + inFile, "all: " + inFolder}},
		"first found, then named":    {[]string{"some", "some/a.yaml"}, []string{"some/a.yaml: " + inFile}},
		"values, named":              {[]string{"values", "values/values.yaml"}, []string{"values/values.yaml:1:1: no apiVersion and no kind: not a Kubernetes object"}},
		"one file of a folder":       {[]string{"some"}, nil},
		"a folder of values":         {[]string{"values"}, nil},
		"a folder of kustomizations": {[]string{"only"}, nil},
		"nothing on purpose":         {[]string{"list.yaml"}, nil},
		"only foreign ones":          {[]string{"pod.yaml"}, nil},
		"one fault a folder":         {[]string{"bad"}, []string{"bad/a.yaml:1:1: did not find expected node content"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var paths []string
			for _, p := range test.paths {
				paths = append(paths, filepath.Join(dir, p))
			}
			_, err := Read(Options{BaseDir: dir}, paths, nil)
			var errs Errors
			if err != nil && !errors.As(err, &errs) {
				t.Fatalf("want Errors, got %v", err)
			}
			var got []string
			for _, one := range errs {
				got = append(got, one.Error())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
	for _, message := range []string{inPipe, inFile, inFolder} {
		if !strings.Contains(message, "see whether the command") {
			t.Errorf("%q does not say what to do", message)
		}
	}
}
