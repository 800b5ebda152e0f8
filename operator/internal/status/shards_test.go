package status_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// p0, r0 and so on are the primary and the replica of a shard.
var (
	p0, p1, p2 = nodeName(0, 0), nodeName(1, 0), nodeName(2, 0)
	r0, r1, r2 = nodeName(0, 1), nodeName(1, 1), nodeName(2, 1)
)

func primaryOf(set slots.Set) func(*topology.Server) {
	return func(s *topology.Server) {
		s.Peers[0].Role, s.Peers[0].PrimaryID, s.Peers[0].Slots = topology.RolePrimary, "", set
	}
}

func replicaOf(id string) func(*topology.Server) {
	return func(s *topology.Server) {
		s.Peers[0].Role, s.Peers[0].PrimaryID, s.Peers[0].Slots = topology.RoleReplica, id, slots.Set{}
	}
}

// TestShards starts from a healthy cluster that the former status knows.
func TestShards(t *testing.T) {
	first, second, third := "0 cache-00000 [cache-01000] 0-5461", "1 cache-10000 [cache-11000] 5462-10922", "2 cache-20000 [cache-21000] 10923-16383"
	share := slots.Split(3)
	tests := map[string]struct {
		edit func(*status.Seen)
		want []string
	}{
		"healthy":               {func(*status.Seen) {}, []string{first, second, third}},
		"the primary is silent": {func(s *status.Seen) { silence(s.View, p1) }, []string{first, second, third}},
		"the replica is silent": {func(s *status.Seen) { silence(s.View, r1) }, []string{first, second, third}},
		"all are silent":        {func(s *status.Seen) { silence(s.View, p0, r0, p1, r1, p2, r2) }, []string{first, second, third}},
		"the replica is gone":   {func(s *status.Seen) { remove(&s.View, r1) }, []string{first, "1 cache-10000 [] 5462-10922", third}},
		"the shard is gone":     {func(s *status.Seen) { remove(&s.View, r1); remove(&s.View, p1) }, []string{first, third}},
		"the primary is gone, its replica waits": {
			func(s *status.Seen) { remove(&s.View, p1) }, []string{first, "1 - [cache-11000] ", third},
		},
		"the primary is gone, its replica is silent": {
			func(s *status.Seen) { remove(&s.View, p1); silence(s.View, r1) }, []string{first, "1 - [cache-11000] 5462-10922", third},
		},
		"the primary is silent, its replica took over": {
			func(s *status.Seen) { silence(s.View, p1); edit(s.View, r1, primaryOf(share[1])) },
			[]string{first, "1 cache-11000 [] 5462-10922", third},
		},
		"roles were swapped": {
			func(s *status.Seen) { edit(s.View, p1, replicaOf(nodeID(1, 1))); edit(s.View, r1, primaryOf(share[1])) },
			[]string{first, "1 cache-11000 [cache-10000] 5462-10922", third},
		},
		"roles were swapped and the new primary is silent": {
			func(s *status.Seen) { edit(s.View, p1, replicaOf(nodeID(1, 1))); silence(s.View, r1) },
			[]string{first, "1 - [cache-10000 cache-11000] 5462-10922", third},
		},
		"slots of a silent primary went elsewhere": {
			func(s *status.Seen) {
				silence(s.View, p1)
				edit(s.View, p0, primaryOf(share[0].Or(slots.Between(5462, 5500))))
			},
			[]string{"0 cache-00000 [cache-01000] 0-5500", "1 cache-10000 [cache-11000] 5501-10922", third},
		},
		"a drained shard": {
			func(s *status.Seen) { edit(s.View, p1, primaryOf(slots.Set{})) },
			[]string{first, "1 cache-10000 [cache-11000] ", third},
		},
		"a replica that serves another shard than it was made for": {
			func(s *status.Seen) { edit(s.View, r1, replicaOf(nodeID(0, 0))) },
			[]string{"0 cache-00000 [cache-01000 cache-11000] 0-5461", "1 cache-10000 [] 5462-10922", third},
		},
		"a new node that is silent": {
			func(s *status.Seen) {
				s.View.Nodes = append(s.View.Nodes, topology.Node{Name: "cache-new", Shard: 3})
			}, []string{first, second, third, "3 - [] "},
		},
		"the pass saw nothing": {
			func(s *status.Seen) { s.View, s.Decision = topology.View{}, plan.Decision{} }, []string{first, second, third},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			seen := again(healthy(t))
			test.edit(&seen)
			var got []string
			for _, s := range status.Compute(seen).Shards {
				got = append(got, line(s))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("shards (-want +got):\n%s", diff)
			}
		})
	}
}

func line(s v1alpha1.ShardStatus) string {
	primary := s.Primary
	if primary == "" {
		primary = "-"
	}
	return fmt.Sprintf("%d %s %v %s", s.Index, primary, s.Replicas, s.Slots)
}

func TestShardsBeforeTheSlots(t *testing.T) {
	seen := healthy(t)
	seen.State = v1alpha1.StateCreating
	for shard := range 3 {
		edit(seen.View, nodeName(shard, 0), primaryOf(slots.Set{}))
		edit(seen.View, nodeName(shard, 1), primaryOf(slots.Set{}))
	}
	want := []v1alpha1.ShardStatus{{Index: 0}, {Index: 1}, {Index: 2}}
	if diff := cmp.Diff(want, status.Compute(seen).Shards); diff != "" {
		t.Errorf("shards (-want +got):\n%s", diff)
	}
}

func TestShardsFitTheLimits(t *testing.T) {
	seen := healthy(t)
	seen.View = formed(1, 100)
	for shard := range 1100 {
		seen.View.Nodes = append(seen.View.Nodes, topology.Node{Name: fmt.Sprintf("n%04d", shard), Shard: shard})
	}
	got := status.Compute(seen).Shards
	if len(got) != 1024 || len(got[0].Replicas) != 64 {
		t.Errorf("got %d shards and %d replicas, want 1024 and 64", len(got), len(got[0].Replicas))
	}
}
