// Package binaries builds the programs of the cluster from their Go modules into the cache, once a version. A build
// that is cut short leaves nothing that looks finished.
package binaries
