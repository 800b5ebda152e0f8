//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// operatorEnds waits until the operator's process has ended.
func operatorEnds(t *testing.T, limit time.Duration) {
	t.Helper()
	eventually(t, limit, "the operator ends", func() error {
		status, err := run("operator", "status")
		if err == nil && strings.HasPrefix(status, "running") {
			err = fmt.Errorf("it is %s", status)
		}
		return err
	})
}

func startOperator(t *testing.T, args ...string) {
	t.Helper()
	_ = must(run("operator", "stop"))
	all := append([]string{"operator", "start", "--program", bed.operator, "--log", bed.log}, args...)
	if _, err := run(all...); err != nil {
		t.Fatal(err)
	}
}

// TestRestartBehindEveryStep ends the operator behind each of its side effects,
// as a power loss would, and starts another: the cluster forms all the same. The
// steps come from the registry, so that a new one is tested from its first day.
func TestRestartBehindEveryStep(t *testing.T) {
	config := menu(t)
	t.Cleanup(func() { startOperator(t) })
	for _, step := range failpoint.Steps() {
		t.Run(string(step), func(t *testing.T) {
			startOperator(t, "--failpoint", string(step))
			c := cluster(t, config, 2, 1)
			operatorEnds(t, 90*time.Second)
			startOperator(t)
			ready(t, c)
			verify(t, c)
			remove(t, c)
		})
	}
}
