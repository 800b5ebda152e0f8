// Package suggest finds the name that a mistyped one was probably meant to be.
//
// It is a leaf that imports only the standard library and knows nothing of
// what the names stand for.
package suggest
