package controller

import (
	"context"

	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// look reads the nodes and their pods.
func (c *Cluster) look(ctx context.Context, p *pass) error {
	world, err := observe.Objects(ctx, c.Client, c.Live, p.Cluster)
	p.World = world
	return err
}
