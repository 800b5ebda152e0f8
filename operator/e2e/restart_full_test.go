//go:build e2e && full

package e2e

import (
	"slices"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// TestRestartEverywhere gives each step a cluster of its own, and ends the
// operator behind its first time, and behind its third where there is one.
func TestRestartEverywhere(t *testing.T) {
	withBudgets(t)
	config := menu(t)
	for _, step := range formingSteps() {
		for _, times := range []string{"", ":2"} {
			if times != "" && once(step) {
				continue
			}
			t.Run(string(step)+times, func(t *testing.T) {
				startOperator(t, "--failpoint", string(step)+times)
				c := cluster(t, config, 3, 1)
				operatorEnds(t)
				time.Sleep(2 * time.Second)
				startOperator(t)
				ready(t, c)
				verify(t, c)
				remove(t, c)
			})
		}
	}
}

// once is whether a cluster passes the step once while it forms. Each of the others
// is passed at least three times by one of three shards with a replica each.
func once(step failpoint.Step) bool {
	return slices.Contains([]failpoint.Step{
		failpoint.AddFinalizer, failpoint.ApplySecret, failpoint.ApplyService, failpoint.ApplyACL,
		failpoint.Step(plan.Snapshot), failpoint.Step(plan.Activate),
	}, step)
}
