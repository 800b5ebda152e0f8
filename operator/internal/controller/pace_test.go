package controller

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestPace: what only servers know is asked for often at first and then less and
// less, so that nothing is a hot loop; a new reason begins again.
func TestPace(t *testing.T) {
	at := time.Unix(1000, 0)
	name := types.NamespacedName{Namespace: "team", Name: "cache"}
	wait := func(r plan.Reason) plan.Decision { return plan.Decision{Verb: plan.Wait, Reason: r} }
	p := newPace()
	for i, step := range []struct {
		after     time.Duration
		decision  plan.Decision
		spreading bool
		want      time.Duration
	}{
		{0, wait(plan.ViewsDiffer), false, soon},
		{9 * time.Second, wait(plan.ViewsDiffer), false, soon},
		{10 * time.Second, wait(plan.ViewsDiffer), false, later},
		{time.Hour, wait(plan.ViewsDiffer), false, patient},
		{time.Hour, wait(plan.ReplicaSyncing), false, soon},
		{time.Hour, wait(plan.PodStarting), false, patient},
		{time.Hour, plan.Decision{Verb: plan.Act, Reason: plan.MeetingNodes}, true, again},
		{time.Hour + 3*time.Second, plan.Decision{Verb: plan.Act, Reason: plan.MeetingNodes}, true, soon},
		{time.Hour + time.Minute, plan.Decision{Verb: plan.Act, Reason: plan.MeetingNodes}, true, patient},
		{time.Hour + time.Minute, plan.Decision{Verb: plan.Act, Reason: plan.AssigningSlots}, true, again},
		{time.Hour, plan.Decision{Verb: plan.Done}, false, tick},
		{time.Hour, plan.Decision{Verb: plan.Done}, true, spreading},
		{time.Hour + 3*time.Minute, plan.Decision{Verb: plan.Done}, true, tick},
		{2 * time.Hour, plan.Decision{Verb: plan.Done}, false, tick},
		{2 * time.Hour, plan.Decision{Verb: plan.Done}, true, spreading},
		{2 * time.Hour, plan.Decision{}, false, patient},
	} {
		if got := p.next(name, step.decision, step.spreading, at.Add(step.after)); got != step.want {
			t.Errorf("step %d: the next look is after %s, want %s", i, got, step.want)
		}
	}
}

func TestHeartbeatIsDueOncePerTick(t *testing.T) {
	at := time.Unix(1000, 0)
	name := types.NamespacedName{Namespace: "team", Name: "cache"}
	p := newPace()
	for i, step := range []struct {
		after time.Duration
		want  bool
	}{{0, true}, {time.Second, false}, {tick - 500*time.Millisecond, true}, {tick + time.Second, false}} {
		if got := p.due(name, at.Add(step.after)); got != step.want {
			t.Errorf("step %d: due is %t, want %t", i, got, step.want)
		}
	}
	p.forget(name)
	if !p.due(name, at.Add(tick+time.Second)) {
		t.Error("a cluster that was forgotten has no heartbeat")
	}
}
