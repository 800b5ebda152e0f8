// Package flux holds tests of the kustomize Component in the build of Flux: the
// library by which its kustomize-controller builds gives what the kustomize
// program gives. It has a go.mod of its own, so that what Flux needs never moves
// what the products need.
//
// It has tests only. They read the Component's files from the tree and take the
// kustomize program from PATH.
package flux
