// Package argocd holds tests of the health check that docs/argocd.md has for
// Argo CD: its Lua runs as Argo CD would run it, on the objects that
// operator/internal/status keeps in its testdata. It has a go.mod of its own, so
// that a Lua interpreter never comes near the products.
//
// It has tests only. The first line of each object is the verdict of kstatus that
// is meant, and the page's table says what that is to Argo CD.
package argocd
