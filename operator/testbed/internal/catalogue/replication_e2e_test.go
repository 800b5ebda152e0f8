//go:build e2e

package catalogue

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/acl"
)

// TestReplicationUsers has the rules that operators in the field gave their replication user, and what real servers and
// our evaluator let such a user do. CLUSTER SYNCSLOTS is there from 9.0 on: an older server refuses a rule for it.
func TestReplicationUsers(t *testing.T) {
	calls := [][]string{{"SELECT", "0"}, {"SET", "k", "v"}, {"PSYNC", "?", "-1"}, {"SYNC"}, {"FLUSHALL"}, {"CLUSTER", "SYNCSLOTS", "x"}}
	const syncslots = " +cluster|syncslots"
	cases := map[string]struct {
		rules string
		want  [6]bool
	}{
		"Momento": {
			"+psync +replconf +ping" + syncslots,
			[6]bool{false, false, true, false, false, true},
		},
		"blog": {
			"+@write ~* -@dangerous +ping +select +psync +replconf" + syncslots + " -flushall -flushdb -restore -restore-asking",
			[6]bool{true, true, true, false, false, true},
		},
		"VIO": {
			"-@all +psync +sync +replconf +ping" + syncslots + " +select +@write ~* -flushall -flushdb -swapdb",
			[6]bool{true, true, true, true, false, true},
		},
		"all but dangerous": { // the cell of SYNCSLOTS was left to a server: 9.1.2 says no
			"+@all -@dangerous ~*",
			[6]bool{true, true, false, false, false, false},
		},
	}
	for _, minor := range slices.Sorted(maps.Keys(recorded())) {
		for name, c := range cases {
			t.Run(minor+" "+name, func(t *testing.T) {
				j := newJudge(t, minor)
				known := acl.For(j.version.Major, j.version.Minor)
				rules, want := c.rules, c.want
				if !known.Has("cluster", "syncslots") {
					rules, want[5] = strings.Replace(rules, syncslots, "", 1), false
				}
				replay(t, j, known, []string{"user u on nopass resetchannels " + rules}, func(int) [][]string { return calls })
				users, err := acl.Parse("user u on nopass resetchannels "+rules, known)
				if err != nil {
					t.Fatal(err)
				}
				u, _ := users.User("u")
				for i, call := range calls {
					if got := u.MayRun(call...).Allowed; got != want[i] {
						t.Errorf("%q: %v, want %v", call, got, want[i])
					}
				}
			})
		}
	}
}
