package plan

import (
	"time"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Desired is what the cluster is to become.
type Desired struct {
	Shards           int
	ReplicasPerShard int
}

// State of the cluster, as its status says.
type State string

// The states in which there is something to plan. An invalid cluster has none.
const (
	// StateNew is a cluster whose shape is not fixed yet: the first step writes
	// down what creation works towards, so that an edit meanwhile, or a restart,
	// does not change it half-way.
	StateNew      State = ""
	StateCreating State = "Creating"
	StateActive   State = "Active"
)

// Cause is why something cannot be had, in the words of whoever found out.
type Cause struct {
	Reason  Reason
	Message string
}

// DefaultNodeTimeout is the cluster-node-timeout that every rendered node has.
const DefaultNodeTimeout = 5 * time.Second

// Input is everything that a decision depends on.
type Input struct {
	Desired Desired
	State   State
	Paused  bool
	// Now is the time of the pass. It is compared with times of the servers and the
	// kubelets, so that a clock that is off by more than a node timeout delays a
	// recovery, or hastens it.
	Now time.Time
	// NodeTimeout is the cluster-node-timeout of the servers; DefaultNodeTimeout if 0.
	NodeTimeout time.Duration
	// Unresolved is why no node can be made from the present recipe, for example a
	// config that is not there; nil when one can. What needs no such node goes on.
	Unresolved *Cause
	// RollHeld is why no roll may begin now, empty if one may. A shard that is being
	// rolled goes on.
	RollHeld string
	View     topology.View
}

// check is one rule: it decides, or passes on to the next.
type check func(*world) (Decision, bool)

// stage is a list of checks. The first that decides ends it; in a patient stage
// one that waits only does so if none behind it has something to do.
type stage struct {
	patient bool
	checks  []check
}

// Next decides the next step. Of a paused cluster it says what is true, or what
// would be done, and does nothing.
func Next(in Input) Decision {
	d := next(in)
	if in.Paused && d.Verb == Act {
		return Decision{Verb: Wait, Reason: Paused, Message: "the cluster is paused by its annotation; the next step would be: " + d.Message}
	}
	return d
}

func next(in Input) Decision {
	w := newWorld(in)
	for _, s := range stages(in.State) {
		if d, decided := s.decide(w); decided {
			return d
		}
	}
	return Decision{Verb: Done, Reason: Ready, Message: "every shard has its primary and its replicas, and all slots are served"}
}

func (s stage) decide(w *world) (Decision, bool) {
	if s.patient {
		return patiently(s.checks, func(c check) (Decision, bool) { return c(w) })
	}
	for _, c := range s.checks {
		if d, decided := c(w); decided {
			return d, true
		}
	}
	return pass()
}

// patiently decides about each in turn: one that can only wait lets those behind it
// act. If none of them does, the first wait counts.
func patiently[T any](all []T, decide func(T) (Decision, bool)) (Decision, bool) {
	var first Decision
	waits := false
	for _, one := range all {
		switch d, decided := decide(one); {
		case !decided:
		case d.Verb == Act:
			return d, true
		case !waits:
			first, waits = d, true
		}
	}
	return first, waits
}

// stages in the order of what must be true first.
func stages(s State) []stage {
	switch s {
	case StateNew:
		return []stage{{checks: []check{snapshot}}}
	case StateCreating:
		return []stage{
			{checks: []check{formedBefore, podsSeen}},
			{patient: true, checks: []check{failOver, forgetDeparted, loseData, dropStuck, createNodes, removeEnded}},
			{checks: []check{
				finishLeaving, startEarly, podsRun, serversAnswer, healAddresses, setEpochs, meet, noForeignPeers, noDispute, linked,
				assignSlots, attachReplicas, viewsAgree, replicasSynced, clusterOK, spreadPrimaries, completeJoins,
			}},
		}
	default:
		return []stage{
			{checks: []check{podsSeen}},
			{patient: true, checks: []check{
				handOver, failOver, noDispute, healAddresses, introduce, follow, forgetDeparted, loseData, dropStuck,
				restoreCounts, removeEnded, assignFree, completePlaced, shardsWhole, noForeignPeers, viewsAgree, noOpenSlots, clusterHealthy,
			}},
			{checks: []check{finishLeaving, resolved, retireDrained, rebalance, addShards}},
			{checks: []check{roll, shedReplicas, allGone, rollHeld}},
		}
	}
}
