package catalogue

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// between makes the entries of a version that no package offers from those of its neighbours. What both say, it says
// too. In all else it is what was published, null for what it does not have; of is the field that is the name, and from
// the field that says where an entry is from.
func between[T any](older, newer []T, published map[string]*T, of, from func(*T) *string) ([]T, error) {
	before, after := byName(older, of), byName(newer, of)
	names := maps.Clone(before)
	maps.Copy(names, after)
	for name := range published {
		if _, ok := names[name]; !ok {
			return nil, fmt.Errorf("%q is published but in no neighbour", name)
		}
	}
	var entries []T
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, had := before[name]
		b, has := after[name]
		entry, told := published[name]
		switch same := had && has && reflect.DeepEqual(a, b); {
		case same && told:
			return nil, fmt.Errorf("%q is published, but both neighbours say the same: remove it from facts/", name)
		case same:
			entry = &a
		case !told:
			return nil, fmt.Errorf("%q differs between the neighbours: say in facts/ what was published, or null", name)
		case entry == nil:
			continue
		}
		*of(entry), *from(entry) = name, fromSource
		entries = append(entries, *entry)
	}
	return entries, nil
}

func byName[T any](entries []T, of func(*T) *string) map[string]T {
	m := make(map[string]T, len(entries))
	for _, entry := range entries {
		m[*of(&entry)] = entry
	}
	return m
}
