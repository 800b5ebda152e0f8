//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// menu makes an image and a small config for the test and returns the config's
// name.
func menu(t *testing.T, change ...func(*v1alpha1.ValkeyConfig)) string {
	t.Helper()
	image := &v1alpha1.ValkeyImage{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "image-"},
		Spec:       v1alpha1.ValkeyImageSpec{Repository: valkeyRepository, Tag: valkeyTag, Version: valkeyTag},
	}
	create(t, image)
	config := &v1alpha1.ValkeyConfig{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "config-"},
		Spec: v1alpha1.ValkeyConfigSpec{
			ImageRef:  image.Name,
			Resources: &v1alpha1.Resources{CPU: "20m", Memory: "64Mi"},
			Valkey:    map[string]v1alpha1.SettingValue{"maxmemory": "32mb"},
		},
	}
	for _, c := range change {
		c(config)
	}
	create(t, config)
	return config.Name
}

// cluster makes a cluster of the shape, which may be changed before.
func cluster(t *testing.T, config string, shards, replicas int32, change ...func(*v1alpha1.ValkeyCluster)) *v1alpha1.ValkeyCluster {
	t.Helper()
	c := &v1alpha1.ValkeyCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "cache"},
		Spec:       v1alpha1.ValkeyClusterSpec{ConfigRef: config, Shards: shards, ReplicasPerShard: replicas},
	}
	for _, f := range change {
		f(c)
	}
	if c.Namespace == "" {
		c.Namespace = namespace(t)
	}
	create(t, c)
	return c
}

// ready waits until the cluster is Ready as its spec stands now.
func ready(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	eventually(t, patience, "cluster is Ready", func() error {
		get(t, c.Namespace, c.Name, c)
		r := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionReady)
		if r == nil || r.Status != metav1.ConditionTrue || r.ObservedGeneration != c.Generation || c.Status.State != v1alpha1.StateActive {
			return fmt.Errorf("state %q, Ready %+v\n%s", c.Status.State, r, events(t, c.Namespace))
		}
		return nil
	})
}

// condition waits for a condition of the cluster, by status and reason, and
// returns its message.
func condition(t *testing.T, c *v1alpha1.ValkeyCluster, kind string, status metav1.ConditionStatus, reason string) string {
	t.Helper()
	message := ""
	eventually(t, patience, kind+" "+string(status)+" "+reason, func() error {
		get(t, c.Namespace, c.Name, c)
		got := meta.FindStatusCondition(c.Status.Conditions, kind)
		if got == nil || got.Status != status || got.Reason != reason {
			return fmt.Errorf("got %+v", got)
		}
		message = got.Message
		return nil
	})
	return message
}

// nodes lists the cluster's ValkeyNodes by name.
func nodes(t *testing.T, c *v1alpha1.ValkeyCluster) []v1alpha1.ValkeyNode {
	t.Helper()
	var list v1alpha1.ValkeyNodeList
	if err := bed.client.List(t.Context(), &list, client.InNamespace(c.Namespace)); err != nil {
		t.Fatal(err)
	}
	all := slices.DeleteFunc(list.Items, func(n v1alpha1.ValkeyNode) bool { return n.Spec.ClusterName != c.Name })
	slices.SortFunc(all, func(a, b v1alpha1.ValkeyNode) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// pods lists the pods of the cluster's nodes by name.
func pods(t *testing.T, c *v1alpha1.ValkeyCluster) []corev1.Pod {
	t.Helper()
	var list corev1.PodList
	here := []client.ListOption{client.InNamespace(c.Namespace), client.MatchingLabels{"app.kubernetes.io/instance": c.Name}}
	if err := bed.client.List(t.Context(), &list, here...); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list.Items, func(a, b corev1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return list.Items
}

// remove deletes the cluster and waits until nothing of it is left.
func remove(t *testing.T, c *v1alpha1.ValkeyCluster, how ...client.DeleteOption) {
	t.Helper()
	if err := bed.client.Delete(t.Context(), c, how...); err != nil {
		t.Fatal(err)
	}
	gone(t, c)
}

// gone waits for longer than the pods' own grace period of a minute: whoever deletes
// a pod first sets it, and in the foreground the garbage collector may be first.
func gone(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	eventually(t, patience, "nothing is left of the cluster", func() error {
		left := leftovers(t, c)
		if len(left) > 0 {
			return fmt.Errorf("left: %s", strings.Join(left, ", "))
		}
		return nil
	})
}

// leftovers names every object of the cluster that is there.
func leftovers(t *testing.T, c *v1alpha1.ValkeyCluster) []string {
	t.Helper()
	var left []string
	lists := []client.ObjectList{
		&v1alpha1.ValkeyClusterList{}, &v1alpha1.ValkeyNodeList{}, &corev1.PodList{}, &corev1.ServiceList{},
		&corev1.ConfigMapList{}, &corev1.SecretList{}, &policyv1.PodDisruptionBudgetList{},
	}
	for _, list := range lists {
		if err := bed.client.List(t.Context(), list, client.InNamespace(c.Namespace)); err != nil {
			t.Fatal(err)
		}
		_ = meta.EachListItem(list, func(o runtimeObject) error {
			if a, err := meta.Accessor(o); err == nil && strings.HasPrefix(a.GetName(), c.Name) {
				left = append(left, fmt.Sprintf("%T %s", o, a.GetName()))
			}
			return nil
		})
	}
	return left
}
