package controller

import (
	"context"
	"sync"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// talk is what one node is told, and what came of it.
type talk func(ctx context.Context, conn *valkeyconn.Conn) error

// round is what a loop tells all servers of a cluster again and again, and how it
// says that one of them did not do it: in every round in the log and in the metrics,
// and once as an Event.
type round struct {
	say     func(apply.Credentials) talk
	count   func(metrics.Result)
	failure string // the log line
	event   func(node string, err error) events.Event
	failed  *changes
}

// tellAll tells every server of the cluster something at the same time. One that
// does not answer holds up no other. Of nodes that are gone nothing is remembered as
// failed.
func (l *Loops) tellAll(ctx context.Context, cluster *v1alpha1.ValkeyCluster, r round) {
	log := logging.FromContext(ctx).With("cluster_name", cluster.Name)
	world, a, secrets, err := l.reach(ctx, cluster)
	if err != nil {
		log.Warn(r.failure, "error", err)
		return
	}
	key := client.ObjectKeyFromObject(cluster)
	r.failed.keep(key, world)
	each := r.say(secrets)
	var wait sync.WaitGroup
	for _, n := range world.Reachable() {
		pod, _ := n.Pod.Get()
		wait.Go(func() {
			conn, err := a.Open(ctx, world.Nodes[n.Name], pod.Address)
			if err == nil {
				err = each(ctx, conn)
				conn.Close()
			}
			r.count(resultOf(err))
			if r.failed.began(key, n.Name, err != nil) {
				l.emit(cluster, world, r.event(n.Name, err))
			}
			if err != nil {
				log.Warn(r.failure, "node", n.Name, "error", err)
			}
		})
	}
	wait.Wait()
}

func resultOf(err error) metrics.Result {
	if err != nil {
		return metrics.Failure
	}
	return metrics.Success
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
	a.Passwords = found.OperatorPasswords()
	a.ReadRoots(ctx, l.Live, cluster, world.Nodes)
	return world, a, found, nil
}
