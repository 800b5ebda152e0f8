//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// operatorEnds waits until the operator's process has ended.
func operatorEnds(t *testing.T, limit time.Duration) {
	t.Helper()
	eventually(t, limit, "the operator ends", func() error {
		status, err := testbed("operator", "status")
		if err == nil && strings.HasPrefix(status, "running") {
			err = fmt.Errorf("it is %s", status)
		}
		return err
	})
}

func startOperator(t *testing.T, args ...string) {
	t.Helper()
	_ = must(testbed("operator", "stop"))
	all := append([]string{"operator", "start", "--program", bed.operator, "--log", bed.log}, args...)
	if _, err := testbed(all...); err != nil {
		t.Fatal(err)
	}
}

// formingSteps are passed while a cluster forms, in the order of their first time.
func formingSteps() []failpoint.Step {
	return []failpoint.Step{
		failpoint.AddFinalizer, failpoint.ApplySecret, failpoint.ApplyService, failpoint.ApplyACL,
		failpoint.Step(plan.Snapshot), failpoint.WriteStatus,
		failpoint.Step(plan.CreateNode), failpoint.ApplyNodeConfig, failpoint.CreatePod, failpoint.MarkPod,
		failpoint.Step(plan.SetConfigEpoch), failpoint.Step(plan.AssignSlots), failpoint.Step(plan.Meet),
		failpoint.Step(plan.Replicate), failpoint.Step(plan.CompleteJoin), failpoint.Step(plan.Activate),
	}
}

// changes are what a formed cluster is put through, each with the steps that it
// makes the operator pass, in order.
func changes() []struct {
	name  string
	steps []plan.ActionKind
	begin func(t *testing.T, c *v1alpha1.ValkeyCluster)
} {
	return []struct {
		name  string
		steps []plan.ActionKind
		begin func(t *testing.T, c *v1alpha1.ValkeyCluster)
	}{
		{"a shard more", []plan.ActionKind{plan.CopyFunctions, plan.MoveSlots}, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			library(t, c)
			edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = 3 })
		}},
		{"a primary of three killed", []plan.ActionKind{plan.ForceFailOver, plan.Forget}, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			killed(t, c, c.Status.Shards[0].Primary)
		}},
		{"a shard less", []plan.ActionKind{plan.MarkLeaving, plan.StopPod, plan.DeleteNode}, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = 2 })
		}},
		{"a roll", []plan.ActionKind{plan.FailOver}, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			edit(t, get(t, "", c.Spec.ConfigRef, &v1alpha1.ValkeyConfig{}), func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = "31mb" })
		}},
		{"a primary of two killed", []plan.ActionKind{plan.TakeOver}, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			killed(t, c, c.Status.Shards[0].Primary)
		}},
	}
}

// TestEveryStepIsTested: a new step that no test ends the operator behind fails
// here.
func TestEveryStepIsTested(t *testing.T) {
	tested := formingSteps()
	for _, c := range changes() {
		for _, kind := range c.steps {
			tested = append(tested, failpoint.Step(kind))
		}
	}
	if got, want := sorted(tested), sorted(failpoint.Steps()); !slices.Equal(got, want) {
		t.Errorf("the steps %v are tested, want all of %v", got, want)
	}
}

// TestRestartBehindEveryStep ends the operator behind each of its side effects,
// as a power loss would, and starts another, all while one cluster forms and then
// goes through changes and losses: it is whole after each.
func TestRestartBehindEveryStep(t *testing.T) {
	config := menu(t)
	t.Cleanup(func() { startOperator(t) })
	startOperator(t, "--failpoint", string(formingSteps()[0]))
	c := cluster(t, config, 2, 1)
	for i, step := range formingSteps() {
		if i > 0 {
			startOperator(t, "--failpoint", string(step))
		}
		operatorEnds(t, time.Minute)
		t.Logf("ended behind %s", step)
	}
	startOperator(t)
	ready(t, c)
	verify(t, c)
	all := changes()
	if !full {
		all = all[:2] // slots on the move, and a forced election
	}
	for _, change := range all {
		for i, step := range change.steps {
			startOperator(t, "--failpoint", string(step))
			if i == 0 {
				change.begin(t, c)
			}
			operatorEnds(t, 2*time.Minute)
			t.Logf("%s: ended behind %s", change.name, step)
		}
		startOperator(t)
		eventually(t, 2*time.Minute, change.name+" is done", func() error {
			get(t, c.Namespace, c.Name, c)
			return allRun(t, c, int(c.Spec.Shards*(1+c.Spec.ReplicasPerShard)))
		})
		ready(t, c)
		settled(t, c)
	}
	remove(t, c)
}

func sorted(steps []failpoint.Step) []failpoint.Step { return slices.Sorted(slices.Values(steps)) }
