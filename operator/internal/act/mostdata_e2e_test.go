//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// write has a primary write something to its replicas.
func (f *fleet) write(name string) {
	f.Helper()
	f.tell(name, "FUNCTION", "LOAD", "REPLACE", "#!lua name=data\nserver.register_function('data', function() return 1 end)")
}

// TestPromoteTheOneWithMostData: c has what b lacks, since the look.
func TestPromoteTheOneWithMostData(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	p := f.look()
	f.bar("b")
	f.synced("c")
	f.write("a")
	behind := f.says("b").Replication.Offset
	f.until("c to be ahead", "c", func(s topology.Server) bool { return s.Replication.Offset > behind })
	f.kill("a")
	f.report("a")
	for _, kind := range []plan.ActionKind{plan.ForceFailOver, plan.TakeOver} {
		f.refuses(p, f.action(kind, "b", "a"), "node c has data up to")
	}
	f.does(p, f.action(plan.TakeOver, "c", "a"))
	f.leads("c", slots.All())
}

// TestPromoteTheOneInTheLaterHistory: b has taken a's place. Of its two replicas, a
// attaches to it after the look, and c does not: whatever its offset is, c lacks what
// b has acknowledged.
func TestPromoteTheOneInTheLaterHistory(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	f.tell("a", "CONFIG", "SET", "primaryauth", "a wrong password")
	f.bar("c")
	f.tell("b", "CLUSTER", "FAILOVER")
	for _, name := range []string{"a", "c"} {
		f.until(name+" to follow b", name, func(s topology.Server) bool { return s.Myself().PrimaryID == f.ids["b"] })
	}
	p := f.look()
	f.letIn("a")
	f.kill("b")
	f.report("b")
	later, former := f.says("a").Replication, f.says("c").Replication
	if later.FormerID != former.ReplicationID {
		t.Fatalf("a is in history %+v, c in %+v: not one after the other", later, former)
	}
	f.refuses(p, f.action(plan.ForceFailOver, "c", "b"), "node a is in the history that goes on from that of node c")
	f.does(p, f.action(plan.TakeOver, "a", "b"))
	f.leads("a", slots.All())
}

// TestPromoteTheOneThatWasInSync: neither replica had got anything of a at the look;
// since then c has. What b has is what it had as a primary.
func TestPromoteTheOneThatWasInSync(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	f.meet("a", "b", "c")
	f.own("a", slots.All())
	for _, name := range []string{"b", "c"} {
		f.bar(name)
		f.tell(name, "CLUSTER", "REPLICATE", f.ids["a"])
		f.heard(name)
	}
	p := f.look()
	f.letIn("c")
	f.kill("a")
	f.report("a")
	f.refuses(p, f.action(plan.ForceFailOver, "b", "a"), "node c was in sync with another primary, node b has only what it had as one")
	f.does(p, f.action(plan.TakeOver, "c", "a"))
	f.leads("c", slots.All())
}

// TestPromoteBesideASilentOne: how much data a replica has that answered the look and
// does not answer now is not known. Of one that was silent then the plan knew.
func TestPromoteBesideASilentOne(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	p := f.look()
	f.kill("a")
	f.report("a")
	f.kill("c")
	f.refuses(p, f.action(plan.ForceFailOver, "b", "a"), "replica c answered a moment ago and does not now")
	f.does(f.look(), f.action(plan.TakeOver, "b", "a"))
	f.leads("b", slots.All())
}

// TestPromoteWhereAnotherHasBeen: c has been elected since the look, and b has not
// heard of it. Promoted now, b would claim the same slots with an epoch that may win.
func TestPromoteWhereAnotherHasBeen(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	p := f.look()
	f.deaf("b", true)
	f.kill("a")
	f.report("a")
	f.tell("c", "CLUSTER", "FAILOVER", "TAKEOVER")
	for _, kind := range []plan.ActionKind{plan.ForceFailOver, plan.TakeOver} {
		f.refuses(p, f.action(kind, "b", "a"), "node c, which followed "+f.ids["a"]+" a moment ago, is the primary of slots 0-16383")
	}
}
