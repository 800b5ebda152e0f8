//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// made is a whole cluster of two shards of two nodes, p0 with r0 and p1 with r1,
// and a new shard of p2 and r2 without slots, so long after the beginning.
func made(after time.Duration, change ...func(*sample)) sample {
	s := sample{at: time.Unix(0, 0).Add(after), pods: map[string]*corev1.Pod{}, servers: map[string]topology.Server{}}
	s.cluster.Spec.Shards, s.cluster.Spec.ReplicasPerShard = 3, 1
	half := slots.Split(2)
	for i := range int32(3) {
		add(&s, "p"+string('0'+i), i, "")
		add(&s, "r"+string('0'+i), i, "p"+string('0'+i))
	}
	own(&s, "p0", half[0])
	own(&s, "p1", half[1])
	for _, c := range change {
		c(&s)
	}
	return s
}

func add(s *sample, name string, shard int32, primary string) {
	s.nodes = append(s.nodes, v1alpha1.ValkeyNode{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: v1alpha1.ValkeyNodeSpec{ShardIndex: shard}})
	s.pods[name] = &corev1.Pod{Status: corev1.PodStatus{Phase: corev1.PodRunning, ContainerStatuses: []corev1.ContainerStatus{
		{State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}}}}}
	me := topology.Peer{ID: name, Myself: true, Role: topology.RolePrimary, Health: topology.HealthOK, PrimaryID: primary}
	server := topology.Server{ID: name, Replication: topology.Replication{LinkUp: primary != ""}}
	if primary != "" {
		me.Role = topology.RoleReplica
	}
	server.Peers = []topology.Peer{me}
	s.servers[name] = server
}

// own gives the slots to the node, in its own view and in that of the others.
func own(s *sample, name string, owned slots.Set) {
	for viewer, server := range s.servers {
		i := slices.IndexFunc(server.Peers, func(p topology.Peer) bool { return p.ID == name })
		if i < 0 {
			server.Peers = append(server.Peers, topology.Peer{ID: name, Role: topology.RolePrimary, Health: topology.HealthOK})
			i = len(server.Peers) - 1
		}
		server.Peers[i].Slots = owned
		s.servers[viewer] = server
	}
}

func unlinked(name string) func(*sample) {
	return func(s *sample) {
		server := s.servers[name]
		server.Replication.LinkUp = false
		s.servers[name] = server
	}
}

// promoted0 makes r0 the primary, and p0 its replica that connects anew.
func promoted0(s *sample) {
	own(s, "p0", slots.Set{})
	own(s, "r0", slots.Split(2)[0])
	old, heir := s.servers["p0"], s.servers["r0"]
	old.Peers[0].Role, old.Peers[0].PrimaryID = topology.RoleReplica, "r0"
	heir.Peers[0].Role, heir.Peers[0].PrimaryID, heir.Replication.LinkUp = topology.RolePrimary, "", false
	s.servers["p0"], s.servers["r0"] = old, heir
}

// TestWatcherRules: each rule finds what it is there for, and nothing in what is
// allowed.
func TestWatcherRules(t *testing.T) {
	t.Parallel()
	second := time.Second
	for name, k := range map[string]struct {
		samples []sample
		want    string // of the only fault; empty for none
	}{
		"nothing happens":           {[]sample{made(0), made(second)}, ""},
		"a slot has no owner":       {[]sample{made(0, func(s *sample) { own(s, "p1", slots.Between(8192, 16382)) })}, "after 0s: only 0 of 2 primaries see an owner of every slot; one sees 16383"},
		"a replica without link":    {[]sample{made(0), made(second, unlinked("r1"))}, "after 1s: shard 1 has 1 nodes with the data, want 2"},
		"reconnecting":              {[]sample{made(0), made(second, promoted0), made(2*second, promoted0)}, ""},
		"reconnecting for too long": {[]sample{made(0), made(second, promoted0), made(4*second, promoted0)}, "after 4s: shard 0 has 1 nodes with the data, want 2"},
		"it does not answer":        {[]sample{made(0), made(second, func(s *sample) { delete(s.servers, "r1") })}, ""},
		"a pod is deleted": {[]sample{made(0, func(s *sample) { s.pods["r1"].DeletionTimestamp = &metav1.Time{} })},
			"after 0s: shard 1 has 1 pods, its target is 2"},
		"one shard has a node more": {[]sample{made(0, func(s *sample) { add(s, "a", 0, "p0") })}, ""},
		"two shards have": {[]sample{made(0, func(s *sample) { add(s, "a", 0, "p0"); add(s, "b", 1, "p1") })},
			"after 0s: the shards [0 1] have a node more than their target at once"},
		"the first slots": {[]sample{made(0), made(second, func(s *sample) { own(s, "p2", slots.Between(0, 9)) })}, ""},
		"the first slots, too early": {[]sample{made(0), made(second, unlinked("r2"), func(s *sample) { own(s, "p2", slots.Between(0, 9)) })},
			"after 1s: shard 2 has 1 nodes with the data, want 2, as it gets its first slots"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRules(time.Unix(0, 0), []shape{{3, 1}, {2, 1}})
			for _, s := range k.samples {
				r.judge(s)
			}
			if got := strings.Join(r.end().Faults, "; "); got != k.want {
				t.Errorf("the faults are %q, want %q", got, k.want)
			}
		})
	}
}

// TestWatcherSees a primary that is killed.
func TestWatcherSees(t *testing.T) {
	t.Parallel()
	if !full {
		return // TestWatcherRules is the quick half
	}
	c := cluster(t, menu(t), 2, 1)
	ready(t, c)
	stop := beside(t, c)
	lost := c.Status.Shards[0].Primary
	killed(t, c, lost)
	recovered(t, c, lost)
	s := stop()
	t.Log(s, s.Faults)
	if s.Promotions[0] != 1 || s.Promotions[1] != 0 || s.Lowest != 1 {
		t.Errorf("it has seen %s", s)
	}
	if !strings.Contains(strings.Join(s.Faults, "\n"), "shard 0 has 1 nodes with the data, want 2") {
		t.Errorf("the faults are %q", s.Faults)
	}
	remove(t, c)
}
