package controller

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// maintain keeps up the objects around the pods: users.acl, the Service, and the
// pods' annotations. It does so in every state, and of a paused cluster for
// users.acl alone. What a person must mend is entered into the pass; an error is
// for another try.
func (c *Cluster) maintain(ctx context.Context, p *pass) error {
	if p.seen.Paused {
		return c.users(ctx, p)
	}
	return errors.Join(
		c.service(ctx, p, c.shape(p)),
		c.users(ctx, p),
		c.annotations(ctx, p),
	)
}

// shape is the resolved cluster, or while it does not resolve what has its name:
// that is all that Service and budgets need.
func (c *Cluster) shape(p *pass) *resolve.Cluster {
	if p.Resolved != nil {
		return p.Resolved
	}
	return &resolve.Cluster{Namespace: p.Cluster.Namespace, Name: p.Cluster.Name, Options: c.Settings.Options}
}

func (c *Cluster) service(ctx context.Context, p *pass, shape *resolve.Cluster) error {
	result, err := c.Apply.Object(ctx, render.Service(shape), p.owner())
	if result == apply.Applied {
		failpoint.Reached(failpoint.ApplyService)
		logging.FromContext(ctx).Info("creating headless Service", "cluster_name", p.Cluster.Name)
	}
	return p.mend(err)
}

// users renders users.acl. While a reference does not resolve, or the
// credentials are not to be had, the one that was rendered last stays.
func (c *Cluster) users(ctx context.Context, p *pass) error {
	if p.Resolved == nil || p.hashes == nil {
		return nil
	}
	file, err := render.ACLFile(p.Resolved, *p.hashes)
	if err != nil {
		return err
	}
	p.seen.ACLRevision = file.Revision
	result, err := c.Apply.Object(ctx, render.ACLConfigMap(p.Resolved, file), p.owner())
	if result == apply.Applied {
		failpoint.Reached(failpoint.ApplyACL)
		logging.FromContext(ctx).Info("wrote users.acl", "cluster_name", p.Cluster.Name, "acl_revision", file.Revision)
	}
	return p.mend(err)
}

// annotations brings the pods' annotations in place. What was taken out of the
// list stays until a pod is replaced: it may be somebody else's by now.
func (c *Cluster) annotations(ctx context.Context, p *pass) error {
	wanted := annotationsOf(p.Cluster)
	var errs []error
	for _, n := range p.World.View.Nodes {
		pod := p.World.Pods[n.Name]
		if pod == nil || pod.DeletionTimestamp != nil {
			continue
		}
		result, err := c.Apply.PodAnnotations(ctx, pod, wanted)
		if result == apply.Applied {
			failpoint.Reached(failpoint.AnnotatePod)
		}
		if apierrors.IsInvalid(err) {
			return p.mend(err) // the next pod would say the same
		}
		errs = append(errs, client.IgnoreNotFound(err))
	}
	return errors.Join(errs...)
}

// mend enters an error that only a person can mend into the pass, and returns
// every other one.
func (p *pass) mend(err error) error {
	reason := ""
	switch {
	case errors.Is(err, apply.ErrLeftover):
	case errors.Is(err, apply.ErrForeign):
		reason = status.ReasonForeignObject
	case errors.Is(err, apply.ErrCredentials):
		reason = status.ReasonCredentialsLost
	case errors.Is(err, apply.ErrTooLarge):
		reason = status.ReasonACLTooLarge
	case apierrors.IsInvalid(err):
		p.stall(status.ReasonRefused, err.Error())
		return nil // pods can be made all the same
	}
	if reason == "" {
		return err
	}
	p.stall(reason, err.Error())
	if p.unresolved == nil {
		p.unresolved = &plan.Cause{Reason: plan.Reason(reason), Message: err.Error()}
	}
	return nil
}
