//go:build e2e

package act

import (
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// questions are the commands that change nothing, and those that servers send each
// other by themselves.
var questions = map[string]bool{
	"hello": true, "info": true, "cluster|nodes": true, "cluster|info": true, "cluster|getslotmigrations": true, "acl|getuser": true,
	"function|list": true, "function|dump": true,
	"ping": true, "select": true, "auth": true, "replconf": true, "psync": true, "cluster|syncslots": true,
}

// told counts, by server and command, what was asked of the servers that is no
// question, done or refused.
func (f *fleet) told() map[string]int {
	f.Helper()
	all := map[string]int{}
	for name, s := range f.servers {
		if f.mute[name] {
			continue
		}
		report, err := s.Admin(f.T, "INFO", "commandstats").ToString()
		f.must(err)
		for field, value := range topology.ParseInfo(report) {
			command, counts := strings.CutPrefix(field, "cmdstat_")
			if !counts || questions[command] {
				continue
			}
			for part := range strings.SplitSeq(value, ",") {
				if kind, n, _ := strings.Cut(part, "="); kind == "calls" || kind == "rejected_calls" {
					times, err := strconv.Atoi(n)
					f.must(err)
					all[name+" "+command] += times
				}
			}
		}
	}
	return all
}

// refuses demands that an action is superseded for the reason given, that no server
// was told to do anything, and that the objects stay as they are.
func (f *fleet) refuses(p *Pass, action plan.Action, why string) {
	f.Helper()
	before := f.told()
	f.world.refuses(p, action, why)
	if diff := cmp.Diff(before, f.told()); diff != "" {
		f.Errorf("%s was superseded, and servers were told (-before +after):\n%s", action.Kind, diff)
	}
}
