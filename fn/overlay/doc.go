// Package overlay builds a kustomize overlay inside this program: no kustomize
// binary, no flag, and our own functions run where the overlay lists them.
//
// The library of kustomize starts functions as programs and has no other way to
// run one (seen in v0.21.2). So before it is called, every kustomization of the
// overlay is read, and every functionConfig that one lists is judged in the form
// in which kustomize would load it. Ours get this very program as the one to
// start; any other function, be it a program, a container or a plugin without
// the annotation, ends the build. kustomize is then given these texts and no
// others: a kustomization that was not judged cannot be read.
//
// Nothing is fetched: remote resources and bases end the build too. The
// package starts no program itself and writes nothing but a temporary folder,
// and that only for file systems that are not the disk.
package overlay
