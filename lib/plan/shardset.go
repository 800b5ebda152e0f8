package plan

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// shard is what the nodes of a scheduling index are, by what their servers say.
type shard struct {
	index   int
	members []*member
	// primary is the server that answers and owns the shard's slots, or the one that
	// is to get some; nil if there is neither.
	primary *member
	// bereft is the owner of the shard's slots that does not answer, nil if it does.
	bereft *owner
}

// findShards lists the shards by index.
func (w *world) findShards() []*shard {
	var shards []*shard
	for _, m := range w.members {
		if len(shards) == 0 || shards[len(shards)-1].index != m.Shard {
			shards = append(shards, &shard{index: m.Shard})
		}
		s := shards[len(shards)-1]
		s.members = append(s.members, m)
	}
	for _, s := range shards {
		for i := range w.owners {
			o := &w.owners[i]
			if !o.alive() && s.index == w.shardOf(o) {
				s.bereft = o
			}
		}
	}
	choosePrimaries(shards)
	return shards
}

// shardOf is the index of the shard whose slots an owner has: that of its node,
// else that of a replica of it, else -1.
func (w *world) shardOf(o *owner) int {
	if o.m != nil {
		return o.m.Shard
	}
	for _, m := range w.live {
		if m.follows(o.id) {
			return m.Shard
		}
	}
	return -1
}

// choosePrimaries picks the primary of each shard. Among equals, which only a shard
// has that is new, it is the one in whose place fewest others are.
func choosePrimaries(shards []*shard) {
	var open []*shard
	for _, s := range shards {
		switch all := s.candidates(); {
		case len(all) == 1:
			s.primary = all[0]
		case len(all) > 1:
			open = append(open, s)
		}
	}
	for _, s := range open {
		s.primary = leastCrowded(shards, s, s.candidates())
	}
}

// candidates are the owner with the most slots, else of those that follow nobody
// the one with most followers, so that the choice stays once it is made.
func (s *shard) candidates() []*member {
	rank := func(m *member) []int {
		followers, stays, joined := 0, 0, 0
		for _, other := range s.members {
			if other.follows(m.id) {
				followers++
			}
		}
		if !m.leaving() {
			stays = 1
		}
		if m.Lifecycle != topology.Joining {
			joined = 1
		}
		return []int{m.owned().Len(), stays, followers, joined}
	}
	var best []*member
	var highest []int
	for _, m := range s.members {
		if !m.primary() {
			continue
		}
		r := rank(m)
		switch higher := slices.Compare(r, highest); {
		case higher > 0:
			best, highest = []*member{m}, r
		case higher == 0:
			best = append(best, m)
		}
	}
	return best
}

// count is how many members a test holds for.
func (s *shard) count(test func(*member) bool) int {
	n := 0
	for _, m := range s.members {
		if test(m) {
			n++
		}
	}
	return n
}

// apart is whether a member has slots beside the shard's primary: two replicas of
// a lost one were elected, each with the slots that it had heard of. It counts as
// nobody of the shard until they have moved. Slots that both have are disputed, and
// soon one of them lets go.
func (s *shard) apart(m *member) bool {
	return s.primary != nil && m != s.primary && !m.owned().Without(s.primary.owned()).Empty()
}

// present is whether the shard has a node that is not leaving: one without is on
// its way out.
func (s *shard) present() bool {
	return s.count(func(m *member) bool { return !m.leaving() }) > 0
}

// healthy is how many members serve, and go on to: the primary and its replicas in
// sync whose pods are not being deleted.
func (s *shard) healthy() int {
	return s.count(func(m *member) bool {
		return m.stays() && m.server != nil && (m == s.primary || m.synced(s.primary) && !m.pod.Deleting)
	})
}

// want is how many nodes a shard is to have.
func (w *world) want() int { return w.Desired.ReplicasPerShard + 1 }

// whole reports whether a shard has all that it is to have.
func (w *world) whole(s *shard) bool {
	return s.primary != nil && s.bereft == nil && s.healthy() >= w.want()
}

// slotsOf is how many slots the shard has, those of a dead owner included.
func (s *shard) slotsOf() int {
	n := 0
	for _, m := range s.members {
		n += m.owned().Len()
	}
	if s.bereft != nil {
		n += s.bereft.slots.Len()
	}
	return n
}

// findVictims picks the shards that a scale-in gives up: those that are drained
// already, then those with less than an even share, then the unhealthy ones,
// then those with the fewest slots, then those with the highest index.
//
// Four shards with 5000, 5000, 5000 and 1384 slots: the last one is half drained
// and goes on to be, also if a replica of another one fails meanwhile.
func (w *world) findVictims() []*shard {
	var present []*shard
	for _, s := range w.shards {
		if s.present() {
			present = append(present, s)
		}
	}
	surplus := len(present) - w.Desired.Shards
	if surplus <= 0 {
		return nil
	}
	key := func(s *shard) [5]int {
		n, sound, full := s.slotsOf(), 0, 0
		if w.whole(s) {
			sound = 1
		}
		if n >= slots.Count/len(present) {
			full = 1
		}
		return [5]int{min(n, 1), full, sound, n, -s.index}
	}
	slices.SortFunc(present, func(a, b *shard) int {
		ka, kb := key(a), key(b)
		return slices.Compare(ka[:], kb[:])
	})
	return present[:surplus]
}

func (w *world) victim(s *shard) bool { return slices.Contains(w.victims, s) }

// kept lists the shards that are to stay.
func (w *world) kept() []*shard {
	var kept []*shard
	for _, s := range w.shards {
		if s.present() && !w.victim(s) {
			kept = append(kept, s)
		}
	}
	return kept
}
