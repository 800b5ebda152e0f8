// Package cli turns command lines into calls. It holds the table of verbs and decides nothing else.
package cli
