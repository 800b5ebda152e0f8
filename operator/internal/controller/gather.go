package controller

import (
	"context"
	"errors"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// gather reads what the pass needs beside the nodes: the menu and the TLS
// Secret. A TLS Secret that is wrong makes the cluster Invalid; once it is right
// the cluster begins again with Creating.
func (c *Cluster) gather(ctx context.Context, p *pass) error {
	if tls := p.Cluster.Spec.TLS; tls != nil {
		secret := access.ReadTLS(ctx, c.Live, p.Cluster.Namespace, tls.SecretRef)
		p.tls = &secret
		if secret.Err != nil {
			return secret.Err
		}
		p.judgeTLS(c.Settings.Options.ClusterDomain)
		p.trustTLS(c.Settings.Options.ClusterDomain)
	}
	switch {
	case len(p.seen.TLSProblems) > 0:
		p.State = v1alpha1.StateInvalid
	case p.State == v1alpha1.StateInvalid:
		p.State = v1alpha1.StateCreating
	}
	// A creation that was interrupted goes on towards what it began with.
	if p.State != v1alpha1.StateCreating && p.formed() {
		p.TargetSpec = nil
	}
	return c.resolve(ctx, p)
}

// formed reports whether the cluster is formed, or was once: nodes join only after
// that.
func (p *pass) formed() bool {
	for _, n := range p.World.Nodes {
		if n.Spec.Lifecycle == v1alpha1.LifecycleActive {
			return true
		}
	}
	return false
}

func (p *pass) judgeTLS(clusterDomain string) {
	p.seen.TLSProblems = p.tls.Problems(p.Cluster.Name, p.Cluster.Namespace, clusterDomain)
	p.Access.Roots[p.tls.Name] = p.tls.Root()
	if leaf, err := tlssecret.Leaf(p.tls.Data); err == nil {
		p.seen.Certificate = &status.Certificate{NotAfter: leaf.NotAfter, Fingerprint: tlssecret.Fingerprint(leaf)}
	}
}

// trustTLS holds up all that would have a server begin with a certificate that the
// operator could not verify. It is none of what makes a cluster Invalid: servers go
// on with the one that they have, and what is lost is still recovered from.
func (p *pass) trustTLS(clusterDomain string) {
	if len(p.seen.TLSProblems) > 0 {
		return
	}
	p.untrusted = p.tls.Untrusted(p.Cluster.Name, p.Cluster.Namespace, clusterDomain, p.seen.Now)
	if p.untrusted == "" {
		return
	}
	message := p.untrusted + "; servers keep the certificate that they have, and no pod is made with it"
	p.stall(status.ReasonCertificateUntrusted, message)
	p.unresolved = &plan.Cause{Reason: plan.Reason(status.ReasonCertificateUntrusted), Message: message}
}

// resolve applies the config chain of the cluster. What does not resolve is for
// a person to mend.
func (c *Cluster) resolve(ctx context.Context, p *pass) error {
	m, err := readMenu(ctx, c.Client)
	if err != nil {
		return err
	}
	asked := p.Cluster.DeepCopy()
	asked.Spec = *p.spec()
	resolved, err := resolve.New(m, c.Settings.Options).Cluster(asked)
	var wrong resolve.Errors
	switch {
	case err == nil:
		// A server before 9.0 refuses a whole users.acl that names CLUSTER SYNCSLOTS,
		// and all servers share the file: it waits for the last of them.
		resolved.OldServers = oldServers(m, p.World)
		p.Resolved = resolved
		for _, d := range resolved.Settings(p.Cluster.Name).Dropped {
			if d.Managed {
				p.seen.Managed = append(p.seen.Managed, d.Name)
			}
		}
		return p.checkRecipe()
	case errors.As(err, &wrong):
		for _, e := range wrong {
			p.stall(string(e.Reason), e.Message)
		}
		p.unresolved = &plan.Cause{Reason: plan.Reason(wrong[0].Reason), Message: wrong[0].Message}
	default:
		return err
	}
	return nil
}

// checkRecipe finds out whether a node could be made of what was resolved. If none
// can, lost ones are replaced by their like, as while a reference does not resolve.
func (p *pass) checkRecipe() error {
	err := render.Check(p.Resolved)
	var wrong *render.Error
	if errors.As(err, &wrong) {
		p.stall(string(wrong.Reason), err.Error())
		p.unresolved = &plan.Cause{Reason: plan.Reason(wrong.Reason), Message: err.Error()}
		return nil
	}
	return err
}

// oldServers reports whether a node of the cluster runs an image that the menu
// declares as older than 9.0: while a cluster crosses that version.
func oldServers(m *menu.Menu, world observe.World) bool {
	old := map[string]bool{}
	for _, image := range m.Images() {
		if version, known := conf.ParseVersion(image.Spec.Version); known && version.Below(9, 0) {
			old[image.Spec.Repository+":"+image.Spec.Tag] = true
		}
	}
	for _, n := range world.Nodes {
		if old[n.Spec.Image] {
			return true
		}
	}
	return false
}
