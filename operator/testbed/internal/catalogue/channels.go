package catalogue

import (
	"fmt"
	"slices"
	"strings"
)

// How a command uses channels, in the words of lib/acl.
const (
	publishes  = "publish"    // its first argument is a channel
	subscribes = "subscribe"  // all its arguments are
	patterns   = "psubscribe" // all its arguments are patterns, which a user must have been granted by the letter
)

// addChannels finds out which arguments of each command are channels, by a user that may do everything but with the
// channel "one" and the pattern "p*" only.
func (s *server) addChannels(all []command) error {
	if r, err := s.do("ACL", "SETUSER", "channels", "on", "nopass", "allkeys", "allcommands", "resetchannels", "&one", "&p*"); err != nil || r.isError {
		return fmt.Errorf("making a user for channels: %s: %w", r.text, err)
	}
	for i := range all {
		c := &all[i]
		if !slices.Contains(c.Categories, "pubsub") {
			continue
		}
		var err error
		if c.Channels, err = s.channelsOf(*c); err != nil {
			return fmt.Errorf("command %q: channels: %w", c.Name, err)
		}
	}
	return nil
}

func (s *server) channelsOf(c command) (string, error) {
	other, err := s.forbidsChannel(c, "two", "one")
	if err != nil || !other {
		return "", err
	}
	second, err := s.forbidsChannel(c, "one", "two")
	if err != nil || !second {
		return publishes, err
	}
	covered, err := s.forbidsChannel(c, "pxy", "pxy")
	if covered {
		return patterns, err
	}
	return subscribes, err
}

// forbidsChannel says whether a channel is why the user may not call the command with these arguments.
func (s *server) forbidsChannel(c command, args ...string) (bool, error) {
	name, sub, isSub := strings.Cut(c.Name, "|")
	call := []string{"ACL", "DRYRUN", "channels", name}
	if isSub {
		call = append(call, sub)
	}
	r, err := s.do(append(call, args...)...)
	return strings.Contains(r.text, "no permissions to access the") && strings.Contains(r.text, "channel"), err
}

// checkCategories compares what COMMAND says of categories with what ACL CAT says.
func (s *server) checkCategories(all []command, categories []string) error {
	for _, category := range categories {
		r, err := s.do("ACL", "CAT", category)
		if err != nil {
			return err
		}
		members := r.texts()
		slices.Sort(members)
		var said []string
		for _, c := range all {
			if slices.Contains(c.Categories, category) {
				said = append(said, c.Name)
			}
		}
		if !slices.Equal(members, said) {
			return fmt.Errorf("category %q: ACL CAT has %d commands, COMMAND %d", category, len(members), len(said))
		}
	}
	return nil
}
