//go:build e2e && full

package e2e

import (
	"math/rand/v2"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// step is one moment of a storm: everything that chance decides in it.
type step struct {
	at      time.Duration
	change  bool // of a spec, not a fault
	which   int
	cluster int
	whom    int
	lasts   time.Duration
}

// steps are those of a seed: the same ones each time. The faults are picked by
// number, so that a storm of other kinds of fault has the same moments.
func steps(seed uint64, length time.Duration) (all []step) {
	r := rand.New(rand.NewPCG(seed, 0))
	at := time.Duration(0)
	for {
		at += time.Second + time.Duration(r.Int64N(int64(7*time.Second)))
		next := step{at, r.IntN(3) == 0 || len(all) == 0, r.IntN(1 << 20), r.IntN(2), r.IntN(1 << 20), 3*time.Second + time.Duration(r.Int64N(int64(27*time.Second)))}
		if at > length {
			return all
		}
		all = append(all, next)
	}
}

// strike takes a step, unless what it needs is held by a fault that lasts.
func (s *storm) strike(next step, faults []fault) {
	s.Helper()
	if next.change {
		s.change(s.clusters[next.cluster], s.shards[next.cluster], next)
		return
	}
	f := faults[next.which%len(faults)]
	for _, h := range f.holds {
		if s.held[h] != nil {
			s.say("no %s: %s goes on", f.name, s.held[h].name)
			return
		}
	}
	what, mend, err := f.strike(s, next)
	if err != nil {
		s.say("%s: %v", f.name, err)
		return
	}
	s.say("%s %s", f.name, what)
	if mend == nil {
		return
	}
	l := &lasting{f.name + " " + what, time.Now().Add(next.lasts), mend}
	for _, h := range f.holds {
		s.held[h] = l
	}
}

// change scales a cluster one shard up, or back, or rolls it by a setting.
func (s *storm) change(c *v1alpha1.ValkeyCluster, calm int32, next step) {
	s.Helper()
	if next.which%2 == 0 {
		get(s.T, c.Namespace, c.Name, c)
		to := 2*calm + 1 - c.Spec.Shards
		s.say("cluster %d goes from %d to %d shards", next.cluster, c.Spec.Shards, to)
		s.scale(c, to)
		return
	}
	config, to := get(s.T, "", c.Spec.ConfigRef, &v1alpha1.ValkeyConfig{}), v1alpha1.SettingValue("31mb")
	if config.Spec.Valkey["maxmemory"] == to {
		to = "32mb"
	}
	s.say("cluster %d rolls to maxmemory %s", next.cluster, to)
	edit(s.T, config, func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = to })
}

func (s *storm) scale(c *v1alpha1.ValkeyCluster, shards int32) {
	s.Helper()
	edit(s.T, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = shards })
}
