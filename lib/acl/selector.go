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
	kinds, glob, found := strings.Cut(rule, "~")
	access := readAccess | writeAccess
	if kinds != "" {
		access = 0
		for _, kind := range strings.ToUpper(kinds[1:]) {
			bit := map[rune]keyAccess{'R': readAccess, 'W': writeAccess}[kind]
			if bit == 0 || access&bit != 0 {
				return errRule
			}
			access |= bit
		}
	}
	if !found || access == 0 {
		return errRule
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
