package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/audit"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/controlplane"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/netns"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/pki"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// Up brings a cluster with 0 to 3 nodes up and returns when it is ready. A testbed that is up as asked stays; any
// other, such as what a crash left, is removed first.
func Up(ctx context.Context, l layout.Layout, steps *progress.Steps, nodes int) error {
	if nodes < 0 || nodes > 3 {
		return fmt.Errorf("bringing up %d nodes: 0 to 3 are possible", nodes)
	}
	if err := Check(); err != nil {
		return err
	}
	if s, err := readState(l); err == nil && s.Ready && s.Nodes == nodes && allAlive(l, s) {
		steps.Note("a testbed with %d nodes is up already", nodes)
		return nil
	}
	if err := Down(l, steps); err != nil {
		return err
	}
	p, err := prepare(ctx, l, steps, nodes)
	if err != nil {
		return err
	}
	u := up{l: l, steps: steps, nodes: l.Nodes(nodes), parts: p}
	if err := u.run(ctx); err != nil {
		return err
	}
	u.state.Ready = true
	return u.state.write(l)
}

// up is one run of Up.
type up struct {
	l     layout.Layout
	steps *progress.Steps
	nodes []layout.Node
	parts
	state state
}

func (u *up) run(ctx context.Context) error {
	if err := u.lay(); err != nil {
		return err
	}
	if err := u.startControlPlane(ctx); err != nil {
		return err
	}
	return u.startNodes(ctx)
}

// lay makes all that is not a process. The state is written first, so that `down` knows what to remove.
func (u *up) lay() (err error) {
	defer u.steps.Start("make keys, networks and cgroups")(&err)
	for _, dir := range []string{u.l.State, u.l.Pids(), u.l.Logs()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("making the state folder: %w", err)
		}
	}
	u.state = state{Nodes: len(u.nodes), Node: u.node, Kubectl: u.kubectl}
	u.state.remember()
	if err := u.state.write(u.l); err != nil {
		return err
	}
	if err := pki.WriteCluster(u.l, u.nodes); err != nil {
		return err
	}
	if err := audit.WritePolicy(u.l); err != nil {
		return err
	}
	if err := errors.Join(cgroup.Create(controlplane.Cgroup), cgroup.Create(layout.OperatorCgroup)); err != nil {
		return err
	}
	if err := netns.Create(u.l); err != nil {
		return err
	}
	if len(u.nodes) == 0 {
		return nil
	}
	if err := os.WriteFile(filepath.Join(u.l.State, "Corefile"), []byte(controlplane.Corefile(u.l)), 0o644); err != nil {
		return fmt.Errorf("configuring DNS: %w", err)
	}
	return u.layNodes()
}

func (u *up) layNodes() error {
	for _, n := range u.nodes {
		if err := netns.CreateNode(u.l, n); err != nil {
			return err
		}
		if err := errors.Join(cgroup.Create(node.SystemCgroup(n)), cgroup.Create(node.PodsCgroup(n))); err != nil {
			return err
		}
		if err := node.Write(u.l, n, u.node); err != nil {
			return err
		}
	}
	return nil
}

func (u *up) startControlPlane(ctx context.Context) (err error) {
	defer u.steps.Start("start the control plane")(&err)
	if err := startControl(u.l, controlplane.Etcd(u.l, u.control)); err != nil {
		return err
	}
	if err := until(ctx, "etcd", time.Minute, httpReady("http://"+layout.EtcdClient+"/health")); err != nil {
		return err
	}
	commands := []controlplane.Command{
		controlplane.APIServer(u.l, u.control), u.front(), controlplane.ControllerManager(u.l, u.control),
	}
	if len(u.nodes) > 0 {
		commands = append(commands, controlplane.Scheduler(u.l, u.control), controlplane.CoreDNS(u.l, u.control))
	}
	client, err := Client(u.l)
	if err != nil {
		return err
	}
	for i, command := range commands {
		if err := startControl(u.l, command); err != nil {
			return err
		}
		// The others would only fail and back off before the API server answers.
		if i == 0 {
			if err := until(ctx, "the API server", 2*time.Minute, apiReady(client)); err != nil {
				return err
			}
		}
	}
	if err := until(ctx, "the API front", time.Minute, socketReady("tcp", layout.Front)); err != nil {
		return err
	}
	return until(ctx, "the controller manager", 2*time.Minute, namespaceReady(client))
}

func (u *up) startNodes(ctx context.Context) error {
	if len(u.nodes) == 0 {
		return nil
	}
	failed := make([]error, len(u.nodes))
	var group sync.WaitGroup
	for i, n := range u.nodes {
		group.Go(func() { failed[i] = u.startNode(ctx, n) })
	}
	group.Wait()
	return errors.Join(failed...)
}

func (u *up) startNode(ctx context.Context, n layout.Node) (err error) {
	defer u.steps.Start("start %s in %s", n.Name(), n.Zone())(&err)
	return bootNode(ctx, u.l, n, u.node, u.pause)
}
