package plan

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

const refusedText = "Failed to process command during slot migration. Check logs for more information"

const lostTarget = "Connection lost to target. Check CLUSTER GETSLOTMIGRATIONS on the target node for more information."

// scaleIn is a cluster of three shards that is to have two: slots move from node 4
// to node 0 first. The jobs are in the log of node 4, the messages of the target
// in that of node 0.
func scaleIn(t *testing.T, jobs []topology.Migration, atTarget string) Input {
	t.Helper()
	in := settled(t, Desired{3, 1})
	in.Desired.Shards = 2
	from, _ := in.View.Nodes[4].Server.Get()
	to, _ := in.View.Nodes[0].Server.Get()
	for i := range jobs {
		jobs[i].SourceID, jobs[i].TargetID, jobs[i].Export = from.ID, to.ID, true
	}
	inServer(4, func(s *topology.Server) { s.Migrations = jobs })(&in)
	inServer(0, func(s *topology.Server) {
		for _, job := range jobs {
			job.Export, job.Message = false, atTarget
			s.Migrations = append(s.Migrations, job)
		}
	})(&in)
	return in
}

// failedJobs are n failures, the last one some seconds ago, each of fewer slots.
func failedJobs(now time.Time, n int, ago time.Duration, size int, message string) []topology.Migration {
	var jobs []topology.Migration
	for i := range n {
		at := now.Add(-ago).Unix() - int64(10*(n-1-i))
		jobs = append(jobs, topology.Migration{
			Name: "j" + itoa(i), Slots: slots.Between(11000, 11000+size-1), State: topology.MigrationFailed, Created: at - 1, Updated: at, Message: message,
		})
		size = max(1, size/2)
	}
	return jobs
}

// TestSupervision has the entries of GETSLOTMIGRATIONS that were seen, and more.
func TestSupervision(t *testing.T) {
	now := settled(t, Desired{3, 1}).Now
	job := func(state topology.MigrationState, ago time.Duration) []topology.Migration {
		set, _ := slots.Parse("11000-11010 11020-11029")
		at := now.Add(-ago).Unix()
		return []topology.Migration{{Name: "j", Slots: set, State: state, Created: at, Updated: at, Acknowledged: at}}
	}
	const overload = "Protocol error: invalid CRLF in request"
	cases := map[string]struct {
		jobs      []topology.Migration
		atTarget  string
		want      Reason
		wantSlots int
		wantWords string
	}{
		"nothing yet":                        {nil, "", MovingSlots, 2730, "moving 2730 slots"},
		"one at work":                        {job("replicating", time.Second), "", SlotsMoving, 0, "21 slots are moving from node"},
		"a state of later versions":          {job("brand-new", time.Second), "", SlotsMoving, 0, "state brand-new"},
		"no word for a minute":               {job("snapshotting", 61*time.Second), "", MigrationStalled, 0, "have not moved for 1m1s"},
		"done, but the slots are still here": {job(topology.MigrationSuccess, time.Second), "", MovingSlots, 2730, ""},
		"not allowed":                        {failedJobs(now, 1, 100*time.Second, 2731, lostTarget), "-NOPERM User replicator has no permissions", MigrationNotAllowed, 0, "NOPERM"},
		"refused, as 9.1.2 says it":          {failedJobs(now, 3, time.Second, 2731, lostTarget), refusedText, MigrationNotAllowed, 0, "8s after the last one: Failed to process"},
		"not allowed, much later":            {failedJobs(now, 1, 301*time.Second, 2731, lostTarget), "-NOPERM User replicator", MovingSlots, 2730, ""},
		"flushed":                            {failedJobs(now, 1, 0, 2731, "Data was flushed"), "", MovingSlots, 2730, ""},
		"flushed again and again":            {failedJobs(now, 4, 0, 2731, "Data was flushed"), "", MigrationBackoff, 0, "failed 4 times"},
		"lost, a moment ago":                 {failedJobs(now, 1, time.Second, 2731, lostTarget), "", MigrationBackoff, 0, "2s after the last one: " + lostTarget},
		"lost, a while ago":                  {failedJobs(now, 1, 3*time.Second, 2731, lostTarget), "", MovingSlots, 2730, ""},
		"five times":                         {failedJobs(now, 5, 31*time.Second, 2731, overload), "", MigrationBackoff, 0, "the next attempt with 85 slots is 32s after"},
		"five times, later":                  {failedJobs(now, 5, 33*time.Second, 2731, overload), "", MovingSlots, 85, ""},
		"so often that one is left":          {failedJobs(now, 30, time.Hour, 2731, overload), "", MovingSlots, 1, ""},
		"cancelled": {func() []topology.Migration {
			jobs := failedJobs(now, 1, time.Second, 2731, "")
			jobs[0].State = topology.MigrationCancelled
			return jobs
		}(), "", MigrationBackoff, 0, "the server does not say why"},
		"a success in between": {append(failedJobs(now, 5, 60*time.Second, 2731, overload), topology.Migration{
			Name: "ok", Slots: slots.Between(1, 85), State: topology.MigrationSuccess, Created: now.Unix() - 1, Updated: now.Unix(),
		}), "", MovingSlots, 170, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := Next(scaleIn(t, c.jobs, c.atTarget))
			moved := 0
			for _, a := range got.Actions {
				moved += a.Slots.Len()
			}
			if got.Reason != c.want || moved != c.wantSlots || !strings.Contains(got.Message, c.wantWords) {
				t.Errorf("got %s with %d slots: %s, want %s with %d that says %q", got.Reason, moved, got.Message, c.want, c.wantSlots, c.wantWords)
			}
			if got.Progress == nil || got.Progress.Remaining != 5461 {
				t.Errorf("progress is %+v, want 5461 slots that remain", got.Progress)
			}
		})
	}
}

