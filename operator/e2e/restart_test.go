//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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

// lifeOrder is the order in which a cluster passes the steps for the first time.
func lifeOrder() []failpoint.Step {
	return []failpoint.Step{
		failpoint.AddFinalizer, failpoint.ApplySecret, failpoint.ApplyService, failpoint.ApplyACL,
		failpoint.Step(plan.Snapshot), failpoint.WriteStatus,
		failpoint.Step(plan.CreateNode), failpoint.ApplyNodeConfig, failpoint.CreatePod, failpoint.MarkPod,
		failpoint.Step(plan.SetConfigEpoch), failpoint.Step(plan.Meet), failpoint.Step(plan.AssignSlots),
		failpoint.Step(plan.Replicate), failpoint.Step(plan.CompleteJoin), failpoint.Step(plan.Activate),
	}
}

// TestRestartBehindEveryStep ends the operator behind each of its side effects,
// as a power loss would, and starts another, all while one cluster forms: it does
// so all the same. The steps are those of the registry: a new one that is not
// tested here fails the test.
func TestRestartBehindEveryStep(t *testing.T) {
	if got, want := sorted(lifeOrder()), sorted(failpoint.Steps()); !slices.Equal(got, want) {
		t.Fatalf("the steps %v are tested, want all of %v", got, want)
	}
	config := menu(t)
	t.Cleanup(func() { startOperator(t) })
	startOperator(t, "--failpoint", string(lifeOrder()[0]))
	c := cluster(t, config, 2, 1)
	for i, step := range lifeOrder() {
		if i > 0 {
			startOperator(t, "--failpoint", string(step))
		}
		operatorEnds(t, time.Minute)
		t.Logf("ended behind %s", step)
	}
	startOperator(t)
	ready(t, c)
	verify(t, c)
	remove(t, c)
}

// TestRestartEverywhere gives each step a cluster of its own, and ends the
// operator behind its first and behind its third time.
func TestRestartEverywhere(t *testing.T) {
	if !*full {
		t.Log("only in a full run") // one restart a step is in TestRestartBehindEveryStep
		return
	}
	config := menu(t)
	t.Cleanup(func() { startOperator(t) })
	for _, step := range failpoint.Steps() {
		for _, times := range []string{"", ":2"} {
			t.Run(string(step)+times, func(t *testing.T) {
				startOperator(t, "--failpoint", string(step)+times)
				c := cluster(t, config, 3, 1)
				if times == "" {
					operatorEnds(t, time.Minute)
				}
				time.Sleep(2 * time.Second)
				startOperator(t)
				ready(t, c)
				verify(t, c)
				remove(t, c)
			})
		}
	}
}

func sorted(steps []failpoint.Step) []failpoint.Step { return slices.Sorted(slices.Values(steps)) }
