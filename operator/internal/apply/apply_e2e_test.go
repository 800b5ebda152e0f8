//go:build e2e

package apply

import (
	"testing"

	"github.com/go-logr/logr"
	ctrl "sigs.k8s.io/controller-runtime"
)

// TestOnAPIServer runs all cases on one API server.
func TestOnAPIServer(t *testing.T) {
	ctrl.SetLogger(logr.Discard())
	s := connect(t, startTestbed(t))
	for name, run := range map[string]func(*testing.T, *server){
		"an idle pass writes nothing":          idlePass,
		"what is sent is what is printed":      sentIsPrinted,
		"an edit is put back once":             editsAreReverted,
		"a port that was moved":                movedPort,
		"what others add stays":                additionsStay,
		"what is rendered no more goes":        staleFieldsGo,
		"objects of others are not taken over": foreignObjects,
		"a cache that selects by labels":       labelSelectedCache,
		"one that was made meanwhile":          madeMeanwhile,
		"a ConfigMap of the greatest size":     greatestSize,
		"a Secret is made once":                secretIsMadeOnce,
		"a Secret of others":                   secretOfOthers,
		"an immutable Secret":                  immutableSecret,
		"a Secret that changed meanwhile":      secretChangedMeanwhile,
		"a node and its pod":                   nodeAndPod,
		"a cluster that is being deleted":      deletedCluster,
		"budgets follow the number of shards":  budgetsFollow,
		"the least access":                     leastAccess,
	} {
		t.Run(name, func(t *testing.T) { run(t, s) })
	}
}
