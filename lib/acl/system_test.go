package acl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

func TestDefaultUser(t *testing.T) {
	reader := binding(DefaultUser, permission("reader", "%R~a:*"))
	cases := map[string]struct {
		bindings     []v1alpha1.ACLBinding
		enabled      bool
		read, config bool
	}{
		"without bindings it is open":                {nil, true, true, true},
		"with another user it is off":                {[]v1alpha1.ACLBinding{binding("app", permission("all", "~*"))}, false, false, false},
		"bound, it has what the binding gives":       {[]v1alpha1.ACLBinding{reader}, true, true, false},
		"bound beside others, also what it is given": {[]v1alpha1.ACLBinding{binding("app", permission("all", "~*")), reader}, true, true, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			u := user(t, users(t, input(c.bindings...)), DefaultUser)
			if u.Enabled != c.enabled {
				t.Errorf("enabled %v, want %v", u.Enabled, c.enabled)
			}
			if got := may(u, "GET a:1"); got != c.read {
				t.Errorf("may read: %v, want %v", got, c.read)
			}
			if got := may(u, "CONFIG SET maxmemory 1"); got != c.config {
				t.Errorf("may configure: %v, want %v", got, c.config)
			}
			if want := len(c.bindings) == 0; u.NoPassword != want {
				t.Errorf("without a password: %v, want %v", u.NoPassword, want)
			}
		})
	}
}

func TestOperatorMay(t *testing.T) {
	u := user(t, users(t, input()), names.UserOperator)
	commands := map[string]bool{
		"CLUSTER MEET 10.0.0.1 6379": true, "CLUSTER FAILOVER": true, "CLUSTER SET-CONFIG-EPOCH 3": true, "CLUSTER NODES": true,
		"CLUSTER MIGRATESLOTS SLOTSRANGE 0 1 NODE x": true, "CLUSTER GETSLOTMIGRATIONS": true, "CLUSTER CANCELSLOTMIGRATIONS": true,
		"ACL LOAD": true, "ACL GETUSER _momento_revision": true, "PING": true, "INFO": true, "CONFIG SET maxclients 5": true,
		"FUNCTION DUMP": true, "FUNCTION RESTORE x": true, "FUNCTION LIST": true, "AUTH u p": true, "HELLO 3": true,
		"ACL SETUSER x": false, "ACL SAVE": false, "CONFIG GET *": false, "CONFIG REWRITE": false, "FUNCTION FLUSH": false, "FUNCTION LOAD x": false,
		"CLIENT SETINFO LIB-NAME x": false, "CLIENT TRACKING ON": false, "FLUSHALL": false, "GET k": false, "SET k v": false, "SUBSCRIBE c": false,
		"SHUTDOWN": false, "DEBUG SLEEP 0": false,
	}
	for command, want := range commands {
		if got := may(u, command); got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
	if !u.Enabled || u.NoPassword {
		t.Error("the operator cannot log in, or without a password")
	}
}

func TestReplicationUserMay(t *testing.T) {
	u := user(t, users(t, input()), names.UserRepl)
	commands := map[string]bool{
		"PSYNC ? -1": true, "SYNC": true, "REPLCONF x y": true, "PING": true, "SELECT 0": true, "CLUSTER SYNCSLOTS x": true,
		"SET k v": true, "HSET h f v": true, "XADD s * f v": true, "RESTORE k 0 x": true, "FUNCTION LOAD x": true, "PEXPIREAT k 1": true,
		"FLUSHALL": false, "FLUSHDB": false, "SWAPDB 0 1": false, "GET k": false, "CLUSTER NODES": false, "CONFIG SET a b": false, "ACL LOAD": false,
	}
	for command, want := range commands {
		if got := may(u, command); got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
	// With -@dangerous behind +psync, psync would be gone again.
	if want := "-@all +psync +sync +replconf +ping +cluster|syncslots +select +@write ~* -flushall -flushdb -swapdb"; replRules != want {
		t.Errorf("rules %q, want %q in this order", replRules, want)
	}
}

// A server before 9.0 does not know CLUSTER SYNCSLOTS and would refuse the file.
func TestOlderVersionsLoadTheFile(t *testing.T) {
	in := input(binding("app", permission("writer", "~a:*")))
	in.NoSlotMigration = true
	file, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, minor := range []int{0, 1} {
		us, err := Parse(file.Text, For(8, minor))
		if err != nil {
			t.Fatalf("8.%d refuses the file: %v", minor, err)
		}
		u := user(t, us, names.UserRepl)
		if !may(u, "PSYNC ? -1") || !may(u, "SYNC") || !may(u, "SET k v") {
			t.Errorf("8.%d: a replica cannot attach", minor)
		}
	}
	in.NoSlotMigration = false
	file, err = Render(in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(file.Text, For(8, 1)); err == nil || !strings.Contains(err.Error(), "+cluster|syncslots") {
		t.Errorf("8.1 must refuse the file of a newer version, got %v", err)
	}
}

func TestSystemUsersAreLastAndOnEveryDatabase(t *testing.T) {
	file, err := Render(input(binding("zz", permission("none", "")), binding(DefaultUser, permission("none", ""))))
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for line := range strings.Lines(file.Text) {
		order = append(order, strings.Fields(line)[1])
	}
	want := []string{"zz", DefaultUser, names.UserOperator, names.UserRepl, names.UserRevision}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("order of users (-want +got):\n%s", diff)
	}
	if strings.Contains(file.Text, "db=") {
		t.Error("a user is limited to some databases")
	}
}

func TestSystemUsersTakeTwoPasswordsWhileRotating(t *testing.T) {
	in := input()
	in.OperatorHashes, in.ReplHashes = []string{Hash("a"), Hash("b")}, []string{Hash("c"), Hash("d")}
	us := users(t, in)
	for name, want := range map[string][]string{names.UserOperator: in.OperatorHashes, names.UserRepl: in.ReplHashes} {
		if diff := cmp.Diff(want, user(t, us, name).Hashes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
