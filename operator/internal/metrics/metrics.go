package metrics

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

const namespace = "valkey_operator"

// Metrics takes what the loops report. All methods may be called at once from
// many goroutines.
type Metrics struct {
	clusters *clusterCollector
	actions  *prometheus.CounterVec
	acl      *prometheus.CounterVec
	tls      *prometheus.CounterVec
}

// New registers all metrics. The version, of the program, is the label of
// valkey_operator_build_info. It fails if the registry has one of them already.
func New(registry prometheus.Registerer, version string) (*Metrics, error) {
	m := &Metrics{
		clusters: newClusterCollector(),
		actions:  counter("actions_total", "Actions on clusters that were carried out, by kind and result.", "kind", "result"),
		acl:      counter("acl_loads_total", "ACL LOAD commands to nodes, by result.", "result"),
		tls:      counter("tls_reloads_total", "Commands to nodes to read the TLS certificate again, by result.", "result"),
	}
	m.startAtZero()
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1; the label is the version of the operator.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	for _, collector := range []prometheus.Collector{m.clusters, m.actions, m.acl, m.tls, build} {
		if err := registry.Register(collector); err != nil {
			return nil, fmt.Errorf("registering the metrics of the operator: %w", err)
		}
	}
	return m, nil
}

// Cluster replaces all that is known of a cluster by the facts of one pass.
func (m *Metrics) Cluster(facts ClusterFacts) { m.clusters.set(facts) }

// Forget ends all series of a cluster; one that is not known is no mistake.
func (m *Metrics) Forget(namespace, name string) { m.clusters.forget(namespace, name) }

// Action counts an action that was tried.
func (m *Metrics) Action(kind plan.ActionKind, result Result) {
	m.actions.WithLabelValues(string(kind), string(result)).Inc()
}

// ACLLoad counts an ACL LOAD on one node.
func (m *Metrics) ACLLoad(result Result) { m.acl.WithLabelValues(string(result)).Inc() }

// TLSReload counts a reload of the certificate by one node.
func (m *Metrics) TLSReload(result Result) { m.tls.WithLabelValues(string(result)).Inc() }

// startAtZero shows each counter before its first count: a rate over a series
// that begins at 1 misses that first count.
func (m *Metrics) startAtZero() {
	for _, result := range []Result{Success, Failure, Skipped} {
		for _, kind := range plan.ActionKinds() {
			m.actions.WithLabelValues(string(kind), string(result))
		}
	}
	for _, result := range []Result{Success, Failure} {
		m.acl.WithLabelValues(string(result))
		m.tls.WithLabelValues(string(result))
	}
}

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}
