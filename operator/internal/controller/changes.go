package controller

import (
	"sync"

	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// changes remembers what was told of the nodes of each cluster, so that something
// that stays as it is is told once. To forget it costs a repeated Event.
type changes struct {
	mutex sync.Mutex
	bad   map[types.NamespacedName]map[string]bool
}

func newChanges() *changes { return &changes{bad: map[types.NamespacedName]map[string]bool{}} }

// began reports whether the node just became bad.
func (c *changes) began(cluster types.NamespacedName, node string, bad bool) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	nodes := c.bad[cluster]
	was := nodes[node]
	switch {
	case !bad:
		delete(nodes, node)
	case nodes == nil:
		c.bad[cluster] = map[string]bool{node: true}
	default:
		nodes[node] = true
	}
	return bad && !was
}

// keep forgets the nodes that are gone from the cluster.
func (c *changes) keep(cluster types.NamespacedName, world observe.World) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	nodes := c.bad[cluster]
	for node := range nodes {
		if world.Nodes[node] == nil {
			delete(nodes, node)
		}
	}
	if len(nodes) == 0 {
		delete(c.bad, cluster)
	}
}

// forget is for a cluster that is gone.
func (c *changes) forget(cluster types.NamespacedName) { c.keep(cluster, observe.World{}) }
