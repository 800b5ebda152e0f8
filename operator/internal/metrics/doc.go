// Package metrics is what the operator tells Prometheus: gauges that describe
// each cluster as the last pass saw it, and counters of what was done.
//
// It decides and measures nothing: the loops hand in facts. It keeps no series
// of a cluster that was forgotten, and shows no value for a fact that is
// unknown. Every label but the name of a cluster has a fixed set of values.
//
// Series of a cluster carry its namespace and name in the labels namespace and
// cluster_name, so a scrape has to honour the labels of the target.
package metrics
