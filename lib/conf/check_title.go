package conf

import (
	"errors"
	"slices"
	"strings"
)

// errTitle names the variables that a title may hold.
var errTitle = errors.New("want a text with no other variables than {title}, {listen-addr}, {server-mode}, {port}, {tls-port}, {unixsocket}, {config-file}, and not of title, server-mode and unixsocket alone")

// checkTitle: {name} stands for a variable and {{ for a brace. While the server
// reads its file the title, the mode and the socket are still empty, and it
// refuses a template that gives nothing but white space then.
func checkTitle(template string) error {
	empty := []string{"title", "server-mode", "unixsocket"}
	filled := []string{"listen-addr", "port", "tls-port", "config-file"}
	var title strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		title.WriteString(before)
		if !found {
			break
		}
		if after, brace := strings.CutPrefix(rest, "{"); brace {
			title.WriteByte('{')
			template = after
			continue
		}
		name, after, closed := strings.Cut(rest, "}")
		switch {
		case closed && slices.Contains(filled, name):
			title.WriteString(name)
		case !closed || !slices.Contains(empty, name):
			return errTitle
		}
		template = after
	}
	return require(strings.Trim(title.String(), " ") != "", errTitle.Error())
}
