package act

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

var errUnresolved = errors.New("the cluster does not resolve")

// createNode makes a ValkeyNode in the shard. The node loop makes its pod.
func (a *Actor) createNode(ctx context.Context, p *Pass, action plan.Action) error {
	if p.Resolved == nil && action.CopyOf == "" {
		return errUnresolved
	}
	if err := a.nodesAreAsSeen(ctx, p); err != nil {
		return err
	}
	node, err := a.newNode(ctx, p, action)
	if err != nil {
		return err
	}
	p.created = append(p.created, node)
	return nil
}

// names are five hexadecimal digits, a million of them: a few tries find a free
// one in a namespace of any size.
const nameTries = 8

func (a *Actor) newNode(ctx context.Context, p *Pass, action plan.Action) (*v1alpha1.ValkeyNode, error) {
	for range nameTries {
		digits := make([]byte, 3)
		if _, err := io.ReadFull(a.Random, digits); err != nil {
			return nil, fmt.Errorf("drawing a name: %w", err)
		}
		node, err := recipe(p, action, render.Member{
			Name:  names.Node(p.Cluster.Name, hex.EncodeToString(digits)[:5]),
			Shard: int32(action.Shard), Lifecycle: v1alpha1.LifecycleJoining, JoinType: joinType(p, action),
		})
		if err != nil {
			return nil, err
		}
		render.Own(node, render.ClusterOwner(p.Cluster.Name, p.Cluster.UID))
		err = a.Client.Create(ctx, node)
		if err == nil || !apierrors.IsAlreadyExists(err) {
			return node, err
		}
	}
	return nil, fmt.Errorf("drawing a name: %d tries gave names that exist", nameTries)
}

// recipe is what the cluster resolves to, or a copy of another node's: while a
// reference does not resolve, a lost node is replaced by its like.
func recipe(p *Pass, action plan.Action, m render.Member) (*v1alpha1.ValkeyNode, error) {
	if action.CopyOf == "" {
		return render.Node(p.Resolved, m)
	}
	like := p.World.Nodes[action.CopyOf]
	if like == nil {
		return nil, superseded("node %s was not seen", action.CopyOf)
	}
	return render.NodeLike(like, m, p.Access.ClusterDomain), nil
}

// joinType: the first node of a shard joins as its primary, and the first one of
// a shard that is added to a formed cluster with that shard.
func joinType(p *Pass, action plan.Action) string {
	for _, n := range p.World.View.Nodes {
		if n.Shard == action.Shard {
			return names.JoinReplica
		}
	}
	for _, n := range p.created {
		if int(n.Spec.ShardIndex) == action.Shard {
			return names.JoinReplica
		}
	}
	if p.State == v1alpha1.StateActive {
		return names.JoinShard
	}
	return names.JoinPrimary
}

// nodesAreAsSeen refuses to make a node where the cache does not show yet what
// this program made before, or shows what is gone: the shard would get a node too
// many. One look a pass is enough, since nobody else makes nodes.
func (a *Actor) nodesAreAsSeen(ctx context.Context, p *Pass) error {
	if p.nodesListed {
		return nil
	}
	live, err := observe.Nodes(ctx, a.Live, p.Cluster)
	if err != nil {
		return err
	}
	seen, there := slices.Sorted(maps.Keys(p.World.Nodes)), make([]string, 0, len(live))
	for _, n := range live {
		there = append(there, n.Name)
	}
	if !slices.Equal(seen, there) {
		return superseded("%d nodes were seen, %d are there", len(seen), len(there))
	}
	p.nodesListed = true
	return nil
}
