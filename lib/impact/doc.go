// Package impact says what a change of menu, cluster or options does to a
// running cluster: which pods roll, what is changed in place, what moves
// between shards, what only future pods see, and what the API server refuses.
//
// It is the canonical change table as code, and the one place that decides it:
// [Between] and [Fleet] compare two states, [Outdated] compares one stored node
// with what resolves now. A report names for each change the values and what
// supplied them, so that it needs no second look at the menu; password hashes
// and secret settings never stand in it.
//
// The package may not look at what runs: it knows two states of the wishes,
// not whether the earlier one was ever reached. It renders no Kubernetes
// object and judges no value.
package impact
