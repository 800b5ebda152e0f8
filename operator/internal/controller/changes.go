package controller

import "sync"

// changes remembers what was told of a node, so that something that stays as it
// is is told once. To forget it costs a repeated Event.
type changes struct {
	mutex sync.Mutex
	bad   map[string]bool
}

func newChanges() *changes { return &changes{bad: map[string]bool{}} }

// began reports whether the node just became bad.
func (c *changes) began(node string, bad bool) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	was := c.bad[node]
	if !bad {
		delete(c.bad, node)
		return false
	}
	c.bad[node] = true
	return !was
}
