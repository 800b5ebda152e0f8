//go:build e2e

package catalogue

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
)

// dice makes random users and calls; the same seed always makes the same ones.
type dice struct {
	*rand.Rand
	commands   []string // "config", "config|get"
	categories []string
}

func pick[T any](d dice, from ...T) T { return from[d.IntN(len(from))] }

func (d dice) often(percent int) bool { return d.IntN(100) < percent }

// user is a line of an ACL file. What the server would refuse is thrown again, as lib/acl reads the line.
func (d dice) user(i int, c *acl.Catalogue) string {
	for {
		line := fmt.Sprintf("user u%d on nopass %s", i, d.permissions(false))
		for range pick(d, 0, 0, 0, 1, 1, 2) {
			line += " (" + d.permissions(true) + ")"
		}
		if _, err := acl.Parse(line, c); err == nil {
			return line
		}
	}
}

// permissions are those of the root or of a selector, where a pattern may not end in a parenthesis.
func (d dice) permissions(selector bool) string {
	words := []string{"resetchannels"}
	for range d.IntN(4) {
		words = append(words, pick(d, "~", "~", "%R~", "%W~", "%RW~")+d.pattern(selector))
	}
	for range d.IntN(3) {
		words = append(words, "&"+d.pattern(selector))
	}
	if d.often(25) {
		words = append(words, pick(d, "allkeys", "allchannels", "resetkeys", "~*", "&*"))
	}
	if d.often(40) {
		words = append(words, "+@all") // so that keys and channels decide
	}
	for range d.IntN(7) {
		words = append(words, d.rule())
	}
	return strings.Join(words, " ")
}

func (d dice) pattern(selector bool) string {
	patterns := []string{"*", "app:*", "news*", "news.?", "o*", "?", "[a-k]", "[^a-k]*", "k", `\*`, "app:1", "", "*:1", "x[)]"}
	if !selector {
		patterns = append(patterns, "x)")
	}
	return pick(d, patterns...)
}

func (d dice) rule() string {
	sign := pick(d, "+", "+", "-")
	switch roll := d.IntN(10); {
	case roll < 5:
		return sign + "@" + d.inAnyCase(pick(d, append(d.categories, "all", "read", "write", "dangerous")...))
	case roll < 9:
		return sign + d.inAnyCase(pick(d, d.commands...))
	default:
		return "+" + pick(d, d.commands...) + "|" + pick(d, "0", "1", "k", "a", "GET")
	}
}

func (d dice) inAnyCase(word string) string {
	if d.often(30) {
		return strings.ToUpper(word)
	}
	return word
}

// call is a command with arguments, most often as many as it takes at least.
func (d dice) call(c command) []string {
	argv := strings.Split(d.inAnyCase(c.Name), "|")
	least := max(c.Arity, -c.Arity)
	want := least
	switch {
	case d.often(4):
		want += pick(d, -1, 1)
	case c.Arity < 0 && d.often(70):
		want += d.IntN(7)
	}
	for len(argv) < want {
		argv = append(argv, d.argument())
	}
	return argv
}

func (d dice) argument() string {
	switch roll := d.IntN(10); {
	case roll < 5:
		return pick(d, "app:1", "app:2", "news", "news.1", "other", "a", "k", "x)", "x", "*", "app:*", "o", "")
	case roll < 8:
		return pick(d, "0", "1", "2", "3", "1", "2", "1", "2", "-1", "100", "1.5", "2x", " 1", "+1", "01", "4294967297", "99999999999", "99999999999999999999")
	default:
		return d.inAnyCase(pick(d,
			"store", "storedist", "get", "set", "incrby", "overflow", "keys", "streams", "count", "block", "group", "by", "limit", "asc", "nx", "ex", "auth",
			"auth2", "copy", "replace", "withscores", "left", "right", "weights", "aggregate", "fields", "persist", "km", "match", "noack", "bylex"))
	}
}
