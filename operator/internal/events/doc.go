// Package events words the Kubernetes Events of the operator: one constructor
// for each, and Between, which says what a change of a status is worth telling.
//
// It emits nothing and has no clock. Whoever writes a status that differs emits
// what Between gives for the two, after the write: an operator that restarts then
// finds the new status and says nothing twice. What no status remembers, such as
// an action or a failure on one node, has a constructor only and is emitted where
// it happens.
//
// Reasons are those of the conditions (lib/plan, lib/resolve and
// operator/internal/status) and the constants of this package. No Event holds a
// secret; errors that are passed in must not either.
package events
