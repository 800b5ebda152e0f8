package metrics_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
)

func register(t *testing.T) (*metrics.Metrics, *prometheus.Registry) {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	m, err := metrics.New(registry, "1.2.3")
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return m, registry
}

// exposition is what Prometheus scrapes.
func exposition(t *testing.T, registry *prometheus.Registry) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	handler := promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError})
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if recorder.Code != http.StatusOK {
		t.Fatalf("scrape: status %d: %s", recorder.Code, recorder.Body)
	}
	return recorder.Body.String()
}

// samples are the lines of an exposition that hold the text, without those that
// are comments.
func samples(text, part string) []string {
	var found []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) && !strings.HasPrefix(line, "#") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func full() metrics.ClusterFacts {
	return metrics.ClusterFacts{
		Namespace: "team-a", Name: "orders", State: v1alpha1.StateCreating,
		Formed: true, ShardsDesired: 3, ShardsFormed: 2,
		NodesByLifecycle:    map[v1alpha1.Lifecycle]int{v1alpha1.LifecycleActive: 4, v1alpha1.LifecycleJoining: 2},
		SlotsAssigned:       10922,
		Blocked:             plan.ReplicaSyncing,
		Stalled:             "RoleNotFound",
		DataLoss:            true,
		CertificateNotAfter: topology.Known(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)),
		CertificateServed:   topology.Known(5),
		CertificateOutdated: topology.Known(2),
		ACLOutdated:         topology.Known(1),
	}
}

// TestExposition compares the text with testdata/exposition.txt, which dashboards
// and alerts depend on. Actions that were not counted are left out, so that a new
// kind of action does not change it; TestEveryActionStartsAtZero is about them.
func TestExposition(t *testing.T) {
	m, registry := register(t)
	m.Cluster(full())
	m.Cluster(metrics.ClusterFacts{Namespace: "team-b", Name: "cache", State: v1alpha1.StateActive, Paused: true, ShardsDesired: 1})
	m.Cluster(metrics.ClusterFacts{Namespace: "team-b", Name: "new"})
	m.Action(plan.Meet, metrics.Success)
	m.Action(plan.Meet, metrics.Success)
	m.Action(plan.CreateNode, metrics.Failure)
	m.ACLLoad(metrics.Success)
	m.TLSReload(metrics.Failure)
	want, err := os.ReadFile(filepath.Join("testdata", "exposition.txt"))
	if err != nil {
		t.Fatal(err)
	}
	uncounted := regexp.MustCompile(`(?m)^valkey_operator_actions_total\{.*\} 0\n`)
	got := uncounted.ReplaceAllString(exposition(t, registry), "")
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("exposition (-want +got):\n%s", diff)
	}
}

func TestNamesFollowTheConventions(t *testing.T) {
	m, registry := register(t)
	m.Cluster(full())
	text := exposition(t, registry)
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Fatalf("linting: %v", err)
	}
	for _, problem := range problems {
		t.Errorf("%s: %s", problem.Metric, problem.Text)
	}
	for _, line := range samples(text, "") {
		if !strings.HasPrefix(line, "valkey_operator_") {
			t.Errorf("a metric without our prefix: %s", line)
		}
	}
}

// TestNothingIsZero: a cluster none of whose servers answers has a number of slots
// that alerts can compare.
func TestNothingIsZero(t *testing.T) {
	m, registry := register(t)
	m.Cluster(metrics.ClusterFacts{Namespace: "team-a", Name: "orders", Formed: true})
	text := exposition(t, registry)
	for _, want := range []string{"slots_assigned{%s} 0", "shards_formed{%s} 0", "formed{%s} 1", "data_loss{%s} 0"} {
		want = "valkey_operator_cluster_" + fmt.Sprintf(want, `cluster_name="orders",namespace="team-a"`)
		if !slices.Contains(samples(text, ""), want) {
			t.Errorf("no sample %s in\n%s", want, text)
		}
	}
}

