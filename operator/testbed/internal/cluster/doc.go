// Package cluster brings the testbed up and down: it decides the order of things and waits for each to be ready. What a
// process is told stands in controlplane and node.
package cluster
