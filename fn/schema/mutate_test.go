package schema

import (
	"fmt"
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// nothing is the type of absent.
type nothing struct{}

// absent in place of a value means that the field goes.
var absent = nothing{}

func (b *corpus) accept(name string, path yamlnode.Path, value any) {
	b.trials = append(b.trials, trial{name: name, object: b.with(path, value)})
}

// refuse adds a trial with value at path that violates rule at where.
func (b *corpus) refuse(name, rule string, where, path yamlnode.Path, value any) {
	b.trials = append(b.trials, trial{name: name, object: b.with(path, value), want: rule + " " + where.String()})
}

func (b *corpus) with(path yamlnode.Path, value any) map[string]any {
	object := cloneObject(b.object)
	if len(path) > 0 {
		put(object, path, value)
	}
	return object
}

// extend is append that never shares memory.
func extend(path yamlnode.Path, step yamlnode.Step) yamlnode.Path {
	return append(slices.Clone(path), step)
}

func lookup(value any, path yamlnode.Path) (any, bool) {
	for _, step := range path {
		ok := false
		switch at := value.(type) {
		case map[string]any:
			value, ok = at[step.Key]
		case []any:
			if ok = step.Index < len(at); ok {
				value = at[step.Index]
			}
		}
		if !ok {
			return nil, false
		}
	}
	return value, true
}

func put(object map[string]any, path yamlnode.Path, value any) {
	parent, ok := lookup(object, path[:len(path)-1])
	if !ok {
		panic("no parent of " + path.String())
	}
	last := path[len(path)-1]
	switch parent := parent.(type) {
	case map[string]any:
		if value == absent {
			delete(parent, last.Key)
		} else {
			parent[last.Key] = value
		}
	case []any:
		parent[last.Index] = value
	}
}

func manyKeys(n int) map[string]any {
	out := map[string]any{}
	for i := range n {
		out[fmt.Sprintf("key%d", i)] = "value"
	}
	return out
}

// manyItems repeats an item; bindings get distinct usernames.
func manyItems(item any, n int) []any {
	out := []any{}
	for i := range n {
		next := clone(item)
		if m, ok := next.(map[string]any); ok && m["username"] != nil {
			m["username"] = fmt.Sprintf("user-%d", i)
		}
		out = append(out, next)
	}
	return out
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
