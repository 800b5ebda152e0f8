//go:build e2e

package catalogue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// judge asks servers of one version, as a cluster of this project runs them. Each runs in a network of its own, so that
// no port of this machine, not even one that a connection left behind, says anything on a line.
type judge struct {
	program  string
	isolated string // the program in a network of its own
	version  conf.Version
	users    string // the ACL file
}

func newJudge(t *testing.T, minor string) *judge {
	t.Helper()
	v, _ := conf.ParseVersion(minor)
	p := program(t, recorded()[minor])
	return &judge{program: p, isolated: isolated(t, p), version: v}
}

// isolated is a program that becomes the one given, in a new network with a loopback device that is up.
func isolated(t *testing.T, program string) string {
	t.Helper()
	tools := map[string]string{}
	for _, name := range []string{"unshare", "ip"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		tools[name] = path
	}
	file := filepath.Join(t.TempDir(), "isolated")
	script := fmt.Sprintf("#!/bin/sh\nexec %s --net -- /bin/sh -c '%s link set lo up && exec \"$0\" \"$@\"' %q \"$@\"\n", tools["unshare"], tools["ip"], program)
	if err := os.WriteFile(file, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	return file
}

// lines are the configuration of a node of ours, with the paths and addresses of this machine, and lines under
// test behind it.
func (j *judge) lines(dir string, more ...string) ([]string, error) {
	settings := conf.Effective(nil, conf.Env{Version: j.version}).Map()
	for name, value := range map[string]string{
		"dir": dir, "aclfile": filepath.Join(dir, "users.acl"), "include": filepath.Join(dir, "auth.conf"), "cluster-config-file": filepath.Join(dir, "nodes.conf"),
		"bind": "127.0.0.1",
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
	lines = append(lines, "crash-log-enabled no", "unixsocket "+filepath.Join(dir, "s"), "cluster-port 7")
	return append(lines, more...), nil
}

// run starts a node with the lines. why says in its own words why it did not come up; a server that came up is the
// caller's.
func (j *judge) run(ctx context.Context, lines ...string) (s *server, why string, err error) {
	dir, err := os.MkdirTemp("", "valkey-")
	if err != nil {
		return nil, "", err
	}
	all, err := j.lines(dir, lines...)
	if err != nil {
		return nil, "", errors.Join(err, os.RemoveAll(dir))
	}
	return startIn(ctx, dir, j.isolated, all...)
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
