package controller

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
		Formed:        after.State == v1alpha1.StateActive || p.formed(),
		ShardsDesired: int(p.spec().Shards), NodesByLifecycle: map[v1alpha1.Lifecycle]int{},
		DataLoss: meta.IsStatusConditionTrue(after.Conditions, v1alpha1.ConditionDataLoss),
	}
	if c := meta.FindStatusCondition(after.Conditions, v1alpha1.ConditionStalled); c != nil && c.Status == metav1.ConditionTrue {
		facts.Stalled = c.Reason
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
	p.countServers(&facts, after)
	c.Metrics.Cluster(facts)
}

// countServers counts what the servers that answered say of themselves. One that
// is dead or silent owns nothing that it is known to serve, and may run with what
// was taken back: in an outage alerts need a number, and not none.
func (p *pass) countServers(facts *metrics.ClusterFacts, after v1alpha1.ValkeyClusterStatus) {
	served, revision, outdated, leaves, otherLeaves := slots.Set{}, "", 0, 0, 0
	if after.ACL != nil {
		revision = after.ACL.Revision
	}
	for _, n := range p.seen.View.Nodes {
		s, _ := n.Server.Get() // of a silent one nothing is known
		if own := s.Myself().Slots; !own.Empty() {
			served = served.Or(own)
			facts.ShardsFormed++
		}
		if loaded, known := s.ACLRevision.Get(); mayRun(n) && (!known || loaded != revision) {
			outdated++
		}
		leaf, known := s.ServedLeaf.Get()
		switch serves := known && p.seen.Certificate != nil && leaf == p.seen.Certificate.Fingerprint; {
		case serves:
			leaves++
		case mayRun(n) && !p.seen.OtherCertificate[n.Name]:
			otherLeaves++
		}
	}
	facts.SlotsAssigned = served.Len()
	if revision != "" {
		facts.ACLOutdated = topology.Known(outdated)
	}
	if p.seen.Certificate != nil {
		facts.CertificateServed, facts.CertificateOutdated = topology.Known(leaves), topology.Known(otherLeaves)
	}
}

// mayRun is false for a node without a pod whose container runs: nobody can be
// served by it.
func mayRun(n topology.Node) bool {
	pod, known := n.Pod.Get()
	return !known || pod.Running && !pod.Terminated
}
