package parity

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Mutant is an object with random damage. The same seed gives the same one.
type Mutant struct {
	// Name holds the seed.
	Name   string
	Object map[string]any
	// Before is the object with less damage.
	Before map[string]any
}

// Mutants returns n damaged copies of the corpus's good objects, seeded one
// after another from first on. Damage to Before spares metadata, so that a
// server without rules would store it.
func (c *Corpus) Mutants(first, n uint64) []Mutant {
	all := make([]Mutant, n)
	for i := range all {
		seed := first + uint64(i)
		m := mutator{rand.New(rand.NewPCG(seed, 0))}
		before := cloneObject(c.Bases[m.IntN(len(c.Bases))])
		spec := []string{"spec"}
		m.damage(before, spec, m.IntN(3))
		object := cloneObject(before)
		if m.IntN(4) == 0 {
			spec = append(spec, "metadata")
		}
		m.damage(object, spec, 1+m.IntN(2))
		if m.IntN(10) == 0 {
			object["status"] = m.junk()
		}
		all[i] = Mutant{Name: fmt.Sprintf("seed %d", seed), Object: object, Before: before}
	}
	return all
}

type mutator struct{ *rand.Rand }

// damage changes the values of an object's parts in some places.
func (m mutator) damage(object map[string]any, parts []string, places int) {
	for range places {
		part := parts[m.IntN(len(parts))]
		if part == "spec" && m.IntN(40) == 0 {
			object[part] = m.junk()
			continue
		}
		m.below(object[part])
		if part == "metadata" {
			m.keepAddress(metadataOf(object))
		}
	}
}

func metadataOf(object map[string]any) map[string]any {
	meta, ok := object["metadata"].(map[string]any)
	if !ok {
		return map[string]any{}
	}
	return meta
}

// keepAddress gives metadata something to damage and keeps the namespace, to
// which the request goes.
func (m mutator) keepAddress(meta map[string]any) {
	if _, has := meta["namespace"]; has {
		meta["namespace"] = Namespace
	}
	key := []string{"labels", "annotations", "finalizers", "generateName"}[m.IntN(4)]
	switch m.IntN(3) {
	case 0:
		meta[key] = m.junk()
	case 1:
		meta[key] = map[string]any{"example.com/a": m.junk()}
	default:
		meta[key] = map[string]any{m.text(): "b"}
	}
}

// below damages one place below a value: on the way down it stops anywhere.
func (m mutator) below(value any) {
	switch value := value.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(value))
		if len(keys) == 0 || m.IntN(12) == 0 {
			value[m.key()] = m.junk()
			return
		}
		key := keys[m.IntN(len(keys))]
		switch {
		case m.IntN(10) == 0:
			delete(value, key)
		case isScalar(value[key]) || m.IntN(8) == 0:
			value[key] = m.other(value[key])
		default:
			m.below(value[key])
		}
	case []any:
		if len(value) == 0 {
			return
		}
		i := m.IntN(len(value))
		if isScalar(value[i]) || m.IntN(8) == 0 {
			value[i] = m.other(value[i])
		} else {
			m.below(value[i])
		}
	}
}

func isScalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// other is a value in place of another: of another type, a list with an item
// more than once, a longer text.
func (m mutator) other(value any) any {
	switch value := value.(type) {
	case []any:
		if len(value) > 0 && m.IntN(2) == 0 {
			return append(value, slices.Repeat([]any{clone(value[m.IntN(len(value))])}, []int{1, 20, 70, 130}[m.IntN(4)])...)
		}
	case string:
		switch m.IntN(4) {
		case 0:
			return value + strings.Repeat("x", []int{1, 10, 100, 800}[m.IntN(4)])
		case 1:
			return m.text()
		}
	case int64:
		if m.IntN(2) == 0 {
			return []any{int64(-1), int64(0), int64(1) << 31, int64(1<<31 - 1), int64(1) << 53, 1e30, 0.5, -0.5}[m.IntN(8)]
		}
	}
	return m.junk()
}

func (m mutator) junk() any {
	return []any{
		nil, "", int64(0), int64(-1), 1.5, 1e30, true, "text", "a b", []any{}, []any{"x"}, []any{nil}, []any{int64(1)},
		map[string]any{}, map[string]any{"a": "b"}, map[string]any{"a": nil}, map[string]any{"a": map[string]any{}},
		[]any{[]any{}}, []any{map[string]any{"username": "a"}},
	}[m.IntN(19)]
}

func (m mutator) text() string {
	return []string{
		"a", "A", "é", "a b", "a\n", "_momento_x", "valkey.gomomento.com/x", "read", "Active", "a.b/c[d]", "-", "\x7f",
		strings.Repeat("a", 70), strings.Repeat("é", 254), strings.Repeat("0", 64), "\U0001F511",
	}[m.IntN(16)]
}

func (m mutator) key() string {
	return []string{"zzz", "a.b", "x[0]", "a b", "Shards", "acl", "spec", "tls", "valkey.gomomento.com/x", "metadata", ""}[m.IntN(11)]
}
