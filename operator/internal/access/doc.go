// Package access knows how to speak to the servers of one cluster: as whom, at
// which name or address, and by whose certificate a server proves itself.
//
// What a pass cannot find out, a password or a trust root, makes every
// connection that needs it an error. Nothing falls back to plaintext, to another
// user or to no verification.
package access
