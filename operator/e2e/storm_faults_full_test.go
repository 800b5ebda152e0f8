//go:build e2e && full

package e2e

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// fault is one kind of those that strike in a storm.
type fault struct {
	name  string
	lossy bool // may cost acknowledged writes by its nature
	// holds is what no two faults may have at once: two lost hosts of three are no
	// storm but the end, and an operator cannot be started without an API server.
	holds []string
	// strike says whom, and returns what mends it; nil for one that does not last.
	strike func(s *storm, next step) (whom string, mend func(), err error)
}

var errSkipped = errors.New("skipped")

const (
	aHost   = "host"
	control = "control plane"
)

func faultsOf() []fault {
	return []fault{
		{"kill-valkey", true, nil, onPod("kill-valkey")},
		{"delete-pod --now", true, nil, onPod("delete-pod", "--now")},
		{"delete-pod", false, nil, deleteSpare},
		{"operator stop --now", false, []string{control}, func(s *storm, _ step) (string, func(), error) {
			_, err := testbed("operator", "stop", "--now")
			return "", func() { revived(s.T) }, err
		}},
		{"apiserver delay 2s", false, []string{control}, apiFault("delay", "2s")},
		{"apiserver drop", false, []string{control}, apiFault("drop")},
		{"cordon", false, []string{aHost}, onHost("cordon", "uncordon")},
		{"stop-node", true, []string{aHost}, onHost("stop-node", "start-node")},
		{"partition of a host", true, []string{aHost}, onHost("partition", "heal")},
		{"partition of a pod", true, []string{aHost}, partitionPod},
		{"fill-memory", true, []string{aHost, control}, fillMemory},
	}
}

// pick is a pod that chance chose among those of a cluster.
func pick(s *storm, next step) (*corev1.Pod, error) {
	all := pods(s.T, s.clusters[next.cluster])
	if len(all) == 0 {
		return nil, fmt.Errorf("no pod is there: %w", errSkipped)
	}
	return &all[next.whom%len(all)], nil
}

func onPod(verb ...string) func(*storm, step) (string, func(), error) {
	return func(s *storm, next step) (string, func(), error) {
		p, err := pick(s, next)
		if err != nil {
			return "", nil, err
		}
		reference := p.Namespace + "/" + p.Name
		_, err = testbed(append(verb, reference)...)
		return reference, nil, err
	}
}

// deleteSpare deletes a pod as a drain does: one whose shard has another member
// with the data. A shard's last copy goes with its pod in any system without disks.
func deleteSpare(s *storm, next step) (string, func(), error) {
	p, err := pick(s, next)
	if err != nil {
		return "", nil, err
	}
	reference := p.Namespace + "/" + p.Name
	if err := spared(s, s.clusters[next.cluster], p); err != nil {
		return "", nil, fmt.Errorf("%s: %w", reference, err)
	}
	_, err = testbed("delete-pod", reference)
	return reference, nil, err
}

// spared demands that every pod of the shard but this one serves, and that there
// are as many as a whole shard has.
func spared(s *storm, c *v1alpha1.ValkeyCluster, p *corev1.Pod) error {
	shard, others := p.Labels[names.LabelShard], int32(0)
	for _, n := range nodes(s.T, c) {
		if fmt.Sprint(n.Spec.ShardIndex) == shard && n.Spec.Lifecycle == v1alpha1.LifecycleActive && n.Name != p.Name {
			others++
		}
	}
	for _, other := range pods(s.T, c) {
		if other.Labels[names.LabelShard] == shard && other.DeletionTimestamp != nil {
			return fmt.Errorf("another pod of its shard is being deleted: %w", errSkipped)
		}
	}
	if others < c.Spec.ReplicasPerShard {
		return fmt.Errorf("its shard has no other member: %w", errSkipped)
	}
	return nil
}

func apiFault(how ...string) func(*storm, step) (string, func(), error) {
	return func(s *storm, _ step) (string, func(), error) {
		_, err := testbed(append([]string{"apiserver"}, how...)...)
		return "", func() {
			if _, err := testbed("apiserver", "heal"); err != nil {
				s.Error(err)
			}
			revived(s.T)
		}, err
	}
}

func onHost(verb, undo string) func(*storm, step) (string, func(), error) {
	return func(s *storm, next step) (string, func(), error) {
		host := []string{"node-a", "node-b", "node-c"}[next.whom%3]
		return host, broken(s.T, []string{verb, host}, []string{undo, host}), nil
	}
}

func partitionPod(s *storm, next step) (string, func(), error) {
	p, err := pick(s, next)
	if err != nil {
		return "", nil, err
	}
	reference := p.Namespace + "/" + p.Name
	_, err = testbed("partition", reference)
	return reference, func() {
		if _, err := testbed("heal", reference); err != nil {
			s.say("healing %s: %v", reference, err)
		}
	}, err
}

func fillMemory(s *storm, next step) (string, func(), error) {
	p, err := pick(s, next)
	if err != nil {
		return "", nil, err
	}
	reference := p.Namespace + "/" + p.Name
	_, err = testbed("fill-memory", "--percent", "95", reference)
	return reference, func() {
		if _, err := testbed("heal"); err != nil {
			s.Error(err)
		}
	}, err
}
