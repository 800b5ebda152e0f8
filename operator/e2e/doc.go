// Package e2e tests the operator on the testbed: a real Kubernetes, real Valkey,
// and the operator with its real permissions. Its tests have the build tag e2e.
//
// All tests share one testbed of three hosts in three zones, and one operator,
// which some tests stop and start. Each test has namespaces of its own, and those
// that leave the operator and the hosts alone run in parallel, since most of what
// they do is wait.
package e2e
