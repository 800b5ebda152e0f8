// Package suggest finds the name that was probably meant. It imports nothing
// of this project and knows no names of its own: candidates are given.
package suggest
