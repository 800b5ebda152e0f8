//go:build e2e

package e2e

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

const operatorUser = "system:serviceaccount:valkey-operator:valkey-operator"

// TestIdleWritesNothing asks the API server's audit log for the operator's
// writes while a cluster that is Ready has nothing to do: the lease alone.
func TestIdleWritesNothing(t *testing.T) {
	t.Parallel()
	r := role(t)
	c := cluster(t, menu(t), 3, 1, withUsers(bind("app", r, appPassword)))
	ready(t, c)
	spread(t, c)
	time.Sleep(10 * time.Second) // Events are written a little later
	idle := 40 * time.Second
	if full {
		idle = 3 * time.Minute
	}
	began := time.Now().UTC().Format(time.RFC3339)
	time.Sleep(idle)
	out, err := exec.Command(bed.testbed, "audit", "--user", operatorUser, "--since", began).Output()
	if err != nil {
		t.Fatal(err)
	}
	leases := 0
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, " leases ") || strings.Contains(line, "leases.coordination") {
			leases++
			continue
		}
		if strings.Contains(line, c.Namespace) { // other tests leave their Events behind
			t.Errorf("an idle operator wrote: %s", line)
		}
	}
	if leases == 0 {
		t.Errorf("the audit log has not even the lease:\n%s", out)
	}
}
