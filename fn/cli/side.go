package cli

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
	"github.com/valkey-menu/valkey-menu/fn/overlay"
)

// side is how a state is read that an argument names. With --kustomize, a
// revision without a path is the overlay there, no argument is the overlay of the
// working tree, and a folder with a kustomization is another overlay. Other
// commands judge, so that the overlay need not.
func (c common) side(arg string) (*common, []string) {
	c.exact, c.unjudged, c.said = false, true, nil
	if c.kustomize == "" {
		return &c, []string{arg}
	}
	if arg == "" {
		return &c, nil
	}
	spec, err := gitrev.Parse(arg)
	switch {
	case err == nil && spec.Path == "":
		c.revision = spec.Ref
	case err == nil && isOverlay(spec):
		c.revision, c.at = spec.Ref, spec.Path
	case err != nil && holdsKustomization(os.DirFS(arg), "."):
		c.kustomize = arg
	default:
		c.kustomize = ""
		return &c, []string{arg}
	}
	return &c, nil
}

// isOverlay reports whether a folder of a revision is an overlay. What cannot be
// read is none: reading it as files tells why.
func isOverlay(spec gitrev.Spec) bool {
	repository, err := gitrev.Find(".")
	if err != nil {
		return false
	}
	name, err := repository.Name(spec)
	if err != nil {
		return false
	}
	tree, err := repository.Tree(spec.Ref)
	if err != nil {
		return false
	}
	defer func() { _ = tree.Close() }() // only read from
	return holdsKustomization(tree, name)
}

func holdsKustomization(files fs.FS, dir string) bool {
	return slices.ContainsFunc(overlay.FileNames(), func(name string) bool {
		info, err := fs.Stat(files, path.Join(dir, name))
		return err == nil && !info.IsDir()
	})
}

// name is what a side is called, where arg was given for it.
func (c *common) name(arg string) string {
	switch {
	case c.kustomize == "":
		return arg
	case c.revision == "":
		return c.kustomize
	}
	return gitrev.Spec{Ref: c.revision, Path: cmp.Or(c.top, filepath.ToSlash(c.kustomize))}.String()
}
