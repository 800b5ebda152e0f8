package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

// bootNode starts a node's processes and returns when the API server calls it ready. archives are imported between
// containerd and the kubelet, which needs the pods' own image at once.
func bootNode(ctx context.Context, l layout.Layout, n layout.Node, p node.Programs, archives ...string) error {
	if err := startOn(l, n, node.Containerd(n, p)); err != nil {
		return err
	}
	if err := until(ctx, "containerd", time.Minute, socketReady("unix", n.ContainerdSocket())); err != nil {
		return err
	}
	if err := importInto(ctx, n, p, archives); err != nil {
		return err
	}
	if err := startOn(l, n, node.Kubelet(l, n, p)); err != nil {
		return err
	}
	client, err := Client(l)
	if err != nil {
		return err
	}
	return until(ctx, n.Name(), 2*time.Minute, nodeReady(client, n.Name()))
}

// StopNode is a power loss: all that runs on the node ends at once, and what a reboot empties is emptied. Images,
// volumes on disk and the node's addresses stay. A stopped node can be stopped again.
func StopNode(l layout.Layout, n layout.Node) error {
	if err := cgroup.Kill(n.Cgroup(), 15*time.Second); err != nil {
		return err
	}
	for _, name := range []string{"kubelet-" + n.Letter(), "containerd-" + n.Letter()} {
		if err := proc.Forget(l.Pids(), name); err != nil {
			return err
		}
	}
	if err := removeSockets(n); err != nil {
		return err
	}
	if err := UnmountBelow(n.Dir()); err != nil {
		return err
	}
	if err := os.RemoveAll(n.ContainerdState()); err != nil {
		return fmt.Errorf("emptying the state of %s: %w", n.Name(), err)
	}
	return cgroup.Remove(node.PodsCgroup(n))
}

// StartNode starts a stopped node and returns when it is ready again. The cluster must be able to reach it.
func StartNode(ctx context.Context, l layout.Layout, n layout.Node) error {
	p, err := Programs(l)
	if err != nil {
		return err
	}
	if err := errors.Join(cgroup.Create(node.SystemCgroup(n)), cgroup.Create(node.PodsCgroup(n))); err != nil {
		return err
	}
	return bootNode(ctx, l, n, p)
}
