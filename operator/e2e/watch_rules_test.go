//go:build e2e

package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// reconnecting is how long replicas may be without their primary after it has
// changed.
const reconnecting = 2 * time.Second

// seen is what a watcher has seen.
type seen struct {
	Samples int
	Unclear int // looks in which the server of some running pod did not answer
	Faults  []string
	// Promotions counts by shard how often its slots went to another of its nodes.
	Promotions map[int32]int
	// Said are the reasons and messages of Reconciling, in order.
	Said []string
	// Lowest is the least number of nodes with the data that a shard that is kept
	// had outside of changes of its primary.
	Lowest int
}

func (s seen) String() string {
	return fmt.Sprintf("%d looks, %d unclear; changes of primary by shard %v; never fewer than %d nodes with the data in a shard that is kept",
		s.Samples, s.Unclear, s.Promotions, s.Lowest)
}

// lack is that a shard had too few nodes with the data; it is judged at the end,
// when it is known whether the primary was changing.
type lack struct {
	shard int32
	at    time.Time
	live  int
	text  string
}

// rules judges one sample after the other.
type rules struct {
	began       time.Time
	kept        int32 // shards of a lower index stay all the time
	least, most int   // nodes of a shard, of all shapes that the cluster goes through
	primaries   map[int32]string
	owned       map[int32]bool // at the last look, by shard
	changes     map[int32][]time.Time
	lacks       []lack
	reported    map[string]bool
	seen        seen
}

func newRules(now time.Time, shapes []shape) rules {
	r := rules{began: now, kept: shapes[0][0], least: int(shapes[0][1]) + 1, primaries: map[int32]string{},
		owned: map[int32]bool{}, changes: map[int32][]time.Time{}, reported: map[string]bool{}, seen: seen{Promotions: map[int32]int{}}}
	for _, s := range shapes {
		r.kept, r.least, r.most = min(r.kept, s[0]), min(r.least, int(s[1])+1), max(r.most, int(s[1])+1)
	}
	r.seen.Lowest = r.most + 1
	for i := range r.kept {
		r.owned[i] = true
	}
	return r
}

// fault notes what is wrong once, with the time of the first look that showed it.
func (r *rules) fault(at time.Time, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !r.reported[text] {
		r.reported[text] = true
		r.seen.Faults = append(r.seen.Faults, fmt.Sprintf("after %s: %s", at.Sub(r.began).Round(time.Millisecond), text))
	}
}

func (r *rules) judge(s sample) {
	r.seen.Samples++
	if !s.clear() {
		r.seen.Unclear++
	}
	if c := meta.FindStatusCondition(s.cluster.Status.Conditions, v1alpha1.ConditionReconciling); c != nil && c.Status == metav1.ConditionTrue {
		said := c.Reason + ": " + c.Message
		if n := len(r.seen.Said); n == 0 || r.seen.Said[n-1] != said {
			r.seen.Said = append(r.seen.Said, said)
		}
	}
	r.judgeSlots(s)
	r.judgeCounts(s)
	for index, members := range s.shards() {
		r.judgeShard(s, index, members)
	}
}

// clear is whether every server answered whose container runs.
func (s sample) clear() bool {
	for name, pod := range s.pods {
		if _, answered := s.servers[name]; !answered && serving(pod) {
			return false
		}
	}
	return true
}

func serving(pod *corev1.Pod) bool {
	return pod.DeletionTimestamp == nil && len(pod.Status.ContainerStatuses) == 1 && pod.Status.ContainerStatuses[0].State.Running != nil
}

// shards are the nodes by the shard that they were made for.
func (s sample) shards() map[int32][]string {
	all := map[int32][]string{}
	for i := range s.nodes {
		index := s.nodes[i].Spec.ShardIndex
		all[index] = append(all[index], s.nodes[i].Name)
	}
	return all
}

// judgeSlots: in the view of most primaries every slot has an owner that is not
// failed.
func (r *rules) judgeSlots(s sample) {
	primaries, whole, least := 0, 0, slots.Count
	for _, server := range s.servers {
		if server.Myself().Slots.Empty() {
			continue
		}
		primaries++
		taken := slots.Set{}
		for _, p := range server.Peers {
			if p.Health != topology.HealthFailed {
				taken = taken.Or(p.Slots)
			}
		}
		least = min(least, taken.Len())
		if taken == slots.All() {
			whole++
		}
	}
	if primaries > 0 && whole*2 <= primaries {
		r.fault(s.at, "only %d of %d primaries see an owner of every slot; one sees %d", whole, primaries, least)
	}
}

