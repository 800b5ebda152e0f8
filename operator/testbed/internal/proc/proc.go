package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
)

// Spec says what to start and where.
type Spec struct {
	Name string
	Args []string // Args[0] is the program's path.
	Env  []string // Added to the caller's environment.
	// Cgroup that the process joins before it starts; it must exist.
	Cgroup string
	// NetNS is the file of a network namespace to run in; empty is the machine's own.
	NetNS string
	// Pids and Logs are the folders of the record and of the log; they must exist.
	Pids, Logs string
	// Log is the file of the log; empty is NAME.log in Logs.
	Log string
}

// Start runs the process in the background; it outlives the caller. A process of that name that still runs is left
// alone.
func Start(spec Spec) error {
	if record, err := read(recordFile(spec.Pids, spec.Name)); err == nil && record.Alive() {
		return nil
	}
	if spec.Log == "" {
		spec.Log = filepath.Join(spec.Logs, spec.Name+".log")
	}
	log, err := os.OpenFile(spec.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("starting %s: %w", spec.Name, err)
	}
	defer func() { _ = log.Close() }()
	args, err := wrap(spec)
	if err != nil {
		return fmt.Errorf("starting %s: %w", spec.Name, err)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), spec.Env...)
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", spec.Name, err)
	}
	go func() { _ = cmd.Wait() }() // Reaps it if it ends before the caller; its log says why it ended.
	now, err := stat(cmd.Process.Pid)
	if err != nil {
		return fmt.Errorf("starting %s: it ended at once, see its log: %w", spec.Name, err)
	}
	return write(spec.Pids, Record{Name: spec.Name, PID: cmd.Process.Pid, Started: now.started})
}

// wrap lets a shell join the cgroups first and then become the program, so that no child can be born outside of them.
func wrap(spec Spec) ([]string, error) {
	args := spec.Args
	if spec.Cgroup != "" {
		files, err := cgroup.ProcsFiles(spec.Cgroup)
		if err != nil {
			return nil, err
		}
		const join = `for file in $0; do echo $$ >"$file" || exit 1; done; exec "$@"`
		args = append([]string{"/bin/sh", "-c", join, strings.Join(files, " ")}, args...)
	}
	if spec.NetNS != "" {
		args = append([]string{"nsenter", "--net=" + spec.NetNS, "--"}, args...)
	}
	return args, nil
}

// Stop asks the process to end, kills its session's group after the grace, and forgets it. One that is gone is no
// error.
func Stop(dir, name string, grace time.Duration) error {
	record, err := read(recordFile(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if record.Alive() {
		_ = syscall.Kill(record.PID, syscall.SIGTERM)
		waitGone(record, grace)
	}
	if record.Alive() {
		_ = syscall.Kill(-record.PID, syscall.SIGKILL)
		waitGone(record, 5*time.Second)
	}
	if record.Alive() {
		return fmt.Errorf("stopping %s: process %d does not end", name, record.PID)
	}
	return os.Remove(recordFile(dir, name))
}

// Forget drops the record of a process that was ended in another way.
func Forget(dir, name string) error {
	if err := os.Remove(recordFile(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forgetting process %q: %w", name, err)
	}
	return nil
}

func recordFile(dir, name string) string { return filepath.Join(dir, name+".json") }

func waitGone(record Record, limit time.Duration) {
	for deadline := time.Now().Add(limit); record.Alive() && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
}
