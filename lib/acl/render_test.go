package acl

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// full uses every form that a line can have.
func full() Input {
	in := input(
		binding("platform", permission("app", "~*", "*")),
		binding("app-1", permission("writer", "~app:* %W~log:*", "news:*"), permission("reader", "%R~shared:* %R~report(1)"), permission("none", "")),
		binding("rotating", permission("reader", "%R~")),
	)
	in.Bindings[2].PasswordHashes = append(in.Bindings[2].PasswordHashes, v1alpha1.PasswordHash(Hash("new")))
	in.OperatorHashes = append(in.OperatorHashes, Hash("new operator"))
	return in
}

func TestRenderedFile(t *testing.T) {
	want, err := os.ReadFile("testdata/users.acl")
	if err != nil {
		t.Fatal(err)
	}
	file, err := Render(full())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), file.Text); diff != "" {
		t.Errorf("users.acl (-want +got):\n%s", diff)
	}
}

// Do not update the value to follow production: another revision for the same
// menu makes every operator reload the users of every cluster once.
func TestRevisionIsPinned(t *testing.T) {
	const want = "a294a6a25ec18f94e92b1e5642ffc9cbb0198afd2f283c042fa91140f1d58065"
	file, err := Render(full())
	if err != nil {
		t.Fatal(err)
	}
	if file.Revision != want {
		t.Errorf("revision %s, want %s", file.Revision, want)
	}
}

func TestRevisionIsTheHashOfTheLinesAboveIt(t *testing.T) {
	file, err := Render(full())
	if err != nil {
		t.Fatal(err)
	}
	body := strings.TrimSuffix(file.Text, "\n")
	above, last := body[:strings.LastIndex(body, "\n")+1], body[strings.LastIndex(body, "\n")+1:]
	if want := Hash(above); file.Revision != want {
		t.Errorf("revision %s, want the hash %s", file.Revision, want)
	}
	if want := "user " + names.UserRevision + " off #" + file.Revision; last != want {
		t.Errorf("last line %q, want %q", last, want)
	}
	u := user(t, parsed(t, file.Text), names.UserRevision)
	if u.Enabled || u.MayCommand("ping", "") || u.MayKey("k", v1alpha1.AccessRead) || u.MayChannel("c") {
		t.Error("the revision user can do something")
	}
}

func TestEveryInputChangesTheRevision(t *testing.T) {
	changes := map[string]func(*Input){
		"user":          func(in *Input) { in.Bindings = in.Bindings[:2] },
		"order":         func(in *Input) { in.Bindings[0], in.Bindings[1] = in.Bindings[1], in.Bindings[0] },
		"password":      func(in *Input) { in.Bindings[0].PasswordHashes[0] = v1alpha1.PasswordHash(Hash("other")) },
		"role":          func(in *Input) { in.Roles["app"] = role("+@all -@dangerous") },
		"key":           func(in *Input) { in.Bindings[1].Permissions[1].Keys[0].Pattern = "all:*" },
		"access":        func(in *Input) { in.Bindings[1].Permissions[1].Keys[0].Access = v1alpha1.AccessReadWrite },
		"channel":       func(in *Input) { in.Bindings[1].Permissions[0].Channels[0] = "old:*" },
		"operator":      func(in *Input) { in.OperatorHashes = in.OperatorHashes[:1] },
		"replication":   func(in *Input) { in.ReplHashes = []string{Hash("new repl")} },
		"older version": func(in *Input) { in.NoSlotMigration = true },
	}
	before, err := Render(full())
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			in := full()
			change(&in)
			after, err := Render(in)
			if err != nil {
				t.Fatal(err)
			}
			if after.Revision == before.Revision {
				t.Error("the revision stayed the same")
			}
		})
	}
}