// judgeCounts: a shard that is kept never has fewer pods than its target, and at
// most one shard has a node more than its target, and only one more.
func (r *rules) judgeCounts(s sample) {
	nodes, pods := map[int32]int{}, map[int32]int{}
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.DeletionTimestamp == nil && n.Spec.Lifecycle != v1alpha1.LifecycleLeaving {
			nodes[n.Spec.ShardIndex]++
		}
		if p := s.pods[n.Name]; p != nil && p.DeletionTimestamp == nil && (p.Status.Phase == corev1.PodRunning || p.Status.Phase == corev1.PodPending) {
			pods[n.Spec.ShardIndex]++
		}
	}
	for i := range r.kept {
		if pods[i] < r.least {
			r.fault(s.at, "shard %d has %d pods, its target is %d", i, pods[i], r.least)
		}
	}
	var above []int32
	for _, index := range slices.Sorted(maps.Keys(nodes)) {
		if nodes[index] > r.most {
			above = append(above, index)
		}
		if nodes[index] > r.most+1 {
			r.fault(s.at, "shard %d has %d nodes, its target is %d", index, nodes[index], r.most)
		}
	}
	if len(above) > 1 {
		r.fault(s.at, "the shards %v have a node more than their target at once", above)
	}
}

// judgeShard follows who is primary and how many have the data. A shard that gets
// its first slots has its replicas in sync; one that is kept always has.
func (r *rules) judgeShard(s sample, index int32, members []string) {
	primary, epoch := "", uint64(0)
	unknown := false
	for _, name := range members {
		server, answered := s.servers[name]
		if !answered {
			unknown = unknown || s.pods[name] != nil && serving(s.pods[name])
			continue
		}
		if me := server.Myself(); me.Role == topology.RolePrimary && !me.Slots.Empty() && (primary == "" || me.ConfigEpoch > epoch) {
			primary, epoch = server.ID, me.ConfigEpoch
		}
	}
	if was := r.primaries[index]; primary != "" && was != "" && was != primary {
		r.seen.Promotions[index]++
		r.changes[index] = append(r.changes[index], s.at)
	}
	if primary != "" {
		r.primaries[index] = primary
	}
	live := s.live(members, primary)
	first := primary != "" && !r.owned[index] && r.seen.Samples > 1
	if !unknown {
		r.owned[index] = primary != "" || index < r.kept
	}
	want := r.least
	if first {
		want = int(s.cluster.Spec.ReplicasPerShard) + 1
	}
	if unknown || index >= r.kept && !first {
		return
	}
	text := fmt.Sprintf("shard %d has %d nodes with the data, want %d", index, live, want)
	if first {
		text += ", as it gets its first slots"
	}
	if live < want {
		r.lacks = append(r.lacks, lack{index, s.at, live, text})
	} else if index < r.kept {
		r.seen.Lowest = min(r.seen.Lowest, live)
	}
}

// live counts the primary and those of its replicas that have its data and
// follow it, as they say themselves.
func (s sample) live(members []string, primary string) int {
	count := 0
	for _, name := range members {
		server, answered := s.servers[name]
		follows := server.Replication.LinkUp && !server.Replication.Syncing
		if answered && primary != "" && (server.ID == primary || follows && server.Myself().PrimaryID == primary) {
			count++
		}
	}
	return count
}

// end judges what could not be judged at once.
func (r *rules) end() seen {
	for _, l := range r.lacks {
		excused := slices.ContainsFunc(r.changes[l.shard], func(change time.Time) bool {
			return l.at.After(change.Add(-500*time.Millisecond)) && l.at.Before(change.Add(reconnecting))
		})
		if !excused {
			r.fault(l.at, "%s", l.text)
			r.seen.Lowest = min(r.seen.Lowest, l.live)
		}
	}
	return r.seen
}

// said demands that the status has told of what the cluster did.
func (s seen) said(parts ...string) error {
	for _, text := range s.Said {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) }) {
			return nil
		}
	}
	return fmt.Errorf("no message of Reconciling has %q:\n%s", parts, strings.Join(s.Said, "\n"))
}
