package observe_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

func container(s corev1.ContainerState) []corev1.ContainerStatus {
	return []corev1.ContainerStatus{
		{Name: "sidecar", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{}}},
		{Name: "valkey", Image: "valkey:9", State: s},
	}
}

func TestPodFacts(t *testing.T) {
	now := metav1.Now()
	unschedulable := corev1.PodCondition{Type: corev1.PodScheduled, Status: corev1.ConditionFalse,
		Reason: corev1.PodReasonUnschedulable, Message: "0/3 nodes are available"}
	gated := corev1.PodCondition{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonSchedulingGated}
	waiting := func(reason, message string) corev1.ContainerState {
		return corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}
	}
	cases := map[string]struct {
		pod  corev1.Pod
		want topology.Pod
	}{
		"just made": {corev1.Pod{}, topology.Pod{Exists: true}},
		"unschedulable": {corev1.Pod{Status: corev1.PodStatus{Conditions: []corev1.PodCondition{unschedulable}}},
			topology.Pod{Exists: true, Reason: "Unschedulable", Blocked: "0/3 nodes are available"}},
		"gated": {corev1.Pod{Status: corev1.PodStatus{Conditions: []corev1.PodCondition{gated}}}, topology.Pod{Exists: true}},
		"starting": {corev1.Pod{Status: corev1.PodStatus{ContainerStatuses: container(waiting("ContainerCreating", ""))}},
			topology.Pod{Exists: true}},
		"unpullable": {corev1.Pod{Status: corev1.PodStatus{ContainerStatuses: container(waiting("ErrImagePull", "not found"))}},
			topology.Pod{Exists: true, Reason: "ErrImagePull", Blocked: "not found"}},
		"unpullable without a word": {corev1.Pod{Status: corev1.PodStatus{ContainerStatuses: container(waiting("ImagePullBackOff", ""))}},
			topology.Pod{Exists: true, Reason: "ImagePullBackOff", Blocked: "image valkey:9"}},
		"running": {corev1.Pod{Status: corev1.PodStatus{PodIP: "10.0.0.7", Phase: corev1.PodRunning,
			ContainerStatuses: container(corev1.ContainerState{Running: &corev1.ContainerStateRunning{}})}},
			topology.Pod{Exists: true, Address: "10.0.0.7", Running: true}},
		"killed": {corev1.Pod{Status: corev1.PodStatus{PodIP: "10.0.0.7", Phase: corev1.PodRunning,
			ContainerStatuses: container(corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 137}})}},
			topology.Pod{Exists: true, Address: "10.0.0.7", Terminated: true}},
		"killed at a time": {corev1.Pod{Status: corev1.PodStatus{
			ContainerStatuses: container(corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{FinishedAt: metav1.Unix(7, 0)}})}},
			topology.Pod{Exists: true, Terminated: true, EndedAt: 7000}},
		"declared failed by others while it runs": {corev1.Pod{Status: corev1.PodStatus{PodIP: "10.0.0.7", Phase: corev1.PodFailed,
			ContainerStatuses: container(corev1.ContainerState{Running: &corev1.ContainerStateRunning{}})}},
			topology.Pod{Exists: true, Address: "10.0.0.7", Running: true}},
		"failed": {corev1.Pod{Status: corev1.PodStatus{Phase: corev1.PodFailed}}, topology.Pod{Exists: true, Terminated: true}},
		"refused by the kubelet": {corev1.Pod{ObjectMeta: metav1.ObjectMeta{CreationTimestamp: metav1.Unix(9, 0)},
			Status: corev1.PodStatus{Phase: corev1.PodFailed, Reason: "UnexpectedAdmissionError"}}, topology.Pod{Exists: true, Terminated: true, EndedAt: 9000}},
		"going": {corev1.Pod{ObjectMeta: metav1.ObjectMeta{DeletionTimestamp: &now}}, topology.Pod{Exists: true, Deleting: true}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, observe.Pod(&c.pod)); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}
