//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

// memoryInUse reads the bytes from the pod's cgroup, as the kernel counts them.
func memoryInUse(t *testing.T, pod *corev1.Pod) int64 {
	t.Helper()
	group, err := cgroup.Find(layout.CgroupRoot+"/"+pod.Spec.NodeName, "pod"+string(pod.UID))
	if err != nil {
		t.Fatal(err)
	}
	used, _, err := cgroup.Memory(group)
	if err != nil {
		t.Fatal(err)
	}
	return int64(used)
}

// interrupted kills an `up` of three nodes when two nodes' containerds run, so that the next `up` finds half a testbed.
func interrupted(t *testing.T, l layout.Layout) {
	t.Helper()
	cmd := exec.Command(program, "up", "--nodes", "3")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stdout
	killMidway(t, cmd, func() bool {
		records, err := proc.Records(l.Pids())
		return err == nil && len(records) > 7
	})
	members, err := cgroup.Members(node.SystemCgroup(l.Nodes(1)[0]))
	if err != nil || len(members) == 0 {
		t.Logf("node-a had not started when `up` was killed: %v", err)
	}
}