// TestUnknownIsNoZero: what was not observed has no series, also if it was known
// in an earlier pass.
func TestUnknownIsNoZero(t *testing.T) {
	m, registry := register(t)
	m.Cluster(full())
	facts := full()
	facts.ACLOutdated, facts.CertificateOutdated = topology.Unknown[int]("timed out"), topology.Fact[int]{}
	facts.CertificateNotAfter, facts.CertificateServed = topology.Fact[time.Time]{}, topology.Fact[int]{}
	m.Cluster(facts)
	text := exposition(t, registry)
	for _, part := range []string{"acl_outdated", "certificate"} {
		if found := samples(text, part); len(found) > 0 {
			t.Errorf("series of an unknown fact: %q", found)
		}
	}
}

func TestOneReasonAtATime(t *testing.T) {
	m, registry := register(t)
	tests := []struct {
		blocked plan.Reason
		want    []string
	}{
		{plan.PodStarting, []string{`valkey_operator_cluster_blocked{cluster_name="orders",namespace="team-a",reason="PodStarting"} 1`}},
		{plan.ViewsDiffer, []string{`valkey_operator_cluster_blocked{cluster_name="orders",namespace="team-a",reason="ViewsDiffer"} 1`}},
		{"", nil},
	}
	for _, test := range tests {
		facts := full()
		facts.Blocked = test.blocked
		m.Cluster(facts)
		if diff := cmp.Diff(test.want, samples(exposition(t, registry), "cluster_blocked")); diff != "" {
			t.Errorf("blocked on %q (-want +got):\n%s", test.blocked, diff)
		}
	}
}

func TestForget(t *testing.T) {
	m, registry := register(t)
	before := exposition(t, registry)
	m.Cluster(full())
	other := full()
	other.Namespace = "team-b"
	m.Cluster(other)
	m.Forget("team-a", "orders")
	m.Forget("team-a", "never-seen")
	text := exposition(t, registry)
	if found := samples(text, `"team-a"`); len(found) > 0 {
		t.Errorf("series of a forgotten cluster: %q", found)
	}
	if len(samples(text, `"team-b"`)) == 0 {
		t.Error("the cluster of the same name in another namespace was forgotten too")
	}
	m.Forget("team-b", "orders")
	if diff := cmp.Diff(before, exposition(t, registry)); diff != "" {
		t.Errorf("all clusters forgotten (-before +after):\n%s", diff)
	}
}

// TestFactsAreCopied: a pass may go on using the map that it handed in.
func TestFactsAreCopied(t *testing.T) {
	m, registry := register(t)
	facts := full()
	m.Cluster(facts)
	before := exposition(t, registry)
	facts.NodesByLifecycle[v1alpha1.LifecycleActive] = 99
	if diff := cmp.Diff(before, exposition(t, registry)); diff != "" {
		t.Errorf("exposition after a change of the caller's map (-before +after):\n%s", diff)
	}
}

// TestEveryActionStartsAtZero covers kinds that are added later.
func TestEveryActionStartsAtZero(t *testing.T) {
	_, registry := register(t)
	text := exposition(t, registry)
	for _, kind := range plan.ActionKinds() {
		for _, result := range []string{"success", "error", "skipped"} {
			want := `valkey_operator_actions_total{kind="` + string(kind) + `",result="` + result + `"} 0`
			if !slices.Contains(samples(text, "actions_total"), want) {
				t.Errorf("exposition lacks %s", want)
			}
		}
	}
}

func TestRegisteredTwice(t *testing.T) {
	_, registry := register(t)
	if _, err := metrics.New(registry, "1.2.3"); err == nil || !strings.HasPrefix(err.Error(), "registering the metrics of the operator: ") {
		t.Errorf("New on the same registry = %v, want an error that says what was registered", err)
	}
}

// TestConcurrentUse is for the race detector.
func TestConcurrentUse(t *testing.T) {
	const passes = 50
	m, registry := register(t)
	var group sync.WaitGroup
	for _, name := range []string{"a", "b", "c"} {
		group.Go(func() {
			facts := full()
			facts.Name = name
			for range passes {
				m.Cluster(facts)
				m.Action(plan.Meet, metrics.Success)
				m.Forget(facts.Namespace, name)
			}
		})
	}
	for range passes {
		exposition(t, registry)
	}
	group.Wait()
	want := []string{`valkey_operator_actions_total{kind="Meet",result="success"} 150`}
	if diff := cmp.Diff(want, samples(exposition(t, registry), `kind="Meet",result="success"`)); diff != "" {
		t.Errorf("count (-want +got):\n%s", diff)
	}
}
