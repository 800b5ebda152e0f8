package cluster

import (
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/controlplane"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

func startControl(l layout.Layout, c controlplane.Command) error {
	return proc.Start(proc.Spec{
		Name: c.Name, Args: c.Args, Cgroup: controlplane.Cgroup, Pids: l.Pids(), Logs: l.Logs(),
		Env: []string{"TESTBED_STATE=" + l.State},
	})
}

func startOn(l layout.Layout, n layout.Node, c node.Command) error {
	return proc.Start(proc.Spec{
		Name: c.Name, Args: c.Args, Env: c.Env, Cgroup: node.SystemCgroup(n), NetNS: l.NetNS(n.Name()), Pids: l.Pids(), Logs: l.Logs(),
	})
}

// allAlive says whether every process that belongs to the testbed still runs. A fault may have added one.
func allAlive(l layout.Layout, s state) bool {
	records, err := proc.Records(l.Pids())
	if err != nil {
		return false
	}
	alive := 0
	for _, record := range records {
		if !record.Alive() {
			return false
		}
		alive++
	}
	return alive >= processCount(s.Nodes)
}

// processCount: etcd, API server, front, controller manager; with nodes also scheduler and DNS, and two a node.
func processCount(nodes int) int {
	if nodes == 0 {
		return 4
	}
	return 6 + 2*nodes
}
