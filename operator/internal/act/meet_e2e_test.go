//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

func TestMeet(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	p, meet := f.look(), f.action(plan.Meet, "a", "b")
	f.does(p, meet)
	f.knows("a", "b")
	f.knows("b", "a")
	f.refuses(p, meet, "node a knows node b")

	// One who was forgotten by one side only is introduced again.
	f.tell("b", "CLUSTER", "FORGET", f.ids["a"])
	before := f.told()
	f.does(p, meet)
	if got := f.told()["a cluster|meet"] - before["a cluster|meet"]; got != 1 {
		t.Errorf("a met b %d times, want 1", got)
	}

	// A greeting that is not answered yet is not repeated.
	f.deaf("c", true)
	f.tell("a", "CLUSTER", "MEET", f.servers["c"].Address, "6379")
	f.refuses(p, f.action(plan.Meet, "a", "c"), "node a shakes hands with node c")
}

// TestMeetAtAnotherAddress: who is known where he is not any more is introduced again,
// unless he was found by himself.
func TestMeetAtAnotherAddress(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	f.meet("a", "b")
	meet := f.action(plan.Meet, "a", "b")
	f.part("a", "b")
	f.refuses(f.look(), meet, "node a knows node b") // it finds b by itself, where it is

	f.tell("a", "DEBUG", "DISABLE-CLUSTER-RECONNECTION", "0")
	f.connected("a", "b", true)
	moved := freeAddress(t)
	f.tell("b", "CONFIG", "SET", "bind", f.servers["b"].Address+" "+moved)
	b := f.pod("b")
	b.Status.PodIP = moved
	f.must(f.api.Status().Update(t.Context(), b))
	p := f.look()
	f.refuses(p, meet, "node a knows node b")

	f.part("a", "b")
	before := f.told()
	f.does(p, meet)
	if got := f.told()["a cluster|meet"] - before["a cluster|meet"]; got != 1 {
		t.Errorf("a met b %d times, want 1", got)
	}
}

// part breaks the link of a server to another one for good.
func (f *fleet) part(name, other string) {
	f.Helper()
	f.tell(name, "DEBUG", "DISABLE-CLUSTER-RECONNECTION", "1")
	f.tell(name, "DEBUG", "CLUSTERLINK", "KILL", "TO", f.ids[other])
	f.connected(name, other, false)
}

func (f *fleet) connected(name, other string, want bool) {
	f.Helper()
	f.until("the link to "+other, name, func(s topology.Server) bool {
		peer, _ := s.Peer(f.ids[other])
		return peer.Connected == want
	})
}

func (f *fleet) knows(name, other string) {
	f.Helper()
	f.until(name+" to know "+other, name, func(s topology.Server) bool {
		_, known := s.Peer(f.ids[other])
		return known
	})
}
