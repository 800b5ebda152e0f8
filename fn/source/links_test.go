package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLinks reads one folder in the three ways there are: from the disk, from a
// revision and as the source of a functionConfig. They have to agree.
func TestLinks(t *testing.T) {
	const leadsOut = ": out"
	tests := map[string]struct {
		links          map[string]string
		objects, wrong []string
	}{
		"to a file beside":            {map[string]string{"b.yaml": "../elsewhere/b.yaml"}, []string{"d/a.yaml", "d/sub/s.yaml", "d/b.yaml"}, nil},
		"to a file of the folder":     {map[string]string{"0.yaml": "a.yaml"}, []string{"d/a.yaml", "d/sub/s.yaml"}, nil},
		"to a file of no such name":   {map[string]string{"text": "a.yaml"}, []string{"d/a.yaml", "d/sub/s.yaml"}, nil},
		"two to one file":             {map[string]string{"1.yaml": "../elsewhere/b.yaml", "2.yaml": "1.yaml"}, []string{"d/a.yaml", "d/sub/s.yaml", "d/1.yaml"}, nil},
		"to a folder of the folder":   {map[string]string{"0": "sub"}, []string{"d/a.yaml", "d/sub/s.yaml"}, nil},
		"to a hidden folder":          {map[string]string{"current": ".versions/2", "now": "current"}, []string{"d/a.yaml", "d/sub/s.yaml", "d/current/v.yaml"}, nil},
		"to a hidden folder, hidden":  {map[string]string{".current": ".versions/2"}, []string{"d/a.yaml", "d/sub/s.yaml"}, nil},
		"through a hidden link":       {map[string]string{"..data": ".versions/2", "x.yaml": "..data/v.yaml"}, []string{"d/a.yaml", "d/sub/s.yaml", "d/x.yaml"}, nil},
		"to itself":                   {map[string]string{"sub/here": ".", "sub/up": "..", "again": "sub"}, []string{"d/a.yaml", "d/sub/s.yaml"}, nil},
		"out and back":                {map[string]string{"back": "../d/.versions"}, []string{"d/a.yaml", "d/sub/s.yaml", "d/back/2/v.yaml"}, nil},
		"to a folder beside":          {map[string]string{"beside": "../elsewhere"}, []string{"d/a.yaml", "d/sub/s.yaml"}, []string{"d/beside" + leadsOut}},
		"to a folder of a like name":  {map[string]string{"like": "../dd"}, []string{"d/a.yaml", "d/sub/s.yaml"}, []string{"d/like" + leadsOut}},
		"to a folder above":           {map[string]string{"up.yaml": ".."}, []string{"d/a.yaml", "d/sub/s.yaml"}, []string{"d/up.yaml" + leadsOut}},
		"to nothing":                  {map[string]string{"gone": "nowhere", "sub/x.yaml": "nowhere.yaml"}, []string{"d/a.yaml", "d/sub/s.yaml"}, []string{"d/gone: gone", "d/sub/x.yaml: gone"}},
		"to nothing, by a lock":       {map[string]string{".#a.yaml": "somebody@host.1"}, []string{"d/a.yaml", "d/sub/s.yaml"}, nil},
		"in a circle":                 {map[string]string{"one": "two", "two": "one"}, []string{"d/a.yaml", "d/sub/s.yaml"}, []string{"d/one: circle", "d/two: circle"}},
		"to a folder with a bad link": {map[string]string{".versions/out": "../../elsewhere", "all": ".versions"}, []string{"d/a.yaml", "d/sub/s.yaml", "d/all/2/v.yaml"}, []string{"d/all/out" + leadsOut}},
	}
	// What the systems call it.
	short := strings.NewReplacer(errLeadsOut.Error(), "out", "no such file or directory", "gone", "file does not exist", "gone",
		"too many levels of symbolic links", "circle", "too many symbolic links", "circle", "too many links", "circle")
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := writeFiles(t, map[string]string{
				"d/a.yaml": image("a"), "d/sub/s.yaml": image("s"), "d/.versions/2/v.yaml": image("v"),
				"elsewhere/b.yaml": image("b"), "dd/c.yaml": image("c"),
			})
			for link, target := range test.links {
				if err := os.Symlink(target, filepath.Join(dir, "d", filepath.FromSlash(link))); err != nil {
					t.Fatal(err)
				}
			}
			gitIn(t, dir, "init", "--quiet", "--initial-branch=main")
			gitIn(t, dir, "add", "--all")
			gitIn(t, dir, "commit", "--quiet", "-m", "x")
			t.Chdir(dir)
			reads := map[string]func() (*Set, error){
				"disk":     func() (*Set, error) { return Read(Options{}, []string{"d"}, nil) },
				"revision": func() (*Set, error) { return Read(Options{}, []string{"git:main:d"}, nil) },
				"sources":  func() (*Set, error) { return ReadSources(Options{}, dir, []SourceSpec{{Path: "d"}}) },
			}
			for way, read := range reads {
				set, err := read()
				var objects, wrong []string
				for _, o := range set.Objects {
					objects = append(objects, strings.TrimPrefix(o.File, "git:main:"))
				}
				var errs Errors
				errors.As(err, &errs)
				for _, one := range errs {
					wrong = append(wrong, short.Replace(strings.TrimPrefix(one.Error(), "git:main:")))
				}
				if diff := cmp.Diff(test.objects, objects); diff != "" {
					t.Errorf("%s: objects (-want +got):\n%s", way, diff)
				}
				if diff := cmp.Diff(test.wrong, wrong); diff != "" {
					t.Errorf("%s: errors (-want +got):\n%s", way, diff)
				}
			}
		})
	}
}
