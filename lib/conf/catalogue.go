package conf

import "slices"

// Catalogue is what one Valkey minor version knows. It is immutable.
type Catalogue struct {
	// Version is the minor version that the catalogue stands for.
	Version Version
	// Recorded is the full version that the facts were taken from, "9.1.2".
	Recorded string
	// From says who answered for the version, About how its data was made.
	From  Source
	About string

	directives []Directive // sorted by name
	spelled    map[string]int
}

// For is the catalogue for v: that of the nearest minor version not above it, the
// oldest for anything older, the newest for anything newer, that of 9.0 for an
// unknown version.
func For(v Version) *Catalogue {
	v = v.orUnknown()
	all := catalogues().byAge
	best := all[0]
	for _, c := range all {
		if !v.Below(c.Version.Major, c.Version.Minor) {
			best = c
		}
	}
	return best
}

// Versions lists the catalogued minor versions, oldest first.
func Versions() []Version {
	all := catalogues().byAge
	out := make([]Version, 0, len(all))
	for _, c := range all {
		out = append(out, c.Version)
	}
	return out
}

// Lookup finds a directive by any of its names in any case.
func (c *Catalogue) Lookup(name string) (Directive, bool) {
	i, ok := c.spelled[lower(name)]
	if !ok {
		return Directive{}, false
	}
	return c.directives[i], true
}

// Directives lists the catalogue sorted by name. The caller owns the slice.
func (c *Catalogue) Directives() []Directive { return slices.Clone(c.directives) }

// LookupAny finds a directive in any catalogued version, the newest that has
// it and does not ignore it first. Its Since and Until say in which versions it exists.
func LookupAny(name string) (Directive, bool) {
	var ignored Directive
	found := false
	for _, c := range slices.Backward(catalogues().byAge) {
		d, ok := c.Lookup(name)
		if ok && !d.Ignored {
			return d, true
		}
		if ok && !found {
			ignored, found = d, true
		}
	}
	return ignored, found
}

// Canonical is the one name by which a directive is compared, merged and
// rendered: lower-case ASCII, aliases resolved, independent of any version. Of a
// directive's names it is the newest preferred one that every catalogued version
// with that directive accepts: `masterauth` is `primaryauth`, but
// `commandlog-slow-execution-max-len` is `slowlog-max-len`, since 8.0 refuses
// the newer name and every version accepts the older. An unknown name is only
// lower-cased.
func Canonical(name string) string {
	name = lower(name)
	if canonical, ok := catalogues().canonical[name]; ok {
		return canonical
	}
	return name
}

// Spellings lists every name that some catalogued version accepts for the
// directive, sorted, the canonical one included; for an unknown directive only its lower-case name.
func Spellings(name string) []string {
	canonical := Canonical(name)
	if names, ok := catalogues().spellings[canonical]; ok {
		return slices.Clone(names)
	}
	return []string{canonical}
}

// lower lower-cases ASCII only, as the server does in the "C" locale.
func lower(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + ('a' - 'A')
		}
	}
	return string(b)
}
