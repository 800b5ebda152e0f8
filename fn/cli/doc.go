// Package cli is the command line of valkey-menu, and the choice between it
// and the KRM function: called without arguments and with something on
// standard input, the program is a function, which is how kustomize and kpt
// call it.
//
// A command reads its input, lets fn/check and lib decide, and writes. It
// decides nothing itself.
package cli
