//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// inPod is where a file in a pod's container is found from this machine: below
// the root of the server's process, in whose network the pod's address is.
func inPod(t *testing.T, pod *corev1.Pod, path string) string {
	t.Helper()
	pid, err := serverOf(pod)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("/proc/%s/root%s", pid, path)
}

func serverOf(pod *corev1.Pod) (string, error) {
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return "", err
	}
	for _, line := range lines {
		text, err := os.ReadFile(line)
		if err != nil {
			continue // it ended
		}
		args := bytes.Split(bytes.TrimRight(text, "\x00"), []byte{0})
		// Valkey writes its own title over its arguments: "valkey-server ADDRESS:PORT [cluster]".
		if len(args) == 0 || !bytes.Contains(args[0], []byte("valkey-server")) {
			continue
		}
		routes, err := os.ReadFile(filepath.Join(filepath.Dir(line), "net", "fib_trie"))
		if err == nil && bytes.Contains(routes, []byte(" "+pod.Status.PodIP+"\n")) {
			return filepath.Base(filepath.Dir(line)), nil
		}
	}
	return "", fmt.Errorf("no process of pod %s was found", pod.Name)
}
