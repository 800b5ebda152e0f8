package walls

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Writes tells what changes the world, and what marks that a change was made.
type Writes struct {
	// Verbs are the methods that write, by the package of their interface.
	Verbs map[string][]string
	// Typed is the type whose every exported method writes but for Reads.
	Typed string
	Reads []string
	// Mark is the function that a write is followed by.
	Mark string
	// Rooms are the folders whose calls are looked at, but for Beyond: those make
	// the calls that the others are held to.
	Rooms  string
	Beyond []string
}

// OperatorWrites is how the operator changes the world: by the client of
// controller-runtime, and by commands to servers. Events and the lease are
// written by others on its behalf, at a time of their own.
func OperatorWrites() Writes {
	connection := Module + "/operator/internal/valkeyconn"
	return Writes{
		Verbs: map[string][]string{
			"sigs.k8s.io/controller-runtime/pkg/client":                    {"Create", "Update", "Patch", "Apply", "Delete", "DeleteAllOf"},
			"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil": {"CreateOrUpdate", "CreateOrPatch"},
		},
		Typed:  connection + ".Conn",
		Reads:  []string{"Close", "Ping", "Server", "Functions", "Look", "FunctionDump"},
		Mark:   Module + "/operator/internal/failpoint.Reached",
		Rooms:  "operator",
		Beyond: []string{"operator/internal/valkeyconn", "operator/internal/failpoint"},
	}
}

// CheckWrites returns each function that writes, itself or through others, where
// the next thing of note in its text is not the mark, unless those that call it
// mark the write. A function that nobody calls has nobody to do so. Where a
// function is named it counts as called: that is how loops and actions are handed
// on.
func CheckWrites(sources []Source, writes Writes) []Violation {
	text := map[string][]reference{}
	where := map[string]string{}
	for _, s := range sources {
		dir := folder(s.Path)
		if !covers(writes.Rooms, dir) || coveredByAny(writes.Beyond, dir) {
			continue
		}
		for _, file := range s.Files {
			for _, declared := range file.Decls {
				f, ok := declared.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				name := s.Info.Defs[f.Name].(*types.Func).FullName() //nolint:forcetypeassert // a declared function is one
				text[name], where[name] = references(s.Info, f.Body), dir
			}
		}
	}
	open := unmarked(text, writes)
	var found []Violation
	for name, way := range open {
		if !called(text, name) {
			found = append(found, Violation{where[name], "", short(name) + " writes by way of " + way + " and does not say so to failpoint.Reached"})
		}
	}
	return sorted(found)
}

// reference is the name of a function in the text of another.
type reference struct {
	name  string
	owner string // package of a function, or package and type of a method
	base  string
}

func references(info *types.Info, body ast.Node) []reference {
	var all []reference
	ast.Inspect(body, func(n ast.Node) bool {
		identifier, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if f, ok := info.Uses[identifier].(*types.Func); ok && f.Pkg() != nil {
			f = f.Origin()
			all = append(all, reference{f.FullName(), ownerOf(f), f.Name()})
		}
		return true
	})
	return all
}

func ownerOf(f *types.Func) string {
	receiver := f.Signature().Recv()
	if receiver == nil {
		return f.Pkg().Path()
	}
	of := receiver.Type()
	if pointer, ok := of.(*types.Pointer); ok {
		of = pointer.Elem()
	}
	if named, ok := of.(*types.Named); ok {
		return f.Pkg().Path() + "." + named.Obj().Name()
	}
	return f.Pkg().Path()
}

func (w Writes) by(r reference) bool {
	if r.owner == w.Typed {
		return ast.IsExported(r.base) && !slices.Contains(w.Reads, r.base)
	}
	for path, verbs := range w.Verbs {
		if (r.owner == path || strings.HasPrefix(r.owner, path+".")) && slices.Contains(verbs, r.base) {
			return true
		}
	}
	return false
}

// unmarked maps each function that leaves a write without a mark to the way there.
func unmarked(text map[string][]reference, writes Writes) map[string]string {
	open := map[string]string{}
	order := slices.Sorted(maps.Keys(text))
	for grown := true; grown; {
		grown = false
		for _, name := range order {
			if _, known := open[name]; known {
				continue
			}
			if way, ends := leftOpen(text[name], open, writes); ends {
				open[name], grown = way, true
			}
		}
	}
	return open
}

// leftOpen finds a write of a function that another write follows, or nothing.
func leftOpen(references []reference, open map[string]string, writes Writes) (string, bool) {
	way := ""
	for _, r := range references {
		further, through := open[r.name]
		switch {
		case r.name == writes.Mark:
			way = ""
		case way != "":
			if through || writes.by(r) {
				return way, true
			}
		case through:
			way = short(r.name) + ", " + further
		case writes.by(r):
			way = short(r.name)
		}
	}
	return way, way != ""
}

// called reports whether another function names it.
func called(text map[string][]reference, name string) bool {
	for other, references := range text {
		if other != name && slices.ContainsFunc(references, func(r reference) bool { return r.name == name }) {
			return true
		}
	}
	return false
}

// short is a function's name without the path of its package.
func short(name string) string {
	inner := name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case strings.HasPrefix(name, "(*"):
		return "(*" + strings.TrimPrefix(inner, "(*")
	case strings.HasPrefix(name, "("):
		return strings.Replace(strings.TrimPrefix(inner, "("), ")", "", 1)
	}
	return inner
}
