package conf

import (
	"slices"
	"strings"
)

// Live is the value as CONFIG SET takes it, which reads several arguments in its
// own way: they stand in one text, separated by single spaces, without quoting.
// ok is false if the value cannot be said so, since one of several arguments is
// empty or holds a space, or cannot be split at all.
func (d Directive) Live(value string) (text string, ok bool) {
	args, err := d.arguments(value)
	if err != nil {
		return "", false
	}
	if len(args) > 1 && slices.ContainsFunc(args, func(arg string) bool { return arg == "" || strings.Contains(arg, " ") }) {
		return "", false
	}
	return strings.Join(args, " "), true
}
