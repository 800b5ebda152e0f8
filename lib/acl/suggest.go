package acl

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// nearest is the known name that was probably meant, empty when none is near.
// Valkey's own names are in lower case and count in any.
func nearest(name string, known []string) string {
	found, _ := suggest.Nearest(strings.ToLower(name), known)
	return found
}
