//go:build e2e

package apply

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func authSecret() *corev1.Secret {
	s := &corev1.Secret{}
	s.Namespace, s.Name = cacheKey().Namespace, names.AuthSecret(cacheKey().Name)
	return s
}

func TestSecretIsMadeOnce(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	made, result, err := a.AuthSecret(t.Context(), cacheKey(), o, false)
	if err != nil || result != Applied {
		t.Fatalf("%q, %v", result, err)
	}
	live := s.read(t, authSecret())
	for range 3 {
		again, result, err := a.AuthSecret(t.Context(), cacheKey(), o, true)
		if err != nil || result != Unchanged {
			t.Fatalf("%q, %v", result, err)
		}
		if diff := cmp.Diff(made, again); diff != "" {
			t.Error("the passwords changed") // and are not printed
		}
	}
	if writes := sent.taken(); len(writes) != 1 {
		t.Errorf("sent %v, want one POST", writes)
	}
	want, err := render.AuthSecret(resolved(), made.Current)
	if err != nil {
		t.Fatal(err)
	}
	render.Own(want, o)
	if missing := lacking(t, want, live); len(missing) > 0 {
		t.Errorf("the Secret lacks %v", missing)
	}
	if live := s.read(t, live); live.GetResourceVersion() == "" || len(live.(*corev1.Secret).Data) != 3 {
		t.Error("the Secret has other keys")
	}
}

// TestSecretOfOthersGetsOneKey: a Secret that somebody made gets one key and nothing else.
func TestSecretOfOthersGetsOneKey(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	theirs := authSecret()
	theirs.Labels = map[string]string{"kept-by": "somebody"}
	theirs.Data = map[string][]byte{"operator-password": []byte("one"), "repl-password": []byte("two"), "more": {0xff}}
	if err := s.people.Create(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	for pass, want := range []Result{Applied, Unchanged} {
		if _, result, err := a.AuthSecret(t.Context(), cacheKey(), o, true); err != nil || result != want {
			t.Fatalf("pass %d: %q, %v, want %q", pass, result, err, want)
		}
	}
	if writes := sent.taken(); len(writes) != 1 {
		t.Errorf("sent %v, want one patch", writes)
	}
	live := s.read(t, theirs).(*corev1.Secret)
	want := maps.Clone(theirs.Data)
	want["primaryauth.conf"] = []byte("primaryauth two\n")
	if diff := cmp.Diff(want, live.Data) + cmp.Diff(theirs.Labels, live.Labels); diff != "" || len(live.OwnerReferences) != 0 {
		t.Errorf("the Secret differs (-want +got):\n%s, owners %v", diff, live.OwnerReferences)
	}
}

func TestImmutableSecretOnServer(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	yes := true
	theirs := authSecret()
	theirs.Immutable = &yes
	theirs.Data = map[string][]byte{"operator-password": []byte("one"), "repl-password": []byte("two")}
	if err := s.people.Create(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	_, _, err := a.AuthSecret(t.Context(), cacheKey(), o, true)
	if !errors.Is(err, ErrCredentials) || !strings.Contains(err.Error(), "immutable") {
		t.Errorf("error %v", err)
	}
	if writes := sent.taken(); len(writes) != 0 {
		t.Errorf("sent %v", writes)
	}
	if err := a.addPrimaryAuth(t.Context(), theirs, "x"); !apierrors.IsInvalid(err) {
		t.Errorf("error %v, want that the API server refuses it", err)
	}
}

// TestSecretChangedMeanwhile: the file of an old password never joins a new one.
func TestSecretChangedMeanwhile(t *testing.T) {
	s := shared
	s.cluster(t)
	a, _ := s.applier(t)
	theirs := authSecret()
	theirs.Data = map[string][]byte{"operator-password": []byte("one"), "repl-password": []byte("two")}
	if err := s.people.Create(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	seen := theirs.DeepCopy()
	theirs.Data["repl-password"] = []byte("three")
	if err := s.people.Update(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	if err := a.addPrimaryAuth(t.Context(), seen, render.PrimaryAuth("two")); !apierrors.IsConflict(err) {
		t.Errorf("error %v, want a conflict", err)
	}
}
