package plan

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// owner is a server with slots. Of one that answers its own word counts, of any
// other what those that answer say.
type owner struct {
	id    string
	m     *member // nil if no node has that server
	slots slots.Set
	epoch uint64
}

func (o *owner) alive() bool { return o.m != nil && o.m.server != nil }

// findOwners lists the owners by their lowest slot. Among those that do not
// answer, the higher config epoch wins a slot, as it does among servers.
func (w *world) findOwners() []owner {
	var owners []owner
	taken := slots.Set{}
	for _, m := range w.live {
		if m.owns() {
			owners = append(owners, owner{m.id, m, m.self.Slots, m.self.ConfigEpoch})
			taken = taken.Or(m.self.Slots)
		}
	}
	absent := w.absentOwners()
	slices.SortStableFunc(absent, func(a, b owner) int {
		if a.epoch != b.epoch {
			if a.epoch > b.epoch {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.id, b.id)
	})
	for _, o := range absent {
		if o.slots = o.slots.Without(taken); !o.slots.Empty() {
			owners = append(owners, o)
			taken = taken.Or(o.slots)
		}
	}
	slices.SortStableFunc(owners, func(a, b owner) int { return a.slots.Lowest() - b.slots.Lowest() })
	return owners
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
		}
	}
	return absent
}
