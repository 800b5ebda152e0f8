// Package controller holds the loops: cluster, node, ACL, TLS and menu. A loop
// brings the world in, lets the pure packages decide, has the decision carried
// out and writes the status once. Only the loops log, emit Events and count.
//
// A loop keeps nothing in memory that it needs: what it remembers between passes
// paces it and saves it from saying the same thing twice.
package controller
