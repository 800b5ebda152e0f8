package observe

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// World is one look at a cluster.
type World struct {
	// Nodes of the cluster by name; they are the cache's own and must not be
	// changed.
	Nodes map[string]*v1alpha1.ValkeyNode
	// Pods by the name of their node, which controls them; they are the cache's own
	// too.
	Pods map[string]*corev1.Pod
	View topology.View

	// unconnected are the nodes at whose address nobody accepted a connection.
	unconnected map[string]bool
}

// Reachable lists the nodes whose server can be spoken to, in the order of the
// view.
func (w World) Reachable() []topology.Node {
	var reachable []topology.Node
	for _, n := range w.View.Nodes {
		if p, known := n.Pod.Get(); known && speaks(p) {
			reachable = append(reachable, n)
		}
	}
	return reachable
}

// Node returns the node of the view that has the name.
func (w World) Node(name string) (topology.Node, bool) {
	for _, n := range w.View.Nodes {
		if n.Name == name {
			return n, true
		}
	}
	return topology.Node{}, false
}

// Address is where the server of a node can be spoken to; false if it cannot.
func (w World) Address(name string) (string, bool) {
	n, _ := w.Node(name)
	p, known := n.Pod.Get()
	return p.Address, known && speaks(p)
}

// speaks reports whether there is a server to speak to.
func speaks(p topology.Pod) bool { return p.Exists && p.Running && !p.Terminated && p.Address != "" }
