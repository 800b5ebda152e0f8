package krm

import (
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// join adds a key to a field path.
func join(path, key string) string {
	step := yamlnode.Path{{Key: key}}.String()
	if path == "" || step[0] == '[' {
		return path + step
	}
	return path + "." + step
}
