package plan

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// rebalance moves slots until every shard that stays has its even share and one
// that leaves has none, from what the servers say now. A server has one migration
// at a time; between pairs of nodes that have none in common they run at once.
// Shards that leave are drained one after the other, each whole, onto those that
// stay.
func rebalance(w *world) (Decision, bool) {
	owners, leaving := w.balancing()
	owned := make([]slots.Set, len(owners))
	for i, m := range owners {
		owned[i] = m.owned()
	}
	moves := slots.Balance(owned, leaving)
	jobs := w.activeJobs()
	d, decided := w.startMoves(owners, startable(moves, leaving, owners, jobs))
	if d.Verb != Act && len(jobs) > 0 {
		d, decided = w.waitForJobs(jobs)
	}
	d.Progress = w.progress(moves)
	return d, decided
}

// startable are the moves that may start now: the first of each pair of servers
// that have no other one. What drains a shard is alone.
func startable(moves []slots.Move, leaving []bool, owners []*member, jobs []*topology.Migration) []slots.Move {
	if slices.ContainsFunc(moves, func(m slots.Move) bool { return leaving[m.From] }) {
		if len(jobs) > 0 {
			return nil
		}
		return []slots.Move{firstMove(moves, leaving)}
	}
	busy := map[string]bool{}
	for _, job := range jobs {
		busy[job.SourceID], busy[job.TargetID] = true, true
	}
	var free []slots.Move
	for _, m := range moves {
		from, to := owners[m.From].id, owners[m.To].id
		if !busy[from] && !busy[to] {
			busy[from], busy[to] = true, true
			free = append(free, m)
		}
	}
	return free
}

// startMoves starts those of the moves that need not wait for anything. One that
// has to wait does not hold up another.
func (w *world) startMoves(owners []*member, moves []slots.Move) (Decision, bool) {
	var first, started Decision
	decided := false
	for _, move := range moves {
		from, to := owners[move.From], owners[move.To]
		if d, copies := w.copyFunctions(to); copies {
			return d, true
		}
		d, _ := w.supervise(from, to, move.Slots)
		if d.Verb == Act && started.Verb == Act {
			started.Actions = append(started.Actions, d.Actions...)
			continue
		}
		if d.Verb == Act {
			started = d
		}
		if !decided {
			first, decided = d, true
		}
	}
	if started.Verb != Act {
		return first, decided
	}
	if others := len(started.Actions) - 1; others > 0 {
		started.Message += ", and others between " + plural(others, "more pair") + " of nodes"
	}
	return started, true
}

// balancing lists the primaries among which slots are shared out: of the shards
// that stay by index, then the owners that are to be drained, the next one first.
func (w *world) balancing() ([]*member, []bool) {
	var owners []*member
	var leaving []bool
	in := map[*member]bool{}
	add := func(m *member, leaves bool) {
		if m != nil && !in[m] {
			in[m] = true
			owners, leaving = append(owners, m), append(leaving, leaves)
		}
	}
	for _, s := range w.kept() {
		if s.primary != nil && !s.primary.leaving() {
			add(s.primary, false)
		}
	}
	for _, s := range w.victims {
		add(s.primary, true)
	}
	for i := range w.owners {
		add(w.owners[i].m, true)
	}
	return owners, leaving
}

// firstMove drains the first of those that leave before anything else.
func firstMove(moves []slots.Move, leaving []bool) slots.Move {
	first := moves[0]
	for _, m := range moves {
		if leaving[m.From] && (!leaving[first.From] || m.From < first.From) {
			first = m
		}
	}
	return first
}

// progress counts what is still to move, and what moved by the migrations that
// the servers remember.
func (w *world) progress(moves []slots.Move) *Progress {
	if len(moves) == 0 {
		return nil
	}
	p := &Progress{}
	for _, m := range moves {
		p.Remaining += m.Slots.Len()
	}
	for _, m := range w.live {
		for i := range m.server.Migrations {
			if job := &m.server.Migrations[i]; job.Export && job.State == topology.MigrationSuccess {
				p.Moved += job.Slots.Len()
			}
		}
	}
	return p
}
