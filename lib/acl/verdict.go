package acl

import (
	"slices"
	"strings"
)

// Reason says why a user may not run a command. The order is Valkey's: of the
// permissions of a user, the one that came furthest gives the reason.
type Reason int

// What can be missing, and the two cases in which no permission is asked.
const (
	Permitted        Reason = iota
	UnknownCommand          // Valkey's "unknown command", or subcommand
	WrongArguments          // Valkey's "wrong number of arguments"
	CommandForbidden        // "no permissions to run the '...' command"
	KeyForbidden            // "no permissions to access the '...' key"
	ChannelForbidden        // "no permissions to access the '...' channel"
)

// String is the reason in a word.
func (r Reason) String() string {
	switch r {
	case Permitted:
		return "permitted"
	case UnknownCommand:
		return "unknown command"
	case WrongArguments:
		return "wrong arguments"
	case CommandForbidden:
		return "command"
	case KeyForbidden:
		return "key"
	case ChannelForbidden:
		return "channel"
	}
	return "unknown reason"
}

// Verdict is the answer of MayRun.
type Verdict struct {
	Allowed bool
	Reason  Reason
	// Object is the command, key or channel that Reason is about.
	Object string
}

// MayRun says whether the user may run a command with these arguments, as ACL
// DRYRUN does: one permission of the user must include the command and open
// all its keys and channels. Whether the user is enabled does not matter. What
// Valkey checks later, while it runs the command, is left out: keys that a
// script touches without declaring them, and that SORT with BY or GET needs
// every key.
func (u *User) MayRun(argv ...string) Verdict {
	cmd := u.catalogue.resolve(argv)
	if cmd == nil {
		return Verdict{Reason: UnknownCommand, Object: strings.Join(argv[:min(len(argv), 1)], "")}
	}
	if cmd.Arity > 0 && len(argv) != cmd.Arity || len(argv) < -cmd.Arity {
		return Verdict{Reason: WrongArguments, Object: cmd.Name}
	}
	keys, channels := cmd.keys(argv), cmd.channels(argv)
	worst, at := UnknownCommand, 0
	for _, s := range u.selectors {
		reason, i := s.check(cmd, argv, keys, channels)
		if reason == Permitted {
			return Verdict{Allowed: true}
		}
		if reason > worst || reason == worst && i > at {
			worst, at = reason, i
		}
	}
	object := argv[at]
	if worst == CommandForbidden {
		object = cmd.Name
	}
	return Verdict{Reason: worst, Object: object}
}

// resolve finds the command that arguments call; of one with subcommands the
// second argument must be one.
func (c *Catalogue) resolve(argv []string) *command {
	if len(argv) == 0 {
		return nil
	}
	cmd := c.lookup(argv[0], "")
	if cmd == nil || len(cmd.subcommands) == 0 || len(argv) == 1 {
		return cmd
	}
	if argv[1] == "" {
		return nil
	}
	return c.lookup(argv[0], argv[1])
}

// check returns why the selector forbids the call and the argument that it is
// about, or Permitted.
func (s *selector) check(cmd *command, argv []string, keys []keyRef, channels []int) (Reason, int) {
	if !s.mayCommand(cmd, argv) {
		return CommandForbidden, 0
	}
	for _, k := range keys {
		if !s.mayKey(argv[k.at], k.access) {
			return KeyForbidden, k.at
		}
	}
	for _, i := range channels {
		if !s.mayChannel(argv[i], cmd.Channels == channelPatterns) {
			return ChannelForbidden, i
		}
	}
	return Permitted, 0
}

func (s *selector) mayCommand(cmd *command, argv []string) bool {
	if cmd.NoAuth || s.allowed[cmd.id] {
		return true
	}
	return len(argv) > 1 && slices.ContainsFunc(s.firstArgs[cmd.id], func(word string) bool {
		return strings.EqualFold(word, argv[1])
	})
}

func (s *selector) mayKey(key string, need keyAccess) bool {
	return s.allKeys || slices.ContainsFunc(s.keys, func(k keyGrant) bool {
		return k.access&need == need && matches(k.glob, key)
	})
}

// mayChannel takes a channel, or a pattern of channels: one of those must be
// granted letter by letter, whatever it covers.
func (s *selector) mayChannel(channel string, pattern bool) bool {
	return s.allChannels || slices.ContainsFunc(s.channels, func(glob string) bool {
		return pattern && glob == channel || !pattern && matches(glob, channel)
	})
}
