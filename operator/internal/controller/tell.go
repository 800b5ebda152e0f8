package controller

import (
	"context"
	"errors"
	"log/slog"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/act"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// wording is the log line of an action. Some of them people search for.
func wording(kind plan.ActionKind, why plan.Reason) string {
	switch kind {
	case plan.Meet:
		return "cluster meet issued"
	case plan.CompleteJoin:
		return "completed join"
	case plan.CreateNode:
		return "creating node"
	case plan.Activate:
		return "cluster formed, transitioning to Active"
	case plan.FailOver:
		if why == plan.RollingPrimary {
			return "failover to up-to-date replica for rolling upgrade"
		}
	case plan.TakeOver:
		return "no quorum — issued TAKEOVER on replica"
	default:
	}
	return "action done"
}

// tellAction logs, counts and emits what became of an action.
func (c *Cluster) tellAction(ctx context.Context, p *pass, a plan.Action, err error) {
	log := about(ctx, p, a)
	switch {
	case err == nil && (a.Kind == plan.Snapshot || a.Kind == plan.Activate):
		p.unwritten = append(p.unwritten, a) // done once the status is written
	case err == nil:
		c.done(ctx, p, a)
	case errors.Is(err, act.ErrSuperseded):
		c.Metrics.Action(a.Kind, metrics.Skipped)
		log.Debug("action skipped", "because", err)
	default:
		c.Metrics.Action(a.Kind, metrics.Failure)
		c.emit(p.Cluster, p.World, events.Failed(a, err))
	}
}

// done logs, counts and emits an action that was carried out.
func (c *Cluster) done(ctx context.Context, p *pass, a plan.Action) {
	c.Metrics.Action(a.Kind, metrics.Success)
	about(ctx, p, a).Info(wording(a.Kind, p.seen.Decision.Reason), "shard", a.Shard, "reason", string(p.seen.Decision.Reason))
	c.emit(p.Cluster, p.World, events.Done(p.seen.Decision.Reason, a))
}

func about(ctx context.Context, p *pass, a plan.Action) *slog.Logger {
	log := logging.FromContext(ctx).With("cluster_name", p.Cluster.Name, "action", string(a.Kind))
	if a.Node != "" {
		log = log.With("node", a.Node)
	}
	if a.Peer != "" {
		log = log.With("peer", a.Peer)
	}
	return log
}

// tellChange logs and emits what the change of a status is worth telling.
func (c *Cluster) tellChange(ctx context.Context, p *pass, before, after v1alpha1.ValkeyClusterStatus) {
	log := logging.FromContext(ctx).With("cluster_name", p.Cluster.Name)
	for _, e := range events.Between(before, after) {
		c.emit(p.Cluster, p.World, e)
		line := log.With("reason", e.Reason, "because", e.Message)
		switch {
		case e.Reason == status.ReasonTLSSecretInvalid:
			line.Warn("TLS Secret validation failed, setting cluster Invalid")
		case e.Reason == string(plan.PodBlocked) && after.State == v1alpha1.StateCreating:
			line.Warn("bootstrap blocked: pod cannot be scheduled")
		case e.Reason == string(plan.FailoverPending):
			line.Warn("primary unhealthy but replicas exist, waiting for auto-failover")
		case e.Type == corev1.EventTypeWarning:
			line.Warn("cluster needs attention")
		default:
			line.Info("cluster changed")
		}
	}
}
