package status_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// An idle cluster causes no write, whatever the clock and the order of nodes.
func TestIdleMeansNoWrite(t *testing.T) {
	for name, c := range cases() {
		t.Run(name, func(t *testing.T) {
			seen := again(c.seen(t))
			seen.Now = seen.Now.Add(90*time.Second + time.Millisecond)
			seen.Losses = nil
			random := rand.New(rand.NewPCG(1, 2))
			random.Shuffle(len(seen.View.Nodes), func(i, j int) {
				seen.View.Nodes[i], seen.View.Nodes[j] = seen.View.Nodes[j], seen.View.Nodes[i]
			})
			if diff := cmp.Diff(seen.Cluster.Status, status.Compute(seen)); diff != "" {
				t.Errorf("the second status differs (-first +second):\n%s", diff)
			}
		})
	}
}

func TestInputIsLeftAlone(t *testing.T) {
	for name, c := range cases() {
		t.Run(name, func(t *testing.T) {
			seen := again(c.seen(t))
			before := seen.Cluster.DeepCopy()
			after := status.Compute(seen)
			for i := range after.Conditions {
				after.Conditions[i].Message = "changed"
			}
			for i := range after.Shards {
				after.Shards[i].Slots = "changed"
				clear(after.Shards[i].Replicas)
			}
			if after.ACL != nil {
				after.ACL.Revision = "changed"
			}
			if after.Config != nil {
				after.Config.Image = "changed"
			}
			if diff := cmp.Diff(before, seen.Cluster); diff != "" {
				t.Errorf("the cluster changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestTransitionTimes(t *testing.T) {
	seen := again(healthy(t))
	seen.Cluster.Generation++
	seen.Decision = act(plan.MeetingNodes, "introducing")
	seen.Now = now.Add(time.Minute + time.Millisecond)
	seen = again(seen)
	times := func() map[string]time.Duration {
		got := map[string]time.Duration{}
		for _, c := range seen.Cluster.Status.Conditions {
			got[c.Type] = c.LastTransitionTime.Sub(now)
			if c.ObservedGeneration != seen.Cluster.Generation {
				t.Errorf("%s is of generation %d, want %d", c.Type, c.ObservedGeneration, seen.Cluster.Generation)
			}
		}
		return got
	}
	want := map[string]time.Duration{"Ready": time.Minute, "Reconciling": time.Minute, "Stalled": 0}
	if diff := cmp.Diff(want, times()); diff != "" {
		t.Errorf("times of what changed (-want +got):\n%s", diff)
	}
	seen.Decision = act(plan.AssigningSlots, "assigning")
	seen.Now = now.Add(time.Hour)
	seen = again(seen)
	if diff := cmp.Diff(want, times()); diff != "" {
		t.Errorf("another reason changed a time (-want +got):\n%s", diff)
	}
	if got := find(seen.Cluster.Status.Conditions, "Ready").Reason; got != "AssigningSlots" {
		t.Errorf("reason is %s", got)
	}
}

func TestConditionsOfOthersStay(t *testing.T) {
	seen := healthy(t)
	other := metav1.Condition{Type: "Backup", Status: metav1.ConditionTrue, Reason: "Nightly"}
	seen.Cluster.Status.Conditions = []metav1.Condition{other}
	got := status.Compute(seen).Conditions
	if diff := cmp.Diff(other, got[len(got)-1]); diff != "" {
		t.Errorf("last condition (-want +got):\n%s", diff)
	}
}

func TestOtherFields(t *testing.T) {
	seen := healthy(t)
	target := &v1alpha1.ValkeyClusterSpec{ConfigRef: "large", Shards: 5}
	seen.State, seen.TargetSpec = v1alpha1.StateCreating, target
	after := status.Compute(seen)
	type fields struct {
		State      v1alpha1.ClusterState
		Generation int64
		Message    string
		Target     *v1alpha1.ValkeyClusterSpec
		Config     *v1alpha1.ConfigStatus
		ACL        *v1alpha1.ACLStatus
	}
	of := func(s v1alpha1.ValkeyClusterStatus) fields {
		return fields{s.State, s.ObservedGeneration, s.Message, s.TargetSpec, s.Config, s.ACL}
	}
	want := fields{
		v1alpha1.StateCreating, 3, "", target,
		&v1alpha1.ConfigStatus{Image: "registry.example/valkey:9.1.2", Revision: seen.Resolved.Revision()},
		&v1alpha1.ACLStatus{Revision: revision, NodesAtRevision: 6},
	}
	if diff := cmp.Diff(want, of(after)); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}

	// Nothing resolves and the TLS Secret is wrong: what was in force stays.
	seen = again(seen)
	seen.State, seen.TargetSpec = v1alpha1.StateInvalid, nil
	seen.TLSProblems, seen.Resolved, seen.ACLRevision = []string{"one", "two"}, nil, ""
	silence(seen.View, p0)
	want.State, want.Target, want.Message, want.ACL.NodesAtRevision = v1alpha1.StateInvalid, nil, "one", 5
	seen = again(seen)
	if diff := cmp.Diff(want, of(seen.Cluster.Status)); diff != "" {
		t.Errorf("invalid status (-want +got):\n%s", diff)
	}

	// The next pass cannot fetch the Secret and ends there.
	seen.TLSProblems, seen.Decision, seen.View.Nodes = nil, plan.Decision{}, nil
	if diff := cmp.Diff(want, of(status.Compute(seen))); diff != "" {
		t.Errorf("status after a pass that saw nothing (-want +got):\n%s", diff)
	}
}
