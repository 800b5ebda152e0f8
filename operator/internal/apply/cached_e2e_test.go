//go:build e2e

package apply

import (
	"context"
	"errors"
	"testing"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestLabelSelectedCache is how the operator reads: it sees only what carries our
// label, and an idle pass asks the API server nothing.
func TestLabelSelectedCache(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	ours := cache.ByObject{Label: labels.SelectorFromSet(labels.Set{names.LabelManagedBy: names.ManagedBy})}
	c, err := cache.New(s.config, cache.Options{
		Scheme: s.scheme, DefaultLabelSelector: ours.Label,
		ByObject: map[client.Object]cache.ByObject{
			&corev1.Service{}: ours, &corev1.ConfigMap{}: ours, &policyv1.PodDisruptionBudget{}: ours,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Start(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	a.Client = cachedReads{Client: a.Client, cache: c}
	unseen := service()
	unseen.Labels = nil
	if err := s.people.Create(t.Context(), unseen); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Object(t.Context(), service(), o); !errors.Is(err, ErrForeign) {
		t.Errorf("error %v, want that a Service which the cache does not see is foreign", err)
	}
	mustApply(t, a, aclMap(), o, Applied)
	until(t, "the cache has it", func() bool { return c.Get(ctx, client.ObjectKeyFromObject(aclMap()), aclMap()) == nil })
	sent.taken()
	mustApply(t, a, aclMap(), o, Unchanged)
	sent.mu.Lock()
	defer sent.mu.Unlock()
	if sent.all != 0 {
		t.Errorf("an idle pass sent %d requests", sent.all)
	}
}

// cachedReads is the client that a manager gives: reads from the cache, writes to
// the API server.
type cachedReads struct {
	client.Client
	cache client.Reader
}

func (c cachedReads) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	return c.cache.Get(ctx, key, object, options...)
}

func (c cachedReads) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	return c.cache.List(ctx, list, options...)
}
