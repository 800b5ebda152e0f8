//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/run"
)

// page reads an endpoint of the operator's process.
func page(t *testing.T, url string) string {
	t.Helper()
	client := http.Client{Timeout: 5 * time.Second}
	answer, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, answer.Status, err)
	}
	return string(text)
}

// TestMetrics reads what the operator says of a cluster that is Ready, and that
// nothing of it is left once it is gone.
func TestMetrics(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t), 2, 1)
	ready(t, c)
	spread(t, c)
	labels := fmt.Sprintf(`{cluster_name=%q,namespace=%q`, c.Name, c.Namespace)
	eventually(t, patience, "the metrics agree", func() error {
		text := page(t, metricsURL())
		for _, want := range []string{
			"valkey_operator_cluster_slots_assigned" + labels + "} 16384",
			"valkey_operator_cluster_shards_formed" + labels + "} 2",
			fmt.Sprintf(`valkey_operator_cluster_nodes{cluster_name=%q,lifecycle="Active",namespace=%q} 4`, c.Name, c.Namespace),
			"valkey_operator_cluster_acl_outdated_nodes" + labels + "} 0",
			"valkey_operator_build_info", `valkey_operator_actions_total{kind="Meet",result="success"}`,
			"controller_runtime_reconcile_total", "leader_election_master_status",
		} {
			if !strings.Contains(text, want) {
				return fmt.Errorf("no %s", want)
			}
		}
		return nil
	})
	remove(t, c)
	eventually(t, patience, "the series are gone", func() error {
		if strings.Contains(page(t, metricsURL()), c.Namespace) {
			return fmt.Errorf("some are there")
		}
		return nil
	})
}

// metricsURL is where the testbed's operator process listens.
func metricsURL() string { return "http://10.244.0.2:8080/metrics" }

// TestOneOfTwoActs starts a second operator: it waits for the lease, which the
// first gives up when it is stopped.
func TestOneOfTwoActs(t *testing.T) {
	config := menu(t)
	holder := func() string {
		var lease coordinationv1.Lease
		err := bed.client.Get(t.Context(), client.ObjectKey{Namespace: "valkey-operator", Name: "valkey-operator"}, &lease)
		if err != nil || lease.Spec.HolderIdentity == nil {
			return ""
		}
		return *lease.Spec.HolderIdentity
	}
	var first string
	eventually(t, patience, "the first operator leads", func() error {
		if first = holder(); first == "" {
			return fmt.Errorf("nobody does")
		}
		return nil
	})
	second := startSecond(t)
	eventually(t, patience, "the second operator is ready", func() error { return secondReady(t) })
	time.Sleep(3 * time.Second)
	if got := holder(); got != first {
		t.Fatalf("the second operator took the lease: %s, was %s", got, first)
	}
	must(testbed("operator", "stop"))
	eventually(t, 10*time.Second, "the second operator leads", func() error {
		if got := holder(); got == first || got == "" {
			return fmt.Errorf("the holder is %q", got)
		}
		return nil
	})
	c := cluster(t, config, 1, 0)
	ready(t, c)
	second()
	startOperator(t)
	remove(t, c)
}

// startSecond runs another operator, as an administrator, and returns what ends
// it.
func startSecond(t *testing.T) (stop func()) {
	t.Helper()
	command := exec.Command(bed.operator)
	command.Env = append(os.Environ(), "KUBECONFIG="+must(testbed("kubeconfig", "--direct")))
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := command.Wait(); err != nil {
			t.Errorf("the second operator ended with %v", err)
		}
	}
}

// secondReady is what the second operator's readiness probe would say.
func secondReady(t *testing.T) error {
	t.Helper()
	client := http.Client{Timeout: 5 * time.Second}
	answer, err := client.Get("http://127.0.0.1:8081/readyz")
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %s", answer.Status)
	}
	return nil
}

var errNotRefused = errors.New("no word of too many requests")

