package plan

import "github.com/valkey-menu/valkey-menu/lib/topology"

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

// Input is everything that a decision depends on.
type Input struct {
	Desired Desired
	State   State
	Paused  bool
	// Unresolved is why no node can be made now, for example a config that is not
	// there; nil when one can. What needs no new node goes on.
	Unresolved *Cause
	View       topology.View
}

// check is one rule: it decides, or passes on to the next.
type check func(*world) (Decision, bool)

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
	for _, c := range checks(in.State) {
		if d, decided := c(w); decided {
			return d
		}
	}
	return Decision{Verb: Done, Reason: Ready, Message: "every shard has its primary and its replicas, and all slots are served"}
}

// checks in the order of what must be true first.
func checks(s State) []check {
	switch s {
	case StateNew:
		return []check{snapshot}
	case StateCreating:
		return []check{
			formedBefore, createNodes, podsRun, serversAnswer, setEpochs, meet, noForeignPeers, viewsAgree, noDispute,
			assignSlots, attachReplicas, replicasSynced, clusterOK, completeJoins, activate,
		}
	default:
		return []check{podsRun, serversAnswer, noForeignPeers, viewsAgree, noDispute, replicasSynced, clusterOK}
	}
}
