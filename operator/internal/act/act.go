package act

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// ErrSuperseded is an action whose precondition no longer holds: the world moved
// on, and the next look decides anew.
var ErrSuperseded = errors.New("superseded")

func superseded(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrSuperseded, fmt.Sprintf(format, args...))
}

// Actor carries out actions. It is safe for concurrent use by passes over
// different clusters.
type Actor struct {
	Client client.Client
	// Live asks the API server itself, where the cache may lag behind what this
	// program did a moment ago.
	Live client.Reader
	// Random is where the digits of node names come from.
	Random io.Reader
	Now    func() time.Time
}

// Pass is one pass over one cluster: what it saw and what it works towards.
type Pass struct {
	Cluster *v1alpha1.ValkeyCluster
	// Resolved is nil while a reference does not resolve.
	Resolved *resolve.Cluster
	World    observe.World
	Access   *access.Access
	// Elsewhere tells the addresses that pods of other clusters have by now.
	Elsewhere func(address string) bool
	// State and TargetSpec are what the status becomes.
	State      v1alpha1.ClusterState
	TargetSpec *v1alpha1.ValkeyClusterSpec

	created     []*v1alpha1.ValkeyNode // by this pass
	nodesListed bool
	asking      sync.Mutex
	asked       map[string]topology.Fact[bool] // whether the server of an id answers
}

// doer carries out an action of one kind.
type doer func(context.Context, *Pass, plan.Action) error

// doers holds one for every kind.
func (a *Actor) doers() map[plan.ActionKind]doer {
	return map[plan.ActionKind]doer{
		plan.Snapshot:       a.snapshot,
		plan.CreateNode:     a.createNode,
		plan.SetConfigEpoch: a.setConfigEpoch,
		plan.Meet:           a.meet,
		plan.AssignSlots:    a.assignSlots,
		plan.Replicate:      a.replicate,
		plan.CompleteJoin:   a.completeJoin,
		plan.Activate:       a.activate,
		plan.FailOver:       a.failOver,
		plan.ForceFailOver:  a.forceFailOver,
		plan.TakeOver:       a.takeOver,
		plan.Forget:         a.forget,
		plan.CopyFunctions:  a.copyFunctions,
		plan.MoveSlots:      a.moveSlots,
		plan.MarkLeaving:    a.markLeaving,
		plan.StopPod:        a.stopPod,
		plan.DeleteNode:     a.deleteNode,
	}
}

// Do carries out one action.
func (a *Actor) Do(ctx context.Context, p *Pass, action plan.Action) error {
	do, known := a.doers()[action.Kind]
	if !known {
		return fmt.Errorf("doing %s: there is no such action", action.Kind)
	}
	err := do(ctx, p, action)
	if apierrors.IsConflict(err) {
		err = superseded("%v", err)
	}
	if err != nil {
		return fmt.Errorf("doing %s: %w", describe(action), err)
	}
	failpoint.Reached(failpoint.Step(action.Kind))
	return nil
}

func describe(a plan.Action) string {
	text := string(a.Kind)
	if a.Node != "" {
		text += " on " + a.Node
	}
	if a.Peer != "" {
		text += " with " + a.Peer
	}
	return text
}
