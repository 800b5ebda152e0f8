package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	if c.kustomize != "" {
		if err := c.build(all, placeholders); err != nil {
			return nil, err
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
	built, err := c.buildAt(overlay.Options{Origins: !c.exact, Unjudged: c.unjudged, Stderr: c.said})
	if err != nil {
		return err
	}
	all.built = built
	if len(bytes.TrimSpace(built)) == 0 {
		return &runError{exitUnreadable, fmt.Errorf("--kustomize: the overlay %q yields no object", c.kustomize)}
	}
	if c.exact {
		// What is passed on has to be what kustomize gives; what is reported has to
		// say where objects come from. The functions have said all already.
		if built, err = c.buildAt(overlay.Options{Origins: true, Unjudged: true, Stderr: io.Discard}); err != nil {
			return err
		}
	}
	o := c.sourceOptions(placeholders)
	o.StdinName = c.kustomize
	set, err := source.Read(o, []string{source.Stdin}, bytes.NewReader(built))
	if err != nil {
		return err
	}
	from := newAuthors(c)
	for _, finding := range set.Findings {
		all.raw = append(all.raw, check.RawOf([]source.RawFinding{from.raw(finding)})...)
	}
	for _, one := range set.Objects {
		all.objects = append(all.objects, from.placed(check.FromSource(one)))
	}
	return nil
}

// buildAt builds the overlay: of the working tree, or of the revision.
func (c *common) buildAt(o overlay.Options) ([]byte, error) {
	o.Dir = c.kustomize
	if c.revision == "" {
		return overlaid(overlay.Build(o))
	}
	if c.at == "" {
		if filepath.IsAbs(c.kustomize) {
			return nil, errors.New("--kustomize: of a revision it has to be a relative path")
		}
		c.at = "./" + path.Clean(filepath.ToSlash(c.kustomize))
	}
	repository, err := gitrev.Find(".")
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", c.revision, err)
	}
	o.Dir, err = repository.Name(gitrev.Spec{Ref: c.revision, Path: c.at})
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", c.revision, err)
	}
	tree, err := repository.Tree(c.revision)
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", c.revision, err)
	}
	c.top, o.FileSystem = o.Dir, tree
	built, err := overlaid(overlay.Build(o))
	if _, missing := fs.Stat(tree, o.Dir); errors.Is(missing, fs.ErrNotExist) {
		err = &runError{exitUnreadable, fmt.Errorf("%w in git:%s: %q", errNoOverlay, c.revision, o.Dir)}
	}
	if closed := tree.Close(); err == nil {
		err = closed
	}
	return built, err
}

// errNoOverlay is that the folder of the overlay is not in a revision.
var errNoOverlay = errors.New("there is no such overlay")

// orNothing takes an overlay that is not in the revision from which a change
// starts for a state without objects: it is added by the change.
func (s streams) orNothing(c *common, in *input, err error) (*input, error) {
	if !errors.Is(err, errNoOverlay) {
		return in, err
	}
	s.note("the overlay is not in git:%s: everything counts as new", c.revision)
	return &input{}, nil
}

// overlaid gives a build that failed its exit code.
func overlaid(built []byte, err error) ([]byte, error) {
	var refused *overlay.RefusedError
	var failed *overlay.FunctionError
	switch {
	case err == nil:
		return built, nil
	case errors.As(err, &refused):
		// No argument is wrong: the overlay is one that cannot be read here.
		return nil, &runError{exitUnreadable, fmt.Errorf("--kustomize: %w", err)}
	case errors.As(err, &failed) && failed.Exit >= exitFindings && failed.Exit <= exitInternal:
		return nil, &runError{failed.Exit, err}
	}
	return nil, &runError{exitUnreadable, err}
}

// origin is the file that an object of a build comes from, which is as far as
// kustomize remembers. Those of a revision are told from the top of the
// repository, as everywhere.
func (c *common) origin(annotations map[string]string) string {
	in := check.Origin(annotations[check.OriginAnnotation])
	if c.revision != "" {
		return path.Join(c.top, in)
	}
	file := path.Join(filepath.ToSlash(c.kustomize), in)
	if relative, err := filepath.Rel(cmp.Or(c.baseDir, "."), filepath.FromSlash(file)); err == nil {
		file = filepath.ToSlash(relative)
	}
	return file
}
