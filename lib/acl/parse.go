package acl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var (
	errNoUserLine = errors.New("a line starts with user and a name")
	errUserTwice  = errors.New("the user was defined before")
	errOpen       = errors.New("a selector is not closed")
	errQuotes     = errors.New("quotes stand around a whole word of a selector")
	errHash       = errors.New("a password hash is not 64 lower-case hexadecimal characters")
	errNoHash     = errors.New("a password hash to remove that was not added")
	errPlain      = errors.New("a password in plain text")
)

// Users are the users of one users.acl.
type Users struct {
	byName map[string]*User
}

// User returns a user by name.
func (u *Users) User(name string) (*User, bool) {
	user, ok := u.byName[name]
	return user, ok
}

// Parse reads users.acl as a server of the catalogue's version does that has
// the default acl-pubsub-default: one line a user, rules from left to right,
// no comments. A file without a line for the default user leaves that one open.
//
// It refuses what the server refuses and, since Render never writes them,
// rules on databases, passwords in plain text and escapes in quotes. An error
// names line and word, but never a password or hash.
func Parse(text string, c *Catalogue) (*Users, error) {
	users := &Users{byName: map[string]*User{}}
	for i, line := range strings.Split(text, "\n") {
		line = strings.Trim(line, " \t\r\n")
		if line == "" {
			continue
		}
		if err := users.add(line, c); err != nil {
			return nil, fmt.Errorf("parsing users.acl line %d: %w", i+1, err)
		}
	}
	if users.byName[DefaultUser] == nil {
		if err := users.add(defaultLine(false), c); err != nil {
			return nil, fmt.Errorf("adding the default user: %w", err)
		}
	}
	return users, nil
}

func (u *Users) add(line string, c *Catalogue) error {
	words := strings.Split(line, " ")
	if len(words) < 2 || words[0] != "user" || words[1] == "" {
		return errNoUserLine
	}
	name := words[1]
	if u.byName[name] != nil {
		return fmt.Errorf("user %q: %w", name, errUserTwice)
	}
	rules, err := joinSelectors(words[2:])
	if err != nil {
		return fmt.Errorf("user %q: %w", name, err)
	}
	user := newUser(name, c)
	for _, rule := range rules {
		if err := user.apply(rule); err != nil {
			return fmt.Errorf("user %q: %w", name, err)
		}
	}
	u.byName[name] = user
	return nil
}

// joinSelectors puts the words between "(" and ")" into one.
func joinSelectors(words []string) ([]string, error) {
	var joined, open []string
	for _, word := range words {
		closes := strings.HasSuffix(word, ")")
		switch {
		case open != nil:
			open = append(open, word)
			if closes {
				joined, open = append(joined, strings.Join(open, " ")), nil
			}
		case strings.HasPrefix(word, "(") && !closes:
			open = []string{word}
		default:
			joined = append(joined, word)
		}
	}
	if open != nil {
		return nil, fmt.Errorf("%s: %w", shown(open[0]), errOpen)
	}
	return joined, nil
}

// selectorRules splits what stands between the parentheses, at C's spaces and
// not at Unicode's.
func selectorRules(body string) ([]string, error) {
	words := strings.FieldsFunc(body, func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) })
	for i, word := range words {
		if len(word) > 1 && strings.HasPrefix(word, "'") && strings.HasSuffix(word, "'") {
			words[i] = word[1 : len(word)-1]
		}
		if strings.ContainsAny(words[i], `"'`) {
			return nil, fmt.Errorf("%s: %w", shown(word), errQuotes)
		}
	}
	return words, nil
}

// shown is a word of the file as an error may show it: quoted, but not what is
// or may be a password or a hash, even where the server expects none.
func shown(word string) string {
	rule := strings.TrimLeft(word, "('")
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return r
		}
		return -1
	}, rule)
	if strings.IndexAny(rule, "#!<>") == 0 || len(digits) >= 32 {
		return "a word not shown"
	}
	return strconv.Quote(word)
}
