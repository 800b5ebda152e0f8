package controller

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// nudge has the kubelet update the mounted files of pods whose server is behind:
// users.acl, or the certificate. Somebody whose access was taken away would
// otherwise keep it for as long as the kubelet takes by itself. A pod is nudged
// once for each state of the files.
func (c *Cluster) nudge(ctx context.Context, p *pass) error {
	wanted := p.seen.ACLRevision
	if p.seen.Certificate != nil && len(p.seen.TLSProblems) == 0 && p.untrusted == "" {
		wanted += p.seen.Certificate.Fingerprint
	}
	mark := map[string]string{names.AnnotationFiles: acl.Hash(wanted)[:12]}
	var errs []error
	for _, n := range p.World.View.Nodes {
		s, known := n.Server.Get()
		pod := p.World.Pods[n.Name]
		if !known || pod == nil || pod.DeletionTimestamp != nil || !p.behind(n.Name, s) {
			continue
		}
		p.spreading = true
		result, err := c.Apply.PodAnnotations(ctx, pod, mark)
		if result == apply.Applied {
			failpoint.Reached(failpoint.NudgePod)
		}
		errs = append(errs, client.IgnoreNotFound(err))
	}
	return errors.Join(errs...)
}

// behind reports whether the server is known to run with other users than were
// rendered, or to serve another certificate than the Secret that its pod mounts.
func (p *pass) behind(node string, s topology.Server) bool {
	if revision, known := s.ACLRevision.Get(); known && p.seen.ACLRevision != "" && revision != p.seen.ACLRevision {
		return true
	}
	leaf, known := s.ServedLeaf.Get()
	return known && p.seen.Certificate != nil && len(p.seen.TLSProblems) == 0 && p.untrusted == "" && leaf != p.seen.Certificate.Fingerprint &&
		p.World.Nodes[node].Spec.TLSSecret == p.tls.Name
}
