package plan

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// TestFakeAnswersAsAServer holds what the fake answers against what real servers
// answered.
func TestFakeAnswersAsAServer(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "transcripts", "9.1.2.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if did, answer, ok := strings.Cut(strings.TrimSpace(line), " => "); ok && !strings.HasPrefix(line, "#") {
			want[did] = strings.TrimPrefix(answer, "ERR ")
		}
	}
	got := answers()
	if names := slices.Sorted(maps.Keys(want)); !slices.Equal(names, slices.Sorted(maps.Keys(got))) {
		t.Fatalf("the transcript has %v", names)
	}
	for did, answer := range got {
		t.Run(did, func(t *testing.T) {
			s := newSim(1, Desired{3, 1})
			s.formed()
			s.tick(3000)
			if said := answer(s); said != want[did] {
				t.Errorf("the fake says %q, a server says %q", said, want[did])
			}
		})
	}
}

// answers does to a fake cluster of three shards what was done to a real one, and
// returns what it says.
func answers() map[string]func(*sim) string {
	command := func(s *sim, kind ActionKind, node, peer *proc, set slots.Set) string {
		a := Action{Kind: kind, Node: node.name, ID: node.id, Epoch: 9, Slots: set}
		if peer != nil {
			a.Peer, a.PeerID = peer.name, peer.id
		}
		var refused refusal
		if err := s.command(a); errors.As(err, &refused) {
			return string(refused)
		}
		return ""
	}
	none := slots.Set{}
	return map[string]func(*sim) string{
		"CLUSTER SET-CONFIG-EPOCH, a second time": func(s *sim) string {
			s.procs[1].peers, s.procs[1].epoch = nil, 1
			return command(s, SetConfigEpoch, s.procs[1], nil, none)
		},
		"CLUSTER SET-CONFIG-EPOCH, after a meeting": func(s *sim) string { return command(s, SetConfigEpoch, s.procs[1], nil, none) },
		"CLUSTER ADDSLOTSRANGE 5 6, of another primary": func(s *sim) string {
			return command(s, AssignSlots, s.procs[2], nil, slots.Between(5, 6))
		},
		"CLUSTER REPLICATE, by a primary with slots": func(s *sim) string { return command(s, Replicate, s.procs[2], s.procs[0], none) },
		"CLUSTER REPLICATE <r>":                      func(s *sim) string { return command(s, Replicate, s.procs[3], s.procs[1], none) },
		"CLUSTER FORGET <p>, by its replica":         func(s *sim) string { return command(s, Forget, s.procs[1], s.procs[0], none) },
		"CLUSTER FAILOVER, by a primary":             func(s *sim) string { return command(s, FailOver, s.procs[0], s.procs[2], none) },
		"CLUSTER FAILOVER, with a dead primary": func(s *sim) string {
			s.kill(s.procs[0], false)
			s.tick(2000)
			return command(s, FailOver, s.procs[1], s.procs[0], none)
		},
		"CLUSTER MIGRATESLOTS, of a slot of another primary": func(s *sim) string {
			return command(s, MoveSlots, s.procs[0], s.procs[2], slots.Between(9000, 9000))
		},
		"CLUSTER MIGRATESLOTS <r>, to a replica": func(s *sim) string {
			return command(s, MoveSlots, s.procs[0], s.procs[3], slots.Between(866, 866)) + s.jobMessage(true)
		},
		"CLUSTER MIGRATESLOTS, without permission, at the source": func(s *sim) string {
			s.migration = "noperm"
			return command(s, MoveSlots, s.procs[0], s.procs[2], slots.Between(866, 866)) + s.jobMessage(true)
		},
		"CLUSTER MIGRATESLOTS, without permission, at the target": func(s *sim) string {
			s.migration = "noperm"
			return command(s, MoveSlots, s.procs[0], s.procs[2], slots.Between(866, 866)) + s.jobMessage(false)
		},
		"a running server that all have forgotten, 30 seconds later": func(s *sim) string { return s.forgottenFor(30_000) },
		"a running server that all have forgotten, 70 seconds later": func(s *sim) string { return s.forgottenFor(70_000) },
		"INFO replication, of a replica that never reached its primary": func(s *sim) string {
			p := s.newProc("fresh", s.hosts[0])
			s.followNew(p, s.procs[0].id)
			return "slave_repl_offset:" + itoa(s.serverOf(p).Replication.Offset)
		},
	}
}

func (s *sim) jobMessage(atSource bool) string {
	s.tick(1000)
	j := s.procs[0].jobs[0]
	if atSource {
		return j.message
	}
	return j.targetMessage
}

func (s *sim) forgottenFor(ms int64) string {
	gone := s.procs[5]
	for _, p := range s.procs[:5] {
		if p.primary != gone.id {
			_ = s.command(Action{Kind: Forget, Node: p.name, ID: p.id, PeerID: gone.id})
		}
	}
	s.tick(ms)
	known := 0
	for _, p := range s.procs[:5] {
		if p.peer(gone.id) != nil {
			known++
		}
	}
	switch known {
	case 0:
		return "unknown to all"
	case 5:
		return "known to all"
	}
	return "known to some"
}
