// Package explain writes pages for people: a rule, a field of the CRDs, and
// what a cluster resolves to with the reason for each value.
//
// It is given what it explains and decides nothing. Equal input gives equal
// text, no text holds a password hash or the value of a secret directive, and
// none can confuse a terminal.
package explain
