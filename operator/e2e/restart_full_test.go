//go:build e2e && full

package e2e

import (
	"testing"
	"time"
)

// TestRestartEverywhere gives each step a cluster of its own, and ends the
// operator behind its first and behind its third time.
func TestRestartEverywhere(t *testing.T) {
	config := menu(t)
	t.Cleanup(func() { startOperator(t) })
	for _, step := range formingSteps() {
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
