package controller

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// credentials reads the passwords of the system users, and makes them once for a
// cluster that has no nodes yet. Without them nobody is spoken to.
func (c *Cluster) credentials(ctx context.Context, p *pass) error {
	found, result, err := c.Apply.AuthSecret(ctx, client.ObjectKeyFromObject(p.Cluster), p.owner(), len(p.World.Nodes) > 0)
	if err != nil {
		p.Access.Locked = err
		return p.mend(err)
	}
	if result == apply.Applied {
		logging.FromContext(ctx).Info("wrote the Secret of the system users", "cluster_name", p.Cluster.Name)
	}
	hashes := found.Hashes()
	p.hashes = &hashes
	p.Access.Passwords = found.OperatorPasswords()
	return nil
}
