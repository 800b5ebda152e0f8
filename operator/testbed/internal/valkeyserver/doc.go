// Package valkeyserver provides real Valkey servers as programs of this machine, from the packages of the Debian release
// that carries each version. A server runs with the C library of its own release, so it does not matter which one the
// machine has.
//
// The package may not start a server: it only says where one is.
package valkeyserver
