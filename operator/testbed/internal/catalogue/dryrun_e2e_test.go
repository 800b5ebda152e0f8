//go:build e2e

package catalogue

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/acl"
)

// How many random users a version is asked about, and how many calls of each command a user is tried with.
const (
	randomUsers = 220
	callsEach   = 2
)

// TestEvaluatorAgreesWithDryrun: for all commands and subcommands that a server reports, called by random users, we say
// what ACL DRYRUN says, and for the same reason.
func TestEvaluatorAgreesWithDryrun(t *testing.T) {
	for _, minor := range slices.Sorted(maps.Keys(recorded())) {
		t.Run(minor, func(t *testing.T) {
			j := newJudge(t, minor)
			commands, categories := commandsOf(t, j)
			d := dice{Rand: rand.New(rand.NewPCG(1, 2)), categories: categories}
			for _, c := range commands {
				d.commands = append(d.commands, c.Name)
			}
			c := acl.For(j.version.Major, j.version.Minor)
			var lines []string
			for i := range randomUsers {
				lines = append(lines, d.user(i, c))
			}
			tally := replay(t, j, c, lines, func(int) [][]string {
				var calls [][]string
				for _, c := range commands {
					for range callsEach {
						calls = append(calls, d.call(c))
					}
				}
				return calls
			})
			t.Logf("%d commands, %d users: %v", len(commands), len(lines), tally)
			for _, reason := range []acl.Reason{acl.Permitted, acl.CommandForbidden, acl.KeyForbidden, acl.ChannelForbidden, acl.WrongArguments} {
				if tally[reason.String()] < 100 {
					t.Errorf("%d answers %q: too few to tell anything", tally[reason.String()], reason)
				}
			}
		})
	}
}

// commandsOf asks the server itself, not the catalogue, for its commands.
func commandsOf(t *testing.T, j *judge) ([]command, []string) {
	t.Helper()
	commands, categories, err := recorder{program: j.program}.commands(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return commands, categories
}

// replay lets a server load the users from an ACL file and compares both verdicts of every call. It counts the answers by
// their reason.
func replay(t *testing.T, j *judge, c *acl.Catalogue, lines []string, calls func(user int) [][]string) map[string]int {
	t.Helper()
	text := strings.Join(append(lines, "user default on nopass ~* &* +@all"), "\n") + "\n"
	users, err := acl.Parse(text, c)
	if err != nil {
		t.Fatal(err)
	}
	j.users = text
	s, why, err := j.run(t.Context())
	if err != nil {
		t.Fatalf("%v: %s", err, why)
	}
	defer s.stop() //nolint:errcheck // a folder that stays is no wrong answer
	tally := map[string]int{}
	for i, line := range lines {
		name := strings.Fields(line)[1]
		user, _ := users.User(name)
		argvs := calls(i)
		questions := make([][]string, len(argvs))
		for k, argv := range argvs {
			questions[k] = append([]string{"ACL", "DRYRUN", name}, argv...)
		}
		answers, err := s.pipeline(questions)
		if err != nil {
			t.Fatal(err)
		}
		for k, argv := range argvs {
			verdict := user.MayRun(argv...)
			tally[verdict.Reason.String()]++
			if got, want := inWords(verdict), serverWords(answers[k]); got != want {
				t.Errorf("%q\n  %q: %s, the server says %s", line, argv, got, want)
			}
		}
	}
	return tally
}

func inWords(v acl.Verdict) string {
	switch v.Reason {
	case acl.KeyForbidden, acl.ChannelForbidden, acl.CommandForbidden:
		return fmt.Sprintf("%s %q", v.Reason, v.Object)
	default:
		return v.Reason.String()
	}
}

var saysForbidden = regexp.MustCompile(`(?s)^User u?\w+ has no permissions to (?:run|access) the '(.*)' (command|key|channel)$`)

// serverWords are an answer of ACL DRYRUN in the same words, and as it is if it is none that is known.
func serverWords(r reply) string {
	m := saysForbidden.FindStringSubmatch(r.text)
	switch {
	case r.text == "OK":
		return acl.Permitted.String()
	case m != nil:
		return fmt.Sprintf("%s %q", m[2], m[1])
	case strings.HasPrefix(r.text, "ERR Command '"):
		return acl.UnknownCommand.String()
	case strings.HasPrefix(r.text, "ERR wrong number of arguments"):
		return acl.WrongArguments.String()
	}
	return r.text
}
