package conf

import (
	"maps"
	"slices"
)

// indexNames groups the spellings that any version treats as one directive and
// chooses the canonical one, see Canonical.
func (ds *dataset) indexNames() {
	group := map[string]map[string]bool{}
	for _, c := range ds.byAge {
		for _, d := range c.directives {
			merged := map[string]bool{}
			for _, name := range append([]string{d.Name}, d.Aliases...) {
				merged[name] = true
				maps.Copy(merged, group[name])
			}
			for name := range merged {
				group[name] = merged
			}
		}
	}
	ds.canonical = map[string]string{}
	ds.spellings = map[string][]string{}
	for name, names := range group {
		all := slices.Sorted(maps.Keys(names))
		canonical := ds.chooseCanonical(all)
		ds.canonical[name] = canonical
		ds.spellings[canonical] = all
	}
}

func (ds *dataset) chooseCanonical(names []string) string {
	var preferred, accepted []string // newest first
	for _, c := range slices.Backward(ds.byAge) {
		for _, name := range names {
			i, ok := c.spelled[name]
			if !ok {
				continue
			}
			if c.directives[i].Name == name {
				preferred = append(preferred, name)
			}
			accepted = append(accepted, name)
		}
	}
	for _, name := range append(slices.Clone(preferred), accepted...) {
		if ds.acceptedWherever(name, names) {
			return name
		}
	}
	return preferred[0]
}

// acceptedWherever reports whether every version that accepts one of names accepts name.
func (ds *dataset) acceptedWherever(name string, names []string) bool {
	for _, c := range ds.byAge {
		has := slices.ContainsFunc(names, func(n string) bool { _, ok := c.spelled[n]; return ok })
		if _, ok := c.spelled[name]; has && !ok {
			return false
		}
	}
	return true
}

// indexMulti collects the directives that take several arguments in any version:
// rendering does not depend on the version.
func (ds *dataset) indexMulti() {
	ds.multi = map[string]bool{}
	for _, c := range ds.byAge {
		for _, d := range c.directives {
			if d.Multi {
				ds.multi[ds.canonical[d.Name]] = true
			}
		}
	}
}

// markLifetimes sets Since and Until of every directive from the catalogues that
// have it.
func (ds *dataset) markLifetimes() {
	for _, c := range ds.byAge {
		for i := range c.directives {
			d := &c.directives[i]
			d.Since, d.Until = ds.lifetime(ds.spellings[ds.canonical[d.Name]])
		}
	}
}

func (ds *dataset) lifetime(names []string) (since, until Version) {
	var listed Version
	for _, c := range ds.byAge {
		has, works := false, false
		for _, name := range names {
			if i, ok := c.spelled[name]; ok {
				has = true
				works = works || !c.directives[i].Ignored
			}
		}
		switch {
		case works && !since.Known():
			since = c.Version
		case !works && since.Known() && !until.Known():
			until = c.Version
		}
		if has && !listed.Known() {
			listed = c.Version
		}
	}
	if !since.Known() {
		// Ignored in every catalogued version.
		return listed, listed
	}
	return since, until
}
