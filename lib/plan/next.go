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
	StateCreating State = "Creating"
	StateActive   State = "Active"
)

// Input is everything that a decision depends on.
type Input struct {
	Desired Desired
	State   State
	Paused  bool
	View    topology.View
}

// check is one rule: it decides, or passes on to the next.
type check func(*world) (Decision, bool)

// Next decides the next step.
func Next(in Input) Decision {
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
	if s == StateCreating {
		return []check{
			paused, createNodes, podsRun, serversAnswer, setEpochs, meet, noForeignPeers, viewsAgree, noDispute,
			assignSlots, attachReplicas, replicasSynced, clusterOK, completeJoins, activate,
		}
	}
	return []check{paused, podsRun, serversAnswer, noForeignPeers, viewsAgree, noDispute, replicasSynced, clusterOK}
}
