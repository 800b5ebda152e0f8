package acl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// User is what one line of users.acl grants.
type User struct {
	Name string
	// Enabled says whether the user may log in.
	Enabled bool
	// NoPassword says that any password will do.
	NoPassword bool
	// Hashes of the passwords, in order.
	Hashes []string

	catalogue *Catalogue
	// The root is the first; a command needs all its permissions from one.
	selectors []*selector
}

func newUser(name string, c *Catalogue) *User {
	return &User{Name: name, catalogue: c, selectors: []*selector{newSelector(c)}}
}

func (u *User) apply(rule string) error {
	switch strings.ToLower(rule) {
	case "", "sanitize-payload", "skip-sanitize-payload":
	case "on", "off":
		u.Enabled = strings.EqualFold(rule, "on")
	case "nopass", "resetpass":
		u.NoPassword, u.Hashes = strings.EqualFold(rule, "nopass"), nil
	case "clearselectors":
		u.selectors = u.selectors[:1]
	case "reset":
		*u = *newUser(u.Name, u.catalogue)
	default:
		return u.applyRule(rule)
	}
	return nil
}

func (u *User) applyRule(rule string) error {
	switch rule[0] {
	case '>', '<':
		return errPlain
	case '#', '!':
		return u.password(rule[1:], rule[0] == '#')
	case '(':
		return u.selector(rule)
	}
	if err := u.selectors[0].apply(rule); err != nil {
		return fmt.Errorf("%s: %w", shown(rule), err)
	}
	return nil
}

func (u *User) password(hash string, add bool) error {
	if !IsHash(hash) {
		return errHash
	}
	at := slices.Index(u.Hashes, hash)
	switch {
	case add && at < 0:
		u.Hashes = append(u.Hashes, hash)
	case !add && at < 0:
		return errNoHash
	case !add:
		u.Hashes = slices.Delete(u.Hashes, at, at+1)
	}
	u.NoPassword = u.NoPassword && !add
	return nil
}

func (u *User) selector(rule string) error {
	if len(rule) < 2 || !strings.HasSuffix(rule, ")") {
		return fmt.Errorf("%s: %w", shown(rule), errRule)
	}
	rules, err := selectorRules(rule[1 : len(rule)-1])
	if err != nil {
		return err
	}
	s := newSelector(u.catalogue)
	for _, r := range rules {
		if err := s.apply(r); err != nil {
			return fmt.Errorf("%s: %w", shown(r), err)
		}
	}
	u.selectors = append(u.selectors, s)
	return nil
}

// MayCommand says whether some permission of the user includes a command, or a
// subcommand of it, whatever its keys and channels. Of a command that has
// subcommands, an empty subcommand asks for the bare command only.
func (u *User) MayCommand(name, subcommand string) bool {
	cmd := u.catalogue.lookup(name, subcommand)
	return cmd != nil && slices.ContainsFunc(u.selectors, func(s *selector) bool {
		return s.mayCommand(cmd, nil)
	})
}

// MayKey says whether some permission of the user opens a key in that way.
func (u *User) MayKey(key string, access v1alpha1.KeyAccess) bool {
	need := readAccess | writeAccess
	switch access {
	case v1alpha1.AccessRead:
		need = readAccess
	case v1alpha1.AccessWrite:
		need = writeAccess
	case v1alpha1.AccessReadWrite:
	}
	return slices.ContainsFunc(u.selectors, func(s *selector) bool { return s.mayKey(key, need) })
}

// MayChannel says whether some permission of the user opens a channel, to
// publish and to subscribe to it by name.
func (u *User) MayChannel(channel string) bool {
	return slices.ContainsFunc(u.selectors, func(s *selector) bool { return s.mayChannel(channel, false) })
}
