package acl

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// asRootAndSelector renders a user "root" that has a permission as its first,
// and a user "selector" that has it as its second.
func asRootAndSelector(t *testing.T, p v1alpha1.Permission) (root, selector *User) {
	t.Helper()
	us := users(t, input(binding("root", p), binding("selector", permission("none", ""), p)))
	return user(t, us, "root"), user(t, us, "selector")
}

// The answers are those of ACL DRYRUN with GET, on 9.1.2, 8.1.1 and 8.0.1 alike
// and in root and selector alike.
func TestPatternsMeanWhatTheServerTakesThemFor(t *testing.T) {
	f, err := os.Open("testdata/patterns.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); rows++ {
		fields := strings.Split(lines.Text(), "\t")
		want := fields[0] == "true"
		pattern, err1 := strconv.Unquote(fields[1])
		key, err2 := strconv.Unquote(fields[2])
		if err1 != nil || err2 != nil {
			t.Fatalf("bad row %q", lines.Text())
		}
		p := v1alpha1.Permission{RoleRef: "all", Keys: []v1alpha1.KeyPattern{{Pattern: pattern, Access: v1alpha1.AccessRead}}}
		root, selector := asRootAndSelector(t, p)
		if got := root.MayRun("GET", key).Allowed; got != want {
			t.Errorf("pattern %q, key %q in the root: %v, the server says %v", pattern, key, got, want)
		}
		if got := selector.MayRun("GET", key).Allowed; got != want {
			t.Errorf("pattern %q, key %q in a selector: %v, the server says %v", pattern, key, got, want)
		}
	}
	if rows < 1000 {
		t.Errorf("only %d rows", rows)
	}
}

