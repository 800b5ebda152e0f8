package plan

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden logs anew")

// step is something that happens once the cluster is well, or, after some passes,
// while it is at work.
type step struct {
	after int // passes; 0 is once the cluster is well
	do    func(*sim)
}

func want(shards, replicas int) func(*sim) {
	return func(s *sim) { s.desired = Desired{shards, replicas} }
}

// sequences are changes and faults that were seen to go wrong elsewhere, each
// with an operator that restarts after every single action.
func sequences() map[string]struct {
	shape Desired
	steps []step
} {
	node := func(s *sim, shard int, primary bool) *simNode {
		return s.anyNode(func(n *simNode) bool { return n.shard == shard && s.isPrimary(n) == primary })
	}
	roll := func(s *sim) { s.revisions++; s.revision = s.revisions }
	return map[string]struct {
		shape Desired
		steps []step
	}{
		"grow-from-one-node": {Desired{1, 0}, []step{{0, want(1, 1)}, {0, want(2, 1)}, {0, want(1, 1)}}},
		"scale-out":          {Desired{3, 1}, []step{{0, want(4, 1)}}},
		"scale-out-without-permission": {Desired{3, 1}, []step{
			{0, func(s *sim) { s.migration = "noperm"; want(4, 1)(s) }}, {30, func(s *sim) { s.migration = "" }},
		}},
		"scale-in-with-a-pending-pod": {Desired{4, 1}, []step{
			{0, func(s *sim) { s.full = true; s.killNode(node(s, 2, false)) }}, {20, want(3, 1)}, {60, func(s *sim) { s.full = false }},
		}},
		"scale-in-and-revert": {Desired{3, 1}, []step{{0, want(2, 1)}, {5, want(3, 1)}}},
		"image-that-cannot-run": {Desired{2, 1}, []step{
			{0, func(s *sim) { roll(s); s.unschedulable[s.revision] = true }}, {12, func(s *sim) { s.revision = 0 }},
		}},
		"roll": {Desired{2, 1}, []step{{0, roll}}},
		"both-pods-of-a-shard": {Desired{3, 1}, []step{{0, func(s *sim) {
			s.eachOf(func(n *simNode) bool { return n.shard == 2 }, func(n *simNode) { s.stopPod(n, true, 0) })
		}}}},
		"primary-killed": {Desired{3, 1}, []step{{0, func(s *sim) { s.killNode(node(s, 1, true)) }}}},
		"replica-killed": {Desired{3, 1}, []step{{0, func(s *sim) { s.killNode(node(s, 1, false)) }}}},
		"majority-of-primaries-cut-off-and-back": {Desired{3, 1}, []step{
			{0, func(s *sim) {
				for _, shard := range []int{0, 1} {
					h := &host{name: fmt.Sprintf("x%d", shard), up: true, cut: true, island: 2, troubled: s.now}
					node(s, shard, true).pod.host = h
					s.process(node(s, shard, true)).host = h
					s.hosts = append(s.hosts, h)
				}
			}},
			{40, func(s *sim) {
				for _, h := range s.hosts {
					s.hostBack(h)
				}
			}},
		}},
		"drain-of-a-host": {Desired{3, 1}, []step{{0, func(s *sim) {
			h := s.process(node(s, 0, true)).host
			s.eachOf(func(n *simNode) bool { return n.pod.host == h }, func(n *simNode) { s.stopPod(n, false, 3000) })
		}}}},
		"role-deleted": {Desired{2, 1}, []step{
			{0, func(s *sim) { s.unresolved = true; roll(s); s.killNode(node(s, 0, false)) }}, {25, func(s *sim) { s.unresolved = false }},
		}},
		"all-addresses-change": {Desired{2, 1}, []step{{0, func(s *sim) {
			for i, p := range s.procs {
				p.addr = fmt.Sprintf("10.9.0.%d", i)
			}
		}}}},
	}
}

// TestSequences compares the decisions of each sequence with what is committed.
// A wait that goes on stands there once.
func TestSequences(t *testing.T) {
	for name, c := range sequences() {
		t.Run(name, func(t *testing.T) {
			s := newSim(1, c.shape)
			s.restarts, s.verbose = true, true
			s.formed()
			got := s.script(c.steps)
			if s.failure != "" {
				t.Fatalf("%s\n%s", s.failure, s.text())
			}
			file := filepath.Join("testdata", "sequences", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the decisions differ from %s (go test -update writes it anew):\n%s", file, got)
			}
		})
	}
}

// script runs steps to their end and returns the decisions, a line each.
func (s *sim) script(steps []step) string {
	var b strings.Builder
	last, since, well := "", 0, 0
	for pass := 0; s.failure == ""; pass++ {
		if len(steps) > 0 && (steps[0].after > 0 && since >= steps[0].after || steps[0].after == 0 && well > 5) {
			clear(s.received)
			steps[0].do(s)
			steps, since, well = steps[1:], 0, 0
		}
		since++
		d := s.pass()
		line := fmt.Sprintf("%s %s: %s\n", d.Verb, d.Reason, d.Message)
		if line != last {
			b.WriteString(line)
		}
		last = line
		well++
		if d.Verb != Done {
			well = 0
		}
		if len(steps) == 0 && well > 2 {
			s.well()
			break
		}
		if since > bound {
			s.broken("no end after %d passes: %s", bound, d.Message)
		}
		s.tick(700)
	}
	return b.String()
}

// TestRevertAtEveryPoint takes a scale-in back after each number of passes.
func TestRevertAtEveryPoint(t *testing.T) {
	for after := 1; after < 30; after++ {
		for seed := range uint64(2) {
			s := newSim(seed, Desired{3, 1})
			s.restarts, s.verbose = true, true
			s.formed()
			s.script([]step{{0, want(2, 1)}, {after, want(3, 1)}})
			if s.failure != "" {
				t.Fatalf("reverted after %d passes: %s\n%s", after, s.failure, s.text())
			}
		}
	}
}

// TestOneFailoverAShard: a roll promotes exactly once in each shard.
func TestOneFailoverAShard(t *testing.T) {
	for seed := range uint64(10) {
		s := newSim(seed, Desired{3, 1})
		s.formed()
		s.script([]step{{0, func(s *sim) { s.revisions++; s.revision = s.revisions }}})
		total := 0
		for _, n := range s.promotions {
			total += n
		}
		if s.failure != "" || total != 3 {
			t.Errorf("seed %d: %d promotions, want 3 (%s)", seed, total, s.failure)
		}
	}
}
