package plan

import "slices"

// A zone or a host that is lost with most of the primaries takes the majority along
// that would elect new ones: then nobody is promoted before Kubernetes has called the
// host lost. So primaries are spread over zones and hosts where that disturbs nobody:
// while a cluster forms, in a new shard, and among the replicas of which one takes
// over anyway. No formed shard is handed over for it alone.

// spreadPrimaries hands shards of a new cluster over, which serves nobody yet, until
// no zone and no host has more primaries than can be lost.
func spreadPrimaries(w *world) (Decision, bool) {
	now := w.surplus(nil, nil)
	for _, s := range w.shards {
		heir := w.successor(s, func(m *member) bool {
			return m.stays() && !m.pod.Deleting && slices.Compare(w.surplus(s, m), now) < 0
		})
		if heir != nil {
			return act(SpreadingPrimaries, "shard "+itoa(s.index)+" goes over from node "+s.primary.Name+" to node "+heir.Name+
				", so that no zone or host has most of the primaries", []Action{failOverTo(FailOver, s, heir, s.primary.id, s.primary.Name)})
		}
	}
	return pass()
}

// surplus counts the primaries that zones, and that hosts, have above what the
// cluster can lose at once and still elect, if heir were the primary of its shard.
func (w *world) surplus(of *shard, heir *member) []int {
	safe := max(1, (w.Desired.Shards-1)/2)
	zones, hosts := map[string]int{}, map[string]int{}
	count := []int{0, 0}
	for _, s := range w.shards {
		p := s.primary
		if s == of {
			p = heir
		}
		if p == nil {
			continue
		}
		for i, at := range []struct {
			in    map[string]int
			place string
		}{{zones, p.zone()}, {hosts, p.pod.Host}} {
			if at.in[at.place]++; at.in[at.place] > safe {
				count[i]++
			}
		}
	}
	return count
}

// leastCrowded is the first of some members of a shard in whose zone, and then on
// whose host, the fewest other shards have their primary.
func leastCrowded(shards []*shard, own *shard, among []*member) *member {
	return slices.MinFunc(among, func(a, b *member) int {
		return slices.Compare(crowd(shards, own, a), crowd(shards, own, b))
	})
}

func crowd(shards []*shard, own *shard, m *member) []int {
	count := []int{0, 0}
	for _, s := range shards {
		if s == own || s.primary == nil {
			continue
		}
		if s.primary.zone() == m.zone() {
			count[0]++
		}
		if s.primary.pod.Host == m.pod.Host {
			count[1]++
		}
	}
	return count
}

// zone is where the member's pod runs; a host without a zone is one of its own.
func (m *member) zone() string {
	if m.pod.Zone == "" {
		return "host " + m.pod.Host
	}
	return m.pod.Zone
}
