package controller

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// rolls keeps the number of clusters that roll at the same time within a limit, so
// that a bad edit of the menu stops at a few of them. A cluster has a place from
// its first new pod until no outdated one is left, or somebody pauses it. Places
// are not written down: after a restart a shard in the middle of its roll goes on
// and takes its cluster's place again, and nobody else begins before every cluster
// has been looked at.
type rolls struct {
	limit int // 0 for none

	mutex   sync.Mutex
	looked  map[types.NamespacedName]bool
	rolling map[types.NamespacedName]bool
}

func newRolls(limit int) *rolls {
	return &rolls{limit: limit, looked: map[types.NamespacedName]bool{}, rolling: map[types.NamespacedName]bool{}}
}

// begin takes a place for a cluster, one of all that there are. It returns why
// there is none.
func (r *rolls) begin(name types.NamespacedName, all []types.NamespacedName) string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.limit == 0 || r.rolling[name] {
		return ""
	}
	for _, other := range all {
		if !r.looked[other] && !r.rolling[other] && other != name {
			return fmt.Sprintf("whether cluster %s rolls is not known yet", other)
		}
	}
	if len(r.rolling) < r.limit {
		r.rolling[name] = true
		return ""
	}
	var others []string
	for other := range maps.Keys(r.rolling) {
		others = append(others, other.String())
	}
	slices.Sort(others)
	rest := ""
	if more := len(others) - 5; more > 0 {
		others, rest = others[:5], fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%d clusters may roll at the same time, and these do: %s%s", r.limit, strings.Join(others, ", "), rest)
}

// met enters that a pass over a cluster ended, however it did.
func (r *rolls) met(name types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.looked[name] = true
}

// saw enters what a look at a cluster found: whether a shard is in the middle of
// its roll, which takes a place in any case, and whether nothing is left to roll.
func (r *rolls) saw(name types.NamespacedName, underWay, over bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch {
	case over:
		delete(r.rolling, name)
	case underWay:
		r.rolling[name] = true
	}
}

// forget is for a cluster that is gone.
func (r *rolls) forget(name types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.rolling, name)
	delete(r.looked, name)
}
