package source

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// SourceSpec is one entry of a functionConfig's spec.sources.
type SourceSpec struct { //nolint:revive // source.Spec would say nothing beside an object's spec
	// Path of a file or folder, relative to the kustomization root and below it.
	Path string
	// Include and Exclude choose the files of a folder; Exclude wins. Patterns are those of path.Match for each path
	// element, and `**` for any number of elements. One without a slash is matched with the file's name in every folder.
	// No Include means *.yaml, *.yml and *.json.
	Include, Exclude []string
}

// ReadSources reads the sources of a functionConfig, whose paths are relative to root, the folder of the
// kustomization. Nothing outside of root is opened: paths that are absolute or have a `..`, and symbolic links that lead
// out, are refused. Everything else is as in Read: files that are named must hold Kubernetes objects, symbolic links are
// followed, kustomizations are left out.
//
// Object.File is relative to root. Errors are as for Read: a bad source is ErrUsage, what cannot be read is Errors.
func ReadSources(opts Options, root string, sources []SourceSpec) (*Set, error) {
	for _, s := range sources {
		if err := s.check(); err != nil {
			return nil, err
		}
	}
	confined, err := os.OpenRoot(root)
	if err != nil {
		return nil, &usageError{"kustomization root: " + fileError("", err).Message}
	}
	defer func() { _ = confined.Close() }() // only read from
	g := confinedGatherer{gatherer: gatherer{opts: opts, seen: map[string]int{}}, root: confined}
	for _, s := range sources {
		g.source(s)
	}
	return g.finish()
}

func (s SourceSpec) check() error {
	switch {
	case s.Path == "":
		return &usageError{"a source has no path"}
	case strings.HasPrefix(s.Path, "/") || strings.Contains(s.Path, `\`):
		return &usageError{"source " + quote(s.Path) + " must be a relative path with slashes"}
	case slices.Contains(strings.Split(s.Path, "/"), ".."):
		return &usageError{"source " + quote(s.Path) + " must not contain .."}
	}
	for _, pattern := range slices.Concat(s.Include, s.Exclude) {
		if err := checkGlob(pattern); err != nil {
			return err
		}
	}
	return nil
}

// wants says whether a file of the source's folder is to be read.
func (s SourceSpec) wants(name string) bool {
	if len(s.Include) > 0 && !matchAny(s.Include, name) || len(s.Include) == 0 && !isManifest(name) {
		return false
	}
	return !matchAny(s.Exclude, name)
}

var (
	errKustomization  = errors.New("a kustomization is no resource")
	errLeadsOutOfRoot = errors.New("a symbolic link leads out of the kustomization root")
)

// confinedGatherer opens files below a root only.
type confinedGatherer struct {
	gatherer
	root *os.Root
}

func (g *confinedGatherer) source(s SourceSpec) {
	name := path.Clean(s.Path)
	info, err := g.root.Stat(name)
	where := name
	if err == nil {
		where, err = realPath(g.root.FS(), name)
	}
	switch {
	case err != nil:
		g.fail(name, confinedError(err))
	case info.IsDir():
		g.confinedFolder(s, name)
	case !info.Mode().IsRegular():
		g.fail(name, errNotRegular)
	case isKustomizationFile(path.Base(name)):
		g.fail(name, errKustomization)
	default:
		g.once(where, namedInput(name), func() (fs.File, error) { return g.open(name) })
	}
}

func (g *confinedGatherer) confinedFolder(s SourceSpec, dir string) {
	fsys := g.root.FS()
	g.manifests(manifests{
		fsys: fsys, root: dir, explain: confinedError, open: g.open,
		where:    func(name string) (string, error) { return realPath(fsys, name) },
		shown:    func(name string) string { return name },
		wants:    s.wants,
		excluded: func(name string) bool { return matchAny(s.Exclude, name) },
	})
}

func (g *confinedGatherer) open(name string) (fs.File, error) {
	f, err := g.root.Open(name)
	if err != nil {
		return nil, confinedError(err)
	}
	return f, nil
}

// confinedError names the reason when a link leads out of the root.
func confinedError(err error) error {
	if strings.Contains(err.Error(), "escapes") {
		return errLeadsOutOfRoot
	}
	return err
}

func quote(text string) string { return strconv.Quote(text) }
