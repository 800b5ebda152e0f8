// Package names is the only place that spells the names, labels, annotations,
// finalizers, ports and paths of the objects that make up a Valkey cluster.
//
// It may import nothing of this project, so that every other package can use
// it. It decides nothing: given the same arguments, a name is always the same.
package names
