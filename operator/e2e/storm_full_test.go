//go:build e2e && full

package e2e

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

var (
	stormSeed  = flag.Uint64("storm.seed", 1, "seed of the first storm")
	stormCount = flag.Int("storm.count", 1, "how many storms, one seed after the other")
	stormFor   = flag.Duration("storm.for", 90*time.Second, "how long a storm makes changes and faults")
)

// calm is the longest time that a cluster takes after the last fault.
const calm = 4 * time.Minute

// TestStorm scales and rolls two clusters under load while all kinds of faults
// strike. The seed says which, when and, among what is there then, whom.
func TestStorm(t *testing.T) {
	for i := range *stormCount {
		seed := *stormSeed + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := newStorm(t)
			for _, r := range s.rage(seed, faultsOf()) {
				if t.Log(r); r.Unread > 0 {
					t.Errorf("%d keys cannot be read", r.Unread)
				}
			}
			s.remove()
		})
	}
}

// TestGentleStorm is one of faults that may cost nothing: each acknowledged write
// is there afterwards.
func TestGentleStorm(t *testing.T) {
	gentle := slices.DeleteFunc(faultsOf(), func(f fault) bool { return f.lossy })
	for i := range *stormCount {
		seed := *stormSeed + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := newStorm(t)
			for _, r := range s.rage(seed, gentle) {
				lostNothing(t, r)
			}
			for _, c := range s.clusters {
				if meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionDataLoss) != nil {
					t.Errorf("the cluster in %s says that it lost data", c.Namespace)
				}
			}
			s.remove()
		})
	}
}

// storm is what goes on.
type storm struct {
	*testing.T
	clusters []*v1alpha1.ValkeyCluster
	shards   []int32 // of each when it is calm
	began    time.Time
	held     map[string]*lasting // by what they hold
}

// lasting is a fault that goes on until it is mended.
type lasting struct {
	name string
	end  time.Time
	mend func()
}

func newStorm(t *testing.T) *storm {
	s := &storm{T: t, held: map[string]*lasting{}, shards: []int32{2, 3}}
	for _, shards := range s.shards {
		s.clusters = append(s.clusters, cluster(t, menu(t, brisk), shards, 1))
	}
	for _, c := range s.clusters {
		ready(t, c)
	}
	return s
}

// rage goes through the steps of a seed, waits until all is calm again, and
// returns what clients saw.
func (s *storm) rage(seed uint64, faults []fault) (reports []report) {
	s.Helper()
	var stops []func() report
	for _, c := range s.clusters {
		stops = append(stops, load(s.T, c))
	}
	s.began = time.Now()
	s.Cleanup(func() {
		for _, c := range s.clusters {
			if s.Failed() {
				timeline(s.T, c, s.began)
			}
		}
		revived(s.T)
	})
	s.Logf("storm %d of %s; cluster 0 is in %s, cluster 1 in %s", seed, *stormFor, s.clusters[0].Namespace, s.clusters[1].Namespace)
	for _, next := range steps(seed, *stormFor) {
		s.waitUntil(s.began.Add(next.at))
		s.strike(next, faults)
	}
	s.endAll()
	last := time.Now()
	for i, c := range s.clusters {
		s.scale(c, s.shards[i])
	}
	for i, c := range s.clusters {
		s.calms(c, last)
		s.Logf("cluster %d is calm %s after the last fault", i, time.Since(last).Round(time.Second/10))
	}
	for i := range s.clusters {
		reports = append(reports, stops[i]())
	}
	return reports
}

func (s *storm) calms(c *v1alpha1.ValkeyCluster, last time.Time) {
	s.Helper()
	eventually(s.T, calm-time.Since(last), "the cluster in "+c.Namespace+" is Ready", func() error {
		get(s.T, c.Namespace, c.Name, c)
		r := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionReady)
		if r == nil || r.Status != metav1.ConditionTrue || r.ObservedGeneration != c.Generation {
			return fmt.Errorf("ready is %+v", r)
		}
		return nil
	})
	settled(s.T, c)
}

func (s *storm) remove() {
	s.Helper()
	for _, c := range s.clusters {
		remove(s.T, c)
	}
}

// say logs what is done with the time since the beginning.
func (s *storm) say(format string, args ...any) {
	s.Helper()
	s.Logf("%7.2f s  %s", time.Since(s.began).Seconds(), fmt.Sprintf(format, args...))
}

// waitUntil mends what ends before.
func (s *storm) waitUntil(when time.Time) {
	for {
		key, first := "", when
		for k, l := range s.held {
			if l.end.Before(first) {
				key, first = k, l.end
			}
		}
		time.Sleep(time.Until(first))
		if key == "" {
			return
		}
		s.end(key)
	}
}

func (s *storm) end(key string) {
	l := s.held[key]
	for k, other := range s.held { // one may hold two
		if other == l {
			delete(s.held, k)
		}
	}
	l.mend()
	s.say("%s ends", l.name)
}

// endAll mends everything that lasts, also what no fault of this storm mends, as
// the cut of a pod that is gone.
func (s *storm) endAll() {
	for len(s.held) > 0 {
		s.waitUntil(s.soonest())
	}
	if _, err := testbed("heal"); err != nil {
		s.Error(err)
	}
	revived(s.T)
	s.say("all is mended")
}

func (s *storm) soonest() time.Time {
	soonest := time.Now().Add(time.Hour)
	for _, l := range s.held {
		if l.end.Before(soonest) {
			soonest = l.end
		}
	}
	return soonest.Add(time.Millisecond)
}
