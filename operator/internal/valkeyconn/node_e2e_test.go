//go:build e2e

package valkeyconn

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valkey-io/valkey-go"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

const (
	operatorPassword = "the-operator's-password"
	replPassword     = "the-replicas'-password"
)

// program is the server of a version, as the testbed provides it.
func program(t *testing.T, version string) string {
	t.Helper()
	testbed := exec.Command("go", "-C", "../../testbed", "run", ".", "valkey-server", "--version", version)
	testbed.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := testbed.Output()
	if err != nil {
		t.Fatalf("testbed valkey-server --version %s: %v", version, err)
	}
	return strings.TrimSpace(string(output))
}

// node is a server that runs.
type node struct {
	target  Target
	dir     string
	process *os.Process
}

// options of a server under test.
type options struct {
	program string
	before9 bool
	tls     *authority // nil for plaintext
	host    string     // that the node is known by, with TLS
}

// issue writes the three files of a TLS server and returns the SHA-256 of its
// certificate.
func (a authority) issue(t *testing.T, dir, name string) string {
	t.Helper()
	certificate, key, sum := a.leaf(t, name)
	for file, content := range map[string][]byte{names.TLSCert: certificate, names.TLSKey: key, names.TLSCA: a.PEM} {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

var nextPort atomic.Int32

// freePort returns a port that is free, and free as bus port too.
func freePort(t *testing.T) int {
	t.Helper()
	for range 2000 {
		port := 20000 + (os.Getpid()%300)*10 + int(nextPort.Add(1))
		var listeners []net.Listener
		for _, p := range []int{port, port + 10000} {
			if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(p))); err == nil {
				listeners = append(listeners, l)
			}
		}
		for _, l := range listeners {
			_ = l.Close()
		}
		if len(listeners) == 2 {
			return port
		}
	}
	t.Fatal("no pair of ports is free")
	return 0
}

// start runs a server with the users that lib/acl renders; it ends with the test.
func start(t *testing.T, o options) node {
	t.Helper()
	n := node{dir: t.TempDir(), target: Target{IP: "127.0.0.1", Port: freePort(t), Passwords: Passwords{operatorPassword}}}
	n.writeACL(t, o, operatorPassword)
	port, off := "--port", "--tls-port"
	args := []string{
		"--bind", "127.0.0.1", "--dir", n.dir, "--save", "", "--appendonly", "no", "--aclfile", filepath.Join(n.dir, names.ACLFile),
		"--cluster-enabled", "yes", "--cluster-node-timeout", "5000", "--primaryuser", names.UserRepl, "--primaryauth", replPassword,
		"--logfile", filepath.Join(n.dir, "log"), "--repl-diskless-sync-delay", "0",
	}
	if o.tls != nil {
		port, off = off, port
		o.tls.issue(t, n.dir, o.host)
		n.target.TLS, n.target.CA, n.target.Hostname = true, o.tls.PEM, o.host
		for flag, file := range map[string]string{"cert-file": names.TLSCert, "key-file": names.TLSKey, "ca-cert-file": names.TLSCA} {
			args = append(args, "--tls-"+flag, filepath.Join(n.dir, file))
		}
		args = append(args, "--tls-cluster", "yes", "--tls-replication", "yes", "--tls-auth-clients", "no")
	}
	server := exec.Command(o.program, append(args, port, strconv.Itoa(n.target.Port), off, "0")...)
	if err := server.Start(); err != nil {
		t.Fatalf("starting valkey-server: %v", err)
	}
	n.process = server.Process
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it was killed
	})
	wait(t, "the server to answer", func() error {
		c, err := New(Options{}).Open(t.Context(), n.target)
		if err != nil {
			log, _ := os.ReadFile(filepath.Join(n.dir, "log"))
			return fmt.Errorf("%w\n%s", err, log)
		}
		c.Close()
		return nil
	})
	return n
}

// writeACL writes users.acl and returns its revision.
func (n node) writeACL(t *testing.T, o options, operatorPasswords ...string) string {
	t.Helper()
	in := acl.Input{ReplHashes: []string{acl.Hash(replPassword)}, NoSlotMigration: o.before9}
	for _, password := range operatorPasswords {
		in.OperatorHashes = append(in.OperatorHashes, acl.Hash(password))
	}
	file, err := acl.Render(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(n.dir, names.ACLFile), []byte(file.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file.Revision
}

// open connects as the operator.
func (n node) open(t *testing.T) *Conn {
	t.Helper()
	c, err := New(Options{}).Open(t.Context(), n.target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// admin runs a command as the default user, who may do everything.
func (n node) admin(t *testing.T, words ...string) valkey.ValkeyResult {
	t.Helper()
	w, err := New(Options{}).dial(t.Context(), n.target)
	if err != nil {
		t.Fatal(err)
	}
	client, err := valkey.NewClient(valkey.ClientOption{
		DialCtxFn: func(context.Context, string, *net.Dialer, *tls.Config) (net.Conn, error) { return w.Conn, nil }, InitAddress: []string{"admin"},
		ForceSingleClient: true, DisableCache: true, DisableRetry: true, PipelineMultiplex: -1, ClientSetInfo: valkey.DisableClientSetInfo,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = w.Close() // else the client would say PING
		client.Close()
	}()
	return client.Do(t.Context(), client.B().Arbitrary(words...).Build())
}

// wait asks again until there is no error, for at most 20 seconds.
func wait(t *testing.T, what string, ask func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		err := ask()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("waiting for %s: %v", what, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// server asks the node about itself.
func server(t *testing.T, c *Conn) topology.Server {
	t.Helper()
	s, err := c.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
