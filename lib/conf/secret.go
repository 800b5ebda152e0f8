package conf

import (
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// Redacted stands in for a secret value.
const Redacted = "(redacted)"

// secretDirectives are those that the server marks sensitive, and `user`, whose
// lines hold passwords.
func secretDirectives() []string {
	return []string{"primaryauth", "primaryuser", "requirepass", "tls-client-key-file-pass", "tls-key-file-pass", "user"}
}

// IsSecret reports whether values of the directive, by any name in any case, must
// not be shown: those that the server marks sensitive, `user` lines, and unknown
// directives that look like one of them or suggest a secret, since a mistyped
// `requirepas` holds one too.
func IsSecret(name string) bool {
	canonical := Canonical(name)
	if slices.Contains(secretDirectives(), canonical) {
		return true
	}
	if _, known := LookupAny(canonical); known {
		return false
	}
	hints := []string{"pass", "pwd", "auth", "secret", "token", "user", "credential"}
	if slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(canonical, hint) }) {
		return true
	}
	for _, secret := range secretDirectives() {
		for _, spelling := range Spellings(secret) {
			if suggest.Distance(canonical, spelling) <= suggest.MaxEdits {
				return true
			}
		}
	}
	return false
}

// Redact is value, or [Redacted] for a secret directive with a value.
func Redact(name, value string) string {
	if value != "" && IsSecret(name) {
		return Redacted
	}
	return value
}
