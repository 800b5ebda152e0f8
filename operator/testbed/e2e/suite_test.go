//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/leftover"
)

// cases run in this order in each round on one testbed of three nodes. Each makes a namespace of its own and leaves the
// cluster as it found it.
var cases = []struct {
	name string
	run  func(*testing.T, *bed)
}{
	{"pods of three nodes talk and resolve", podsTalk},
	{"a restricted namespace refuses a plain pod", restrictedRefuses},
	{"a pod's ServiceAccount may do what RBAC says", serviceAccount},
	{"exec and logs", execAndLogs},
	{"a ConfigMap update reaches a pod", configMapUpdate},
	{"garbage collection cascades", garbageCollection},
	{"an eviction and a drain respect a disruption budget", evictionAndDrain},
	{"CRDs install and their rules answer", crdRules},
	{"the audit log names writes", auditNamesWrites},
	{"the operator runs, as a process and as a pod", operatorRuns},
	{"kill in place", killInPlace},
	{"cut a pod off", cutPod},
	{"cut a node off", cutNode},
	{"stop and start a node", stopNode},
	{"fill memory", fillMemory},
	{"a silent API server", silentAPIServer},
	{"a Valkey cluster survives the checker", valkeyCluster},
}

// again is how many of the cases are run in the second round: it shows that a testbed that was taken down comes up whole.
const again = 4

// TestTestbed brings everything up twice in a row from nothing and looks each time at what it leaves behind.
func TestTestbed(t *testing.T) {
	l, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, "down") // What an earlier run may have left is not this run's.
	_, err = os.Stat(l.Cache)
	cache := "a cache that exists"
	if os.IsNotExist(err) {
		cache = "an empty cache"
	}
	before := take(t, l)
	t.Cleanup(func() { tearDown(t) })
	for round := 1; round <= 2; round++ {
		began := time.Now()
		mustRun(t, "up", "--nodes", "3")
		times = append(times, fmt.Sprintf("round %d: up took %s with %s", round, time.Since(began).Round(time.Second/10), cache))
		cache = "a full cache"
		b := newBed(t, l)
		for i, c := range cases {
			if round > 1 && i >= again {
				break
			}
			t.Run(fmt.Sprintf("round %d/%s", round, c.name), func(t *testing.T) {
				c.run(t, b)
				ran.Add(1)
			})
			if t.Failed() && keep {
				t.FailNow()
			}
		}
		mustRun(t, "down")
		nothingLeft(t, l, before)
	}
}

// TestControlPlaneAlone is `up --nodes 0`, and `up` after a crash in the middle.
func TestControlPlaneAlone(t *testing.T) {
	l, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, "down")
	before := take(t, l)
	t.Cleanup(func() { tearDown(t) })
	interrupted(t, l)
	began := time.Now()
	mustRun(t, "up", "--nodes", "0")
	times = append(times, fmt.Sprintf("control plane alone: up took %s", time.Since(began).Round(time.Second/10)))
	b := &bed{layout: l}
	b.connect(t)
	t.Run("CRDs install and their rules answer", func(t *testing.T) {
		crdRules(t, b)
		ran.Add(1)
	})
	mustRun(t, "down")
	nothingLeft(t, l, before)
}

// keep leaves the testbed and the namespace of the first failing case for a person to look at.
var keep = os.Getenv("TESTBED_KEEP") != ""

func tearDown(t *testing.T) {
	t.Helper()
	if t.Failed() && keep {
		t.Log("the testbed is left as it is; look with `testbed status` and `testbed kubectl`, end with `testbed down`")
		return
	}
	mustRun(t, "down")
}

func take(t *testing.T, l layout.Layout) leftover.Snapshot {
	t.Helper()
	snapshot, err := leftover.Take(l)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// nothingLeft fails on what is there now and was not before. The kernel frees namespaces and cgroups a moment after
// their last process ended.
func nothingLeft(t *testing.T, l layout.Layout, before leftover.Snapshot) {
	t.Helper()
	var added []string
	for range 50 {
		if added = before.Added(take(t, l)); len(added) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("`down` left behind:")
	for _, item := range added {
		t.Errorf("  %s", item)
	}
}
