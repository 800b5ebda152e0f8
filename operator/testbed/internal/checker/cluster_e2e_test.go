//go:build e2e

package checker

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/valkeyserver"
)

// localCluster is three shards of a primary and a replica, six servers of this machine on loopback. They end with the
// test.
type localCluster struct {
	programs valkeyserver.Programs
	cliArgs  []string
	nodes    []*localNode
}

// startCluster starts the servers with the extra arguments for server and client, and joins them.
func startCluster(t *testing.T, serverArgs, cliArgs []string, portFlag string) *localCluster {
	t.Helper()
	l, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	programs, err := valkeyserver.Get(t.Context(), l.Cache, "9.1.2", t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	c := &localCluster{programs: programs, cliArgs: cliArgs}
	ports := freePorts(t, 12)
	for i := range 6 {
		c.start(t, append([]string{portFlag, ports[2*i], "--cluster-port", ports[2*i+1]}, serverArgs...), ports[2*i])
	}
	create := []string{"--cluster", "create"}
	for _, n := range c.nodes {
		n.waitFor(t)
		create = append(create, n.address)
	}
	c.cli(t, append(create, "--cluster-replicas", "1", "--cluster-yes")...)
	c.waitUntil(t, "each primary to have a replica that is in step", func() bool {
		synced := 0
		for _, n := range c.nodes {
			info := c.cli(t, "-p", n.port, "info", "replication")
			if strings.Contains(info, "role:slave") && strings.Contains(info, "master_link_status:up") {
				synced++
			}
		}
		return synced == 3
	})
	c.waitUntil(t, "every node to know that all slots are served", func() bool {
		for _, n := range c.nodes {
			if !strings.Contains(c.cli(t, "-p", n.port, "cluster", "info"), "cluster_state:ok") {
				return false
			}
		}
		return true
	})
	return c
}

// cli runs valkey-cli and returns what it prints.
func (c *localCluster) cli(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, c.programs.CLI, append(c.cliArgs, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("valkey-cli %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (c *localCluster) waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 300 {
		if done() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("gave up waiting for %s", what)
}

// node finds the node at an address.
func (c *localCluster) node(t *testing.T, address string) *localNode {
	t.Helper()
	for _, n := range c.nodes {
		if n.address == address {
			return n
		}
	}
	t.Fatalf("no node at %s", address)
	return nil
}

// replicaOf finds the replica of the primary at an address.
func (c *localCluster) replicaOf(t *testing.T, primary *localNode) *localNode {
	t.Helper()
	want := fmt.Sprintf("master_port:%s", primary.port)
	for _, n := range c.nodes {
		info := c.cli(t, "-p", n.port, "info", "replication")
		if strings.Contains(info, "role:slave") && strings.Contains(info, want) {
			return n
		}
	}
	t.Fatalf("primary %s has no replica", primary.address)
	return nil
}