func TestLinesHaveSingleSpacesAndNoComments(t *testing.T) {
	file, err := Render(full())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file.Text, "\n") || strings.Contains(file.Text, "\n\n") {
		t.Error("a line is empty or not ended")
	}
	for line := range strings.Lines(file.Text) {
		if strings.Contains(line, "  ") || strings.Contains(line, " \n") || !strings.HasPrefix(line, "user ") {
			t.Errorf("Valkey would refuse the line %q", line)
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	hash := Hash("secret")
	change := func(f func(*v1alpha1.ACLBinding)) Input {
		in := input(binding("app-1", permission("reader", "~a"), permission("reader", "~b")))
		f(&in.Bindings[0])
		return in
	}
	withRole := func(r *v1alpha1.ValkeyRole) Input {
		in := input(binding("app-1", permission("broken", "~a")))
		in.Roles["broken"] = r
		return in
	}
	cases := map[string]struct {
		in   Input
		want []string
	}{
		"missing role":        {input(binding("app-1", permission("nobody", ""))), []string{`"app-1"`, `ValkeyRole "nobody" not found`}},
		"name twice":          {input(binding("app-1", permission("none", "")), binding("app-1", permission("none", ""))), []string{`"app-1"`, "repeats"}},
		"reserved name":       {input(binding("_momento_repl", permission("none", ""))), []string{"_momento_repl", "reserved"}},
		"name with a space":   {input(binding("a b", permission("none", ""))), []string{`"a b"`, "username"}},
		"no permission":       {input(binding("app-1")), []string{`"app-1"`, "no permissions"}},
		"no password":         {change(func(b *v1alpha1.ACLBinding) { b.PasswordHashes = nil }), []string{`"app-1"`, "no password hash"}},
		"upper-case hash":     {change(func(b *v1alpha1.ACLBinding) { b.PasswordHashes[0] = v1alpha1.PasswordHash(strings.ToUpper(hash)) }), []string{`"app-1"`, "password hash 0"}},
		"short hash":          {change(func(b *v1alpha1.ACLBinding) { b.PasswordHashes[0] = v1alpha1.PasswordHash(hash[1:]) }), []string{`"app-1"`, "password hash 0"}},
		"hash and more":       {change(func(b *v1alpha1.ACLBinding) { b.PasswordHashes[0] = v1alpha1.PasswordHash(hash[:62] + " x") }), []string{`"app-1"`, "password hash 0"}},
		"key with a newline":  {change(func(b *v1alpha1.ACLBinding) { b.Permissions[1].Keys[0].Pattern = "a\nuser evil on nopass ~* +@all" }), []string{`"app-1"`, "permission 1", "key pattern 0"}},
		"key with a quote":    {change(func(b *v1alpha1.ACLBinding) { b.Permissions[0].Keys[0].Pattern = `a"` }), []string{"permission 0", "key pattern 0"}},
		"key access":          {change(func(b *v1alpha1.ACLBinding) { b.Permissions[0].Keys[0].Access = "all" }), []string{`access "all"`}},
		"channel with space":  {change(func(b *v1alpha1.ACLBinding) { b.Permissions[1].Channels = []v1alpha1.ChannelPattern{"a b"} }), []string{"permission 1", "channel pattern 0"}},
		"category":            {withRole(role("-@a)b")), []string{`ValkeyRole "broken"`, "category 0"}},
		"command":             {withRole(role("+get +set)")), []string{`ValkeyRole "broken"`, "command 1"}},
		"subcommand":          {withRole(role("+config|ge.t")), []string{`ValkeyRole "broken"`, "command 0"}},
		"role access":         {withRole(&v1alpha1.ValkeyRole{Spec: v1alpha1.ValkeyRoleSpec{Commands: []v1alpha1.CommandRule{{Name: "get", Access: "maybe"}}}}), []string{`access "maybe"`}},
		"no operator hash":    {Input{ReplHashes: []string{hash}}, []string{names.UserOperator, "no password hash"}},
		"bad repl hash":       {Input{OperatorHashes: []string{hash}, ReplHashes: []string{"secret"}}, []string{names.UserRepl, "password hash 0"}},
		"second hash is none": {Input{OperatorHashes: []string{hash, "x"}, ReplHashes: []string{hash}}, []string{names.UserOperator, "password hash 1"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file, err := Render(c.in)
			if err == nil {
				t.Fatalf("rendered:\n%s", file.Text)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
			if strings.Contains(strings.ToLower(err.Error()), hash[1:60]) || strings.Contains(err.Error(), "secret") {
				t.Error("the error carries a password hash")
			}
			if file != (File{}) {
				t.Error("an error came with a file")
			}
		})
	}
}

func TestRevisionOf(t *testing.T) {
	file, err := Render(Input{OperatorHashes: []string{Hash("o")}, ReplHashes: []string{Hash("r")}})
	if err != nil {
		t.Fatal(err)
	}
	if got := RevisionOf(file.Text); got != file.Revision {
		t.Errorf("the file carries revision %q, want %q", got, file.Revision)
	}
	if got := RevisionOf("user default off\n"); got != "" {
		t.Errorf("a file of somebody else carries %q", got)
	}
}
