package plan

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// sim is a Kubernetes and a Valkey that do what real ones do, as far as the life
// of a cluster depends on it, in an order that the seed decides.
type sim struct {
	rng   *rand.Rand
	now   int64
	state State
	// desired is what the spec says, snapshot what creation works towards.
	desired, snapshot Desired
	hosts             []*host
	nodes             []*simNode
	procs             []*proc
	due               []deferred

	revision, revisions     int
	unschedulable, crashing map[int]bool
	full, blind             bool
	lazy                    bool         // replicas do not stand for election by themselves
	received                map[int]bool // shards that got slots since the last change
	unresolved, paused      bool
	rollHeld                bool
	slowGossip              int64  // until then
	migration               string // how migrations fail now
	named, started, jobs    int
	freed                   []string
	doomed                  []*proc
	doomedAt                map[string]int64
	planned                 map[string]bool
	promotions              map[string]int
	acked                   [probes]int

	restarts bool // the operator dies behind every action
	verbose  bool
	log      []string
	happened map[string]int
	failure  string
}

type deferred struct {
	at int64
	do func()
}

func newSim(seed uint64, d Desired) *sim {
	s := &sim{
		rng: rand.New(rand.NewPCG(seed, 7)), now: 1_800_000_000_000, desired: d, snapshot: d,
		unschedulable: map[int]bool{}, crashing: map[int]bool{}, doomedAt: map[string]int64{}, planned: map[string]bool{},
		received: map[int]bool{}, promotions: map[string]int{}, happened: map[string]int{},
	}
	for i := range 4 {
		s.hosts = append(s.hosts, &host{name: fmt.Sprintf("h%d", i), up: true})
	}
	return s
}

func (s *sim) note(format string, args ...any) {
	if s.verbose {
		s.log = append(s.log, fmt.Sprintf("%7.1fs ", float64(s.now-1_800_000_000_000)/1000)+fmt.Sprintf(format, args...))
	}
}

func (s *sim) count(what string) { s.happened[what]++ }

// broken ends the run: an invariant does not hold.
func (s *sim) broken(format string, args ...any) {
	if s.failure == "" {
		s.failure = fmt.Sprintf(format, args...)
		s.note("BROKEN: %s\n%s", s.failure, s.describe())
	}
}

// pass is one pass of an operator that may die behind any of its actions.
func (s *sim) pass() Decision {
	d := Next(s.input())
	s.count("reason " + string(d.Reason))
	if s.verbose {
		s.note("%s %s: %s", d.Verb, d.Reason, d.Message)
	}
	s.allowed(d)
	actions := d.Actions
	switch {
	case len(actions) > 1 && s.restarts:
		actions = actions[:1]
	case len(actions) > 1 && s.rng.IntN(3) == 0:
		actions = actions[:1+s.rng.IntN(len(actions))]
		s.count("fault restart")
	}
	for _, a := range actions {
		if s.failure != "" {
			break
		}
		s.count("action " + string(a.Kind))
		if s.verbose {
			s.note("    %s %s %s", a.Kind, a.Node, cmp.Or(a.Peer, a.PeerID))
		}
		if err := s.apply(a); err != nil {
			s.broken("%s of %s: %v", a.Kind, a.Node, err)
		}
	}
	return d
}

// tick lets time pass.
func (s *sim) tick(ms int64) {
	for ms > 0 && s.failure == "" {
		step := min(ms, 1000)
		ms -= step
		s.now += step
		due := s.due
		s.due = nil
		for _, d := range due {
			if d.at <= s.now {
				d.do()
				clear(s.received)
			} else {
				s.due = append(s.due, d)
			}
		}
		s.kubelets()
		s.gossip()
		s.judge()
		s.elections()
		s.replicate()
		s.migrate()
		s.write()
		s.invariants()
	}
}

// bound is how many passes a cluster may take to be well after the last fault.
const bound = 600

// run has faults happen at random passes and demands that the cluster is well in
// the end.
func (s *sim) run(planned []fault) {
	at := make([]int, len(planned))
	for i := range at {
		at[i] = 1 + s.rng.IntN(25*len(planned))
	}
	slices.Sort(at)
	calm, same, last := 0, 0, Reason("")
	for pass := 0; s.failure == ""; pass++ {
		for len(at) > 0 && (at[0] <= pass || calm > 4 && s.now%3 == 0 && last == Ready) {
			s.count("fault " + planned[0].name)
			planned[0].do(s)
			clear(s.received)
			at, planned = at[1:], planned[1:]
			calm = 0
		}
		d := s.pass()
		if len(s.due) > 0 {
			calm = min(calm, 5)
		}
		if calm++; d.Verb == Done && calm > 3 && len(at) == 0 && len(s.due) == 0 {
			s.well()
			return
		}
		if calm > bound {
			s.broken("the cluster is not well after %d passes: %s %s: %s", bound, d.Verb, d.Reason, d.Message)
		}
		if same++; d.Reason != last || d.Verb == Act {
			same, last = 0, d.Reason
		}
		ms := 100 + s.rng.Int64N(900)
		if same > 5 {
			ms = 3000
		}
		s.tick(ms)
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (s *sim) text() string { return strings.Join(s.log, "\n") }
