package doctest

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
)

// exposed returns the labels of each metric, but those of the cluster.
func exposed(t *testing.T) map[string][]string {
	t.Helper()
	registry := prometheus.NewRegistry()
	m, err := metrics.New(registry, "v")
	if err != nil {
		t.Fatal(err)
	}
	one := topology.Known(1)
	m.Cluster(metrics.ClusterFacts{
		Namespace: "a", Name: "b", State: v1alpha1.StateActive, ShardsFormed: 1, SlotsAssigned: 1, Blocked: plan.PodBlocked, Stalled: "RoleNotFound",
		CertificateNotAfter: topology.Known(time.Unix(1, 0)), CertificateServed: one, CertificateOutdated: one, ACLOutdated: one,
	})
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, family := range families {
		labels := []string{}
		for _, label := range family.GetMetric()[0].GetLabel() {
			if name := label.GetName(); name != "namespace" && name != "cluster_name" {
				labels = append(labels, name)
			}
		}
		slices.Sort(labels)
		all[family.GetName()] = labels
	}
	return all
}

func TestMetrics(t *testing.T) {
	got := map[string][]string{}
	for _, row := range rows(section(t, page(t, "monitoring.md"), "Metrics")) {
		labels := append([]string{}, words(row[1])...)
		slices.Sort(labels)
		got[words(row[0])[0]] = labels
	}
	if diff := cmp.Diff(exposed(t), got); diff != "" {
		t.Errorf("metrics (-code +page):\n%s", diff)
	}
}

func TestAlerts(t *testing.T) {
	var got, want []string
	for _, row := range rows(section(t, page(t, "monitoring.md"), "Alerts")) {
		got = append(got, words(row[0])...)
	}
	rules := file(t, "operator", "deploy", "components", "monitoring", "alerts.yaml")
	for _, m := range regexp.MustCompile(`(?m)^ *- alert: (\w+)$`).FindAllStringSubmatch(rules, -1) {
		want = append(want, m[1])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("alerts (-deployed +page):\n%s", diff)
	}
}

// TestVariables compares names, keys and defaults with the settings. The key of a
// variable is what the complaint about a bad value names.
func TestVariables(t *testing.T) {
	got := map[string]string{}
	for _, row := range rows(page(t, "configuration.md")) {
		for _, name := range words(row[0]) {
			got[name] = strings.Join(words(row[1]), "") + " " + strings.Trim(row[2], "`")
		}
	}
	set, err := settings.FromEnvironment(func(string) (string, bool) { return "", false })
	if err != nil || len(set.Namespaces) > 0 {
		t.Fatalf("without any variable: namespaces %v, error %v", set.Namespaces, err)
	}
	defaults := map[string]string{
		settings.DefaultZoneSpread: string(set.Options.DefaultZoneSpread), settings.ClusterDomain: set.Options.ClusterDomain,
		settings.PodUser: fmt.Sprint(*set.Options.PodUser), settings.PodDisruptionBudgets: string(set.PodDisruptionBudgets),
		settings.MaxRollingClusters: strconv.Itoa(set.MaxRollingClusters), settings.WatchNamespaces: "empty: all",
	}
	want := map[string]string{"VALKEY_OPERATOR_LOG": " info", "RUST_LOG": " info", "POD_NAMESPACE": " valkey-operator"}
	key := regexp.MustCompile(`\(key (\w+) of ConfigMap valkey-operator-config\)`)
	for name, byDefault := range defaults {
		_, err := settings.FromEnvironment(func(asked string) (string, bool) { return "?", asked == name })
		if err == nil {
			t.Fatalf("%s takes any value", name)
		}
		found := ""
		if m := key.FindStringSubmatch(err.Error()); m != nil {
			found = m[1]
		}
		want[name] = found + " " + byDefault
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("variables (-code +page):\n%s", diff)
	}
	for _, name := range constants(t, "", "operator", "internal", "settings", "settings.go") {
		if _, there := got[name]; !there && strings.ToUpper(name) == name {
			t.Errorf("variable %s is not on the page", name)
		}
	}
}

// TestComplaint: the page shows the words in which a bad value is refused.
func TestComplaint(t *testing.T) {
	_, err := settings.FromEnvironment(func(name string) (string, bool) { return "requird", name == settings.DefaultZoneSpread })
	if err == nil || !strings.Contains(page(t, "configuration.md"), err.Error()) {
		t.Errorf("the page does not show %q", err)
	}
}

// TestTargets compares the targets of log lines.
func TestTargets(t *testing.T) {
	got := map[string]bool{}
	for _, row := range rows(page(t, "logging.md")) {
		if name := words(row[0])[0]; name == "operator" || strings.HasPrefix(name, "operator::") {
			got[name] = true
		}
	}
	want := map[string]bool{}
	for _, name := range constants(t, "", "operator", "internal", "logging", "target.go") {
		want[name] = true
	}
	delete(want, "::") // what parts them
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("targets (-code +page):\n%s", diff)
	}
}

// TestMessages: a message that the page promises is a text of the operator, and a
// warning of the operator is on the page.
func TestMessages(t *testing.T) {
	var code strings.Builder
	for _, room := range []string{"controller", "run"} {
		files, err := filepath.Glob(filepath.Join("..", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") {
				code.WriteString(file(t, "operator", "internal", room, filepath.Base(name)))
			}
		}
	}
	promised := map[string]bool{}
	for _, row := range rows(section(t, page(t, "logging.md"), "Messages")) {
		text := words(row[0])[0]
		promised[text] = true
		if !strings.Contains(code.String(), `"`+text+`"`) {
			t.Errorf("nothing logs %q", text)
		}
	}
	warnings := regexp.MustCompile(`\.Warn\("([^"]+)"`).FindAllStringSubmatch(code.String(), -1)
	if len(promised) < 10 || len(warnings) < 5 {
		t.Fatalf("%d messages on the page and %d warnings found: there are more", len(promised), len(warnings))
	}
	for _, w := range warnings {
		if !promised[w[1]] {
			t.Errorf("the warning %q is not on the page", w[1])
		}
	}
}

// TestPermissions: the page has the tables that are held against the manifests and
// against a real API server.
func TestPermissions(t *testing.T) {
	want := file(t, "operator", "deploy", "testdata", "permissions.md")
	if !strings.Contains(page(t, "security.md"), strings.TrimSpace(want)) {
		t.Error("the page does not hold operator/deploy/testdata/permissions.md as it stands")
	}
}
