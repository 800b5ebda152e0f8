//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// configMapUpdate: a mounted ConfigMap follows its object without a restart. The kubelet looks once in its sync period.
func configMapUpdate(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	maps := b.client.CoreV1().ConfigMaps(namespace)
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "config"}, Data: map[string]string{"value": "old"}}
	if _, err := maps.Create(t.Context(), config, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	pod := template("agent", agentImage)
	pod.Spec.Volumes = []corev1.Volume{{Name: "config", VolumeSource: corev1.VolumeSource{
		ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: "config"}},
	}}}
	pod.Spec.Containers[0].VolumeMounts = []corev1.VolumeMount{{Name: "config", MountPath: "/config"}}
	b.create(t, namespace, pod)
	running := b.ready(t, namespace, "agent")
	reads := func(want string) func() error {
		return func() error {
			got, err := ask(running, "read", "file", "/config/value")
			if err == nil && got != want {
				err = fmt.Errorf("got %q, want %q", got, want)
			}
			return err
		}
	}
	eventually(t, 10*time.Second, "the first value", reads("old"))
	config.Data["value"] = "new"
	if _, err := maps.Update(t.Context(), config, metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, 2*time.Minute, "the new value", reads("new"))
}

// garbageCollection: the dependents of a dependent go when the owner goes.
func garbageCollection(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	maps := b.client.CoreV1().ConfigMaps(namespace)
	var owners []metav1.OwnerReference
	for _, name := range []string{"owner", "child", "grandchild"} {
		made, err := maps.Create(t.Context(), &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: name, OwnerReferences: owners},
		}, metav1.CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		owners = []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: name, UID: made.UID}}
	}
	if err := maps.Delete(t.Context(), "owner", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"child", "grandchild"} {
		eventually(t, 30*time.Second, "collecting "+name, func() error {
			_, err := maps.Get(t.Context(), name, metav1.GetOptions{})
			if apierrors.IsNotFound(err) {
				return nil
			}
			return fmt.Errorf("it is still there: %w", err)
		})
	}
}

// evictionAndDrain: a budget of one allows the first eviction and refuses the second; a drain waits and gets through.
func evictionAndDrain(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	two, labels := int32(2), map[string]string{"app": "drained"} // Not shared with another case's pods.
	pod := template("", agentImage)
	pod.Labels = labels
	_, err := b.client.AppsV1().ReplicaSets(namespace).Create(t.Context(), &appsv1.ReplicaSet{
		ObjectMeta: metav1.ObjectMeta{Name: "set"},
		Spec: appsv1.ReplicaSetSpec{
			Replicas: &two, Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: pod.ObjectMeta, Spec: pod.Spec},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	most := intstr.FromInt32(1)
	budget, err := b.client.PolicyV1().PodDisruptionBudgets(namespace).Create(t.Context(), &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: "budget"},
		Spec:       policyv1.PodDisruptionBudgetSpec{MaxUnavailable: &most, Selector: &metav1.LabelSelector{MatchLabels: labels}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pods := b.settled(t, namespace, budget.Name)
	evict := func(pod corev1.Pod) error {
		return b.client.PolicyV1().Evictions(namespace).Evict(t.Context(), &policyv1.Eviction{ObjectMeta: pod.ObjectMeta})
	}
	if err := evict(pods[0]); err != nil {
		t.Errorf("the first eviction: %v", err)
	}
	if err := evict(pods[1]); !apierrors.IsTooManyRequests(err) {
		t.Errorf("the second eviction at once: got %v, want too many requests", err)
	}
	pods = b.settled(t, namespace, budget.Name)
	t.Cleanup(func() { mustRun(t, "uncordon", pods[0].Spec.NodeName) })
	mustRun(t, "kubectl", "drain", pods[0].Spec.NodeName, "--pod-selector", "app=drained", "--timeout", "60s")
	for _, pod := range b.settled(t, namespace, budget.Name) {
		if pod.Spec.NodeName == pods[0].Spec.NodeName {
			t.Errorf("after the drain pod %s is on %s", pod.Name, pod.Spec.NodeName)
		}
	}
}

// settled waits until two pods are ready, no other is there, and the budget allows an eviction.
func (b *bed) settled(t *testing.T, namespace, budget string) []corev1.Pod {
	t.Helper()
	var pods []corev1.Pod
	eventually(t, time.Minute, "two ready pods", func() error {
		list, err := b.client.CoreV1().Pods(namespace).List(t.Context(), metav1.ListOptions{})
		if err != nil {
			return err
		}
		pods = list.Items
		var names []string
		for i := range pods {
			if isReady(&pods[i]) {
				names = append(names, pods[i].Name)
			}
		}
		found, err := b.client.PolicyV1().PodDisruptionBudgets(namespace).Get(t.Context(), budget, metav1.GetOptions{})
		if err == nil && (len(names) != 2 || len(pods) != 2 || found.Status.DisruptionsAllowed != 1) {
			err = fmt.Errorf("ready: %s; of %d; allowed: %d", strings.Join(names, ", "), len(pods), found.Status.DisruptionsAllowed)
		}
		return err
	})
	return pods
}
