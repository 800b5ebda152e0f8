// Package cli is the command line of valkey-menu, and the choice between it
// and the KRM function: called without arguments and with something on
// standard input, the program is a function, which is how kustomize and kpt
// call it.
//
// A command reads its input, lets fn/check and lib decide, and writes. It
// decides nothing itself. What it shows is written by the packages below this
// one: resolved (the machine-readable form of a cluster), document (YAML, JSON
// and folders), explain (pages for people) and change (what a change does).
//
// Standard output holds results only; everything else goes to standard error.
// Nothing is written there before it is whole, and no text of an author reaches
// a terminal unescaped.
package cli
