package acl

import (
	"errors"
	"slices"
	"strings"
)

const categoryAll = "all"

var (
	errRule          = errors.New("it is no ACL rule")
	errUnknown       = errors.New("no such command or category")
	errAfterAllKeys  = errors.New("a key pattern after all keys were opened")
	errAfterChannels = errors.New("a channel pattern after all channels were opened")
)

// keyAccess is a set of what a key pattern gives, or a command needs.
type keyAccess uint8

const (
	readAccess keyAccess = 1 << iota
	writeAccess
)

type keyGrant struct {
	glob   string
	access keyAccess
}

// selector is one set of permissions: the root of a user or a selector beside
// it. At first it permits nothing.
type selector struct {
	catalogue   *Catalogue
	allowed     []bool           // by command id
	firstArgs   map[int][]string // by command id: "+select|0"
	keys        []keyGrant
	channels    []string
	allKeys     bool
	allChannels bool
}

func newSelector(c *Catalogue) *selector {
	return &selector{catalogue: c, allowed: make([]bool, len(c.list)), firstArgs: map[int][]string{}}
}

// apply changes the selector by one rule.
func (s *selector) apply(rule string) error {
	switch strings.ToLower(rule) {
	case "allkeys", "~*":
		s.allKeys, s.keys = true, nil
		return nil
	case "resetkeys":
		s.allKeys, s.keys = false, nil
		return nil
	case "allchannels", "&*":
		s.allChannels, s.channels = true, nil
		return nil
	case "resetchannels":
		s.allChannels, s.channels = false, nil
		return nil
	case "allcommands":
		return s.category(categoryAll, true)
	case "nocommands":
		return s.category(categoryAll, false)
	}
	switch {
	case strings.HasPrefix(rule, "~"), strings.HasPrefix(rule, "%"):
		return s.key(rule)
	case strings.HasPrefix(rule, "&"):
		return s.channel(rule[1:])
	case strings.HasPrefix(rule, "+@"), strings.HasPrefix(rule, "-@"):
		return s.category(rule[2:], rule[0] == '+')
	case strings.HasPrefix(rule, "+"), strings.HasPrefix(rule, "-"):
		return s.command(rule[1:], rule[0] == '+')
	}
	return errRule
}

func (s *selector) key(rule string) error {
	if s.allKeys {
		return errAfterAllKeys
	}
	access, glob, err := keyRule(rule)
	if err != nil {
		return err
	}
	for i := range s.keys {
		if s.keys[i].glob == glob {
			s.keys[i].access |= access
			return nil
		}
	}
	s.keys = append(s.keys, keyGrant{glob: glob, access: access})
	return nil
}

// keyRule splits "~glob" or "%R~glob". With "%" at least one of R and W stands
// before the "~", each once.
func keyRule(rule string) (keyAccess, string, error) {
	kinds, glob, found := strings.Cut(rule, "~")
	if !found {
		return 0, "", errRule
	}
	switch strings.ToUpper(kinds) {
	case "%R":
		return readAccess, glob, nil
	case "%W":
		return writeAccess, glob, nil
	case "", "%RW", "%WR":
		return readAccess | writeAccess, glob, nil
	}
	return 0, "", errRule
}

func (s *selector) channel(glob string) error {
	if s.allChannels {
		return errAfterChannels
	}
	if !slices.Contains(s.channels, glob) {
		s.channels = append(s.channels, glob)
	}
	return nil
}

// category allows or denies all commands of a category. A container in it
// takes all its subcommands along, also those that are not in it themselves.
func (s *selector) category(name string, allow bool) error {
	if !s.catalogue.HasCategory(name) {
		return errUnknown
	}
	name = strings.ToLower(name)
	if name == categoryAll {
		clear(s.firstArgs)
	}
	for _, cmd := range s.catalogue.list {
		if name == categoryAll || slices.Contains(cmd.Categories, name) {
			s.set(cmd, allow)
		}
	}
	return nil
}

// command allows or denies "name" with all its subcommands, "name|subcommand",
// or allows "name|word" of a command without subcommands when its first
// argument is that word.
func (s *selector) command(rule string, allow bool) error {
	name, sub, isSub := strings.Cut(rule, "|")
	cmd := s.catalogue.lookup(name, "")
	if cmd == nil || isSub && (sub == "" || strings.Contains(sub, "|")) {
		return errUnknown
	}
	if isSub && allow && len(cmd.subcommands) == 0 {
		s.firstArgs[cmd.id] = append(s.firstArgs[cmd.id], sub)
		return nil
	}
	if isSub {
		if cmd = s.catalogue.lookup(name, sub); cmd == nil {
			return errUnknown
		}
	}
	s.set(cmd, allow)
	return nil
}

func (s *selector) set(cmd *command, allow bool) {
	s.allowed[cmd.id] = allow
	delete(s.firstArgs, cmd.id)
	for _, sub := range cmd.subcommands {
		s.allowed[sub.id] = allow
	}
}
