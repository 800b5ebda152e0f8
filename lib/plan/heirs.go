package plan

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// heirs are the replicas of a server that answer and have been in sync with it, the
// one with the most data first. Offsets compare only within one history. Behind those
// who are in its history come those who are still in the one before, or have only
// what they had as primaries themselves: a primary that was cut off and has come back
// can have a higher offset, and nothing of what its successor has acknowledged. The
// former id alone does not tell it from a replica that took over a whole snapshot,
// which leaves none (Valkey 9.1.2).
func (w *world) heirs(id string) []*member {
	all := slices.DeleteFunc(w.followers(id), (*member).blank)
	ended := map[string]bool{}
	for _, m := range all {
		if r := m.server.Replication; r.FormerID != r.ReplicationID {
			ended[r.FormerID] = true
		}
	}
	var present, former []*member
	for _, m := range all {
		if ended[m.server.Replication.ReplicationID] || estranged(m, all) {
			former = append(former, m)
		} else {
			present = append(present, m)
		}
	}
	return append(present, former...)
}

// estranged is whether a member has only what it had as a primary itself, in a history
// other than that of somebody who has come in sync with its successor.
func estranged(m *member, all []*member) bool {
	mine := m.server.Replication
	return mine.FormerPrimary && slices.ContainsFunc(all, func(o *member) bool {
		theirs := o.server.Replication
		return !theirs.FormerPrimary && theirs.ReplicationID != mine.ReplicationID
	})
}

// followers are the replicas of a server that answer, the one with the most data
// first.
func (w *world) followers(id string) []*member {
	var all []*member
	for _, m := range w.live {
		if m.follows(id) {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b *member) int {
		return cmp.Or(cmp.Compare(b.server.Replication.Offset, a.server.Replication.Offset), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// movedUnheard are slots that the replica still takes for its primary's, though
// somebody else owns them by now in the eyes of one who answers, and is not lost
// with all copies: then what the replica still has is the best there is. A takeover
// would win them with its new epoch, and lose what was written since they moved.
func (w *world) movedUnheard(id string, heir *member) slots.Set {
	moved := slots.Set{}
	if p := heir.peer(id); p != nil {
		for i := range w.owners {
			if o := &w.owners[i]; o.id != id && !w.hopeless(o) {
				moved = moved.Or(p.Slots.And(o.slots))
			}
		}
	}
	return moved
}

// hopeless is whether an owner is fenced and nobody has a copy of its data.
func (w *world) hopeless(o *owner) bool {
	if o.alive() || len(w.heirs(o.id)) > 0 || w.possibleHeir(o) != nil {
		return false
	}
	form, _ := w.fenceOf(o.id)
	return w.enough(form)
}

// possibleHeir is a replica of the owner that does not answer and of which it is
// not known that it has ended: its offset is unknown, which is not zero.
func (w *world) possibleHeir(o *owner) *member {
	for _, m := range w.members {
		if m.server != nil || m.dead() || m.condition == starting || m == o.m {
			continue
		}
		follows := m.id == "" && m.Shard == w.shardOf(o)
		w.peers(m.id, func(_ *member, p *topology.Peer) { follows = follows || p.PrimaryID == o.id })
		if follows {
			return m
		}
	}
	return nil
}

// successor is the replica of a shard's primary that is in sync, has heard of all
// slots that left the primary, and qualifies; nil if there is none. Among several,
// where the primaries of other shards are counts before who has the most data: the
// primary waits until its successor has all of it.
func (w *world) successor(s *shard, qualifies func(*member) bool) *member {
	var all []*member
	for _, m := range w.followers(s.primary.id) {
		if m.synced(s.primary) && qualifies(m) && w.movedUnheard(s.primary.id, m).Empty() && m.peerSlots(s.primary.id) == s.primary.owned() {
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return leastCrowded(w.shards, s, all)
}
