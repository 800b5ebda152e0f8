package observe

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// stuck are the kubelet's words for a container that does not start by waiting
// (Kubernetes 1.27 to 1.36).
func stuck() []string {
	return []string{
		"ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError", "RegistryUnavailable",
		"SignatureValidationFailed", "CreateContainerConfigError", "CreateContainerError", "RunContainerError", "CrashLoopBackOff",
	}
}

// Pod reads the facts of a pod out of its object.
func Pod(p *corev1.Pod) topology.Pod {
	facts := topology.Pod{
		Exists: true, Address: p.Status.PodIP, Deleting: p.DeletionTimestamp != nil,
	}
	for _, c := range p.Status.Conditions {
		if c.Type == corev1.PodScheduled && c.Status == corev1.ConditionFalse && c.Reason == corev1.PodReasonUnschedulable {
			facts.Reason, facts.Blocked = c.Reason, c.Message
		}
	}
	for i := range p.Status.ContainerStatuses {
		if s := &p.Status.ContainerStatuses[i]; s.Name == names.Container {
			container(&facts, s)
		}
	}
	// A phase alone is no word of the kubelet: of a host that is gone others write
	// Failed while the process may run on.
	if ended := p.Status.Phase == corev1.PodFailed || p.Status.Phase == corev1.PodSucceeded; ended && !facts.Running {
		facts.Terminated = true
	}
	// Of a pod that the kubelet refuses, or evicts, it may give no time: it has not
	// ended before it was made.
	if facts.Terminated && facts.EndedAt == 0 {
		facts.EndedAt = max(0, p.CreationTimestamp.UnixMilli())
	}
	return facts
}

func container(facts *topology.Pod, s *corev1.ContainerStatus) {
	facts.Running = s.State.Running != nil
	if ended := s.State.Terminated; ended != nil {
		facts.Terminated, facts.EndedAt = true, max(0, ended.FinishedAt.UnixMilli())
	}
	if w := s.State.Waiting; w != nil && slices.Contains(stuck(), w.Reason) {
		facts.Reason, facts.Blocked = w.Reason, w.Message
		if w.Message == "" {
			facts.Blocked = "image " + s.Image
		}
	}
}
