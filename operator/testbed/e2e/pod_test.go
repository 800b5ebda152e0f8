//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// template is a pod that a restricted namespace admits.
func template(name, image string, args ...string) *corev1.Pod {
	yes, no, user := true, false, int64(999)
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "e2e"}},
		Spec: corev1.PodSpec{
			SecurityContext: &corev1.PodSecurityContext{
				RunAsNonRoot: &yes, RunAsUser: &user, FSGroup: &user,
				SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
			},
			TerminationGracePeriodSeconds: new(int64),
			Containers: []corev1.Container{{
				Name: "main", Image: image, ImagePullPolicy: corev1.PullNever, Args: args,
				SecurityContext: &corev1.SecurityContext{
					AllowPrivilegeEscalation: &no, ReadOnlyRootFilesystem: &yes,
					Capabilities: &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
				},
				Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{
					corev1.ResourceCPU: resource.MustParse("100m"), corev1.ResourceMemory: resource.MustParse("96Mi"),
				}},
			}},
		},
	}
}

// onNode pins a pod to a node, as the scheduler would.
func onNode(pod *corev1.Pod, node string) *corev1.Pod {
	pod.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": node}
	return pod
}

func (b *bed) create(t *testing.T, namespace string, pod *corev1.Pod) {
	t.Helper()
	if _, err := b.client.CoreV1().Pods(namespace).Create(t.Context(), pod, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// ready waits until the pod runs and is ready, and returns it as it then is.
func (b *bed) ready(t *testing.T, namespace, name string) *corev1.Pod {
	t.Helper()
	var pod *corev1.Pod
	eventually(t, 60*time.Second, "pod "+name, func() (err error) {
		pod, err = b.client.CoreV1().Pods(namespace).Get(t.Context(), name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if !isReady(pod) {
			return fmt.Errorf("phase %s, conditions %v, containers %v", pod.Status.Phase, pod.Status.Conditions, pod.Status.ContainerStatuses)
		}
		return nil
	})
	return pod
}

func isReady(pod *corev1.Pod) bool {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodReady && condition.Status == corev1.ConditionTrue {
			return pod.Status.PodIP != "" && pod.DeletionTimestamp == nil
		}
	}
	return false
}

// agents starts one agent on each node, named agent-a onwards, and waits for them.
func (b *bed) agents(t *testing.T, namespace string) []*corev1.Pod {
	t.Helper()
	var pods []*corev1.Pod
	for _, n := range b.layout.Nodes(3) {
		b.create(t, namespace, onNode(template("agent-"+n.Letter(), agentImage), n.Name()))
	}
	for _, n := range b.layout.Nodes(3) {
		pods = append(pods, b.ready(t, namespace, "agent-"+n.Letter()))
	}
	for _, pod := range pods {
		eventually(t, 10*time.Second, pod.Name, func() error { _, err := ask(pod, ""); return err })
	}
	return pods
}

// nodesReady waits until all nodes are ready and take pods again.
func (b *bed) nodesReady(t *testing.T) {
	t.Helper()
	eventually(t, 90*time.Second, "all nodes", func() error {
		nodes, err := b.client.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
		if err != nil {
			return err
		}
		for _, node := range nodes.Items {
			if len(node.Spec.Taints) > 0 || node.Spec.Unschedulable {
				return fmt.Errorf("%s has taints %v", node.Name, node.Spec.Taints)
			}
		}
		return nil
	})
}
