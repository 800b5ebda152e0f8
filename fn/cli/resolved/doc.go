// Package resolved is the machine-readable form of a resolved cluster: every
// effective value with the config of the chain, default or forced rule that
// gave it.
//
// The form is an interface to other programs: fields are added, and never
// renamed or given another meaning within one apiVersion. It holds no password
// hash and no value of a directive that is secret. The package only copies:
// lib/resolve and lib/conf have decided everything.
package resolved
