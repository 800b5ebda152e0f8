package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/gitrev"
	"github.com/valkey-menu/valkey-menu/fn/overlay"
	"github.com/valkey-menu/valkey-menu/fn/source"
)

// input is what a command has read.
type input struct {
	objects []check.Object
	raw     []check.Raw
	// built are the bytes of the overlay, where one was built.
	built []byte
}

// read reads the paths, and the overlay that --kustomize names. Unreadable
// documents do not hide the others: the input is there beside the error, unless
// the arguments were wrong.
func (c *common) read(paths []string, placeholders []string, in io.Reader) (*input, error) {
	all := &input{}
	var failed error
	if c.kustomize != "" {
		if failed = c.build(all, placeholders); failed != nil {
			return nil, failed
		}
	}
	if len(paths) == 0 {
		return all, nil
	}
	set, err := source.Read(c.sourceOptions(placeholders), paths, in)
	if set == nil {
		return nil, err
	}
	for _, o := range set.Objects {
		all.objects = append(all.objects, check.FromSource(o))
	}
	all.raw = append(all.raw, check.RawOf(set.Findings)...)
	return all, err
}

func (c *common) sourceOptions(placeholders []string) source.Options {
	return source.Options{BaseDir: c.baseDir, Placeholders: placeholders}
}

// build adds the objects of the overlay, placed in the files that they come from.
func (c *common) build(all *input, placeholders []string) error {
	built, err := c.buildAt(overlay.Options{Origins: !c.exact, Unjudged: c.unjudged})
	if err != nil {
		return err
	}
	all.built = built
	if c.exact {
		// What is passed on has to be what kustomize gives; what is reported has to
		// say where objects come from.
		if built, err = c.buildAt(overlay.Options{Origins: true, Unjudged: true}); err != nil {
			return err
		}
	}
	o := c.sourceOptions(placeholders)
	o.StdinName = c.kustomize
	set, err := source.Read(o, []string{source.Stdin}, bytes.NewReader(built))
	if err != nil {
		return err
	}
	for _, one := range set.Objects {
		all.objects = append(all.objects, c.placed(check.FromSource(one)))
	}
	for _, finding := range set.Findings {
		finding.Place = source.Place{File: c.kustomize}
		all.raw = append(all.raw, check.RawOf([]source.RawFinding{finding})...)
	}
	return nil
}

// buildAt builds the overlay: of the working tree, or of the revision.
func (c *common) buildAt(o overlay.Options) ([]byte, error) {
	o.Dir = c.kustomize
	if c.revision == "" {
		return overlaid(overlay.Build(o))
	}
	if filepath.IsAbs(c.kustomize) {
		return nil, errors.New("--kustomize: of a revision it has to be a relative path")
	}
	repository, err := gitrev.Find(".")
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", c.revision, err)
	}
	o.Dir, err = repository.Name(gitrev.Spec{Ref: c.revision, Path: "./" + path.Clean(filepath.ToSlash(c.kustomize))})
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", c.revision, err)
	}
	tree, err := repository.Tree(c.revision)
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", c.revision, err)
	}
	o.FileSystem = tree
	built, err := overlaid(overlay.Build(o))
	if closed := tree.Close(); err == nil {
		err = closed
	}
	return built, err
}

// overlaid gives a build that failed its exit code.
func overlaid(built []byte, err error) ([]byte, error) {
	var refused *overlay.RefusedError
	var failed *overlay.FunctionError
	switch {
	case err == nil:
		return built, nil
	case errors.As(err, &refused):
		return nil, fmt.Errorf("--kustomize: %w", err)
	case errors.As(err, &failed):
		return nil, &runError{failed.Exit, err}
	}
	return nil, &runError{exitUnreadable, err}
}

// placed points at the file that an object of a build comes from, which is as far
// as kustomize remembers, and takes the annotation off that says so.
func (c *common) placed(o check.Object) check.Object {
	file := path.Join(filepath.ToSlash(c.kustomize), check.Origin(o.Annotations[check.OriginAnnotation]))
	if relative, err := filepath.Rel(cmp.Or(c.baseDir, "."), filepath.FromSlash(file)); err == nil {
		file = filepath.ToSlash(relative)
	}
	o.File = file
	o.Place = func(string) source.Place { return source.Place{File: file} }
	delete(o.Annotations, check.OriginAnnotation)
	if metadata, ok := o.Data["metadata"].(map[string]any); ok {
		if annotations, ok := metadata["annotations"].(map[string]any); ok {
			if delete(annotations, check.OriginAnnotation); len(annotations) == 0 {
				delete(metadata, "annotations")
			}
		}
	}
	return o
}

// side is how a state is read that an argument names. With --kustomize, a
// revision without a path is the overlay there, and no argument is the overlay of
// the working tree. Other commands judge, so that the overlay need not.
func (c common) side(arg string) (*common, []string) {
	c.exact, c.unjudged = false, true
	if c.kustomize == "" {
		return &c, []string{arg}
	}
	if arg == "" {
		return &c, nil
	}
	if spec, err := gitrev.Parse(arg); err == nil && spec.Path == "" {
		c.revision = spec.Ref
		return &c, nil
	}
	c.kustomize = ""
	return &c, []string{arg}
}

// name is what a side is called, where arg was given for it.
func (c *common) name(arg string) string {
	switch {
	case c.kustomize == "":
		return arg
	case c.revision == "":
		return c.kustomize
	}
	return gitrev.Spec{Ref: c.revision, Path: filepath.ToSlash(c.kustomize)}.String()
}
