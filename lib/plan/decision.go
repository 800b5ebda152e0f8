package plan

import "github.com/valkey-menu/valkey-menu/lib/slots"

// Verb says what a decision asks for.
type Verb string

// The verbs.
const (
	Act  Verb = "act"
	Wait Verb = "wait"
	Done Verb = "done"
)

// Decision is what to do next.
type Decision struct {
	Verb   Verb
	Reason Reason
	// Message says in a sentence what is done, or what is waited for.
	Message string
	// Object is the name of the node that a wait is about, empty if it is about
	// the cluster.
	Object string
	// Actions of one kind, to be done in this pass; none unless Verb is Act.
	Actions []Action
	// Losses are the data that the actions give up. A loss comes when servers forget
	// the owner of slots, and again when the slots start empty, so that who dies
	// between an action and its record still records it; whoever records losses
	// drops one whose slots he has recorded a short while ago.
	Losses []Loss
	// Progress of a redistribution of slots, nil while there is none.
	Progress *Progress
}

// Loss is data of which no copy lives.
type Loss struct {
	// Shard whose data it was, or which starts empty; -1 if neither is known.
	Shard int
	// Slots whose keys are gone.
	Slots slots.Set
}

// Progress of a redistribution, in slots.
type Progress struct {
	// Moved counts what the servers still remember as moved; the memory of a server
	// ends with it.
	Moved     int
	Remaining int
}
