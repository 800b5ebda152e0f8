package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// doubts warns of values that are right in form.
func (s setting) doubts() []Finding {
	message := ""
	switch hint := s.quoteHint(); {
	case s.name == "loadmodule":
		// Valkey 9.1.2: "Can't load module from ...: server aborting".
		message = "nothing says which modules an image holds: a server that does not find the file refuses to start"
	case hint != "":
		message = fmt.Sprintf("%s is set to a text in quotes%s", s.title(), hint)
	case s.name == "locale-collate" && !isBuiltInLocale(s.value):
		message = fmt.Sprintf("nothing says which locales an image holds: a server that does not find that of %s refuses to start", s.title())
	case s.name == "rdma-bind" && s.value != "" || s.name == "rdma-port" && s.value != "0":
		// Valkey 9.1.2 crashes while it starts.
		message = fmt.Sprintf("%s needs an RDMA device, which no pod has: the server crashes without one", s.title())
	default:
		return nil
	}
	f := s.finding("%s", message)
	f.Severity = Warning
	return []Finding{f}
}

// isBuiltInLocale reports whether a locale is there without any file, or that of
// the environment.
func isBuiltInLocale(name string) bool {
	return slices.Contains([]string{"", "C", "POSIX", "C.UTF-8"}, name)
}

// valueHint says what was probably meant by a value that a version refuses.
func (s setting) valueHint(version conf.Version) string {
	if hint := s.quoteHint(); hint != "" {
		return hint
	}
	d, known := conf.For(version).Lookup(s.name)
	if !known || d.Type != conf.TypeEnum || conf.IsSecret(s.key) {
		return ""
	}
	args, err := conf.Args(s.name, s.value)
	if err != nil {
		return ""
	}
	for _, arg := range args {
		if word, ok := suggest.Nearest(strings.ToLower(arg), d.Enum); ok {
			return fmt.Sprintf("; did you mean %q?", word)
		}
	}
	return ""
}

// fileClash finds files of data that have the name of the file that holds the
// state of the node. Valkey 9.1.2 does not start with either.
func (s setting) fileClash(r *run) (f Finding, found bool) {
	const nodes = "nodes.conf" // as cluster-config-file is always set
	switch {
	case s.name == "dbfilename" && (s.value == "." || s.value == ".."):
		return s.finding("%s names a folder, and the server reads it as a file when it starts", s.title()), true
	case s.name == "dbfilename" && s.value == nodes, s.name == "appenddirname" && s.value == nodes && r.appendsTo(s):
		return s.finding("%s names %s, a file that the node itself writes, so the server does not start", s.title(), nodes), true
	}
	return Finding{}, false
}

// appendsTo reports whether some config takes the name from this setting and
// has an append-only file.
func (r *run) appendsTo(s setting) bool {
	return slices.ContainsFunc(r.resolved, func(config *resolve.Config) bool {
		return config.Settings[s.name].Config == s.config && strings.EqualFold(config.Settings["appendonly"].Value, "yes")
	})
}

// quoteHint says that quotes are taken literally, where they stand around a
// whole value of a directive with one argument; else it is empty.
func (s setting) quoteHint() string {
	d, known := conf.LookupAny(s.name)
	if !known || d.Multi || !inQuotes(s.value) {
		return ""
	}
	return "; the quotes are part of the value: leave them out"
}

func inQuotes(value string) bool {
	const pair = 2
	if len(value) < pair {
		return false
	}
	first, last := value[0], value[len(value)-1]
	return first == last && (first == '"' || first == '\'')
}
