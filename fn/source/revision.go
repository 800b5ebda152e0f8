package source

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// revision takes a file or folder of a Git revision.
func (g *gatherer) revision(arg string) error {
	spec, err := gitrev.Parse(arg)
	if err != nil {
		return &usageError{err.Error()}
	}
	repository, err := gitrev.Find(".")
	if err != nil {
		g.fail(arg, err)
		return nil
	}
	name, err := repository.Name(spec)
	if err != nil {
		return &usageError{fmt.Sprintf("%s: %v", arg, err)}
	}
	tree, err := repository.Tree(spec.Ref)
	if err != nil {
		g.fail(arg, err)
		return nil
	}
	defer func() { _ = tree.Close() }() // only read from
	r := revision{gatherer: g, spec: spec, tree: tree}
	return r.take(name)
}

// revision is the files of a Git revision.
type revision struct {
	*gatherer
	spec gitrev.Spec
	tree *gitrev.Tree
}

func (r *revision) take(name string) error {
	info, err := fs.Stat(r.tree, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.errors = append(r.errors, &Error{File: r.at(name), Message: r.missing(name), cause: err})
	case err != nil:
		r.fail(r.at(name), err)
	case info.IsDir():
		r.manifests(manifests{
			fsys: r.tree, root: name, shown: r.at, key: r.at,
			where: func(name string) (string, error) { return realPath(r.tree, name) },
			open:  func(name string) (fs.File, error) { return r.tree.Open(name) },
		})
	case isKustomizationFile(path.Base(name)):
		return &usageError{r.at(name) + " is a kustomization, which has to be built first"}
	default:
		where, err := realPath(r.tree, name)
		if err != nil {
			r.fail(r.at(name), err)
			return nil
		}
		r.once(r.at(where), namedInput(r.at(name)), func() (fs.File, error) { return r.tree.Open(name) })
	}
	return nil
}

// at is a path of the revision as reports name it.
func (r *revision) at(name string) string {
	if name == "." {
		name = ""
	}
	return r.spec.At(name)
}

// missing says that a path is not there, and what is.
func (r *revision) missing(name string) string {
	text := "no such file or directory in this revision"
	if near, ok := suggest.Nearest(path.Base(name), r.tree.Names(path.Dir(name))); ok {
		text += fmt.Sprintf(" (did you mean %q?)", path.Join(path.Dir(name), near))
	}
	return text
}
