package cli

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/source"
)

// authors finds objects of a build in the files that they come from. A build
// remembers the file alone; the object in it is the one of the same kind whose
// name is still in the built one, between what prefixes and suffixes added.
type authors struct {
	c *common
	// files that were read, by their path on disk.
	files map[string][]*source.Object
}

func newAuthors(c *common) *authors { return &authors{c, map[string][]*source.Object{}} }

// placed points at the author's text, and takes the annotation off that says
// where it is.
func (a *authors) placed(o check.Object) check.Object {
	o.File = a.c.origin(o.Annotations)
	o.Place = a.finder(o.Annotations, o.Kind, o.Name)
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

// raw places a finding about the bytes of the build.
func (a *authors) raw(f source.RawFinding) source.RawFinding {
	f.Place = a.finder(f.Object.Annotations, f.Object.Kind, f.Object.Name)(f.Path)
	return f
}

// finder finds the fields of a built object in the author's text: those that a
// patch added at what holds them.
func (a *authors) finder(annotations map[string]string, kind, name string) func(field string) source.Place {
	file := a.c.origin(annotations)
	author := a.object(a.onDisk(annotations), kind, name)
	return func(field string) source.Place {
		if author == nil {
			return source.Place{File: file}
		}
		place := author.Place(field)
		place.File = file
		return place
	}
}

// onDisk is where the author's file lies, empty for one of a revision or one that
// was made by a generator of others.
func (a *authors) onDisk(annotations map[string]string) string {
	in := check.Origin(annotations[check.OriginAnnotation])
	if in == "" || a.c.revision != "" {
		return ""
	}
	return path.Join(filepath.ToSlash(a.c.kustomize), in)
}

// object is the one that a built object can be, nil if there is none or more than
// one.
func (a *authors) object(file, kind, name string) *source.Object {
	if file == "" {
		return nil
	}
	var best *source.Object
	ambiguous := false
	for _, o := range a.read(file) {
		if o.Kind != kind || !strings.Contains(name, o.Name) || o.Name == "" {
			continue
		}
		switch {
		case best == nil || len(o.Name) > len(best.Name):
			best, ambiguous = o, false
		case len(o.Name) == len(best.Name):
			ambiguous = true
		}
	}
	if ambiguous {
		return nil
	}
	return best
}

// read reads a file once. One that cannot be read has no object, which costs the
// line of a finding and no more.
func (a *authors) read(file string) []*source.Object {
	objects, known := a.files[file]
	if !known {
		if set, err := source.Read(source.Options{}, []string{filepath.FromSlash(file)}, nil); err == nil {
			objects = set.Objects
		}
		a.files[file] = objects
	}
	return objects
}
