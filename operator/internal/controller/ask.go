package controller

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// ask asks every server. What could not be learnt is an unknown fact of the
// view.
func (c *Cluster) ask(ctx context.Context, p *pass) {
	c.readRoots(ctx, p.Access, p.World, p.Cluster)
	p.World.Ask(ctx, p.Access)
	p.Elsewhere = c.elsewhere(ctx, p.World)
	p.World.Probe(ctx, p.Access, p.Elsewhere)
	p.seen.Looked = true
	p.seen.OtherCertificate = map[string]bool{}
	for name, n := range p.World.Nodes {
		if p.tls != nil && n.Spec.TLSSecret != p.tls.Name {
			p.seen.OtherCertificate[name] = true
		}
	}
	if p.Resolved != nil {
		for i := range p.World.View.Nodes {
			n := &p.World.View.Nodes[i]
			n.Outdated = impact.Outdated(p.World.Nodes[n.Name], p.Resolved)
		}
	}
	p.seen.View = p.World.View
}

// readRoots reads the TLS Secrets that nodes mount and that were not read yet: a
// node keeps the Secret that it was made with, also when the cluster names
// another one by now. Once that is deleted, the roots of the cluster's own Secret
// are what is left to verify it by.
func (l *Loops) readRoots(ctx context.Context, a *access.Access, world observe.World, cluster *v1alpha1.ValkeyCluster) {
	var fallback access.Root
	if tls := cluster.Spec.TLS; tls != nil {
		if _, read := a.Roots[tls.SecretRef]; !read {
			a.Roots[tls.SecretRef] = access.ReadTLS(ctx, l.Live, cluster.Namespace, tls.SecretRef).Root()
		}
		fallback = a.Roots[tls.SecretRef]
	}
	for _, n := range world.Nodes {
		name := n.Spec.TLSSecret
		if _, read := a.Roots[name]; read || name == "" {
			continue
		}
		secret := access.ReadTLS(ctx, l.Live, n.Namespace, name)
		a.Roots[name] = secret.Root()
		if secret.Err == nil && !secret.Found && fallback.Err == nil && len(fallback.PEM) > 0 {
			a.Roots[name] = fallback
		}
	}
}
