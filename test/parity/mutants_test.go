//go:build e2e

package parity

import (
	"fmt"
	"net/http"
	"testing"
)

// The numbers of mutants; their seeds follow one another.
const (
	createdMutants = 1000
	storedMutants  = 500
)

// mutants compares creations of damaged objects.
func (p *parity) mutants(t *testing.T) {
	for _, m := range corpus(t).Mutants(1, createdMutants) {
		p.compareCreate(t, m.Name, m.Object)
	}
}

// storedMutant is an object that the server holds although the CRD refuses it,
// and what is to replace it.
type storedMutant struct {
	Mutant
	live map[string]any
}

// storeMutants stores damaged objects, which the lenient CRDs let pass.
func (p *parity) storeMutants(t *testing.T) {
	t.Helper()
	for i, m := range corpus(t).Mutants(createdMutants+1, storedMutants) {
		name := fmt.Sprintf("mutant-%d", i)
		metadataOf(m.Before)["name"] = name
		metadataOf(m.Object)["name"] = name // of another one it would be no update
		p.stored = append(p.stored, storedMutant{m, p.must(t, http.MethodPost, p.path(m.Before), m.Before)})
	}
}

// updates compares what is said to a change of an object that was refused
// today: what did not change is tolerated.
func (p *parity) updates(t *testing.T) {
	for _, m := range p.stored {
		p.compareReplace(t, m.Name, m.Object, m.live)
	}
}
