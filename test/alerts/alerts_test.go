package alerts

import (
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/promql"
	"sigs.k8s.io/yaml"
)

// began is the time at which the operator's test wrote down its passes.
var began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

type rule struct {
	Alert string `json:"alert"`
	Expr  string `json:"expr"`
	For   string `json:"for"`
}

func rules(t *testing.T) []rule {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "operator", "deploy", "components", "monitoring", "alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Spec struct {
			Groups []struct {
				Rules []rule `json:"rules"`
			} `json:"groups"`
		} `json:"spec"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	var all []rule
	for _, g := range file.Spec.Groups {
		all = append(all, g.Rules...)
	}
	if len(all) == 0 {
		t.Fatal("no rules")
	}
	return all
}

// step is a time in which the operator says the same of the cluster at each scrape.
type step struct {
	// cluster is the name of a file; empty while nothing is scraped.
	cluster string
	lasts   time.Duration
	how     loops
}

// loops is what becomes of the operator's passes.
type loops int

const (
	running loops = iota
	standing
	// absent is a loop that was never started.
	absent
	failing
)

// world runs the steps and returns the alerts that fired at some time.
func world(t *testing.T, steps []step) []string {
	t.Helper()
	engine := promql.NewEngine(promql.EngineOpts{
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), MaxSamples: 100_000, Timeout: time.Minute, LookbackDelta: 5 * time.Minute,
	})
	t.Cleanup(func() { _ = engine.Close() })
	all, h, at := rules(t), newHistory(), began
	passes, errors := 100.0, 3.0
	fired, since := map[string]bool{}, map[string]time.Time{}
	for _, s := range steps {
		for end := at.Add(s.lasts); at.Before(end); at = at.Add(interval) {
			samples := map[string]sample{}
			if s.cluster != "" {
				samples = exposition(t, s.cluster)
				if s.how != standing {
					passes++
				}
				if s.how == failing {
					errors++
				}
				if s.how != absent {
					entered(samples, "controller_runtime_reconcile_total", map[string]string{"controller": "acl", "result": "requeue_after"}, passes)
				}
				entered(samples, "controller_runtime_reconcile_errors_total", map[string]string{"controller": "cluster"}, errors)
			}
			h.scrape(at, samples)
			for _, r := range all {
				advance(t, engine, h, r, at, since, fired)
			}
		}
	}
	return slices.Sorted(maps.Keys(fired))
}

// advance evaluates one rule at one time: what holds for long enough fires.
func advance(t *testing.T, engine *promql.Engine, h *history, r rule, at time.Time, since map[string]time.Time, fired map[string]bool) {
	t.Helper()
	query, err := engine.NewInstantQuery(t.Context(), h, nil, r.Expr, at)
	if err != nil {
		t.Fatalf("%s: %v", r.Alert, err)
	}
	defer query.Close()
	result := query.Exec(t.Context())
	vector, err := result.Vector()
	if err != nil {
		t.Fatalf("%s: %v", r.Alert, err)
	}
	wait, err := model.ParseDuration(r.For)
	if err != nil {
		t.Fatalf("%s: %v", r.Alert, err)
	}
	holds := map[string]bool{}
	for _, s := range vector {
		key := r.Alert + " " + s.Metric.String()
		holds[key] = true
		if _, pending := since[key]; !pending {
			since[key] = at
		}
		if at.Sub(since[key]) >= time.Duration(wait) {
			fired[r.Alert] = true
		}
	}
	for key := range since {
		if strings.HasPrefix(key, r.Alert+" ") && !holds[key] {
			delete(since, key)
		}
	}
}

const (
	slotsMissing = "ValkeyClusterSlotsMissing"
	blocked      = "ValkeyClusterBlocked"
	stalled      = "ValkeyClusterStalled"
	usersOld     = "ValkeyClusterACLOutdated"
	notServed    = "ValkeyClusterCertificateNotServed"
	expiring     = "ValkeyClusterCertificateExpiring"
	dataLoss     = "ValkeyClusterDataLoss"
	down         = "ValkeyOperatorDown"
	failures     = "ValkeyOperatorReconcileErrors"
	heartbeat    = "ValkeyOperatorHeartbeatMissing"
)

// lasting is a state that follows on a healthy one and stays for long.
func lasting(cluster string) []step {
	return []step{{"healthy", 10 * time.Minute, running}, {cluster, 75 * time.Minute, running}}
}

func cases() map[string]struct {
	steps []step
	want  []string
} {
	const minute = time.Minute
	flapping := []step{{"healthy", 10 * minute, running}}
	for range 30 {
		flapping = append(flapping, step{"all-silent", interval, running}, step{"healthy", interval, running})
	}
	return map[string]struct {
		steps []step
		want  []string
	}{
		"healthy":                              {lasting("healthy"), nil},
		"healthy, without TLS":                 {lasting("without-tls"), nil},
		"one missed answer now and then":       {flapping, nil},
		"a failover of two minutes":            {[]step{{"healthy", 10 * minute, running}, {"primary-dead", 2 * minute, running}, {"healthy", 30 * minute, running}}, nil},
		"a dead primary":                       {lasting("primary-dead"), []string{blocked, slotsMissing}},
		"the only primary is lost":             {lasting("only-primary-lost"), []string{blocked, slotsMissing}},
		"the same for six minutes":             {[]step{{"healthy", 10 * minute, running}, {"only-primary-lost", 6 * minute, running}}, []string{slotsMissing}},
		"the same, paused":                     {lasting("only-primary-lost-and-paused"), []string{slotsMissing}},
		"a lost primary that is not fenced":    {lasting("primary-not-fenced"), []string{usersOld, blocked, notServed, slotsMissing}},
		"no server answers":                    {lasting("all-silent"), []string{usersOld, blocked, notServed, slotsMissing}},
		"a silent replica":                     {lasting("replica-silent"), []string{usersOld, blocked, notServed}},
		"one that cannot be formed":            {[]step{{"forming-blocked", 2 * time.Hour, running}}, []string{blocked}},
		"Invalid":                              {lasting("invalid"), []string{stalled}},
		"Invalid from the start":               {[]step{{"invalid-never-formed", 2 * time.Hour, running}}, []string{stalled}},
		"Invalid, and a dead primary":          {lasting("invalid-and-primary-dead"), []string{slotsMissing, stalled}},
		"stalled":                              {lasting("stalled"), []string{blocked, stalled}},
		"stalled, with old users":              {lasting("stalled-and-users-old"), []string{usersOld, blocked, stalled}},
		"stalled for ten minutes":              {[]step{{"stalled", 10 * minute, running}, {"healthy", time.Hour, running}}, nil},
		"a certificate that spreads":           {[]step{{"certificate-spreads", 2 * minute, running}, {"healthy", time.Hour, running}}, nil},
		"a certificate that does not spread":   {lasting("certificate-spreads"), []string{notServed}},
		"a certificate that one may not serve": {lasting("certificate-one-silent"), []string{usersOld, blocked, notServed}},
		"a certificate that nobody trusts":     {lasting("certificate-not-trusted"), []string{blocked, notServed, stalled}},
		"a certificate that ends soon":         {lasting("certificate-ends-soon"), []string{expiring}},
		"a certificate that has ended":         {lasting("certificate-ended"), []string{expiring}},
		"another Secret is named":              {lasting("another-secret-named"), nil},
		"lost data":                            {lasting("data-lost"), []string{dataLoss}},
		"the operator is gone":                 {[]step{{"healthy", 10 * minute, running}, {"", 20 * minute, running}}, []string{down}},
		"the operator restarts":                {[]step{{"healthy", 10 * minute, running}, {"", 2 * minute, running}, {"healthy", 30 * minute, running}}, nil},
		"its loop stands still":                {[]step{{"healthy", 10 * minute, running}, {"healthy", 20 * minute, standing}}, []string{heartbeat}},
		"its loop was never started":           {[]step{{"healthy", 20 * minute, absent}}, []string{heartbeat}},
		"its loop fails":                       {[]step{{"healthy", 10 * minute, running}, {"healthy", time.Hour, failing}}, []string{failures}},
	}
}

// TestAlerts: in each trouble these fire, and no others.
func TestAlerts(t *testing.T) {
	told := map[string]bool{}
	for name, c := range cases() {
		got := world(t, c.steps)
		want := slices.Sorted(slices.Values(c.want))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: alerts (-want +got):\n%s", name, diff)
		}
		for _, alert := range got {
			told[alert] = true
		}
	}
	for _, r := range rules(t) {
		if !told[r.Alert] {
			t.Errorf("%s never fires", r.Alert)
		}
	}
}

// TestEveryTroubleIsTried: no file of the operator's test is left out.
func TestEveryTroubleIsTried(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range cases() {
		for _, s := range c.steps {
			tried[s.cluster+".txt"] = true
		}
	}
	files, err := os.ReadDir(filepath.Join("..", "..", "operator", "internal", "controller", "testdata", "metrics"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !tried[f.Name()] {
			t.Errorf("%s is in no case", f.Name())
		}
	}
}
