//go:build e2e

package catalogue

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// TestDirectiveVerdicts: whatever we say of a value, good or bad, real servers say too, when they start and, where that
// can be, in CONFIG SET. What differs on purpose is a class with its reason.
func TestDirectiveVerdicts(t *testing.T) {
	used := map[string]int{}
	for _, minor := range slices.Sorted(maps.Keys(recorded())) {
		t.Run(minor, func(t *testing.T) {
			j := newJudge(t, minor)
			trials := trialsOf(conf.For(j.version))
			j.parseAll(t, trials)
			j.startAll(t, trials)
			j.setAll(t, trials)
			for _, one := range trials {
				compare(t, *one, used)
			}
			enough(t, trials)
		})
	}
	for _, c := range slices.Concat(weRefuse(), startRefuses(), liveDiffers()) {
		t.Logf("%4d of the class %q: %s", used[c.name], c.name, c.reason)
		if used[c.name] == 0 {
			t.Errorf("class %q covers nothing: remove it", c.name)
		}
	}
}

// ours is what we say of a value: the line that we would write and, if the value is bad, why.
func ours(d conf.Directive, value string) (line string, err error) {
	text, err := conf.Render(map[string]string{conf.Canonical(d.Name): value})
	return strings.TrimSuffix(text, "\n"), errors.Join(err, d.Check(value))
}

func trialsOf(c *conf.Catalogue) []*trial {
	var trials []*trial
	for turn, d := range c.Directives() {
		for _, value := range valuesOf(d, turn) {
			one := &trial{d: d, value: value}
			one.line, one.ours = ours(d, value)
			if one.line == "" {
				one.line = conf.Canonical(d.Name) + " " + value
			}
			trials = append(trials, one)
		}
	}
	return trials
}

// compare fails on a difference that no class covers, and counts those that one does.
func compare(t *testing.T, one trial, used map[string]int) {
	t.Helper()
	explained := func(classes []class) bool {
		i := slices.IndexFunc(classes, func(c class) bool { return c.covers(one) })
		if i >= 0 {
			used[classes[i].name]++
		}
		return i >= 0
	}
	weTake, startTakes, liveTakes := one.ours == nil, one.start == "", one.live == ""
	switch {
	case weTake && !startTakes && !explained(startRefuses()):
		t.Errorf("%s: %q is good to us; a server does not start with %q: %s", one.d.Name, one.value, one.line, lastLine(one.start))
	case !weTake && startTakes && !explained(weRefuse()):
		t.Errorf("%s: %q is bad to us (%v); a server starts with %q", one.d.Name, one.value, one.ours, one.line)
	}
	if startTakes != liveTakes && !explained(liveDiffers()) {
		t.Errorf("%s: %q: a start says %q, CONFIG SET says %q", one.d.Name, one.value, lastLine(one.start), lastLine(one.live))
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// enough: three good values and, where there are bad ones, three of those, or a directive is not really tried.
func enough(t *testing.T, trials []*trial) {
	t.Helper()
	type count struct{ good, bad int }
	counts := map[string]count{}
	for _, one := range trials {
		c := counts[one.d.Name]
		if one.ours == nil {
			c.good++
		} else {
			c.bad++
		}
		counts[one.d.Name] = c
	}
	for _, one := range trials {
		c := counts[one.d.Name]
		delete(counts, one.d.Name)
		if c == (count{}) {
			continue // a further value of it
		}
		// Any text is good for these, but for an empty or a long one.
		anyText := one.d.Type == conf.TypeString && slices.Contains([]string{"", "hash-seed", "non-empty"}, one.d.Rule) ||
			named(*one, "bind", "rdma-bind", "loadmodule", "user")
		if c.good < 3 || c.bad < 3 && !anyText {
			t.Errorf("%s: %d good values and %d bad ones, want three of each", one.d.Name, c.good, c.bad)
		}
	}
}

// TestControlCharacters: what could end a line or a text never reaches a server.
func TestControlCharacters(t *testing.T) {
	for _, v := range conf.Versions() {
		for _, d := range conf.For(v).Directives() {
			for _, value := range control() {
				if line, err := ours(d, value); err == nil || line != "" {
					t.Errorf("%s %s: %q is rendered as %q", v, d.Name, value, line)
				}
			}
		}
	}
}
