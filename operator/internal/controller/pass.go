package controller

import (
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/act"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// pass is one pass over one cluster: what its stages hand on.
type pass struct {
	act.Pass
	seen status.Seen
	// hashes of the system users' passwords; none while those are not to be had.
	hashes *render.Hashes
	// unresolved is why nothing new can be rendered.
	unresolved *plan.Cause
	tls        *access.TLSSecret
	// untrusted is why no server may serve the certificate of the TLS Secret.
	untrusted string
	// unwritten are the actions that are done once the status is written.
	unwritten []plan.Action
	// acted is whether an action was carried out.
	acted atomic.Bool
	// spreading is whether a server is behind its files.
	spreading bool
}

func (c *Cluster) newPass(cluster *v1alpha1.ValkeyCluster) *pass {
	p := &pass{Pass: act.Pass{
		Cluster: cluster, State: cluster.Status.State, TargetSpec: cluster.Status.TargetSpec,
		Access: access.New(c.Dialer, c.Settings.Options.ClusterDomain),
	}}
	if p.State == "" {
		p.State = v1alpha1.StateCreating
	}
	p.seen = status.Seen{Cluster: cluster, Now: c.Now(), Paused: paused(cluster), LossesAcknowledged: acknowledged(cluster)}
	return p
}

// acknowledged is the time up to which a person knows of losses. A text that is
// no time acknowledges nothing.
func acknowledged(cluster *v1alpha1.ValkeyCluster) time.Time {
	at, err := time.Parse(time.RFC3339, cluster.Annotations[names.AnnotationLossAcknowledged])
	if err != nil {
		return time.Time{}
	}
	return at
}

func paused(cluster *v1alpha1.ValkeyCluster) bool {
	return cluster.Annotations[names.AnnotationPaused] == "true"
}

// spec is what the pass works towards: while the cluster is created its shape is
// the one that creation began with, everything else is read live.
func (p *pass) spec() *v1alpha1.ValkeyClusterSpec {
	spec := p.Cluster.Spec.DeepCopy()
	if p.State == v1alpha1.StateCreating && p.TargetSpec != nil {
		spec.Shards, spec.ReplicasPerShard = p.TargetSpec.Shards, p.TargetSpec.ReplicasPerShard
	}
	return spec
}

func (p *pass) planInput() plan.Input {
	spec := p.spec()
	return plan.Input{
		Desired: plan.Desired{Shards: int(spec.Shards), ReplicasPerShard: int(spec.ReplicasPerShard)},
		Now:     p.seen.Now, State: p.planState(), Paused: p.seen.Paused, Unresolved: p.unresolved, View: p.World.View,
	}
}

func (p *pass) planState() plan.State {
	switch {
	case p.State == v1alpha1.StateActive:
		return plan.StateActive
	case p.TargetSpec == nil:
		return plan.StateNew
	}
	return plan.StateCreating
}

func (p *pass) owner() metav1.OwnerReference {
	return render.ClusterOwner(p.Cluster.Name, p.Cluster.UID)
}

// losses enters the data that an action of the decision gave up.
func (p *pass) losses(now time.Time) {
	p.seen.Losses = nil
	for _, l := range p.seen.Decision.Losses {
		p.seen.Losses = append(p.seen.Losses, status.Loss{Shard: l.Shard, Slots: l.Slots, Time: now})
	}
}

// status is what the status of the cluster becomes.
func (p *pass) status() v1alpha1.ValkeyClusterStatus {
	p.seen.State, p.seen.TargetSpec, p.seen.Resolved = p.State, p.TargetSpec, p.Resolved
	return status.Compute(p.seen)
}

// stall enters something that a person must mend.
func (p *pass) stall(reason, message string) {
	p.seen.Stalls = append(p.seen.Stalls, status.Stall{Reason: reason, Message: message})
}
