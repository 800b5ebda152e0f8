package walls

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Source is a package as it is written: its files without tests, and what each
// name in them stands for.
type Source struct {
	Path  string
	Files []*ast.File
	Info  *types.Info
}

// listed is what go list says of a package that is to be read.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

// LoadSources reads the packages of a pattern. The compiler's own summaries stand
// for what they import. Replaced maps files to others that are read in their
// place, as for go's flag -overlay, which extra must name then.
func LoadSources(dir, pattern string, replaced map[string]string, extra ...string) ([]Source, error) {
	args := append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,DepOnly"}, extra...)
	out, err := goCommand(dir, append(args, pattern)...)
	if err != nil {
		return nil, fmt.Errorf("listing sources in %q: %w", dir, err)
	}
	var all []listed
	exports := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading the answer of go list: %w", err)
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			all = append(all, l)
		}
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	sources := make([]Source, 0, len(all))
	for _, l := range all {
		s, err := l.read(files, imports, replaced)
		if err != nil {
			return nil, fmt.Errorf("reading package %q: %w", l.ImportPath, err)
		}
		sources = append(sources, s)
	}
	return sources, nil
}

func (l listed) read(files *token.FileSet, imports types.Importer, replaced map[string]string) (Source, error) {
	s := Source{Path: l.ImportPath, Info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	for _, name := range l.GoFiles {
		name = filepath.Join(l.Dir, name)
		if other, ok := replaced[name]; ok {
			name = other
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return Source{}, err
		}
		s.Files = append(s.Files, file)
	}
	_, err := (&types.Config{Importer: imports}).Check(l.ImportPath, files, s.Files, s.Info)
	return s, err
}
