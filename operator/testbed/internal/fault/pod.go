package fault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"syscall"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Faults acts on the testbed that is up.
type Faults struct {
	*API
	l layout.Layout
}

// New connects to the testbed that is up, around its API front.
func New(l layout.Layout) (*Faults, error) {
	if _, err := cluster.Nodes(l); err != nil {
		return nil, err
	}
	client, err := cluster.Client(l)
	if err != nil {
		return nil, err
	}
	return &Faults{API: &API{client: client}, l: l}, nil
}

// Pod is a pod and the node that runs it.
type Pod struct {
	*corev1.Pod
	Node layout.Node
}

// Find looks a scheduled pod up by NAMESPACE/NAME.
func (f *Faults) Find(ctx context.Context, reference string) (Pod, error) {
	namespace, name, ok := strings.Cut(reference, "/")
	if !ok {
		return Pod{}, fmt.Errorf("finding pod %q: it is written NAMESPACE/NAME", reference)
	}
	pod, err := f.client.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return Pod{}, fmt.Errorf("finding pod %q: %w", reference, err)
	}
	node, err := cluster.Node(f.l, pod.Spec.NodeName)
	if err != nil {
		return Pod{}, fmt.Errorf("finding the node of pod %q: %w", reference, err)
	}
	return Pod{Pod: pod, Node: node}, nil
}

// cgroup is the pod's own. Where it lies depends on the pod's quality of service.
func (p Pod) cgroup() (string, error) {
	want := "pod" + string(p.UID)
	found, err := cgroup.Find(p.Node.Cgroup()+"/pods", want)
	if err != nil {
		return "", fmt.Errorf("finding the processes of pod %s/%s: %w", p.Namespace, p.Name, err)
	}
	return found, nil
}

// Signal sends a signal to every process of that name in the pod, in place: the pod stays, and the kubelet restarts a
// container whose first process ends. It returns how many it reached; none is an error.
func (f *Faults) Signal(ctx context.Context, reference, process string, signal syscall.Signal) (int, error) {
	pod, err := f.Find(ctx, reference)
	if err != nil {
		return 0, err
	}
	group, err := pod.cgroup()
	if err != nil {
		return 0, err
	}
	members, err := cgroup.Members(group)
	if err != nil {
		return 0, err
	}
	reached := 0
	for _, pid := range members {
		name, err := os.ReadFile(path.Join("/proc", fmt.Sprint(pid), "comm"))
		if err != nil || strings.TrimSpace(string(name)) != process {
			continue
		}
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return reached, fmt.Errorf("signalling %s in pod %q: %w", process, reference, err)
		}
		reached++
	}
	if reached == 0 {
		return 0, fmt.Errorf("signalling %s in pod %q: it runs no process of that name", process, reference)
	}
	return reached, nil
}
