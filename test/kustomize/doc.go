// Package kustomize holds tests of what kustomize makes of the Valkey kinds: with
// nothing shipped, with the Component, with ValkeyRender and with both. They run
// the real kustomize with our function, and the build in this program beside it.
//
// It has tests only and changes no file of the tree.
package kustomize
