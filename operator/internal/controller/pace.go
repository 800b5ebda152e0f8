package controller

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// pace says when a cluster is looked at next. It remembers for how long a
// cluster has waited for the same thing: soon after it began to wait the answer
// is near, later it is not. To forget that costs nothing but a few more looks.
type pace struct {
	mutex sync.Mutex
	waits map[types.NamespacedName]waiting
	beats map[types.NamespacedName]time.Time
}

type waiting struct {
	reason plan.Reason
	since  time.Time
}

func newPace() *pace {
	return &pace{waits: map[types.NamespacedName]waiting{}, beats: map[types.NamespacedName]time.Time{}}
}

// The times between two looks. Watches wake a cluster whenever an object of
// Kubernetes changes; these are for what only servers know.
const (
	again   = time.Millisecond * 10
	soon    = 200 * time.Millisecond
	later   = time.Second
	patient = 5 * time.Second
)

// next returns the time until the next look.
func (p *pace) next(name types.NamespacedName, d plan.Decision, now time.Time) time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch d.Verb {
	case plan.Wait:
	case plan.Act:
		delete(p.waits, name)
		return again
	case plan.Done:
		delete(p.waits, name)
		return tick
	default: // nothing was decided: the cluster is invalid
		return patient
	}
	w := p.waits[name]
	if w.reason != d.Reason {
		w = waiting{reason: d.Reason, since: now}
		p.waits[name] = w
	}
	switch waited := now.Sub(w.since); {
	case forKubernetes(d.Reason):
		return patient
	case waited < 10*time.Second:
		return soon
	case waited < time.Minute:
		return later
	}
	return patient
}

// forKubernetes tells the waits that an event of the API server ends.
func forKubernetes(r plan.Reason) bool {
	switch r {
	case plan.PodMissing, plan.PodStarting, plan.PodBlocked, plan.NodeDeleting, plan.Paused:
		return true
	}
	return false
}

// due reports whether the cluster's heartbeat is to be logged again.
func (p *pace) due(name types.NamespacedName, now time.Time) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	// Looks come a little early or late; a beat shall not be missed for that.
	if now.Sub(p.beats[name]) < tick-time.Second {
		return false
	}
	p.beats[name] = now
	return true
}

func (p *pace) forget(name types.NamespacedName) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.waits, name)
	delete(p.beats, name)
}
