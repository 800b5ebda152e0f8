// Package kubeconform runs kubeconform with the schemas of schemas/ over objects
// whose verdict is known, so that whoever uses it beside us gets the verdict that
// the API server would give on structure.
//
// The objects are those of the examples and of the rules' test data, the corpus
// of test/parity, and the functionConfigs of the tree. What kubeconform cannot
// know, CEL rules among it, it must let pass; a test names it.
//
// The package has no code of its own.
package kubeconform
