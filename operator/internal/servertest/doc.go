// Package servertest runs valkey-server processes on loopback, set up as the
// operator sets up its pods, for tests. No program may import it.
package servertest
