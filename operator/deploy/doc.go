// Package deploy holds the tests of the kustomizations beside it, with which the
// operator is installed: base, the variant for chosen namespaces, and components.
// They run the real kustomize.
//
// The kustomizations name no registry: the image valkey-operator is given its
// real name by the kustomization that uses them. They hold no CRD: lib/api/crds
// has those, and they are applied before and by themselves.
package deploy
