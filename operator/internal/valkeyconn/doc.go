// Package valkeyconn is a short-lived, authenticated connection to one Valkey
// node, with a typed call for each thing that the operator asks of a node.
//
// A Dialer bounds how many connections are open at once over all clusters, and
// every step has a time limit. A Conn is exactly one connection: it never
// reconnects, repeats a command or follows a redirect, and it sends nothing
// that the rules of the operator's user (lib/acl) do not grant. With TLS it
// trusts the cluster's own CA alone and checks the pod's name; it never falls
// back to plaintext, to a weaker check or to no password. A certificate that has
// ended counts as on its last day: a server that serves one could else not be
// told to read the next.
//
// What a node replies is not trusted either: replies are bounded before they
// are read, errors are bounded and never hold a password, and what cannot be
// read is an error and no zero value.
//
// The package is the only one of the operator that imports valkey-go. It keeps
// no state beside the count of open connections, logs nothing, decides nothing
// and starts no server.
package valkeyconn
