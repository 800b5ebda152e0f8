//go:build e2e

package apply

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func mustApply(t *testing.T, a *Applier, desired client.Object, o metav1.OwnerReference, want Result) {
	t.Helper()
	got, err := a.Object(t.Context(), desired, o)
	if err != nil || got != want {
		t.Fatalf("%s: %q, %v, want %q", desired.GetName(), got, err, want)
	}
}

func TestIdlePassWritesNothing(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	for kind, desired := range applicable() {
		mustApply(t, a, desired, o, Applied)
		if writes := sent.taken(); len(writes) != 1 || !strings.HasPrefix(writes[0], "PATCH ") {
			t.Errorf("%s: the first pass sent %v", kind, writes)
		}
		until(t, "the disruption controller wrote its status", func() bool {
			b, ok := s.read(t, desired).(*policyv1.PodDisruptionBudget)
			return !ok || b.Status.ObservedGeneration == b.Generation
		})
		live := s.read(t, desired)
		for range 3 {
			mustApply(t, a, desired, o, Unchanged)
		}
		if writes := sent.taken(); len(writes) != 0 {
			t.Errorf("%s: an idle pass sent %v", kind, writes)
		}
		if got := s.read(t, desired).GetResourceVersion(); got != live.GetResourceVersion() {
			t.Errorf("%s: an idle pass changed the object: %s to %s", kind, live.GetResourceVersion(), got)
		}
		if missing := lacking(t, desired, live); len(missing) > 0 {
			t.Errorf("%s: the live object lacks %v", kind, missing)
		}
	}
}

func TestSentIsPrinted(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	for kind, desired := range applicable() {
		want, err := Body(desired, o)
		if err != nil {
			t.Fatal(err)
		}
		mustApply(t, a, desired, o, Applied)
		if !bytes.Equal(want, sent.body) {
			t.Errorf("%s: sent %s\nwant %s", kind, sent.body, want)
		}
	}
}

// TestMadeMeanwhile: an object that appears after it was looked for.
func TestMadeMeanwhile(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, _ := s.applier(t)
	theirs := service()
	theirs.Labels, theirs.Spec.Selector = nil, map[string]string{"app": "theirs"}
	if err := s.people.Create(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	body, err := Body(service(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.send(t.Context(), service(), body); !apierrors.IsConflict(err) {
		t.Errorf("error %v, want a conflict", err)
	}
	if diff := cmp.Diff(map[string]string{"app": "theirs"}, s.read(t, service()).(*corev1.Service).Spec.Selector); diff != "" {
		t.Errorf("their selector differs (-want +got):\n%s", diff)
	}
}

// TestGreatestConfigMap: the check and the API server draw the line at the same byte.
func TestGreatestConfigMap(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	m := aclMap()
	m.Data[names.ACLFile] = strings.Repeat("a", names.MaxConfigMapBytes)
	mustApply(t, a, m, o, Applied)
	m.Data[names.ACLFile] += "a"
	sent.taken()
	if _, err := a.Object(t.Context(), m, o); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want that it is too large", err)
	}
	if sent.taken(); sent.all != 0 {
		t.Error("a ConfigMap that is too large was sent")
	}
	render.Own(m, o)
	m.ResourceVersion = s.read(t, m).GetResourceVersion()
	if err := s.people.Update(t.Context(), m); !apierrors.IsInvalid(err) {
		t.Errorf("error %v, want that the API server refuses it", err)
	}
}
