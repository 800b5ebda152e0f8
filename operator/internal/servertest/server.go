package servertest

import (
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/pkitest"
)

// Options of a server.
type Options struct {
	// Program is the file that is run, see [Program].
	Program string
	// Before9 is set for a Valkey that knows no slot migrations.
	Before9 bool
	// Address and Port that it listens at. Port 0 means one that is free, as the port
	// 10,000 above it is, which is the bus port.
	Address string
	Port    int
	// TLS is the authority of a server that speaks TLS under the name Host; nil for
	// plaintext.
	TLS  *pkitest.Authority
	Host string
}

// Server is a server that runs.
type Server struct {
	Options
	// Dir holds its files: users.acl, the log, with TLS the certificate.
	Dir     string
	Process *os.Process

	tls *tls.Config
}

// Program is the server of a version, as the testbed provides it. The folder of
// the test has to lie beside this one.
func Program(t testing.TB, version string) string {
	t.Helper()
	testbed := exec.CommandContext(t.Context(), "go", "-C", "../../testbed", "run", ".", "valkey-server", "--version", version)
	testbed.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := testbed.Output()
	if err != nil {
		t.Fatalf("testbed valkey-server --version %s: %v", version, err)
	}
	return strings.TrimSpace(string(output))
}

// Start runs a server with the users that lib/acl renders, the operator among them
// with [OperatorPassword], and waits until it answers. It ends with the test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := Launch(t, o)
	s.Await(t)
	return s
}

// Launch is Start without the wait.
func Launch(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Port == 0 {
		o.Port = freePort(t, o.Address)
	}
	s := &Server{Options: o, Dir: t.TempDir()}
	s.WriteACL(t, OperatorPassword)
	port, off := "--port", "--tls-port"
	args := []string{
		"--bind", o.Address, "--cluster-announce-ip", o.Address, "--dir", s.Dir, "--save", "", "--appendonly", "no",
		"--aclfile", filepath.Join(s.Dir, names.ACLFile), "--cluster-enabled", "yes", "--cluster-node-timeout", "5000",
		"--cluster-allow-replica-migration", "no", "--primaryuser", names.UserRepl, "--primaryauth", ReplPassword,
		"--logfile", s.log(), "--repl-diskless-sync-delay", "0", "--enable-debug-command", "local",
	}
	if o.TLS != nil {
		port, off = off, port
		s.Issue(t)
		args = append(args, s.tlsArgs()...)
	}
	process := exec.Command(o.Program, append(args, port, strconv.Itoa(o.Port), off, "0")...)
	if err := process.Start(); err != nil {
		t.Fatalf("starting valkey-server: %v", err)
	}
	s.Process = process.Process
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait() // it was killed
	})
	return s
}

// Await waits until the server answers.
func (s *Server) Await(t testing.TB) {
	t.Helper()
	Wait(t, "the server to answer", func() error {
		err := s.ping(t.Context())
		if err != nil {
			log, _ := os.ReadFile(s.log())
			return fmt.Errorf("%w\n%s", err, log)
		}
		return nil
	})
}

func (s *Server) log() string { return filepath.Join(s.Dir, "log") }

// Endpoint is the address with the port.
func (s *Server) Endpoint() string { return net.JoinHostPort(s.Address, strconv.Itoa(s.Port)) }
