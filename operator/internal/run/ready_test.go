package run

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	leading "sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/controller"
)

// store is a cache of which a test decides when a kind is filled.
type store struct {
	mutex sync.Mutex
	// answers are for one kind: an error, or nil once it is filled. A kind that has
	// none is filled at once; one that hangs waits for the end of the context.
	answers map[string]error
	asked   map[string]int
}

var errHangs = errors.New("it hangs")

func (s *store) set(kind string, answer error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answers[kind] = answer
}

func (s *store) GetInformer(ctx context.Context, object client.Object, _ ...cache.InformerGetOption) (cache.Informer, error) {
	kind := map[bool]string{true: "roles"}[is[*v1alpha1.ValkeyRole](object)]
	s.mutex.Lock()
	s.asked[kind]++
	answer := s.answers[kind]
	s.mutex.Unlock()
	if errors.Is(answer, errHangs) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return nil, answer
}

func is[T any](object any) bool {
	_, ok := object.(T)
	return ok
}

// TestReadyOnceCachesAreFilled: a kind that is missing and one that may not be read
// keep the program from being ready, and it is ready once they are mended.
func TestReadyOnceCachesAreFilled(t *testing.T) {
	for name, trouble := range map[string]error{"no such kind": errors.New("no matches for kind"), "no permission": errHangs} {
		t.Run(name, func(t *testing.T) {
			from := &store{answers: map[string]error{"roles": trouble}, asked: map[string]int{}}
			c := filling(t, from)
			if err := c.Check(nil); err == nil {
				t.Error("it is ready before it began")
			}
			ended := make(chan error)
			go func() { ended <- c.Start(t.Context()) }()
			until(t, func() bool { from.mutex.Lock(); defer from.mutex.Unlock(); return from.asked["roles"] > 2 })
			if err := c.Check(nil); err == nil || err.Error() != "filling the cache: waiting for ValkeyRole" {
				t.Errorf("the check says %v", err)
			}
			from.set("roles", nil)
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if err := c.Check(nil); err != nil {
				t.Errorf("it is not ready: %v", err)
			}
			if got, want := from.asked[""], len(controller.Kinds())-1; got != want {
				t.Errorf("%d other kinds were asked for, want %d", got, want)
			}
		})
	}
}

// TestStandbyIsReadyToo: to fill caches takes no lease.
func TestStandbyIsReadyToo(t *testing.T) {
	var c leading.LeaderElectionRunnable = filling(t, &store{})
	if c.NeedLeaderElection() {
		t.Error("only the leader fills its caches")
	}
}

// TestStopWhileFilling: the program can be stopped before it was ready.
func TestStopWhileFilling(t *testing.T) {
	for name, trouble := range map[string]error{"no such kind": errors.New("no matches for kind"), "no permission": errHangs} {
		ctx, stop := context.WithCancel(t.Context())
		from := &store{answers: map[string]error{"roles": trouble}, asked: map[string]int{}}
		c := filling(t, from)
		ended := make(chan error)
		go func() { ended <- c.Start(ctx) }()
		until(t, func() bool { from.mutex.Lock(); defer from.mutex.Unlock(); return from.asked["roles"] > 0 })
		stop()
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.Check(nil) == nil {
			t.Errorf("%s: it is ready", name)
		}
	}
}

// TestKindsAreComplete: those of our API and those that the cache selects from.
func TestKindsAreComplete(t *testing.T) {
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	selected, err := selections()
	if err != nil {
		t.Fatal(err)
	}
	c, have := newCaches(nil, scheme, nil), map[string]bool{}
	for _, kind := range controller.Kinds() {
		have[c.name(kind)] = true
	}
	for kind := range selected {
		if !have[c.name(kind)] {
			t.Errorf("the cache of %s is not awaited", c.name(kind))
		}
	}
	ours := 0
	for name, kind := range scheme.KnownTypes(v1alpha1.GroupVersion()) {
		if _, object := reflect.New(kind).Interface().(client.Object); object {
			ours++
			if !have[name] {
				t.Errorf("the cache of %s is not awaited", name)
			}
		}
	}
	if ours < 5 {
		t.Errorf("only %d kinds of ours were found", ours)
	}
}

func filling(t *testing.T, from informers) *caches {
	t.Helper()
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	c := newCaches(from, scheme, controller.Kinds())
	c.attempt, c.pause = time.Millisecond, time.Millisecond
	return c
}

func until(t *testing.T, holds func() bool) {
	t.Helper()
	for !holds() {
		select {
		case <-t.Context().Done():
			t.Fatal("it never holds")
		case <-time.After(time.Millisecond):
		}
	}
}
