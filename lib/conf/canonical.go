package conf

import (
	"maps"
	"slices"
)

// Conflict is one directive that a map sets under several spellings.
type Conflict struct {
	Name      string   // canonical
	Spellings []string // as written, sorted
	Chosen    string   // the spelling whose value counts
}

// CanonicalMap rewrites a map to canonical names. Where two keys are spellings of
// one directive the canonical spelling counts if it is there, else the first in
// byte order, and the conflict is reported; conflicts are sorted by name. The
// map given is not changed.
func CanonicalMap(m map[string]string) (map[string]string, []Conflict) {
	spelled := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		name := Canonical(key)
		spelled[name] = append(spelled[name], key)
	}
	out := make(map[string]string, len(spelled))
	var conflicts []Conflict
	for _, name := range slices.Sorted(maps.Keys(spelled)) {
		keys := spelled[name]
		chosen := keys[0]
		if slices.Contains(keys, name) {
			chosen = name
		}
		out[name] = m[chosen]
		if len(keys) > 1 {
			conflicts = append(conflicts, Conflict{Name: name, Spellings: keys, Chosen: chosen})
		}
	}
	return out, conflicts
}
