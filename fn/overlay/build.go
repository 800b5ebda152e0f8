package overlay

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
)

// Options say what to build.
type Options struct {
	// Dir is the folder of the kustomization. On disk it is any path; in a
	// FileSystem it is slash-separated and relative to its top.
	Dir string
	// Program is started, with the one argument "fn", for each of our functions
	// that the overlay lists; it has to be an absolute path. Empty means the
	// program that is running.
	Program string
	// FileSystem holds Dir and all that it refers to. Nil means the disk.
	FileSystem fs.FS
	// Origins makes every object carry the annotation that says which file it
	// comes from, as buildMetadata: [originAnnotations] does.
	Origins bool
	// Unjudged leaves out every ValkeyValidate of the overlay: for a caller that
	// judges the objects itself.
	Unjudged bool
	// Stderr gets what functions, and kustomize, write to standard error. Nil
	// means the standard error of this process.
	Stderr io.Writer
}

// kustomize keeps schemas in package variables, so that only one build can run
// at a time and each has to begin with none.
var building sync.Mutex

// Build builds the overlay and returns the bytes that `kustomize build
// --enable-alpha-plugins --enable-exec` of v5.8.2 prints.
//
// It returns a *RefusedError for an overlay that needs a program of others or
// the network, and a *FunctionError if one of our functions failed. Other errors
// are those of kustomize, in its words but for objects that it quotes. Several
// builds at once wait for each other.
func Build(o Options) ([]byte, error) {
	out, err := o.build()
	if err != nil {
		return nil, fmt.Errorf("building the overlay %q: %w", o.Dir, err)
	}
	return out, nil
}

func (o Options) build() (out []byte, err error) {
	if o.Program == "" {
		if o.Program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	if !filepath.IsAbs(o.Program) {
		return nil, fmt.Errorf("the program %q is no absolute path", o.Program)
	}
	building.Lock()
	defer building.Unlock()
	return redirected(o.Stderr, o.locked)
}

// locked builds while no other build runs.
func (o Options) locked() (out []byte, err error) {
	if o.FileSystem == nil {
		return o.run(filesys.MakeFsOnDisk(), o.Dir, nil)
	}
	if !fs.ValidPath(o.Dir) {
		return nil, &fs.PathError{Op: "open", Path: o.Dir, Err: fs.ErrInvalid}
	}
	m, err := newMount(o.FileSystem)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	out, err = o.run(m, m.path(o.Dir), m.copyFolders)
	return out, m.unplaced(err)
}

// run builds what lies in a folder of a file system. The function place is told
// of the folders in which functions are going to run.
func (o Options) run(files filesys.FileSystem, dir string, place func(dirs []string) error) ([]byte, error) {
	root, err := filesys.ConfirmDir(files, dir)
	if err != nil {
		return nil, err
	}
	s := newScan(files, o.Program, shownFrom(root.String(), o.Dir))
	s.unjudged = o.Unjudged
	if o.Origins {
		s.origins = root.String()
	}
	openapi.ResetOpenAPI()
	defer openapi.ResetOpenAPI()
	if err := s.target(root.String()); err != nil {
		return nil, err
	}
	if place != nil {
		if err := place(s.runsIn); err != nil {
			return nil, err
		}
	}
	openapi.ResetOpenAPI() // folders of functionConfigs may have set it
	g := &guard{FileSystem: files, texts: s.texts}
	objects, err := krusty.MakeKustomizer(options()).Run(g, root.String())
	if err := cmp.Or(g.refused, err); err != nil {
		return nil, told(err, s.started)
	}
	return objects.AsYaml()
}

// options are those of the command with its two flags for functions. Helm, which
// the constructor enables, is a program of others.
func options() *krusty.Options {
	plugins := types.EnabledPluginConfig(types.BploUseStaticallyLinked)
	plugins.FnpLoadingOptions.EnableExec = true
	plugins.HelmConfig = types.HelmConfig{}
	return &krusty.Options{
		Reorder:          krusty.ReorderOptionUnspecified,
		LoadRestrictions: types.LoadRestrictionsRootOnly,
		PluginConfig:     plugins,
	}
}

// shownFrom returns how messages write a path: as seen from where the user
// stands, who named the root as dir.
func shownFrom(root, dir string) func(path string) string {
	return func(path string) string {
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return path
		}
		return filepath.ToSlash(filepath.Join(strings.TrimSuffix(dir, "/"), relative))
	}
}
