package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// rebalance moves slots until every shard that stays has its even share and one
// that leaves has none: one migration at a time, from what the servers say now.
// Shards that leave are drained one after the other, each whole, onto those that
// stay.
func rebalance(w *world) (Decision, bool) {
	owners, leaving := w.balancing()
	owned := make([]slots.Set, len(owners))
	for i, m := range owners {
		owned[i] = m.owned()
	}
	moves := slots.Balance(owned, leaving)
	progress := w.progress(moves)
	if job := w.activeJob(); job != nil {
		d, decided := w.waitForJob(job)
		d.Progress = progress
		return d, decided
	}
	if len(moves) == 0 {
		return pass()
	}
	move := firstMove(moves, leaving)
	from, to := owners[move.From], owners[move.To]
	if d, decided := w.copyFunctions(to); decided {
		return d, true
	}
	d, decided := w.supervise(from, to, move.Slots)
	d.Progress = progress
	return d, decided
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
			if job := &m.server.Migrations[i]; job.Export && job.State == "success" {
				p.Moved += job.Slots.Len()
			}
		}
	}
	return p
}
