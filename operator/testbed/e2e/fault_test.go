//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// killInPlace: the pod stays the same object, its container is started anew.
func killInPlace(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	b.create(t, namespace, template("valkey", valkeyImage, "--save", ""))
	before := b.ready(t, namespace, "valkey")
	mustRun(t, "kill-valkey", namespace+"/valkey")
	eventually(t, 30*time.Second, "a restart", func() error {
		pod, err := b.client.CoreV1().Pods(namespace).Get(t.Context(), "valkey", metav1.GetOptions{})
		if err == nil && (pod.Status.ContainerStatuses[0].RestartCount != 1 || !isReady(pod) || pod.UID != before.UID) {
			err = fmt.Errorf("restarts %d, uid %s", pod.Status.ContainerStatuses[0].RestartCount, pod.UID)
		}
		return err
	})
	mustRun(t, "delete-pod", "--now", namespace+"/valkey")
}

// cutPod: other pods and the host lose it, its own kubelet does not, and it comes back.
func cutPod(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	pods := b.agents(t, namespace)
	t.Cleanup(func() { mustRun(t, "heal") })
	mustRun(t, "partition", namespace+"/agent-b")
	if reaches(pods[0], pods[1]) || reaches(pods[1], pods[2]) {
		t.Error("a pod that is cut off is reached or reaches another")
	}
	if !reaches(pods[0], pods[2]) {
		t.Error("the other pods do not reach each other")
	}
	if got := mustRun(t, "kubectl", "-n", namespace, "logs", "agent-b"); !strings.Contains(got, "agent listens") {
		t.Errorf("the kubelet lost a pod that is cut off: logs are %q", got)
	}
	mustRun(t, "heal", namespace+"/agent-b")
	eventually(t, 10*time.Second, "the pod after heal", mustReach(pods[0], pods[1]))
}

// cutNode: the node is lost to the control plane and its pods to others, though they run; then all is well again.
func cutNode(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	pods := b.agents(t, namespace)
	t.Cleanup(func() { mustRun(t, "heal"); b.nodesReady(t) })
	mustRun(t, "partition", "node-b")
	if reaches(pods[0], pods[1]) {
		t.Error("a pod on a node that is cut off is reached")
	}
	b.nodeIs(t, "node-b", corev1.ConditionUnknown)
	mustRun(t, "heal", "node-b")
	eventually(t, 10*time.Second, "the pod after heal", mustReach(pods[0], pods[1]))
	b.nodesReady(t)
	after := b.ready(t, namespace, "agent-b")
	if after.Status.ContainerStatuses[0].RestartCount != 0 || after.UID != pods[1].UID {
		t.Error("the pod did not outlive the cut")
	}
}

// stopNode: a power loss ends the node's pods; when it is back they start again.
func stopNode(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	pods := b.agents(t, namespace)
	t.Cleanup(func() { mustRun(t, "start-node", "node-c"); b.nodesReady(t) })
	mustRun(t, "stop-node", "node-c")
	if reaches(pods[0], pods[2]) {
		t.Error("a pod of a stopped node is reached")
	}
	b.nodeIs(t, "node-c", corev1.ConditionUnknown)
	mustRun(t, "start-node", "node-c")
	b.nodesReady(t)
	eventually(t, time.Minute, "the pod after the start", func() error {
		pod, err := b.client.CoreV1().Pods(namespace).Get(t.Context(), "agent-c", metav1.GetOptions{})
		if err == nil && (!isReady(pod) || pod.Status.ContainerStatuses[0].RestartCount == 0) {
			err = errors.New("it has not started again")
		}
		if err == nil {
			_, err = ask(pod, "")
		}
		return err
	})
}

// fillMemory: the pod's memory fills up to the share and frees again, while it runs on.
func fillMemory(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	b.create(t, namespace, template("agent", agentImage))
	pod := b.ready(t, namespace, "agent")
	t.Cleanup(func() { mustRun(t, "heal") })
	used := func() int64 { return memoryInUse(t, pod) }
	small := used()
	mustRun(t, "fill-memory", "--percent", "80", namespace+"/agent")
	want := int64(96<<20) * 80 / 100
	eventually(t, 10*time.Second, "memory filled", func() error {
		if got := used(); got < want-1<<20 {
			return fmt.Errorf("%d bytes in use, want %d", got, want)
		}
		return nil
	})
	mustRun(t, "heal")
	eventually(t, 10*time.Second, "memory freed", func() error {
		if got := used(); got > small+8<<20 {
			return fmt.Errorf("%d bytes in use, %d before", got, small)
		}
		return nil
	})
	if after := b.ready(t, namespace, "agent"); after.Status.ContainerStatuses[0].RestartCount != 0 {
		t.Error("the pod was restarted")
	}
}

// silentAPIServer: people and pods get no answer while the cluster itself goes on.
func silentAPIServer(t *testing.T, b *bed) {
	t.Cleanup(func() { mustRun(t, "heal") })
	get := []string{"kubectl", "--request-timeout=2s", "get", "nodes"}
	mustRun(t, "apiserver", "drop")
	if output, err := run(get...); err == nil {
		t.Errorf("a silent API server answers: %s", output)
	}
	if _, err := b.client.CoreV1().Nodes().Get(t.Context(), "node-a", metav1.GetOptions{}); err != nil {
		t.Errorf("around the front: %v", err)
	}
	mustRun(t, "apiserver", "delay", "700ms")
	began := time.Now()
	mustRun(t, "kubectl", "get", "nodes")
	if took := time.Since(began); took < 700*time.Millisecond {
		t.Errorf("a delayed answer took %s", took)
	}
	mustRun(t, "apiserver", "heal")
	mustRun(t, get...)
}

func reaches(from, to *corev1.Pod) bool { return mustReach(from, to)() == nil }

func mustReach(from, to *corev1.Pod) func() error {
	return func() error {
		got, err := ask(from, "get", "url", "http://"+to.Status.PodIP+":8080/")
		if err == nil && got != to.Name {
			err = fmt.Errorf("got %q", got)
		}
		return err
	}
}

func (b *bed) nodeIs(t *testing.T, name string, want corev1.ConditionStatus) {
	t.Helper()
	eventually(t, time.Minute, name+" to be "+string(want), func() error {
		node, err := b.client.CoreV1().Nodes().Get(t.Context(), name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		for _, condition := range node.Status.Conditions {
			if condition.Type == corev1.NodeReady && condition.Status == want {
				return nil
			}
		}
		return errors.New("it is not")
	})
}

// killMidway kills the command as soon as it got that far.
func killMidway(t *testing.T, cmd *exec.Cmd, reached func() bool) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 20*time.Minute, "the middle of up", func() error {
		if !reached() {
			return errors.New("not there yet")
		}
		return nil
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // It was killed.
}
