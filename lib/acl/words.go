package acl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

const nameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

var errPattern = errors.New("a pattern has no control characters, spaces or quotes")

// keyWords are the words of the key patterns. Valkey refuses a pattern after
// "~*", which already opens every key, so nothing follows that one.
func keyWords(keys []v1alpha1.KeyPattern, selector bool) ([]string, error) {
	patterns := make([]string, len(keys))
	for i, k := range keys {
		if !isPattern(k.Pattern) {
			return nil, fmt.Errorf("key pattern %d: %w", i, errPattern)
		}
		patterns[i] = k.Pattern
	}
	if selector {
		patterns = selectorPatterns(patterns)
	}
	var words []string
	for i, k := range keys {
		prefix, err := keyPrefix(k.Access)
		if err != nil {
			return nil, fmt.Errorf("key pattern %d: %w", i, err)
		}
		words = append(words, prefix+patterns[i])
	}
	return upTo(words, "~*"), nil
}

// upTo cuts words after the first that is last.
func upTo(words []string, last string) []string {
	if i := slices.Index(words, last); i >= 0 {
		return words[:i+1]
	}
	return words
}

func keyPrefix(access v1alpha1.KeyAccess) (string, error) {
	switch access {
	case v1alpha1.AccessRead:
		return "%R~", nil
	case v1alpha1.AccessWrite:
		return "%W~", nil
	case v1alpha1.AccessReadWrite, "": // the CRD's default
		return "~", nil
	}
	return "", fmt.Errorf("access %q is not read, write or readwrite", access)
}

// channelWords are the words of the channel patterns. As with keys, nothing
// follows "&*". A pattern that has to be rewritten for a selector stands there
// a second time, verbatim in quotes: PSUBSCRIBE compares its argument with the
// pattern as a text and not as a glob. Valkey takes quotes inside a selector
// only (seen on 8.0.1, 8.1.1 and 9.1.2).
func channelWords(channels []v1alpha1.ChannelPattern, selector bool) ([]string, error) {
	var words []string
	for i, c := range channels {
		pattern := string(c)
		if !isPattern(pattern) {
			return nil, fmt.Errorf("channel pattern %d: %w", i, errPattern)
		}
		if !selector || !endsInParenthesis(pattern) {
			words = append(words, "&"+pattern)
			continue
		}
		words = append(words, "&"+selectorPattern(pattern, 1), "'&"+pattern+"'")
	}
	return upTo(words, "&*"), nil
}

// roleWords are the rules of a role: its categories, then its commands, each
// in list order, since Valkey applies rules from left to right.
func roleWords(role v1alpha1.ValkeyRoleSpec) ([]string, error) {
	words := make([]string, 0, len(role.Categories)+len(role.Commands))
	for i, c := range role.Categories {
		sign, err := ruleSign(c.Access, c.Name)
		if err != nil {
			return nil, fmt.Errorf("category %d: %w", i, err)
		}
		words = append(words, sign+"@"+c.Name)
	}
	for i, c := range role.Commands {
		name := c.Name
		sign, err := ruleSign(c.Access, c.Name)
		if err == nil && c.Subcommand != "" {
			name += "|" + c.Subcommand
			sign, err = ruleSign(c.Access, c.Subcommand)
		}
		if err != nil {
			return nil, fmt.Errorf("command %d: %w", i, err)
		}
		words = append(words, sign+name)
	}
	return words, nil
}

func ruleSign(access v1alpha1.Access, name string) (string, error) {
	if !isWord(name, nameBytes) {
		return "", fmt.Errorf("%q is not a name", name)
	}
	switch access {
	case v1alpha1.Allow:
		return "+", nil
	case v1alpha1.Deny:
		return "-", nil
	}
	return "", fmt.Errorf("access %q is neither allow nor deny", access)
}

func isWord(s, bytes string) bool {
	return s != "" && strings.Trim(s, bytes) == ""
}

// isPattern says whether a pattern can stand in the file as one word.
func isPattern(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == 0x7f || c == '"' || c == '\'' {
			return false
		}
	}
	return true
}
