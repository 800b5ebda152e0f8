//go:build e2e && bench

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestCost prints the operator's memory and processor time while 1 and then 50
// clusters have nothing to do.
func TestCost(t *testing.T) {
	startOperator(t)
	config := menu(t)
	one := cluster(t, config, 3, 1)
	ready(t, one)
	cost(t, "1 cluster of 3x1")
	remove(t, one)
	var all []*v1alpha1.ValkeyCluster
	for range 50 {
		all = append(all, cluster(t, config, 1, 0))
	}
	for _, c := range all {
		eventually(t, 10*time.Minute, "cluster is Active", func() error {
			if get(t, c.Namespace, c.Name, c); c.Status.State != v1alpha1.StateActive {
				return fmt.Errorf("it is %s", c.Status.State)
			}
			return nil
		})
	}
	cost(t, "50 clusters of 1x0")
}

func cost(t *testing.T, of string) {
	t.Helper()
	time.Sleep(30 * time.Second)
	before, began := series(t, "process_cpu_seconds_total"), time.Now()
	time.Sleep(time.Minute)
	cpu := (series(t, "process_cpu_seconds_total") - before) / time.Since(began).Seconds()
	fmt.Printf("bench-e2e: idle operator with %s: %.1f MiB resident, %.1f milli-cores\n", of, series(t, "process_resident_memory_bytes")/(1<<20), cpu*1000)
}

// series reads one value of the operator's metrics.
func series(t *testing.T, name string) float64 {
	t.Helper()
	for line := range strings.Lines(page(t, metricsURL())) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("there is no series %s", name)
	return 0
}
