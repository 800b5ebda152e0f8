package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// command is one entry of a file commands-MINOR.json, as lib/acl reads it.
type command struct {
	Name       string    `json:"name"`
	Since      string    `json:"since"`
	Arity      int       `json:"arity"`
	NoAuth     bool      `json:"noAuth,omitempty"`
	Categories []string  `json:"categories"`
	Keys       []keySpec `json:"keys,omitempty"`
	Channels   string    `json:"channels,omitempty"`
	From       string    `json:"from"`
}

type keySpec struct {
	Flags   []string `json:"flags"`
	Index   int      `json:"index,omitempty"`
	Keyword string   `json:"keyword,omitempty"`
	From    int      `json:"from,omitempty"`
	Range   []int    `json:"range,omitempty"`
	Keynum  []int    `json:"keynum,omitempty"`
	Unknown bool     `json:"unknown,omitempty"`
}

// commands are all commands and subcommands of the version, sorted by name, and its ACL categories, sorted.
func (r recorder) commands(ctx context.Context) ([]command, []string, error) {
	s, output, err := start(ctx, r.program, base()...)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, output)
	}
	defer s.stop() //nolint:errcheck // a folder that stays is no wrong answer
	replies, err := s.pipeline([][]string{{"COMMAND"}, {"COMMAND", "DOCS"}, {"ACL", "CAT"}})
	if err != nil {
		return nil, nil, err
	}
	since := map[string]string{}
	for i := 0; i+1 < len(replies[1].items); i += 2 {
		addSince(since, replies[1].items[i].text, replies[1].items[i+1])
	}
	var all []command
	for _, item := range replies[0].items {
		if all, err = addCommand(all, item, since); err != nil {
			return nil, nil, err
		}
	}
	slices.SortFunc(all, func(a, b command) int { return cmp.Compare(a.Name, b.Name) })
	if err := s.addChannels(all); err != nil {
		return nil, nil, err
	}
	categories := replies[2].texts()
	slices.Sort(categories)
	return all, categories, s.checkCategories(all, categories)
}

// field is the value behind a name in an array of names and values.
func (r reply) field(name string) reply {
	for i := 0; i+1 < len(r.items); i += 2 {
		if r.items[i].text == name {
			return r.items[i+1]
		}
	}
	return reply{}
}

func addSince(since map[string]string, name string, docs reply) {
	since[name] = docs.field("since").text
	subcommands := docs.field("subcommands").items
	for i := 0; i+1 < len(subcommands); i += 2 {
		addSince(since, subcommands[i].text, subcommands[i+1])
	}
}

// infoFields is how many fields an entry of COMMAND has: name, arity, flags, first key, last key, step, categories, tips,
// key specifications, subcommands.
const infoFields = 10

func addCommand(all []command, info reply, since map[string]string) ([]command, error) {
	if len(info.items) < infoFields {
		return nil, fmt.Errorf("an answer of COMMAND has %d fields, expected %d", len(info.items), infoFields)
	}
	c := command{Name: info.items[0].text, Since: since[info.items[0].text], From: fromServer}
	var err error
	if c.Arity, err = strconv.Atoi(info.items[1].text); err != nil {
		return nil, fmt.Errorf("command %q: arity: %w", c.Name, err)
	}
	c.NoAuth = slices.Contains(info.items[2].texts(), "no_auth")
	for _, category := range info.items[6].texts() {
		c.Categories = append(c.Categories, strings.TrimPrefix(category, "@"))
	}
	slices.Sort(c.Categories)
	for _, item := range info.items[8].items {
		spec, err := keySpecOf(item)
		if err != nil {
			return nil, fmt.Errorf("command %q: keys: %w", c.Name, err)
		}
		c.Keys = append(c.Keys, spec)
	}
	all = append(all, c)
	for _, sub := range info.items[9].items {
		if all, err = addCommand(all, sub, since); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// keySpecOf reads where keys begin and how they are found from there.
func keySpecOf(item reply) (keySpec, error) {
	spec := keySpec{Flags: item.field("flags").texts()}
	slices.Sort(spec.Flags)
	begin, find := item.field("begin_search"), item.field("find_keys")
	var err error
	switch begin.field("type").text {
	case "index":
		spec.Index, err = begin.field("spec").number("index")
	case "keyword":
		spec.Keyword = begin.field("spec").field("keyword").text
		spec.From, err = begin.field("spec").number("startfrom")
	default:
		spec.Unknown = true
	}
	if err != nil {
		return spec, err
	}
	switch find.field("type").text {
	case "range":
		spec.Range, err = find.field("spec").numbers("lastkey", "keystep", "limit")
	case "keynum":
		spec.Keynum, err = find.field("spec").numbers("keynumidx", "firstkey", "keystep")
	default:
		spec.Unknown = true
	}
	return spec, err
}

func (r reply) number(name string) (int, error) {
	n, err := strconv.Atoi(r.field(name).text)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

func (r reply) numbers(names ...string) ([]int, error) {
	var all []int
	for _, name := range names {
		n, err := r.number(name)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}
