package lint

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/conf"
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
	default:
		return nil
	}
	f := s.finding("%s", message)
	f.Severity = Warning
	return []Finding{f}
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