func TestSelectorPatterns(t *testing.T) {
	cases := map[string]struct{ patterns, want []string }{
		"nothing to do":            {[]string{"app:*", "", "(", ")a", `\`}, []string{"app:*", "", "(", ")a", `\`}},
		"a character":              {[]string{"app)", "a))"}, []string{"app[)]", "a)[)]"}},
		"escaped":                  {[]string{`app\)`}, []string{"app[)]"}},
		"after an escaped escape":  {[]string{`app\\)`}, []string{`app\\[)]`}},
		"in an open class":         {[]string{"a[b)", "a[^)", `a[\)`, "a[+-)"}, []string{"a[b)]", "a[^)]", `a[\)]`, "a[+-)]"}},
		"after a closed class":     {[]string{"[a])"}, []string{"[a][)]"}},
		"the same one twice":       {[]string{"a)", "a)"}, []string{"a[)]", "a[)]"}},
		"same glob, another text":  {[]string{"a)", `a\)`, "a[)]"}, []string{"a[))]", "a[)))]", "a[)]"}},
		"same glob in open class":  {[]string{"[x)", "[x)]"}, []string{"[x))]", "[x)]"}},
		"range, escape and a star": {[]string{`*[a-z]\*)`}, []string{`*[a-z]\*[)]`}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, selectorPatterns(c.patterns)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// PSUBSCRIBE asks for the pattern as it stands.
func TestChannelPatternInSelectorKeepsItsText(t *testing.T) {
	root, selector := asRootAndSelector(t, permission("all", "", "news)"))
	for _, u := range []*User{root, selector} {
		for command, want := range map[string]bool{"PUBLISH news) m": true, "SUBSCRIBE news)": true, "PSUBSCRIBE news)": true, "PSUBSCRIBE news*": false, "PUBLISH news m": false} {
			if got := may(u, command); got != want {
				t.Errorf("%s: %s: %v, want %v", u.Name, command, got, want)
			}
		}
	}
}

// Valkey refuses a pattern behind one that opens everything.
func TestNothingFollowsTheOpenPattern(t *testing.T) {
	root, selector := asRootAndSelector(t, permission("all", "%R~a ~* %W~b ~*", "a", "*", "b"))
	for _, u := range []*User{root, selector} {
		for _, command := range []string{"SET anything v", "PUBLISH anything m"} {
			if !may(u, command) {
				t.Errorf("%s may not %s", u.Name, command)
			}
		}
	}
	root, _ = asRootAndSelector(t, permission("all", "%R~* %W~b"))
	if !may(root, "SET b v") || may(root, "SET a v") {
		t.Error("the write pattern behind the open read pattern is lost, or opens more")
	}
}

func randomPattern(r *rand.Rand) string {
	atoms := []string{"a", "b", ":", "*", "?", "[", "]", "^", "-", `\`, ")", ")", "(", "~", "%R~", "&", "#", "é", "\u00a0", "[a-", "[^", `\)`}
	var b strings.Builder
	for range r.Intn(7) {
		b.WriteString(atoms[r.Intn(len(atoms))])
	}
	return b.String()
}

// What several patterns give together is the same in root and selector, also
// for GETDEL, which needs to read and to write.
func TestPermissionMeansTheSameInRootAndSelector(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	access := []v1alpha1.KeyAccess{v1alpha1.AccessRead, v1alpha1.AccessWrite, v1alpha1.AccessReadWrite, ""}
	allowed := 0
	for range 3000 {
		p := v1alpha1.Permission{RoleRef: "all"}
		var texts []string
		for range 1 + r.Intn(4) {
			pattern := randomPattern(r)
			p.Keys = append(p.Keys, v1alpha1.KeyPattern{Pattern: pattern, Access: access[r.Intn(4)]})
			p.Channels = append(p.Channels, v1alpha1.ChannelPattern(pattern))
			texts = append(texts, pattern, strings.NewReplacer("*", "b", "?", ")", `\`, "", "[", "").Replace(pattern), ")", "a)")
		}
		root, selector := asRootAndSelector(t, p)
		for _, text := range texts {
			for _, argv := range [][]string{{"GET", text}, {"SET", text, "v"}, {"GETDEL", text}, {"PUBLISH", text, "m"}, {"PSUBSCRIBE", text}} {
				inRoot, inSelector := root.MayRun(argv...).Allowed, selector.MayRun(argv...).Allowed
				if inRoot != inSelector {
					t.Fatalf("%q: root %v, selector %v, of %q", argv, inRoot, inSelector, p.Keys)
				}
				if inRoot {
					allowed++
				}
			}
		}
	}
	if allowed < 1000 {
		t.Errorf("only %d calls were allowed: the patterns are too odd to tell anything", allowed)
	}
}

// Every rendered file can be read, and a pattern means the same in root and
// selector as on its own.
func FuzzRender(f *testing.F) {
	for _, seed := range []string{"app)", `a\)`, "[x)", "(", ")", "*", "", "~%R#&", "é[é-", "a b", `"`} {
		f.Add(seed, seed, "app)")
	}
	f.Fuzz(func(t *testing.T, pattern, other, text string) {
		p := v1alpha1.Permission{
			RoleRef: "all", Channels: []v1alpha1.ChannelPattern{v1alpha1.ChannelPattern(pattern)},
			Keys: []v1alpha1.KeyPattern{{Pattern: pattern, Access: v1alpha1.AccessRead}, {Pattern: other, Access: v1alpha1.AccessWrite}},
		}
		if !isPattern(pattern) || !isPattern(other) {
			if file, err := Render(input(binding("u", p))); err == nil {
				t.Fatalf("rendered %q:\n%s", []string{pattern, other}, file.Text)
			}
			return
		}
		root, selector := asRootAndSelector(t, p)
		want := [...]string{fmt.Sprint(matches(pattern, text)), fmt.Sprint(matches(other, text)), fmt.Sprint(pattern == "*" || matches(pattern, text))}
		for _, u := range []*User{root, selector} {
			got := [...]string{
				fmt.Sprint(u.MayKey(text, v1alpha1.AccessRead)), fmt.Sprint(u.MayKey(text, v1alpha1.AccessWrite)), fmt.Sprint(u.MayChannel(text)),
			}
			if got != want {
				t.Errorf("%s of %q and %q on %q: %v, want %v", u.Name, pattern, other, text, got, want)
			}
		}
	})
}
