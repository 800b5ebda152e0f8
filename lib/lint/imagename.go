package lint

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// badImageName reports a repository that holds a tag or digest, and repositories
// and tags of which no image name can be made: a container runtime refuses those
// (InvalidImageName).
func badImageName(r *run) []Finding {
	tags := r.perImage("spec.tag", func(image v1alpha1.ValkeyImageSpec) string {
		if tag, _, _ := strings.Cut(image.Tag, "@"); !r.open(image.Tag) && !isTag(tag) {
			return fmt.Sprintf("%q is no tag: letters, digits, _, . and - are, up to 128, and the first is none of the last two", tag)
		}
		return ""
	})
	return append(repositoryContainsTag(r), tags...)
}

// isRepository reports whether a text is the name of a repository without a tag:
// a registry, if its first part looks like one, and a path in small letters.
func isRepository(text string) bool {
	parts := strings.Split(text, "/")
	if len(parts) > 1 && (strings.ContainsAny(parts[0], ".:") || parts[0] == "localhost") {
		parts = parts[1:]
	}
	for _, part := range parts {
		inner := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune("._-", r) })
		if len(inner) == 0 || !strings.HasPrefix(part, inner[0]) || !strings.HasSuffix(part, inner[len(inner)-1]) ||
			!only(part, "abcdefghijklmnopqrstuvwxyz0123456789._-") {
			return false
		}
	}
	return true
}

func isTag(text string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
	return text != "" && len(text) <= 128 && only(text[:1], letters) && only(text, letters+".-")
}

// only reports whether a text has no other characters than the allowed ones.
func only(text, allowed string) bool {
	return strings.TrimLeft(text, allowed) == ""
}
