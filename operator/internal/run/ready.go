package run

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// informers is what readiness needs of the manager's cache.
type informers interface {
	GetInformer(ctx context.Context, object client.Object, options ...cache.InformerGetOption) (cache.Informer, error)
}

// caches fills the cache with every kind that the loops read, and knows which one
// is awaited. A standby fills it too: it is ready to take over, and a permission or
// a kind that is missing shows before it leads.
type caches struct {
	from    informers
	kinds   []client.Object
	scheme  *runtime.Scheme
	awaited atomic.Pointer[string]
	// attempt is how long one kind is waited for until a line says so, and pause how
	// long after that it is tried again.
	attempt, pause time.Duration
}

func newCaches(from informers, scheme *runtime.Scheme, kinds []client.Object) *caches {
	c := &caches{from: from, kinds: kinds, scheme: scheme, attempt: 10 * time.Second, pause: time.Second}
	c.await("every kind")
	return c
}

func (c *caches) await(what string) { c.awaited.Store(&what) }

// NeedLeaderElection implements manager.LeaderElectionRunnable.
func (c *caches) NeedLeaderElection() bool { return false }

// Start implements manager.Runnable. It ends once all is filled.
func (c *caches) Start(ctx context.Context) error {
	for _, kind := range c.kinds {
		if !c.filled(ctx, kind) {
			return nil
		}
	}
	c.awaited.Store(nil)
	return nil
}

// filled tries until the cache of one kind is filled; it reports false if the program
// ends before.
func (c *caches) filled(ctx context.Context, kind client.Object) bool {
	log := logging.WithTarget(logging.FromContext(ctx), logging.TargetRoot)
	name := c.name(kind)
	c.await(name)
	for ctx.Err() == nil {
		err := c.fill(ctx, kind)
		if err == nil {
			return true
		}
		log.Warn("the cache is not filled, will retry", "kind", name, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(c.pause):
		}
	}
	return false
}

func (c *caches) fill(ctx context.Context, kind client.Object) error {
	ctx, cancel := context.WithTimeout(ctx, c.attempt)
	defer cancel()
	_, err := c.from.GetInformer(ctx, kind) // waits until it is filled
	return err
}

func (c *caches) name(kind client.Object) string {
	kinds, _, err := c.scheme.ObjectKinds(kind)
	if err != nil || len(kinds) == 0 {
		return fmt.Sprintf("%T", kind)
	}
	return kinds[0].Kind
}

// Check is the readiness check.
func (c *caches) Check(*http.Request) error {
	if awaited := c.awaited.Load(); awaited != nil {
		return fmt.Errorf("filling the cache: waiting for %s", *awaited)
	}
	return nil
}
