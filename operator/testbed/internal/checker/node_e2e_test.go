//go:build e2e

package checker

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// localNode is one server that this test started.
type localNode struct {
	address string
	port    string
	cmd     *exec.Cmd
	ended   chan struct{}
}

func (c *localCluster) start(t *testing.T, args []string, port string) {
	t.Helper()
	dir := t.TempDir()
	logFile, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = logFile.Close() })
	common := []string{"--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "no", "--cluster-enabled", "yes",
		"--cluster-node-timeout", strconv.FormatInt(nodeTimeout.Milliseconds(), 10), "--repl-diskless-sync-delay", "0"}
	cmd := exec.Command(c.programs.Server, append(common, args...)...)
	cmd.Stdout, cmd.Stderr = logFile, logFile
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n := &localNode{address: net.JoinHostPort("127.0.0.1", port), port: port, cmd: cmd, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ends is of no interest
		close(n.ended)
	}()
	t.Cleanup(n.kill)
	c.nodes = append(c.nodes, n)
}

// nodeTimeout is after how long a node that does not answer may be replaced. A busy machine stalls for more than a second.
const nodeTimeout = 4 * time.Second

// kill ends the process that start began, and no other: the pid belongs to it until Wait has returned.
func (n *localNode) kill() {
	select {
	case <-n.ended:
	default:
		_ = n.cmd.Process.Kill() // it may have ended just now
		<-n.ended
	}
}

func (n *localNode) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := n.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

func (n *localNode) waitFor(t *testing.T) {
	t.Helper()
	for range 200 {
		conn, err := net.Dial("tcp", n.address)
		if err == nil {
			_ = conn.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("server at %s does not listen", n.address)
}

// freePorts finds ports that nobody listens on, all of them different.
func freePorts(t *testing.T, count int) []string {
	t.Helper()
	var ports []string
	var listeners []net.Listener
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listeners = append(listeners, l)
		_, port, err := net.SplitHostPort(l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, port)
	}
	for _, l := range listeners { // only now, so that no port is given twice
		_ = l.Close()
	}
	return ports
}
