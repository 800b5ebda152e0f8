package acl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// userLine is the line of one binding. The first permission is the root of the
// user, each further one a selector. Every permission starts with
// "resetchannels", since acl-pubsub-default may open all channels.
func userLine(b v1alpha1.ACLBinding, roles map[string]*v1alpha1.ValkeyRole) (string, error) {
	if !isWord(b.Username, nameBytes) {
		return "", errors.New("a username is made of letters, digits, _ and -")
	}
	if strings.HasPrefix(b.Username, names.SystemUserPrefix) {
		return "", fmt.Errorf("the prefix %s is reserved for system users", names.SystemUserPrefix)
	}
	if len(b.Permissions) == 0 {
		return "", errors.New("it has no permissions")
	}
	hashes := make([]string, len(b.PasswordHashes))
	for i, h := range b.PasswordHashes {
		hashes[i] = string(h)
	}
	words, err := passwordWords(hashes)
	if err != nil {
		return "", err
	}
	line := "user " + b.Username + " on" + words
	for i, p := range b.Permissions {
		rules, err := permissionRules(p, roles, i > 0)
		if err != nil {
			return "", fmt.Errorf("permission %d: %w", i, err)
		}
		if i > 0 {
			rules = "(" + rules + ")"
		}
		line += " " + rules
	}
	return line, nil
}

// passwordWords are the "#HASH" words, each after a space.
func passwordWords(hashes []string) (string, error) {
	if len(hashes) == 0 {
		return "", errors.New("it has no password hash")
	}
	var words strings.Builder
	for i, h := range hashes {
		if !IsHash(h) {
			return "", fmt.Errorf("password hash %d is not 64 lower-case hexadecimal characters", i)
		}
		words.WriteString(" #" + h)
	}
	return words.String(), nil
}

// IsHash says whether s has the form of Hash.
func IsHash(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

func permissionRules(p v1alpha1.Permission, roles map[string]*v1alpha1.ValkeyRole, selector bool) (string, error) {
	role := roles[p.RoleRef]
	if role == nil {
		return "", fmt.Errorf("ValkeyRole %q not found", p.RoleRef)
	}
	words := []string{"resetchannels"}
	keys, err := keyWords(p.Keys, selector)
	if err != nil {
		return "", err
	}
	channels, err := channelWords(p.Channels, selector)
	if err != nil {
		return "", err
	}
	rules, err := roleWords(role.Spec)
	if err != nil {
		return "", fmt.Errorf("ValkeyRole %q: %w", p.RoleRef, err)
	}
	words = append(append(append(words, keys...), channels...), rules...)
	return strings.Join(words, " "), nil
}
