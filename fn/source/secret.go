package source

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// isSecret says whether the value at a path must not be repeated.
func isSecret(path yamlnode.Path) bool {
	hash := slices.ContainsFunc(path, func(s yamlnode.Step) bool { return s.Key == "passwordHashes" })
	return hash || isSetting(path) && conf.IsSecret(path[2].Key)
}

// isSetting says whether a path is that of a valkey.conf directive.
func isSetting(path yamlnode.Path) bool {
	return len(path) > 2 && path[0].Key == "spec" && (path[1].Key == "valkey" || path[1].Key == "valkeySettings")
}
