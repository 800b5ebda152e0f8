package operator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

// Inside is the hidden verb behind which the operator's program starts; see Exec.
const Inside = "operator-exec"

const machineResolver = "/etc/resolv.conf"

// resolver is the file that a program of the operator finds in place of the machine's.
func resolver(l layout.Layout) string { return filepath.Join(l.Operator(), "resolv.conf") }

// build compiles the operator of this tree.
func build(ctx context.Context, l layout.Layout) (string, error) {
	program := filepath.Join(l.Operator(), Name)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags", "failpoints",
		"-ldflags", "-X main.version=testbed", "-o", program, "./operator")
	cmd.Dir = l.Root()
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the operator: %w: %s", err, bytes.TrimSpace(output))
	}
	return program, nil
}

// launch starts the program in the operator's network and in a mount namespace of its own, in which Exec prepares it.
func launch(l layout.Layout, o Options, kubeconfig string) error {
	text := "nameserver " + layout.Host + "\n"
	if err := os.WriteFile(resolver(l), []byte(text), 0o644); err != nil {
		return fmt.Errorf("starting the operator: %w", err)
	}
	outside, err := mountNamespace()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("starting the operator: %w", err)
	}
	program, err := filepath.Abs(o.Program)
	if err != nil {
		return fmt.Errorf("starting the operator: %w", err)
	}
	env := []string{"TESTBED_STATE=" + l.State, "KUBECONFIG=" + kubeconfig, "POD_NAMESPACE=" + Name}
	if os.Getenv("RUST_LOG") == "" {
		env = append(env, "RUST_LOG=info")
	}
	if o.Failpoint != "" {
		env = append(env, failpointVariable+"="+o.Failpoint)
	}
	return proc.Start(proc.Spec{
		Name: processName, Env: env, Cgroup: layout.OperatorCgroup, NetNS: l.NetNS(layout.OperatorName),
		Args: []string{"unshare", "--mount", "--propagation", "private", "--", self, Inside, outside, program},
		Pids: l.Operator(), Logs: l.Operator(), Log: o.Log,
	})
}

// Exec turns this process into the program. It must be in a mount namespace other than outside. There it lets go of the
// mounts of nodes and pods, which would else outlive their unmounting, and puts the cluster's resolver in place of the
// machine's, for this process alone.
func Exec(l layout.Layout, outside, program string) error {
	inside, err := mountNamespace()
	if err != nil {
		return err
	}
	if inside == outside {
		return errors.New("starting the operator: it would change the mounts of the machine")
	}
	if err := cluster.UnmountBelow(l.State); err != nil {
		return err
	}
	if output, err := exec.Command("mount", "--bind", resolver(l), machineResolver).CombinedOutput(); err != nil {
		return fmt.Errorf("replacing the resolver: %w: %s", err, bytes.TrimSpace(output))
	}
	if err := syscall.Exec(program, []string{program}, os.Environ()); err != nil {
		return fmt.Errorf("starting %q: %w", program, err)
	}
	return nil
}

// mountNamespace is the identity of this process's.
func mountNamespace() (string, error) {
	link, err := os.Readlink("/proc/self/ns/mnt")
	if err != nil {
		return "", fmt.Errorf("finding the mount namespace: %w", err)
	}
	return link, nil
}

// untilReady waits for the operator's own word, and fails at once if it ends.
func untilReady(ctx context.Context, l layout.Layout, log string) error {
	client := http.Client{Timeout: time.Second}
	var last error
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if _, running := process(l); !running {
			return fmt.Errorf("starting the operator: it ended; its log ends with\n%s", tail(log))
		}
		response, err := client.Get(Ready)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(response.Status)
		}
		last = err
	}
	return fmt.Errorf("starting the operator: it is not ready after a minute: %w", errors.Join(last, ctx.Err()))
}

// tail is the last ten lines of a file.
func tail(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}
