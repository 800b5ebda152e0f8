//go:build e2e && full

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// timeline logs what the operator did since a time, by its Events, each with the
// seconds since then.
func timeline(t *testing.T, c *v1alpha1.ValkeyCluster, began time.Time) {
	t.Helper()
	var list corev1.EventList
	// It is called when the test has ended, too.
	if err := bed.client.List(context.Background(), &list, inside(c)); err != nil {
		t.Error(err)
	}
	var lines []string
	for i := range list.Items {
		e := &list.Items[i]
		when := e.EventTime.Time
		if when.IsZero() {
			when = e.FirstTimestamp.Time
		}
		if when.Before(began.Add(-time.Second)) || e.ReportingController != "valkey-operator" {
			continue
		}
		lines = append(lines, fmt.Sprintf("%7.2f s  %s: %s", when.Sub(began).Seconds(), e.Reason, e.Message))
	}
	slices.Sort(lines)
	t.Logf("since the fault the operator said:\n%s", strings.Join(lines, "\n"))
}

// when is the time of the first Event of a reason since a time, as seconds since
// then; -1 if there is none.
func when(t *testing.T, c *v1alpha1.ValkeyCluster, began time.Time, reason string) time.Duration {
	t.Helper()
	var list corev1.EventList
	if err := bed.client.List(t.Context(), &list, inside(c)); err != nil {
		t.Fatal(err)
	}
	first := time.Duration(-1)
	for i := range list.Items {
		e := &list.Items[i]
		since := e.EventTime.Sub(began)
		if e.Reason == reason && since > 0 && (first < 0 || since < first) {
			first = since
		}
	}
	return first
}

// notReady waits until Kubernetes calls a host lost and returns how long after
// the fault that was, by this program's clock.
func notReady(t *testing.T, host string, began time.Time) time.Duration {
	t.Helper()
	eventually(t, patience, host+" is not Ready", func() error {
		for _, c := range get(t, "", host, &corev1.Node{}).Status.Conditions {
			if c.Type == corev1.NodeReady && c.Status == corev1.ConditionTrue {
				return fmt.Errorf("it is")
			}
		}
		return nil
	})
	return time.Since(began)
}
