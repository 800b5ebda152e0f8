package plan

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// job is a slot migration, which both ends list.
type job struct {
	name           string
	source, target *proc
	slots          slots.Set
	created        int64
	updated        int64
	acked          int64
	ends           int64
	state          topology.MigrationState
	message        string // at the source
	targetMessage  string
}

func (s *sim) startJob(from, to *proc, moved slots.Set) error {
	q := from.peer(to.id)
	switch {
	case moved.Without(from.slots) != slots.Set{}:
		return errRefused("Slots are not served by this node.")
	case q == nil:
		return errRefused("Unknown node name: " + to.id)
	}
	s.jobs++
	j := &job{name: fmt.Sprintf("job-%d", s.jobs), source: from, target: to, slots: moved, created: s.now, updated: s.now, acked: s.now,
		ends: s.now + 200 + s.rng.Int64N(2500), state: "snapshotting"}
	if s.migration == "stall" {
		j.ends, s.migration = s.now+70_000, ""
		s.count("fault migration stall")
	}
	from.jobs, to.jobs = append(from.jobs, j), append(to.jobs, j)
	return nil
}

// migrate lets jobs end, in one of the ways in which they do.
func (s *sim) migrate() {
	for _, p := range s.procs {
		if !p.running() {
			continue
		}
		for _, j := range p.jobs {
			if j.state.Ended() || j.source != p && j.source.running() {
				continue
			}
			s.stepJob(j)
		}
	}
}

func (s *sim) stepJob(j *job) {
	end := func(state topology.MigrationState, message, atTarget string) {
		j.state, j.message, j.targetMessage, j.updated = state, message, atTarget, s.now
		s.note("    %s of %d slots from %s to %s: %s %s", j.name, j.slots.Len(), j.source.name, j.target.name, state, message)
	}
	switch {
	case !reach(j.source, j.target):
		s.count("fault migration disconnected")
		end("failed", lostTarget, "Connection lost to source")
	case j.target.primary != "":
		end("failed", "Received error during handshake to target: -ERR Slot migration can only be used on primary nodes.", "")
	case j.source.primary != "" || !j.slots.Without(j.source.slots).Empty():
		end("cancelled", "", "")
	case s.migration == "cancel":
		s.migration = ""
		s.count("fault migration cancelled")
		end("cancelled", "Cancelled", "Cancelled")
	case s.migration == "flush":
		s.migration = ""
		s.count("fault migration flushed")
		end("failed", "Data was flushed", "Data was flushed")
	case s.migration == "noperm":
		s.count("fault migration noperm")
		end("failed", lostTarget, refusedText)
	case s.migration == "protocol" && j.slots.Len() > 400:
		s.count("fault migration protocol")
		end("failed", "Protocol error: invalid CRLF in request", "")
	case s.now >= j.ends:
		s.finishJob(j)
		end("success", "", "")
		if s.migration == "source ends" {
			s.migration = ""
			s.count("fault migration source ends")
			s.slowGossip = s.now + 4000
			s.kill(j.source, false)
		}
	}
}

func (s *sim) finishJob(j *job) {
	from, to := j.source, j.target
	if !to.owns() && s.functionsMissing(to) {
		s.broken("%s gets its first slot without functions", to.name)
	}
	to.current = max(to.current, from.current) + 1
	to.epoch = to.current
	for k := range probes {
		if j.slots.Has(probe(k)) {
			to.data[k], from.data[k] = from.data[k], 0
			to.offset += 10
		}
	}
	from.slots, to.slots = from.slots.Without(j.slots), to.slots.Or(j.slots)
	for _, q := range to.peers {
		q.slots = q.slots.Without(j.slots)
	}
	if q := from.peer(to.id); q != nil {
		q.slots, q.epoch = q.slots.Or(j.slots), to.epoch
	}
	for _, p := range []*proc{from, to} {
		p.version++
		p.table++
	}
}

// functionsMissing is whether a live primary has functions that p has not.
func (s *sim) functionsMissing(p *proc) bool {
	for _, o := range s.procs {
		if s.answers(o) && o.owns() && o != p {
			return o.functions != p.functions
		}
	}
	return false
}
