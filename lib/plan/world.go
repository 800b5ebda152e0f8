package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// world is the input with what follows from it, in a fixed order: the order in
// which nodes were listed decides nothing.
type world struct {
	Input
	members []*member // by shard and name
	live    []*member // those whose servers answer
	byID    map[string]*member
	owners  []owner
	shards  []*shard
	victims []*shard // of a scale-in, the next one first
}

func newWorld(in Input) *world {
	w := &world{Input: in, byID: map[string]*member{}}
	if w.NodeTimeout <= 0 {
		w.NodeTimeout = DefaultNodeTimeout
	}
	for i := range in.View.Nodes {
		w.members = append(w.members, newMember(&in.View.Nodes[i]))
	}
	slices.SortFunc(w.members, func(a, b *member) int {
		if a.Shard != b.Shard {
			return a.Shard - b.Shard
		}
		return cmp.Compare(a.Name, b.Name)
	})
	for _, m := range w.members {
		if m.server != nil {
			w.live = append(w.live, m)
			w.byID[m.id] = m
		}
	}
	w.learnIDs()
	for _, m := range w.members {
		m.condition = w.conditionOf(m)
	}
	w.owners = w.findOwners()
	w.shards = w.findShards()
	w.victims = w.findVictims()
	return w
}

// shard returns the shard of an index, an empty one if no node has it.
func (w *world) shard(index int) *shard {
	for _, s := range w.shards {
		if s.index == index {
			return s
		}
	}
	return &shard{index: index}
}

// ownerOf is the owner with the id, nil if that server owns no slot.
func (w *world) ownerOf(id string) *owner {
	for i := range w.owners {
		if w.owners[i].id == id {
			return &w.owners[i]
		}
	}
	return nil
}

// free are the slots that nobody owns, in the eyes of all servers that answer.
func (w *world) free() slots.Set {
	free := slots.All()
	for i := range w.owners {
		free = free.Without(w.owners[i].slots)
	}
	return free
}

// peers calls f with how each server that answers sees the server of the id,
// which includes that server itself.
func (w *world) peers(id string, f func(viewer *member, p *topology.Peer)) {
	for _, m := range w.live {
		if p := m.peer(id); p != nil {
			f(m, p)
		}
	}
}

func act(reason Reason, message string, actions []Action) (Decision, bool) {
	return Decision{Verb: Act, Reason: reason, Message: message, Actions: actions}, len(actions) > 0
}

func wait(reason Reason, object, format string, args ...any) (Decision, bool) {
	return Decision{Verb: Wait, Reason: reason, Object: object, Message: fmt.Sprintf(format, args...)}, true
}

// pass leaves the decision to the next check.
func pass() (Decision, bool) { return Decision{}, false }

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
