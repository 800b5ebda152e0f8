package acl

import (
	"slices"
	"strings"
)

// Catalogue is what one minor version of Valkey knows: commands with their
// subcommands, ACL categories, and where keys and channels stand among the
// arguments. It holds Valkey's own commands only, not those of modules. It is
// safe for concurrent use.
type Catalogue struct {
	// Version is the release that the facts are from, From is "server" if it
	// answered itself and "source" if they are from its published source.
	Version, From string
	// About says how the facts were gathered.
	About string

	major, minor int
	categories   []string
	commands     map[string]*command // by full name, "config|set"
	list         []*command          // by id, in order of names
}

// command is one command, or one subcommand under "container|name".
type command struct {
	Name       string    `json:"name"`
	Since      string    `json:"since"`
	Arity      int       `json:"arity"` // with the name; negative: at least so many
	NoAuth     bool      `json:"noAuth"`
	Categories []string  `json:"categories"`
	Keys       []keySpec `json:"keys"`
	Channels   string    `json:"channels"` // publish, subscribe or psubscribe

	id          int
	subcommands []*command
	wideCounts  bool // see keyCount
}

// For returns the catalogue of a minor version, for one that has none that of
// the newest version before it, and for one older than all the oldest.
func For(major, minor int) *Catalogue {
	byAge := catalogues().byAge
	found := byAge[0]
	for _, c := range byAge {
		if c.major < major || c.major == major && c.minor <= minor {
			found = c
		}
	}
	return found
}

// Has says whether the command exists and, unless it is empty, the subcommand
// of it. Case does not matter.
func (c *Catalogue) Has(name, subcommand string) bool { return c.lookup(name, subcommand) != nil }

func (c *Catalogue) lookup(name, subcommand string) *command {
	full := strings.ToLower(name)
	if strings.Contains(full, "|") || strings.Contains(subcommand, "|") {
		return nil
	}
	if subcommand != "" {
		full += "|" + strings.ToLower(subcommand)
	}
	return c.commands[full]
}

// Categories are the names that ACL CAT lists, sorted.
func (c *Catalogue) Categories() []string { return slices.Clone(c.categories) }

// HasCategory says whether a rule may name the category, without "@". Besides
// those of Categories that is "all". Case does not matter.
func (c *Catalogue) HasCategory(name string) bool {
	name = strings.ToLower(name)
	return name == categoryAll || slices.Contains(c.categories, name)
}

// SuggestCommand returns the name that was likely meant by one that does not
// exist: a command, or a subcommand of name if subcommand is not empty. It is
// empty if none is close.
func (c *Catalogue) SuggestCommand(name, subcommand string) string {
	if subcommand == "" {
		return nearest(name, c.names(""))
	}
	return nearest(subcommand, c.names(strings.ToLower(name)))
}

// SuggestCategory returns the category that was likely meant, or "".
func (c *Catalogue) SuggestCategory(name string) string {
	return nearest(name, append([]string{categoryAll}, c.categories...))
}

// names are the subcommands of a container, or all commands if it is empty.
func (c *Catalogue) names(container string) []string {
	var found []string
	for _, cmd := range c.list {
		name, sub, isSub := strings.Cut(cmd.Name, "|")
		switch {
		case !isSub && container == "":
			found = append(found, name)
		case isSub && name == container:
			found = append(found, sub)
		}
	}
	return found
}
