package apply

import (
	"context"
	"errors"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// missesOnce does not find the first object that it is asked for.
type missesOnce struct {
	client.Reader
	asked bool
}

func (m *missesOnce) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	if m.asked {
		return m.Reader.Get(ctx, key, object, options...)
	}
	m.asked = true
	return apierrors.NewNotFound(schema.GroupResource{}, key.Name)
}

func TestCreate(t *testing.T) {
	for name, c := range map[string]struct {
		exists func(client.Object) // nil: none
		made   bool
		want   error
		text   string
	}{
		"new":            {nil, true, nil, ""},
		"again":          {func(client.Object) {}, false, nil, ""},
		"of another":     {controlledBy("ValkeyCluster", "other", "1"), false, ErrForeign, `its controller is ValkeyCluster "other"`},
		"of an earlier":  {controlledBy("ValkeyCluster", "cache", "1"), false, ErrLeftover, "that is gone"},
		"of none":        {func(o client.Object) { o.SetOwnerReferences(nil) }, false, ErrForeign, "has no controller"},
		"without labels": {func(o client.Object) { o.SetLabels(nil) }, false, nil, ""},
	} {
		w, a := newWorld(t)
		node := valkeyNode(t, "cache-0a1b2", owner())
		if c.exists != nil {
			other := node.DeepCopy()
			c.exists(other)
			w.make(t, other)
		}
		made, err := a.Create(t.Context(), node)
		if made != c.made || !errors.Is(err, c.want) || node.ResourceVersion != "" {
			t.Errorf("%s: %v, %v, want %v, %v", name, made, err, c.made, c.want)
		}
		if err != nil && (!strings.Contains(err.Error(), c.text) || !strings.HasPrefix(err.Error(), `creating ValkeyNode "team-a/cache-0a1b2": `)) {
			t.Errorf("%s: error %q, want %q", name, err, c.text)
		}
	}
}

func TestCreateNeedsAController(t *testing.T) {
	w, a := newWorld(t)
	node := valkeyNode(t, "cache-0a1b2", owner())
	node.OwnerReferences = nil
	if _, err := a.Create(t.Context(), node); err == nil || len(w.taken()) != 0 {
		t.Errorf("error %v", err)
	}
}

// TestCreateMeetsOneThatWent: it is the API server's answer, worth another try.
func TestCreateMeetsOneThatWent(t *testing.T) {
	w, a := newWorld(t)
	node := valkeyNode(t, "cache-0a1b2", owner())
	w.make(t, node)
	a.APIReader = &missesOnce{Reader: w.client}
	if made, err := a.Create(t.Context(), node); made || !apierrors.IsNotFound(err) {
		t.Errorf("%v, %v, want NotFound", made, err)
	}
}

func TestCreateRefused(t *testing.T) {
	w, a := newWorld(t)
	w.refuse = errRefused
	made, err := a.Create(t.Context(), valkeyNode(t, "cache-0a1b2", owner()))
	if made || !errors.Is(err, errRefused) || !strings.Contains(err.Error(), `ValkeyNode "team-a/cache-0a1b2"`) {
		t.Errorf("%v, %v", made, err)
	}
}
