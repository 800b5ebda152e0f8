// Package operator runs the operator under test against a testbed that is up: as a process beside the nodes, or installed
// as a pod. Both have the identity and the permissions that operator/deploy gives. Only one of them runs at a time.
//
// The package may not know what the operator does.
package operator
