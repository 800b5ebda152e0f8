// Package alerts holds a test of the operator's alert rules: what fires in which
// trouble, by the code with which Prometheus evaluates rules. It has a go.mod of
// its own, so that what Prometheus needs never moves what the products need.
//
// It has tests only. They read the rules of operator/deploy/components/monitoring
// and the metrics that operator/internal/controller keeps in its testdata, one
// file for each state of a cluster.
package alerts
