package plan

import (
	"fmt"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// world is the input with its nodes in a fixed order. The servers are filled
// in by serversAnswer; checks behind it may rely on all of them.
type world struct {
	Input
	nodes   []topology.Node
	servers map[string]topology.Server // by name of the node
	ids     map[string]bool            // of all servers
}

func newWorld(in Input) *world {
	nodes := slices.Clone(in.View.Nodes)
	slices.SortFunc(nodes, func(a, b topology.Node) int {
		if a.Shard != b.Shard {
			return a.Shard - b.Shard
		}
		return compare(a.Name, b.Name)
	})
	return &world{Input: in, nodes: nodes, servers: map[string]topology.Server{}, ids: map[string]bool{}}
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// shard returns the nodes of a shard index.
func (w *world) shard(index int) []topology.Node {
	var members []topology.Node
	for _, n := range w.nodes {
		if n.Shard == index {
			members = append(members, n)
		}
	}
	return members
}

// owned is what a node's own view says that it serves.
func (w *world) owned(name string) slots.Set {
	s := w.servers[name]
	return s.Myself().Slots
}

// primary is the node that a shard's slots belong to: the one that owns some,
// else the first that follows nobody.
func (w *world) primary(index int) (topology.Node, bool) {
	var first topology.Node
	found := false
	for _, n := range w.shard(index) {
		if !w.owned(n.Name).Empty() {
			return n, true
		}
		s := w.servers[n.Name]
		if !found && s.Myself().Role == topology.RolePrimary {
			first, found = n, true
		}
	}
	return first, found
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
