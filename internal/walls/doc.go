// Package walls holds the rules about what may stand where in this repository,
// and checks them on the repository itself.
//
// The rules are data (rules.go): which room of lib may import which, which
// outside modules are fenced into one folder, what lib may not reach even
// through others, after what the operator has to mark a failpoint. The checks are
// functions over the output of go list, over a file tree, over the text of the
// operator and over docs/dependencies.md. The linter checks most of the same
// walls while somebody types; this package is the one that needs nothing but
// the Go toolchain, so that a missing or misconfigured linter opens no door.
//
// It is imported by nothing but its own tests, and it changes no file.
package walls
