package catalogue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// server is a running valkey-server in a folder of its own, with a connection over its unix socket.
type server struct {
	*conn
	dir    string // its working directory, and where its configuration file is
	cancel context.CancelFunc
	ended  chan struct{}
}

// socketLine makes a server listen where start looks for it.
const socketLine = "unixsocket s"

// startLimit is how long a server may take until it answers.
const startLimit = 20 * time.Second

// errEnded says that a server ended before it answered. Its output stands beside it.
var errEnded = errors.New("the server ended while it started")

// start runs a server with these lines as its configuration file and returns it once it answers, or what it said
// when it ended instead. The lines must keep it off ports that others may hold.
func start(ctx context.Context, program string, lines ...string) (*server, string, error) {
	dir, err := os.MkdirTemp("", "valkey-")
	if err != nil {
		return nil, "", fmt.Errorf("starting a server: %w", err)
	}
	return startIn(ctx, dir, program, lines...)
}

// startIn starts in a folder that is the server's from then on: stop removes it.
func startIn(ctx context.Context, dir, program string, lines ...string) (*server, string, error) {
	file := filepath.Join(dir, "valkey.conf")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		return nil, "", errors.Join(fmt.Errorf("starting a server: %w", err), os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd, output := newProcess(ctx, program, dir, file)
	s := &server{dir: dir, cancel: cancel, ended: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, "", errors.Join(fmt.Errorf("starting %s: %w", program, err), os.RemoveAll(dir))
	}
	go func() {
		_ = cmd.Wait() // how it ends is told by its output
		close(s.ended)
	}()
	if err := s.waitReady(); err != nil {
		stopErr := s.stop()
		return nil, output.String(), errors.Join(err, stopErr)
	}
	return s, "", nil
}

// newProcess is the program with nothing of the caller's environment. Its process dies with this one.
func newProcess(ctx context.Context, program, dir string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, []string{"LC_ALL=C", "TZ=UTC"}
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	return cmd, &output
}

// waitReady waits for an answer to PING: only a server whose start is complete gives one.
func (s *server) waitReady() error {
	pause := time.NewTicker(2 * time.Millisecond)
	defer pause.Stop()
	limit := time.After(startLimit)
	for {
		select {
		case <-s.ended:
			return errEnded
		case <-limit:
			return fmt.Errorf("no answer within %s", startLimit)
		case <-pause.C:
		}
		c, err := net.Dial("unix", filepath.Join(s.dir, "s"))
		if err != nil {
			continue
		}
		s.conn = newConn(c)
		r, err := s.do("PING")
		if err == nil && (r.text == "PONG" || strings.HasPrefix(r.text, "NOAUTH ")) {
			return nil
		}
		_ = s.Close() // not ready: another connection is made
	}
}

// stop kills the server, waits for its end and removes its folder.
func (s *server) stop() error {
	if s.conn != nil {
		_ = s.Close() // it is about to be killed
	}
	s.cancel()
	<-s.ended
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("removing a server's folder: %w", err)
	}
	return nil
}
