package source

import (
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// isSecret says whether the value at a path must not be repeated.
func isSecret(path yamlnode.Path) bool {
	hash := slices.ContainsFunc(path, func(s yamlnode.Step) bool { return s.Key == "passwordHashes" })
	return hash || isSetting(path) && isSecretDirective(path[2].Key)
}

// isSetting says whether a path is that of a valkey.conf directive.
func isSetting(path yamlnode.Path) bool {
	return len(path) > 2 && path[0].Key == "spec" && (path[1].Key == "valkey" || path[1].Key == "valkeySettings")
}

// isSecretDirective knows the directives of Valkey 9.1 that hold a password or an ACL user. Names have no case.
func isSecretDirective(name string) bool {
	switch strings.ToLower(name) {
	case "requirepass", "masterauth", "primaryauth", "user", "tls-key-file-pass", "tls-client-key-file-pass":
		return true
	}
	return false
}