// TestReplicasTellOfNoJob: a replica repeats its primary's jobs without the ids of
// their ends, in state occurring-on-primary (9.1.2). Listed first, it hides nothing.
func TestReplicasTellOfNoJob(t *testing.T) {
	in := settled(t, Desired{3, 1})
	job := topology.Migration{
		Name: "j", SourceID: idOf(&in, 4), TargetID: idOf(&in, 0), Slots: slots.Split(3)[2].Last(100), State: "receiving-snapshot",
		Created: in.Now.Unix(), Acknowledged: in.Now.Unix(),
	}
	at := func(node int, change func(*topology.Migration)) func(*Input) {
		seen := job
		change(&seen)
		return inServer(node, func(s *topology.Server) { s.Migrations = []topology.Migration{seen} })
	}
	both(
		at(0, func(*topology.Migration) {}),
		at(1, func(m *topology.Migration) { m.SourceID, m.TargetID, m.State = "", "", "occurring-on-primary" }),
		at(4, func(m *topology.Migration) { m.Export, m.State = true, "snapshotting" }),
		func(in *Input) { in.View.Nodes[1].Name = "c-00000" }, // before its primary
		inPod(0, func(p *topology.Pod) { p.Deleting = true }),
	)(&in)
	want := "100 slots are moving from node " + in.View.Nodes[4].Name + " to node " + in.View.Nodes[0].Name
	if got := Next(in); got.Reason != SlotsMoving || !strings.HasPrefix(got.Message, want) {
		t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, want)
	}
}

func TestProgressCountsWhatMoved(t *testing.T) {
	in := scaleIn(t, []topology.Migration{{Name: "a", Slots: slots.Between(0, 9), State: topology.MigrationSuccess}}, "")
	if got := Next(in).Progress; got == nil || got.Moved != 10 {
		t.Errorf("progress is %+v, want 10 slots that moved", got)
	}
}

func TestClassify(t *testing.T) {
	cases := map[string]struct {
		state topology.MigrationState
		texts []string
		want  failure
	}{
		"the target's word counts": {topology.MigrationFailed, []string{lostTarget, "-NOPERM User x has no permissions"}, notAllowed},
		"refused":                  {topology.MigrationFailed, []string{lostTarget, refusedText}, refused},
		"flushed":                  {topology.MigrationFailed, []string{"Data was flushed", ""}, flushed},
		"lost":                     {topology.MigrationFailed, []string{lostTarget, ""}, disconnected},
		"lost after an error":      {topology.MigrationFailed, []string{lostTarget, "Protocol error: invalid CRLF in request"}, unexplained},
		"cancelled":                {topology.MigrationCancelled, []string{"", ""}, cancelled},
		"unknown":                  {topology.MigrationFailed, []string{"Something new", ""}, unexplained},
	}
	for name, c := range cases {
		if got := classify(c.state, c.texts...); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}

// grown is a cluster of four shards of which the first two have all slots.
func grown(t *testing.T) Input {
	t.Helper()
	in := settled(t, Desired{4, 0})
	halves := slots.Split(2)
	for i := range in.View.Nodes {
		inServer(i, func(s *topology.Server) {
			for j := range s.Peers {
				for k := range in.View.Nodes {
					if owner, _ := in.View.Nodes[k].Server.Get(); owner.ID == s.Peers[j].ID {
						s.Peers[j].Slots = slots.Set{}
						if k < len(halves) {
							s.Peers[j].Slots = halves[k]
						}
					}
				}
			}
		})(&in)
	}
	return in
}

// TestMigrationsAtOnce: pairs of nodes that have none in common do not wait for
// each other.
func TestMigrationsAtOnce(t *testing.T) {
	in := grown(t)
	got := Next(in)
	var pairs []string
	for _, a := range got.Actions {
		pairs = append(pairs, a.Node+">"+a.Peer)
	}
	want := []string{in.View.Nodes[0].Name + ">" + in.View.Nodes[2].Name, in.View.Nodes[1].Name + ">" + in.View.Nodes[3].Name}
	if diff := cmp.Diff(want, pairs); diff != "" {
		t.Errorf("the moves (-want +got):\n%s\n%s", diff, got.Message)
	}
	from, _ := in.View.Nodes[0].Server.Get()
	to, _ := in.View.Nodes[2].Server.Get()
	inServer(2, func(s *topology.Server) {
		s.Migrations = []topology.Migration{{Name: "j", SourceID: from.ID, TargetID: to.ID, Slots: got.Actions[0].Slots, State: "replicating", Created: in.Now.Unix()}}
	})(&in)
	if got = Next(in); got.Reason != MovingSlots || len(got.Actions) != 1 || got.Actions[0].Node != in.View.Nodes[1].Name {
		t.Errorf("beside a job of others: %s: %s", got.Reason, got.Message)
	}
	in.Desired.Shards = 3
	if got = Next(in); got.Reason != SlotsMoving {
		t.Errorf("a shard is to be drained beside a job of others: %s: %s", got.Reason, got.Message)
	}
}
