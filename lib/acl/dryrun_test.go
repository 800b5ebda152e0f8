package acl

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Each file holds random users and what a real server of that version answered
// to ACL DRYRUN for a sample of calls of all commands: a line with a user, then
// a line a call: the answer, for a key or channel with its name, and the
// arguments, separated by tabs.
func TestEvaluatorAgreesWithTheServer(t *testing.T) {
	cases := map[string]struct {
		major, minor int
		calls        int // at least so many in the file
	}{
		"dryrun-8.0.txt": {8, 0, 2500},
		"dryrun-8.1.txt": {8, 1, 2500},
		"dryrun-9.1.txt": {9, 1, 5000},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("testdata/" + name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close() //nolint:errcheck // it was only read
			calls, allowed, line := 0, 0, ""
			var u *User
			for rows := bufio.NewScanner(f); rows.Scan(); {
				if strings.HasPrefix(rows.Text(), "user ") {
					line = rows.Text()
					us, err := Parse(line, For(c.major, c.minor))
					if err != nil {
						t.Fatal(err)
					}
					u = user(t, us, strings.Fields(line)[1])
					continue
				}
				fields := strings.Split(rows.Text(), "\t")
				calls++
				if got := answer(u.MayRun(fields[1:]...)); got != fields[0] {
					t.Errorf("%q\n  %q: %s, the server says %s", line, fields[1:], got, fields[0])
				}
				if fields[0] == "permitted" {
					allowed++
				}
			}
			if calls < c.calls || allowed < calls/5 {
				t.Errorf("%d calls, %d of them allowed: too few to tell anything", calls, allowed)
			}
		})
	}
}

func answer(v Verdict) string {
	if v.Reason == KeyForbidden || v.Reason == ChannelForbidden {
		return fmt.Sprintf("%s:%s", v.Reason, v.Object)
	}
	return v.Reason.String()
}

// The rules that operators have given their replication user, and what 9.1.2
// answers: only the third list serves replication and a slot migration with
// data, as order and category decide.
func TestReplicationRuleLists(t *testing.T) {
	commands := []string{"SELECT 0", "SET k v", "PSYNC ? -1", "SYNC", "FLUSHALL", "CLUSTER SYNCSLOTS x"}
	cases := map[string]struct {
		rules string
		want  [6]bool
	}{
		"empty slots only": {
			"+psync +replconf +ping +cluster|syncslots",
			[6]bool{false, false, true, false, false, true},
		},
		"without sync": {
			"+@write ~* -@dangerous +ping +select +psync +replconf +cluster|syncslots -flushall -flushdb -restore -restore-asking",
			[6]bool{true, true, true, false, false, true},
		},
		"complete": {
			"-@all +psync +sync +replconf +ping +cluster|syncslots +select +@write ~* -flushall -flushdb -swapdb",
			[6]bool{true, true, true, true, false, true},
		},
		"all but dangerous": {
			"+@all -@dangerous ~*",
			[6]bool{true, true, false, false, false, false},
		},
		"dangerous taken back too late": {
			"+psync +replconf +cluster|syncslots -@dangerous",
			[6]bool{},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			u := userOf(t, c.rules)
			for i, command := range commands {
				if got := may(u, command); got != c.want[i] {
					t.Errorf("%s: %v, want %v", command, got, c.want[i])
				}
			}
		})
	}
}
