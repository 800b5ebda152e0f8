package plan

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// owner is a server with slots. Of one that answers its own word counts, of any
// other what those that answer say.
type owner struct {
	id     string
	m      *member // nil if no node has that server
	slots  slots.Set
	epoch  uint64
	claims []claim // of one that does not answer
}

// claim is what somebody takes for the slots of a server, as of a config epoch.
type claim struct {
	slots slots.Set
	epoch uint64
}

func (o *owner) alive() bool { return o.m != nil && o.m.server != nil }

// absent are the owners that do not answer.
func (w *world) absent() []*owner {
	var absent []*owner
	for i := range w.owners {
		if o := &w.owners[i]; !o.alive() {
			absent = append(absent, o)
		}
	}
	return absent
}

// findOwners lists the owners by their lowest slot. Among those that do not
// answer, the higher config epoch wins a slot, as it does among servers.
func (w *world) findOwners() []owner {
	absent := w.absentOwners()
	slices.SortStableFunc(absent, func(a, b owner) int {
		return cmp.Or(cmp.Compare(b.epoch, a.epoch), cmp.Compare(a.id, b.id))
	})
	var owners []owner
	taken := slots.Set{}
	for _, m := range w.live {
		if owned := m.owned().Without(w.wonBy(absent, m)); !owned.Empty() {
			owners = append(owners, owner{id: m.id, m: m, slots: owned, epoch: m.self.ConfigEpoch})
			taken = taken.Or(owned)
		}
	}
	for _, o := range absent {
		if o.slots = o.slots.Without(taken); !o.slots.Empty() {
			owners = append(owners, o)
			taken = taken.Or(o.slots)
		}
	}
	slices.SortStableFunc(owners, func(a, b owner) int { return a.slots.Lowest() - b.slots.Lowest() })
	return owners
}

// wonBy are slots of a server that answers which others have won since, by their
// higher epoch: it was cut off and has not heard of its successor, which does not
// answer now. Once that one is lost with all copies, what the former has is the
// best there is.
func (w *world) wonBy(absent []owner, m *member) slots.Set {
	won := slots.Set{}
	for i := range absent {
		o := &absent[i]
		if form, _ := w.fenceOf(o.id); form != unfenced && len(w.heirs(o.id)) == 0 && w.possibleHeir(o) == nil {
			continue
		}
		for _, c := range o.claims {
			if c.epoch > m.self.ConfigEpoch {
				won = won.Or(c.slots.And(m.owned()))
			}
		}
	}
	return won
}

func (w *world) absentOwners() []owner {
	var absent []owner
	at := map[string]int{}
	for _, viewer := range w.live {
		for i := range viewer.server.Peers {
			p := &viewer.server.Peers[i]
			m := w.byID[p.ID]
			if p.Slots.Empty() || p.Myself || m != nil && m.server != nil {
				continue
			}
			if _, seen := at[p.ID]; !seen {
				at[p.ID] = len(absent)
				absent = append(absent, owner{id: p.ID, m: m})
			}
			o := &absent[at[p.ID]]
			o.slots, o.epoch = o.slots.Or(p.Slots), max(o.epoch, p.ConfigEpoch)
			o.claims = append(o.claims, claim{p.Slots, p.ConfigEpoch})
		}
	}
	return absent
}