// TestBudgets starts an operator that makes disruption budgets, one a shard, and
// asks for more evictions than they allow.
func TestBudgets(t *testing.T) {
	withBudgets(t)
	startOperator(t)
	config := menu(t, brisk)
	alone := cluster(t, config, 1, 0)
	c := cluster(t, config, 2, 1)
	ready(t, c)
	ready(t, alone)
	var budgets policyv1.PodDisruptionBudgetList
	if err := bed.client.List(t.Context(), &budgets, client.InNamespace(c.Namespace)); err != nil || len(budgets.Items) != 2 {
		t.Fatalf("%d budgets (%v), want one a shard", len(budgets.Items), err)
	}
	eventually(t, patience, "the budgets count", func() error {
		for i := range budgets.Items {
			b := get(t, c.Namespace, budgets.Items[i].Name, &policyv1.PodDisruptionBudget{})
			if b.Status.DisruptionsAllowed != 1 || b.Spec.MinAvailable.IntValue() != 1 {
				return fmt.Errorf("budget %s allows %d", b.Name, b.Status.DisruptionsAllowed)
			}
		}
		return nil
	})
	spread(t, c)
	rested(t, c.Namespace)
	idle := time.Now()
	looked(t, c)
	time.Sleep(10 * time.Second)
	quiet(t, idle, c.Namespace) // budgets that are as they are to be are not written again
	evict := func(node string) error {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: node}}
		return bed.client.SubResource("eviction").Create(t.Context(), pod, &policyv1.Eviction{})
	}
	shard := c.Status.Shards[0]
	if err := evict(shard.Replicas[0]); err != nil {
		t.Errorf("the replica's eviction is refused: %v", err)
	}
	eventually(t, patience, "the primary's eviction is refused", func() error {
		if err := evict(shard.Primary); !apierrors.IsTooManyRequests(err) {
			return fmt.Errorf("got %w", errors.Join(err, errNotRefused))
		}
		return nil
	})
	// Until the replica that comes instead has the data, and no longer.
	eventually(t, patience, "the primary may go", func() error {
		address, l := addressOf(t, c, shard.Primary), operatorLogin(t, c)
		before := asked(t, address, l, "INFO", "replication")
		err := evict(shard.Primary)
		if err == nil && !copied(before) {
			// The copy may have become one between the two questions.
			if after, failed := ask(t, address, l, "INFO", "replication"); failed != nil || !copied(after) {
				t.Errorf("the last copy of a shard was evicted: %s\nafter it (%v): %s", before, failed, after)
			}
		}
		return err
	})
	if err := bed.client.List(t.Context(), &budgets, client.InNamespace(alone.Namespace)); err != nil || len(budgets.Items) != 0 {
		t.Errorf("a shard of one node has %d budgets (%v)", len(budgets.Items), err)
	}
	if left := strings.Join(leftovers(t, c), ", "); strings.Count(left, "*v1.PodDisruptionBudget ") != 2 {
		t.Errorf("what a deletion must remove is %s, want both budgets in it", left)
	}
	remove(t, alone)
	remove(t, c)
}

// copied is whether a server says that another one has its data: a replica that is
// online, or the one that took over.
func copied(replication string) bool {
	return strings.Contains(replication, "state=online") || strings.Contains(replication, "role:slave")
}

// TestBadEnvironmentStopsTheStart says every problem, each with its key.
func TestBadEnvironmentStopsTheStart(t *testing.T) {
	lookup := func(name string) (string, bool) {
		value, set := map[string]string{"POD_USER": "root", "DEFAULT_ZONE_SPREAD": "sometimes"}[name]
		return value, set
	}
	err := run.Operator(t.Context(), run.Process{Version: "test", Lookup: lookup, Stdout: io.Discard, Stderr: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "POD_USER (key podUser") || !strings.Contains(err.Error(), "DEFAULT_ZONE_SPREAD (key defaultZoneSpread") {
		t.Errorf("the start gives %v, want both problems", err)
	}
}
