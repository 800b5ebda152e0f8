// Package graph follows the references between objects of the API group while
// kustomize is at work on their names.
//
// Inside a build names already carry prefixes and suffixes while references do
// not: kustomize mends them at the very end. It does remember the former names
// in annotations, so that a reference can be resolved against the current name
// and all former ones. These annotations are internal to kustomize (seen with
// v5.8.2) and only ever read here.
package graph
