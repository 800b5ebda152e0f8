//go:build e2e

package parity

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/fn/schema"
)

// TestParity asks the testbed's API server and fn/schema the same.
func TestParity(t *testing.T) {
	began := time.Now()
	p := &parity{server: connect(t, startTestbed(t)), validator: validator(t)}
	p.install(t)
	p.release = p.version(t)
	t.Logf("Kubernetes %s is up after %s", p.release, time.Since(began).Round(time.Second/10))
	// What updates start from can be stored only while the CRDs are lenient.
	p.storeMutants(t)
	p.restrict(t)
	t.Run("corpus", p.corpus)
	t.Run("status", p.status)
	t.Run("mutants", p.mutants)
	t.Run("updates of stored mutants", p.updates)
	t.Logf("%d comparisons with %d requests in %s", p.comparisons, p.requests, time.Since(began).Round(time.Second/10))
}

type parity struct {
	*server
	release   string
	validator *schema.Validator
	stored    []storedMutant
	// what was done, to be told at the end
	requests, comparisons int
}

func (p *parity) corpus(t *testing.T) {
	for _, c := range corpus(t).Cases {
		if c.Old != nil {
			p.compareUpdate(t, c.String(), c.Object, c.Old)
		} else {
			p.compareCreate(t, c.String(), c.Object)
		}
	}
}

// status shows that what breaks a constraint below a status breaks it, since
// neither creations nor updates meet it: a controller's write of the status does.
func (p *parity) status(t *testing.T) {
	live := map[string]map[string]any{}
	for _, base := range corpus(t).Bases {
		live[fmt.Sprint(base["kind"])] = p.must(t, http.MethodPost, p.path(base), base)
	}
	for _, c := range corpus(t).Cases {
		if !c.Constraint.Dropped || c.Old != nil {
			continue
		}
		old := live[c.Constraint.Kind]
		sent := cloneObject(old)
		if sent["status"] = c.Object["status"]; c.Object["status"] == nil {
			delete(sent, "status")
		}
		p.requests++
		got := p.send(t, http.MethodPut, p.address(old)+"/status", dryRun(metav1.FieldValidationIgnore), sent)
		if diff := cmp.Diff(c.StatusFaults, got.faults(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: write of the status (-want +server):\n%s", c, diff)
		}
	}
	for _, old := range live {
		p.must(t, http.MethodDelete, p.address(old), nil)
	}
}

// compareCreate sends an object as a new one, and demands the same answer and,
// if the server would store it, the same defaults.
func (p *parity) compareCreate(t *testing.T, name string, object map[string]any) {
	t.Helper()
	want := p.validator.Answer(object)
	stored := p.compare(t, name, want, func(fields string) reply {
		p.requests++
		return p.send(t, http.MethodPost, p.path(object), dryRun(fields), object)
	})
	if stored == nil || len(want.UnknownFields) > 0 {
		return
	}
	ours, ourMeta := asSent(t, p.validator.Default(object))
	theirs, theirMeta := asSent(t, stored)
	if diff := cmp.Diff(ours, theirs) + cmp.Diff(ourMeta, theirMeta, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: stored object (-fn/schema +server):\n%s", name, diff)
	}
}

// compareUpdate stores old and sends object in its place.
func (p *parity) compareUpdate(t *testing.T, name string, object, old map[string]any) {
	t.Helper()
	live := p.must(t, http.MethodPost, p.path(old), old)
	p.compareReplace(t, name, object, live)
	p.must(t, http.MethodDelete, p.address(live), nil)
}

// compareReplace sends an object in place of one that the server holds.
func (p *parity) compareReplace(t *testing.T, name string, object, live map[string]any) {
	t.Helper()
	sent := cloneObject(object)
	if meta, ok := sent["metadata"].(map[string]any); ok {
		meta["resourceVersion"] = metadataOf(live)["resourceVersion"]
	}
	p.compare(t, name, p.validator.AnswerUpdate(object, live), func(fields string) reply {
		p.requests++
		return p.send(t, http.MethodPut, p.address(live), dryRun(fields), sent)
	})
}

// compare holds the server's answers against ours, and returns the object that
// the server would store.
func (p *parity) compare(t *testing.T, name string, want schema.Answer, ask func(fields string) reply) map[string]any {
	t.Helper()
	p.comparisons++
	got := ask(metav1.FieldValidationStrict)
	if want.Undecodable {
		if got.code != http.StatusBadRequest || got.status.Details != nil {
			t.Errorf("%s: the server says %s, want that it cannot decode it", name, got)
		}
		return nil
	}
	if len(want.UnknownFields) > 0 {
		paths, strict := unknownFields(got.status.Message)
		if got.code != http.StatusBadRequest || !strict || !slices.Equal(paths, want.UnknownFields) {
			t.Errorf("%s: the server says %s, want it to refuse the fields %q", name, got, want.UnknownFields)
			return nil
		}
		got = ask(metav1.FieldValidationIgnore)
	}
	if misplaced(want) {
		if got.code != http.StatusNotFound {
			t.Errorf("%s: the server says %s, want that it has no such namespace", name, got)
		}
		return nil
	}
	if (got.code < 300) != (len(want.Causes) == 0) {
		t.Errorf("%s: the server says %s, fn/schema says %v", name, got, want.Causes)
		return nil
	}
	if diff := cmp.Diff(want.Causes, got.causes(want.Causes)); diff != "" && !p.oldOwners(want) {
		t.Errorf("%s: causes (-fn/schema +server):\n%s", name, diff)
	}
	return got.object
}

// misplaced says that the namespace is none, which the server does not come to
// say, since the request goes there.
func misplaced(want schema.Answer) bool {
	return slices.ContainsFunc(want.Causes, func(c schema.Cause) bool { return c.Field == "metadata.namespace" })
}

// oldOwners says that the causes are about owners and the server is older than
// Kubernetes 1.37, whose words fn/schema uses: older ones call an owner's missing
// field invalid, not required, without its index, and do not skip rules for it.
func (p *parity) oldOwners(want schema.Answer) bool {
	var minor int
	if _, err := fmt.Sscanf(p.release, "v1.%d.", &minor); err != nil || minor >= 37 {
		return false
	}
	return slices.ContainsFunc(want.Causes, func(c schema.Cause) bool { return strings.HasPrefix(c.Field, "metadata.ownerReferences") })
}
