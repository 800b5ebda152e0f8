package walls

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Violation is one breach of a rule. Where is a package or file of this
// repository; What is the import, or empty if the rule is not about one.
type Violation struct {
	Where, What, Rule string
}

// String names the place, the import and the rule.
func (v Violation) String() string {
	if v.What == "" {
		return fmt.Sprintf("%s: %s", v.Where, v.Rule)
	}
	return fmt.Sprintf("%s imports %s: %s", v.Where, v.What, v.Rule)
}

// CheckImports returns each breach of rules among packages, which must hold
// this module's packages and their dependencies as Load returns them. The
// result is sorted and independent of the order of packages.
func CheckImports(packages []Package, rules Rules) []Violation {
	g := graph{rules: rules, packages: map[string]Package{}}
	for _, p := range packages {
		g.packages[p.ImportPath] = p
	}
	var found []Violation
	for _, p := range packages {
		if p.Error != nil {
			found = append(found, Violation{Where: folder(p.ImportPath), Rule: "cannot be loaded: " + p.Error.Err})
		}
		if !covers(Module, p.ImportPath) {
			continue
		}
		for _, imported := range p.Imports {
			found = append(found, g.fenced(p, imported)...)
		}
		if room, ok := libRoom(p.ImportPath); ok {
			found = append(found, g.lib(p, room)...)
		}
	}
	return sorted(found)
}

// graph is the rules and the packages by import path.
type graph struct {
	rules    Rules
	packages map[string]Package
}

func (g graph) fenced(p Package, imported string) []Violation {
	var found []Violation
	for _, f := range g.rules.Fences {
		if covers(f.Path, imported) && !coveredByAny(f.Within, folder(p.ImportPath)) {
			rule := fmt.Sprintf("only %s may: %s", strings.Join(f.Within, ", "), f.Why)
			found = append(found, Violation{folder(p.ImportPath), imported, rule})
		}
	}
	return found
}

func (g graph) lib(p Package, room string) []Violation {
	where := folder(p.ImportPath)
	if _, known := g.rules.Rooms[room]; !known {
		return []Violation{{Where: where, Rule: "lib has no room " + room + " in the table of internal/walls"}}
	}
	var found []Violation
	for _, imported := range p.Imports {
		if rule := g.libMayNot(room, imported); rule != "" {
			found = append(found, Violation{where, imported, rule})
		}
	}
	return append(found, g.reaches(p)...)
}

// libMayNot returns the rule that forbids a direct import in a room of lib, or
// the empty string.
func (g graph) libMayNot(room, imported string) string {
	switch {
	case g.packages[imported].Standard:
		if coveredByAny(g.rules.LibDeniedStd, imported) && !coveredByAny(g.rules.LibPureStd, imported) {
			return "lib only computes"
		}
	case covers(Module, imported):
		other, inLib := libRoom(imported)
		if !inLib {
			return "lib imports nothing of this module outside lib"
		}
		if other != room && !slices.Contains(g.rules.Rooms[room], other) {
			return fmt.Sprintf("room %s of lib may not know room %s", room, other)
		}
	case !coveredByAny(g.rules.LibModules, imported):
		return "lib may import directly only " + strings.Join(g.rules.LibModules, ", ")
	}
	return ""
}

// reaches returns a violation for each forbidden path that p depends on through
// others, with the shortest way there. Direct imports are libMayNot's job.
func (g graph) reaches(p Package) []Violation {
	var found []Violation
	way := map[string]string{} // package -> the one that imports it, on a shortest way
	queue := []string{p.ImportPath}
	reported := map[string]bool{}
	for ; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, to := range g.packages[from].Imports {
			if _, seen := way[to]; seen || to == p.ImportPath {
				continue
			}
			way[to] = from
			forbidden := covering(g.rules.LibNeverReaches, to)
			if forbidden == "" {
				queue = append(queue, to)
			} else if from != p.ImportPath && !reported[forbidden] {
				reported[forbidden] = true
				found = append(found, Violation{folder(p.ImportPath), to, "lib may not reach it, here by way of " + chain(way, from, p.ImportPath)})
			}
		}
	}
	return found
}

// chain spells the way from start to end, start excluded.
func chain(way map[string]string, end, start string) string {
	var steps []string
	for at := end; at != start; at = way[at] {
		steps = append(steps, at)
	}
	slices.Reverse(steps)
	return strings.Join(steps, " -> ")
}

// covers says whether path is base or lies below it.
func covers(base, path string) bool {
	return path == base || strings.HasPrefix(path, base+"/")
}

func covering(bases []string, path string) string {
	for _, base := range bases {
		if covers(base, path) {
			return base
		}
	}
	return ""
}

func coveredByAny(bases []string, path string) bool { return covering(bases, path) != "" }

// folder is the package's folder below the module's root, or the import path
// itself for a package of another module.
func folder(importPath string) string {
	if importPath == Module {
		return "."
	}
	return strings.TrimPrefix(importPath, Module+"/")
}

// libRoom is the first path element below lib.
func libRoom(importPath string) (string, bool) {
	below, ok := strings.CutPrefix(importPath, Module+"/lib/")
	if !ok {
		return "", false
	}
	room, _, _ := strings.Cut(below, "/")
	return room, true
}

func sorted(found []Violation) []Violation {
	slices.SortFunc(found, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Where, b.Where), cmp.Compare(a.What, b.What), cmp.Compare(a.Rule, b.Rule))
	})
	return found
}
