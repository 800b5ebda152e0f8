// Package images makes container images without a registry: the tar of an OCI layout each, which
// `ctr -n k8s.io images import` and `docker load` take, of one layer for each architecture. The same input gives the same
// bytes, on any machine and at any time.
//
// An image holds no more than what its program needs, runs as a numeric user and works with a read-only root, so that
// its pods pass the restricted Pod Security Standard. There is no shell in it.
//
// The package may not talk to a container runtime or a registry, nor load what it made.
package images
