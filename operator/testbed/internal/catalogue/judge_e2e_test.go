//go:build e2e

package catalogue

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/valkeyserver"
)

// program is the server program of a version.
func program(t *testing.T, version string) string {
	t.Helper()
	l, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	programs, err := valkeyserver.Get(t.Context(), l.Cache, version, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	return programs.Server
}

// judge asks servers of one version, as a cluster of this project runs them.
type judge struct {
	program string
	version conf.Version
	ports   chan ports
	users   string // the ACL file
}

type ports struct{ client, bus int }

func newJudge(t *testing.T, minor string, servers int) *judge {
	t.Helper()
	v, _ := conf.ParseVersion(minor)
	j := &judge{program: program(t, recorded()[minor]), version: v, ports: make(chan ports, servers)}
	free := freePorts(t, 2*servers)
	for i := range servers {
		j.ports <- ports{free[2*i], free[2*i+1]}
	}
	return j
}

// freePorts are ports that nobody listens on, all of them different.
func freePorts(t *testing.T, count int) []int {
	t.Helper()
	listeners := make([]net.Listener, count)
	free := make([]int, count)
	for i := range count {
		var err error
		if listeners[i], err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		_, port, err := net.SplitHostPort(listeners[i].Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if free[i], err = strconv.Atoi(port); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range listeners { // only now, so that no port is given twice
		_ = l.Close()
	}
	return free
}

// lines are the configuration of a node of ours, with the paths, ports and addresses of this machine, and lines under
// test behind it.
func (j *judge) lines(dir string, p ports, more ...string) ([]string, error) {
	settings := conf.Effective(nil, conf.Env{Version: j.version}).Map()
	for name, value := range map[string]string{
		"dir": dir, "aclfile": filepath.Join(dir, "users.acl"), "include": filepath.Join(dir, "auth.conf"), "cluster-config-file": filepath.Join(dir, "nodes.conf"),
		"bind": "127.0.0.1", "port": strconv.Itoa(p.client),
	} {
		settings[name] = value
	}
	text, err := conf.Render(settings)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"users.acl": j.users, "auth.conf": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	lines = append(lines, "crash-log-enabled no", "unixsocket "+filepath.Join(dir, "s"), "cluster-port "+strconv.Itoa(p.bus))
	return append(lines, more...), nil
}

// run starts a node with the lines. why says in its own words why it did not come up; a server that came up is the
// caller's. A port that somebody else took meanwhile is not held against the lines.
func (j *judge) run(ctx context.Context, lines ...string) (s *server, why string, err error) {
	for range 3 {
		p := <-j.ports
		if s, why, err = j.runAt(ctx, p, lines); s != nil {
			s.released = func() { j.ports <- p }
			return s, why, err
		}
		j.ports <- p
		if !strings.Contains(why, "Address already in use") {
			break
		}
	}
	return nil, why, err
}

func (j *judge) runAt(ctx context.Context, p ports, lines []string) (*server, string, error) {
	dir, err := os.MkdirTemp("", "valkey-")
	if err != nil {
		return nil, "", err
	}
	all, err := j.lines(dir, p, lines...)
	if err != nil {
		return nil, "", errors.Join(err, os.RemoveAll(dir))
	}
	return startIn(ctx, dir, j.program, all...)
}

// start notes for each trial why a node with its line does not come up. As nearly all do, they are tried together, and in
// halves where they do not.
func (j *judge) start(ctx context.Context, trials []*trial) error {
	s, why, err := j.run(ctx, linesOf(trials)...)
	switch {
	case err == nil:
		return s.stop()
	case !errors.Is(err, errEnded):
		return fmt.Errorf("starting with %q: %w", trials[0].line, err)
	case len(trials) == 1:
		trials[0].start = why
		return nil
	}
	half := len(trials) / 2
	return errors.Join(j.start(ctx, trials[:half]), j.start(ctx, trials[half:]))
}
