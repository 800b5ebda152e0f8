package controller

import (
	"context"
	"sync"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// talk is what one node is told, and what came of it.
type talk func(ctx context.Context, conn *valkeyconn.Conn) error

// tellAll tells every server of the cluster something at the same time. One that
// does not answer holds up no other.
func (l *Loops) tellAll(
	ctx context.Context, cluster *v1alpha1.ValkeyCluster,
	say func(apply.Credentials) talk, done func(world observe.World, node string, err error),
) error {
	world, a, secrets, err := l.reach(ctx, cluster)
	if err != nil {
		return err
	}
	each := say(secrets)
	var wait sync.WaitGroup
	for _, n := range world.Reachable() {
		pod, _ := n.Pod.Get()
		wait.Go(func() {
			conn, err := a.Open(ctx, world.Nodes[n.Name], pod.Address)
			if err == nil {
				err = each(ctx, conn)
				conn.Close()
			}
			done(world, n.Name, err)
		})
	}
	wait.Wait()
	return nil
}

// reach finds the nodes of a cluster and what is needed to speak to them. It
// makes nothing: a Secret that is not there is the cluster loop's to make.
func (l *Loops) reach(ctx context.Context, cluster *v1alpha1.ValkeyCluster) (observe.World, *access.Access, apply.Credentials, error) {
	none := apply.Credentials{}
	world, err := observe.Objects(ctx, l.Client, l.Live, cluster)
	if err != nil {
		return world, nil, none, err
	}
	a := access.New(l.Dialer, l.Settings.Options.ClusterDomain)
	if len(world.Reachable()) == 0 {
		return world, a, none, nil
	}
	owner := render.ClusterOwner(cluster.Name, cluster.UID)
	found, _, err := l.Apply.AuthSecret(ctx, client.ObjectKeyFromObject(cluster), owner, true)
	if err != nil {
		return world, nil, none, err
	}
	a.Passwords = operatorPasswords(found)
	l.readRoots(ctx, a, world, cluster)
	return world, a, found, nil
}
