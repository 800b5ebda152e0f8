package controller

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// ask asks every server. What could not be learnt is an unknown fact of the
// view.
func (c *Cluster) ask(ctx context.Context, p *pass) {
	p.Access.ReadRoots(ctx, c.Live, p.Cluster, p.World.Nodes)
	p.World.Ask(ctx, p.Access)
	p.Elsewhere = p.World.Elsewhere(ctx, c.Client)
	p.World.Probe(ctx, p.Access, p.Elsewhere)
	p.seen.Looked = true
	p.seen.OtherCertificate = map[string]bool{}
	for name, n := range p.World.Nodes {
		if p.tls != nil && n.Spec.TLSSecret != p.tls.Name {
			p.seen.OtherCertificate[name] = true
		}
	}
	p.compare()
	p.seen.View = p.World.View
}

// compare enters into the view what of each node differs from what the cluster
// resolves to. Against a recipe of which no node can be made none is outdated.
func (p *pass) compare() {
	if p.Resolved == nil || p.unresolved != nil {
		return
	}
	for i := range p.World.View.Nodes {
		n := &p.World.View.Nodes[i]
		n.Outdated = impact.Outdated(p.World.Nodes[n.Name], p.Resolved)
	}
}
