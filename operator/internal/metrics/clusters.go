package metrics

import (
	"maps"
	"slices"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// clusterCollector makes the series of clusters when they are asked for, out of
// the facts of each cluster's last pass. There is nothing to take back when a
// reason changes or a cluster goes: what is not in the facts has no series.
type clusterCollector struct {
	series descriptions
	mutex  sync.Mutex
	facts  map[types.NamespacedName]ClusterFacts
}

func newClusterCollector() *clusterCollector {
	return &clusterCollector{series: describeSeries(), facts: map[types.NamespacedName]ClusterFacts{}}
}

// set keeps the facts with a map of its own, since a pass may reuse its map.
func (c *clusterCollector) set(facts ClusterFacts) {
	facts.NodesByLifecycle = maps.Clone(facts.NodesByLifecycle)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.facts[types.NamespacedName{Namespace: facts.Namespace, Name: facts.Name}] = facts
}

func (c *clusterCollector) forget(namespace, name string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.facts, types.NamespacedName{Namespace: namespace, Name: name})
}

// snapshot lets a slow scrape hold up no loop.
func (c *clusterCollector) snapshot() []ClusterFacts {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Collect(maps.Values(c.facts))
}

// Describe implements prometheus.Collector.
func (c *clusterCollector) Describe(out chan<- *prometheus.Desc) {
	for _, series := range c.series.all() {
		out <- series
	}
}

// Collect implements prometheus.Collector.
func (c *clusterCollector) Collect(out chan<- prometheus.Metric) {
	all := c.snapshot()
	states := map[v1alpha1.ClusterState]int{v1alpha1.StateCreating: 0, v1alpha1.StateActive: 0, v1alpha1.StateUpdating: 0, v1alpha1.StateInvalid: 0}
	for _, facts := range all {
		states[known(facts.State)]++
		c.collectCluster(out, facts)
	}
	for state, count := range states {
		out <- gauge(c.series.clusters, float64(count), string(state))
	}
}

// known gives a cluster that has no state yet the one that it is about to get.
func known(state v1alpha1.ClusterState) v1alpha1.ClusterState {
	if state == "" {
		return v1alpha1.StateCreating
	}
	return state
}

func (c *clusterCollector) collectCluster(out chan<- prometheus.Metric, facts ClusterFacts) {
	number := func(series *prometheus.Desc, value float64, labels ...string) {
		out <- gauge(series, value, append([]string{facts.Namespace, facts.Name}, labels...)...)
	}
	count := func(series *prometheus.Desc, fact topology.Fact[int]) {
		if value, ok := fact.Get(); ok {
			number(series, float64(value))
		}
	}
	number(c.series.formed, truth(facts.Formed))
	number(c.series.shardsDesired, float64(facts.ShardsDesired))
	number(c.series.shardsFormed, float64(facts.ShardsFormed))
	for _, lifecycle := range []v1alpha1.Lifecycle{v1alpha1.LifecycleActive, v1alpha1.LifecycleJoining, v1alpha1.LifecycleLeaving} {
		number(c.series.nodes, float64(facts.NodesByLifecycle[lifecycle]), string(lifecycle))
	}
	number(c.series.slots, float64(facts.SlotsAssigned))
	if facts.Blocked != "" {
		number(c.series.blocked, 1, string(facts.Blocked))
	}
	if facts.Stalled != "" {
		number(c.series.stalled, 1, facts.Stalled)
	}
	number(c.series.paused, truth(facts.Paused))
	number(c.series.dataLoss, truth(facts.DataLoss))
	if at, ok := facts.CertificateNotAfter.Get(); ok {
		number(c.series.expiry, float64(at.Unix()))
	}
	count(c.series.served, facts.CertificateServed)
	count(c.series.certificateOutdated, facts.CertificateOutdated)
	count(c.series.aclOutdated, facts.ACLOutdated)
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// gauge makes one sample. The labels fit the series by construction, which the
// test of the whole exposition proves; if they did not, the scrape would say so.
func gauge(series *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	metric, err := prometheus.NewConstMetric(series, prometheus.GaugeValue, value, labels...)
	if err != nil {
		return prometheus.NewInvalidMetric(series, err)
	}
	return metric
}
