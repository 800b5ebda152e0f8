//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// operatorEnds waits until the operator's process has ended.
func operatorEnds(t *testing.T) {
	t.Helper()
	eventually(t, patience, "the operator ends", func() error {
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

// TestEveryStepIsTested: a new step that no test ends the operator behind fails
// here.
func TestEveryStepIsTested(t *testing.T) {
	tested := slices.Concat(formingSteps(), leavingSteps())
	for _, c := range slices.Concat(changes(), changesInFull()) {
		for _, s := range c.steps {
			tested = append(tested, s.behind)
		}
	}
	if got, want := sorted(tested), sorted(failpoint.Steps()); !slices.Equal(got, want) {
		t.Errorf("the steps %v are tested, want all of %v", got, want)
	}
}

func sorted(steps []failpoint.Step) []failpoint.Step { return slices.Sorted(slices.Values(steps)) }

// TestRestartBehindEveryStep ends the operator behind each of its side effects,
// as a power loss would, and starts another, all while one cluster forms, goes
// through changes and losses, and is deleted: it is whole after each, and in the
// end gone without a trace.
func TestRestartBehindEveryStep(t *testing.T) {
	withBudgets(t)
	config := menu(t)
	startOperator(t, "--failpoint", string(formingSteps()[0]))
	c := cluster(t, config, 2, 1)
	for i, step := range formingSteps() {
		if i > 0 {
			startOperator(t, "--failpoint", string(step))
		}
		operatorEnds(t)
		t.Logf("ended behind %s", step)
	}
	startOperator(t)
	ready(t, c)
	verify(t, c)
	all := changes()
	if full {
		all = append(all, changesInFull()...)
	}
	for _, change := range all {
		for _, s := range change.steps {
			endBehind(t, c, s)
			t.Logf("%s: ended behind %s", change.name, s.behind)
		}
		startOperator(t)
		isWhole(t, c, change)
	}
	for i, behind := range leavingSteps() {
		s := ending{behind: behind}
		if i == 0 {
			s.begin = deleteCluster
		}
		endBehind(t, c, s)
		t.Logf("deleted: ended behind %s", behind)
	}
	startOperator(t)
	gone(t, c)
}

// withBudgets has every operator that is started keep disruption budgets, until
// the test ends.
func withBudgets(t *testing.T) {
	t.Helper()
	t.Setenv("POD_DISRUPTION_BUDGETS", "perShard")
	t.Cleanup(func() { _ = os.Unsetenv("POD_DISRUPTION_BUDGETS"); startOperator(t) })
}

// endBehind starts an operator that ends behind the step, and does what makes it
// pass it.
func endBehind(t *testing.T, c *v1alpha1.ValkeyCluster, s ending) {
	t.Helper()
	startOperator(t, "--failpoint", string(s.behind))
	if s.begin != nil {
		s.begin(t, c)
	}
	operatorEnds(t)
}

// isWhole waits until a change is done and the cluster is whole.
func isWhole(t *testing.T, c *v1alpha1.ValkeyCluster, change change) {
	t.Helper()
	eventually(t, patience, change.name+" is done", func() error {
		get(t, c.Namespace, c.Name, c)
		return allRun(t, c, int(c.Spec.Shards*(1+c.Spec.ReplicasPerShard)))
	})
	ready(t, c)
	spread(t, c)
	settled(t, c)
	if change.whole != nil {
		change.whole(t, c)
	}
}

func deleteCluster(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	if err := bed.client.Delete(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}
