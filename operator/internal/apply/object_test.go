package apply

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// TestObjectIsAppliedOnce looks at the first pass over each kind, and at idle
// passes over a ConfigMap: the simulated server gives us the status of the others,
// which a real one never does.
func TestObjectIsAppliedOnce(t *testing.T) {
	for kind, desired := range applicable() {
		w, a := newWorld(t)
		results := []Result{Applied}
		if kind == "ConfigMap" {
			results = append(results, Unchanged, Unchanged)
		}
		for pass, want := range results {
			if got, err := a.Object(t.Context(), desired, owner()); err != nil || got != want {
				t.Errorf("%s, pass %d: %q, %v, want %q", kind, pass, got, err, want)
			}
		}
		if diff := cmp.Diff([]string{"patch " + desired.GetName()}, w.taken()); diff != "" {
			t.Errorf("%s: writes differ (-want +got):\n%s", kind, diff)
		}
		if w.options.Force != nil || w.options.FieldManager != "valkey-operator" {
			t.Errorf("%s: a new object is applied with %+v", kind, w.options)
		}
	}
}

func TestEditIsForcedBack(t *testing.T) {
	w, a := newWorld(t)
	if _, err := a.Object(t.Context(), aclMap(), owner()); err != nil {
		t.Fatal(err)
	}
	live := aclMap()
	mustGet(t.Context(), t, w.client, live)
	live.Data[names.ACLFile] = "edited"
	if err := w.client.Update(t.Context(), live, client.FieldOwner("kubectl-edit")); err != nil {
		t.Fatal(err)
	}
	w.taken()
	if got, err := a.Object(t.Context(), aclMap(), owner()); err != nil || got != Applied {
		t.Fatalf("%q, %v", got, err)
	}
	mustGet(t.Context(), t, w.client, live)
	if live.Data[names.ACLFile] != usersACL || w.options.Force == nil || !*w.options.Force {
		t.Errorf("%q with %+v", live.Data[names.ACLFile], w.options)
	}
}

func controlledBy(kind, name, uid string) func(client.Object) {
	yes := true
	return func(o client.Object) {
		o.SetOwnerReferences([]metav1.OwnerReference{{
			APIVersion: "v1", Kind: kind, Name: name, UID: types.UID(uid), Controller: &yes,
		}})
	}
}

func TestOwnership(t *testing.T) {
	unlabelled := func(o client.Object) { o.SetLabels(nil) }
	for name, c := range map[string]struct {
		change func(client.Object)
		want   error
		text   string
	}{
		"ours":               {controlledBy("ValkeyCluster", "cache", "uid-of-cache"), nil, ""},
		"ours, other name":   {controlledBy("ValkeyCluster", "renamed", "uid-of-cache"), nil, ""},
		"of none, labelled":  {func(client.Object) {}, nil, ""},
		"of none":            {unlabelled, ErrForeign, "no controller and no label app.kubernetes.io/managed-by=valkey-operator"},
		"of another":         {controlledBy("Deployment", "web", "1"), ErrForeign, `its controller is Deployment "web"`},
		"of another cluster": {controlledBy("ValkeyCluster", "other", "1"), ErrForeign, `its controller is ValkeyCluster "other"`},
		"of an earlier one":  {controlledBy("ValkeyCluster", "cache", "1"), ErrLeftover, `an earlier ValkeyCluster "cache"`},
	} {
		for _, unseen := range []bool{false, true} {
			live := service()
			c.change(live)
			w, a := newWorld(t, live)
			w.unseen = unseen
			got, err := a.Object(t.Context(), service(), owner())
			if !errors.Is(err, c.want) {
				t.Errorf("%s, unseen %v: error %v, want %v", name, unseen, err, c.want)
			}
			if c.want == nil {
				if got != Applied || len(w.taken()) != 1 {
					t.Errorf("%s, unseen %v: %q", name, unseen, got)
				}
				continue
			}
			if text := err.Error(); !strings.HasPrefix(text, `applying Service "team-a/cache": `) || !strings.Contains(text, c.text) {
				t.Errorf("%s: error %q, want %q", name, text, c.text)
			}
			if !errors.Is(err, ErrForeign) || len(w.taken()) != 0 {
				t.Errorf("%s: something was written, or it is not foreign: %v", name, err)
			}
		}
	}
}

func TestTooLargeIsNotSent(t *testing.T) {
	w, a := newWorld(t)
	m := render.ACLConfigMap(resolved(), aclFile(names.MaxConfigMapBytes+1))
	if _, err := a.Object(t.Context(), m, owner()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v", err)
	} else if !strings.Contains(err.Error(), `ConfigMap "team-a/cache-acl"`) || !strings.Contains(err.Error(), "1048577") {
		t.Errorf("error %v, want one that names object and size", err)
	}
	if writes := w.taken(); len(writes) != 0 {
		t.Errorf("sent %v", writes)
	}
}

func TestRefusedApplyNamesTheObject(t *testing.T) {
	for kind, desired := range applicable() {
		w, a := newWorld(t)
		w.refuse = errRefused
		_, err := a.Object(t.Context(), desired, owner())
		if want := "applying " + kind + ` "team-a/` + desired.GetName() + `": `; !errors.Is(err, errRefused) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestKindThatIsNotRegistered is a mistake of the program and no panic.
func TestKindThatIsNotRegistered(t *testing.T) {
	_, a := newWorld(t)
	if _, err := a.Object(t.Context(), &unknown{ConfigMap: *aclMap()}, owner()); err == nil {
		t.Error("no error")
	}
}

type unknown struct{ corev1.ConfigMap }
