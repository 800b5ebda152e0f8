package controller

import (
	"slices"
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
	// spreading is between two looks while the kubelets bring a changed file to
	// the pods, which takes them a second or two once they are nudged.
	spreading = 2 * time.Second
)

// next returns the time until the next look. Spreading is whether a changed file
// is on its way to the servers.
func (p *pace) next(name types.NamespacedName, d plan.Decision, isSpreading bool, now time.Time) time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch {
	case d.Verb == plan.Wait:
		return p.wait(name, d.Reason, now)
	case d.Verb == plan.Done && isSpreading:
		return p.spread(name, now)
	}
	if d.Verb != plan.Act {
		delete(p.waits, name)
	}
	switch d.Verb {
	case plan.Act:
		return p.actAgain(name, d.Reason, now)
	case plan.Done:
		return tick
	default: // nothing was decided: the cluster is invalid
		return patient
	}
}

// actAgain is for what was done a moment ago: the next step follows at once. What
// is done again and again takes no effect, and needs no hurry.
func (p *pace) actAgain(name types.NamespacedName, reason plan.Reason, now time.Time) time.Duration {
	switch acted := p.waited(name, "act:"+reason, now); {
	case acted < 2*time.Second:
		return again
	case acted < 20*time.Second:
		return soon
	case acted < time.Minute:
		return later
	}
	return patient
}

// waited returns for how long the cluster has waited for this reason.
func (p *pace) waited(name types.NamespacedName, reason plan.Reason, now time.Time) time.Duration {
	w := p.waits[name]
	if w.reason != reason {
		w = waiting{reason: reason, since: now}
		p.waits[name] = w
	}
	return now.Sub(w.since)
}

func (p *pace) wait(name types.NamespacedName, reason plan.Reason, now time.Time) time.Duration {
	switch waited := p.waited(name, reason, now); {
	case forKubernetes(reason):
		return patient
	case reason == plan.RollQueued:
		return tick
	case waited < 10*time.Second:
		return soon
	case waited < time.Minute:
		return later
	}
	return patient
}

// spread is for a file that spreads. A server that does not take it in two
// minutes has refused it, and does not need to be asked so often.
func (p *pace) spread(name types.NamespacedName, now time.Time) time.Duration {
	if p.waited(name, "spreading", now) < 2*time.Minute {
		return spreading
	}
	return tick
}

// afterRound returns the time until the next round of the ACL loop.
func (p *pace) afterRound(name types.NamespacedName, isSpreading bool, now time.Time) time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if isSpreading {
		return p.spread(name, now)
	}
	delete(p.waits, name)
	return tick
}

// forKubernetes tells the waits that an event of the API server ends.
func forKubernetes(r plan.Reason) bool {
	return slices.Contains([]plan.Reason{plan.PodMissing, plan.PodStarting, plan.PodBlocked, plan.NodeDeleting, plan.Paused}, r)
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
