package plan

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	simSeeds = flag.Int("sim.seeds", 2500, "how many seeds the simulator runs")
	simSeed  = flag.Int64("sim.seed", -1, "the one seed to run, with its log")
	simStats = flag.Bool("sim.stats", false, "print how often everything happened")
)

// simulate runs one seed: some shape, formed from nothing or at work already,
// and up to four things that happen to it.
func simulate(seed uint64, verbose bool) *sim {
	s := newSim(seed, Desired{})
	s.verbose = verbose
	s.desired = Desired{1 + s.rng.IntN(4), s.rng.IntN(3)}
	if s.desired.Shards == 4 {
		s.desired.ReplicasPerShard = min(s.desired.ReplicasPerShard, 1)
	}
	if s.rng.IntN(4) > 0 {
		s.formed()
	}
	s.note("%s %dx%d", s.state, s.desired.Shards, s.desired.ReplicasPerShard)
	var planned []fault
	bad, people := faults(), edits()
	for range 1 + s.rng.IntN(4) {
		if s.rng.IntN(2) == 0 {
			planned = append(planned, people[s.rng.IntN(len(people))])
		} else {
			planned = append(planned, bad[s.rng.IntN(len(bad))])
		}
	}
	s.run(planned)
	return s
}

// TestSimulation runs seeds and demands that everything that can happen did.
// A seed that fails is run again with -sim.seed for its log.
func TestSimulation(t *testing.T) {
	if *simSeed >= 0 {
		s := simulate(uint64(*simSeed), true)
		t.Log("\n" + s.text())
		if s.failure != "" {
			t.Errorf("seed %d: %s", *simSeed, s.failure)
		}
		return
	}
	happened := map[string]int{}
	failed := 0
	for seed := range uint64(*simSeeds) {
		s := simulate(seed, false)
		for what, n := range s.happened {
			happened[what] += n
		}
		if s.failure == "" {
			continue
		}
		if failed++; failed <= 10 {
			t.Errorf("seed %d: %s", seed, s.failure)
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d seeds fail; -sim.seed=N shows one", failed, *simSeeds)
	}
	if *simSeeds >= 1000 {
		for _, what := range everything(t) {
			if happened[what] == 0 {
				t.Errorf("%s never happened in %d seeds", what, *simSeeds)
			}
		}
	}
	if *simStats {
		t.Log("\n" + stats(happened))
	}
}

// everything is what has to happen: all kinds of actions, all reasons and all
// faults.
func everything(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, kind := range ActionKinds() {
		all = append(all, "action "+string(kind))
	}
	text, err := os.ReadFile("reasons.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`Reason = "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, "reason "+found[1])
	}
	for _, f := range append(faults(), edits()...) {
		all = append(all, "fault "+f.name)
	}
	return append(all, "fault restart", "fault election", "fault failover times out", "fault address lost", "fault migration cancelled", "fault migration disconnected",
		"fault migration flushed", "migrations at once", "fault migration noperm", "fault migration protocol", "fault migration source ends", "fault migration stall")
}

func stats(happened map[string]int) string {
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(happened)) {
		fmt.Fprintf(&b, "%8d %s\n", happened[what], what)
	}
	return b.String()
}
