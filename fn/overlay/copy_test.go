package overlay

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// holed is a file system in which some paths cannot be read.
type holed struct {
	fstest.MapFS
	holes []string
}

var errHole = errors.New("not in this clone")

func (h holed) Open(name string) (fs.File, error) {
	for _, hole := range h.holes {
		if name == hole {
			return nil, &fs.PathError{Op: "open", Path: name, Err: errHole}
		}
	}
	return h.MapFS.Open(name)
}

func (h holed) ReadFile(name string) ([]byte, error) {
	if _, err := h.Open(name); err != nil {
		return nil, err
	}
	return h.MapFS.ReadFile(name)
}

func (h holed) ReadDir(name string) ([]fs.DirEntry, error) {
	if _, err := h.Open(name); err != nil {
		return nil, err
	}
	return h.MapFS.ReadDir(name)
}

func linked(all fstest.MapFS, links map[string]string) fstest.MapFS {
	for name, target := range links {
		all[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
	}
	return all
}

// TestOnlyWhatAFunctionNeedsHasToBeReadable: the rest of the folder in which one
// runs is not its business.
func TestOnlyWhatAFunctionNeedsHasToBeReadable(t *testing.T) {
	links := map[string]string{
		"o/dangling.yaml": "absent.yaml", "o/folder": "../base", "o/outside": "/etc", "base/up": "../..", "base/loop": "loop",
		"base/notes.txt": "absent",
	}
	tests := map[string]struct {
		holes, links []string
		want         string // part of standard error; empty for a build that succeeds
	}{
		"everything else":         {holes: []string{"o/submodule", "base/large.bin"}},
		"a file of the sources":   {holes: []string{"base/menu/config.yaml"}, want: "menu/config.yaml"},
		"a folder of the sources": {holes: []string{"base/menu/more"}, want: "menu/more"},
		"a link of the sources":   {links: []string{"base/menu/lost.yaml"}, want: "menu/lost.yaml"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			all := linked(mapFS(tree().with(files{
				"o/submodule/a.yaml": object, "base/large.bin": "x", "base/menu/more/a.yaml": object,
			})), links)
			for _, link := range test.links {
				linked(all, map[string]string{link: "absent"})
			}
			var stderr strings.Builder
			_, err := Build(Options{Dir: "o", FileSystem: holed{all, test.holes}, Stderr: &stderr})
			var failed *FunctionError
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got %v and %s", err, stderr.String())
			case test.want != "" && (!errors.As(err, &failed) || failed.Exit != 3 || !strings.Contains(stderr.String(), test.want)):
				t.Errorf("got %v and %s, want a function that misses %s", err, stderr.String(), test.want)
			}
		})
	}
}

// TestALinkAmongSources: a link within the folder leads where it does on the disk,
// and one that leads out is refused as there.
func TestALinkAmongSources(t *testing.T) {
	config := tree()["base/menu/config.yaml"]
	all := tree().with(files{"base/menu.yaml": strings.Replace(tree()["base/menu.yaml"], "path: menu", "path: link", 1)})
	for target, ok := range map[string]bool{"menu": true, "./menu": true, "../elsewhere": false} {
		onDisk := written(t, all.with(files{"base/link": "-> " + target, "elsewhere/config.yaml": config}))
		_, disk := Build(Options{Dir: onDisk + "/o"})
		_, other := Build(Options{Dir: "o", FileSystem: linked(mapFS(all.with(files{"elsewhere/config.yaml": config})), map[string]string{"base/link": target})})
		if (disk == nil) != ok || (other == nil) != ok {
			t.Errorf("%s: %v on disk and %v elsewhere", target, disk, other)
		}
	}
}
