package controller

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
)

// beat logs the heartbeat of an active cluster: people alert when it stops.
func (c *Cluster) beat(ctx context.Context, p *pass, after v1alpha1.ValkeyClusterStatus) {
	if after.State == v1alpha1.StateActive && c.pace.due(client.ObjectKeyFromObject(p.Cluster), c.Now()) {
		logging.FromContext(ctx).Info("active tick", "cluster_name", p.Cluster.Name,
			"shards", len(after.Shards), "nodes", len(p.World.Nodes))
	}
}

// count brings the metrics of the cluster up to date.
func (c *Cluster) count(p *pass, after v1alpha1.ValkeyClusterStatus) {
	facts := metrics.ClusterFacts{
		Namespace: p.Cluster.Namespace, Name: p.Cluster.Name, State: after.State, Paused: p.seen.Paused,
		ShardsDesired: int(p.spec().Shards), NodesByLifecycle: map[v1alpha1.Lifecycle]int{},
	}
	for _, n := range p.World.Nodes {
		facts.NodesByLifecycle[n.Spec.Lifecycle]++
	}
	if d := p.seen.Decision; d.Verb == plan.Wait {
		facts.Blocked = d.Reason
	}
	if p.seen.Certificate != nil {
		facts.CertificateNotAfter = topology.Known(p.seen.Certificate.NotAfter)
	}
	if servers, known := allServers(p.seen.View); known {
		p.countServers(&facts, servers)
	}
	c.Metrics.Cluster(facts)
}

// allServers returns what the servers said if every one did: a count over some
// of them would be a wrong number.
func allServers(v topology.View) ([]topology.Server, bool) {
	servers := make([]topology.Server, 0, len(v.Nodes))
	for _, n := range v.Nodes {
		s, known := n.Server.Get()
		if !known {
			return nil, false
		}
		servers = append(servers, s)
	}
	return servers, true
}

func (p *pass) countServers(facts *metrics.ClusterFacts, servers []topology.Server) {
	served, shards, outdated, leaves := slots.Set{}, 0, 0, 0
	for _, s := range servers {
		if own := s.Myself().Slots; !own.Empty() {
			served = served.Or(own)
			shards++
		}
		if revision, known := s.ACLRevision.Get(); !known || revision != p.seen.ACLRevision {
			outdated++
		}
		if leaf, known := s.ServedLeaf.Get(); known && p.seen.Certificate != nil && leaf == p.seen.Certificate.Fingerprint {
			leaves++
		}
	}
	facts.ShardsFormed, facts.SlotsAssigned = topology.Known(shards), topology.Known(served.Len())
	if p.seen.ACLRevision != "" {
		facts.ACLOutdated = topology.Known(outdated)
	}
	if p.seen.Certificate != nil {
		facts.CertificateServed = topology.Known(leaves)
	}
}
