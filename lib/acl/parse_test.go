package acl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseRefuses(t *testing.T) {
	hash := Hash("secret")
	cases := map[string]struct {
		text string
		want []string
	}{
		"comment":                      {"# users\n", []string{"line 1", "user and a name"}},
		"no name":                      {"user a\n\nuser", []string{"line 3", "user and a name"}},
		"two spaces before a name":     {"user  a on", []string{"line 1", "user and a name"}},
		"user twice":                   {"user a\nuser b\nuser a", []string{"line 3", `"a"`, "before"}},
		"unknown command":              {"user a +gett", []string{"line 1", `"a"`, `"+gett"`, "no such command"}},
		"unknown subcommand":           {"user a +config|gett", []string{`"+config|gett"`}},
		"empty subcommand":             {"user a +config|", []string{`"+config|"`}},
		"argument of a subcommand":     {"user a +config|get|x", []string{`"+config|get|x"`}},
		"first argument denied":        {"user a -select|0", []string{`"-select|0"`}},
		"unknown category":             {"user a +@reading", []string{`"+@reading"`}},
		"unknown word":                 {"user a open", []string{`"open"`, "no ACL rule"}},
		"database":                     {"user a db=1", []string{`"db=1"`}},
		"pattern after all":            {"user a ~* ~b", []string{`"~b"`, "after all keys"}},
		"channel after all":            {"user a &* &b", []string{`"&b"`, "after all channels"}},
		"no access":                    {"user a %~b", []string{`"%~b"`}},
		"access twice":                 {"user a %RR~b", []string{`"%RR~b"`}},
		"access without a pattern":     {"user a %R", []string{`"%R"`}},
		"open selector":                {"user a (~b +get", []string{`"(~b"`, "not closed"}},
		"selector closed too early":    {"user a (~b) +get)", []string{`"+get)"`}},
		"selector in a selector":       {"user a ((+get))", []string{`"(+get)"`}},
		"hash in a selector":           {"user a (#" + hash + ")", []string{"line 1"}},
		"hash without its sign":        {"user a " + hash, []string{"line 1", "not shown"}},
		"plain password in a selector": {"user a (>secret", []string{"not closed"}},
		"double quotes":                {`user a ("~b c")`, []string{"quotes"}},
		"quote in a word":              {`user a (~b'c +get)`, []string{"quotes"}},
		"short hash":                   {"user a #" + hash[1:], []string{"line 1", `"a"`, "password hash"}},
		"upper-case hash":              {"user a #" + strings.ToUpper(hash), []string{"password hash"}},
		"hash that was not added":      {"user a !" + hash, []string{"was not added"}},
		"plain password":               {"user a >secret", []string{"plain text"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			us, err := Parse(c.text, For(9, 1))
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
			if strings.Contains(strings.ToLower(err.Error()), hash[1:]) || strings.Contains(err.Error(), "secret") {
				t.Error("the error carries a password")
			}
			if us != nil {
				t.Error("an error came with users")
			}
		})
	}
}

func TestParseAcceptsWhatTheServerDoes(t *testing.T) {
	hash := Hash("secret")
	text := "\n  user a ON #" + hash + "  sanitize-payload #" + hash + " \t\r\nuser b on nopass #" + hash + " !" + hash + "\n" +
		"user c nopass resetpass ( resetchannels '&x)'  ~b ) +get\n"
	us := parsed(t, text)
	type state struct {
		Enabled, NoPassword bool
		Hashes              int
	}
	want := map[string]state{"a": {true, false, 1}, "b": {true, false, 0}, "c": {false, false, 0}, DefaultUser: {true, true, 0}}
	got := map[string]state{}
	for name := range want {
		u := user(t, us, name)
		got[name] = state{u.Enabled, u.NoPassword, len(u.Hashes)}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := user(t, us, "c"); !c.MayChannel("x)") || !c.MayCommand("get", "") {
		t.Error("the quoted pattern or the rule behind the selector is lost")
	}
	if _, ok := us.User("nobody"); ok {
		t.Error("a user that no line defines exists")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"user a on nopass ~* +@all", "user a (~b) (", "user a ( )", "user a %RW~ & ()", "user a +select|0 -@all reset", "user a '", ")"} {
		f.Add(seed, "GET", "k")
	}
	f.Fuzz(func(t *testing.T, text, command, argument string) {
		us, err := Parse(text, For(9, 1))
		if err != nil {
			return
		}
		u := user(t, us, DefaultUser)
		for _, other := range us.byName {
			v := other.MayRun(command, argument, argument)
			if v.Allowed != (v.Reason == Permitted) {
				t.Errorf("verdict %+v contradicts itself", v)
			}
		}
		if strings.Contains(text, DefaultUser) {
			return
		}
		if v := u.MayRun(command, argument, argument); !v.Allowed && v.Reason >= CommandForbidden {
			t.Errorf("the open default user may not %q: %+v", command, v)
		}
	})
}

// Wrong arguments are the server's business, but must not stop a check here.
func FuzzMayRun(f *testing.F) {
	for _, cmd := range For(9, 1).list {
		f.Add(strings.ReplaceAll(cmd.Name, "|", "\n"), "2\na\nSTORE\nKEYS\nSTREAMS")
	}
	f.Fuzz(func(t *testing.T, name, arguments string) {
		argv := append(strings.Split(name, "\n"), strings.Split(arguments, "\n")...)
		for _, minor := range []int{0, 1} {
			us, err := Parse("user u ~a %R~b &c +@all", For(8+minor, minor))
			if err != nil {
				t.Fatal(err)
			}
			if v := user(t, us, "u").MayRun(argv...); v.Reason == CommandForbidden {
				t.Errorf("%q: %+v, but all commands are allowed", argv, v)
			}
		}
	})
}
