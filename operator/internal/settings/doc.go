// Package settings turns the environment of the operator's process into values
// that were checked: the program starts with all of them valid or not at all.
//
// It reads nothing by itself, the caller hands in the lookup; it logs nothing
// and sets no default that lib/resolve does not have. What the variables mean
// for a cluster is decided in lib.
package settings
