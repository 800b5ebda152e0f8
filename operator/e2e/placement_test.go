//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func placed(p v1alpha1.Placement) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) { c.Spec.Placement = &p }
}

// hosts lists where the pods of the cluster run, sorted.
func hosts(t *testing.T, c *v1alpha1.ValkeyCluster) []string {
	t.Helper()
	var all []string
	for _, p := range pods(t, c) {
		all = append(all, p.Spec.NodeName)
	}
	slices.Sort(all)
	return all
}

// TestPlacement has real pods scheduled on hosts of three zones, one a zone.
func TestPlacement(t *testing.T) {
	config := menu(t)
	cases := map[string]struct {
		shards, replicas int32
		placement        v1alpha1.Placement
		want             string
	}{
		"zones": {2, 0, v1alpha1.Placement{Zones: []v1alpha1.Zone{"zone-b"}}, "node-b node-b"},
		"a node selector": {1, 1, v1alpha1.Placement{NodeSelector: map[string]v1alpha1.LabelValue{"kubernetes.io/hostname": "node-c"}},
			"node-c node-c"},
		"a required spread": {1, 2, v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadRequired}, "node-a node-b node-c"},
		"the usual spread":  {1, 2, v1alpha1.Placement{}, "node-a node-b node-c"},
	}
	if !full {
		delete(cases, "a node selector")
		delete(cases, "the usual spread")
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			c := cluster(t, config, k.shards, k.replicas, placed(k.placement))
			ready(t, c)
			if got := strings.Join(hosts(t, c), " "); got != k.want {
				t.Errorf("the pods run on %q, want %q", got, k.want)
			}
			remove(t, c)
		})
	}
	t.Run("a zone that has no host", func(t *testing.T) {
		c := cluster(t, config, 1, 0, placed(v1alpha1.Placement{Zones: []v1alpha1.Zone{"zone-z"}}))
		message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "PodBlocked")
		blocked(t, c, message, "Unschedulable", schedulerSays(t, c))
		remove(t, c)
	})
	t.Run("a required spread over a zone whose host takes no pods, until it does", func(t *testing.T) {
		must(testbed("cordon", "node-b"))
		t.Cleanup(func() { must(testbed("uncordon", "node-b")) })
		c := cluster(t, config, 1, 1, placed(v1alpha1.Placement{
			ZoneSpread: v1alpha1.SpreadRequired, Zones: []v1alpha1.Zone{"zone-a", "zone-b"},
		}))
		message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "PodBlocked")
		blocked(t, c, message, "Unschedulable", schedulerSays(t, c))
		must(testbed("uncordon", "node-b"))
		ready(t, c)
		if got := strings.Join(hosts(t, c), " "); got != "node-a node-b" {
			t.Errorf("the pods run on %q, want one in each zone", got)
		}
		remove(t, c)
	})
}

// TestDefaultZoneSpread starts an operator with another default: it counts for
// clusters that name none, and those that were made before keep theirs.
func TestDefaultZoneSpread(t *testing.T) {
	config := menu(t)
	before := cluster(t, config, 1, 0)
	ready(t, before)
	t.Setenv("DEFAULT_ZONE_SPREAD", "required")
	t.Cleanup(func() { _ = os.Unsetenv("DEFAULT_ZONE_SPREAD"); startOperator(t) })
	startOperator(t)
	after := cluster(t, config, 1, 0)
	ready(t, after)
	ready(t, before)
	for name, want := range map[*v1alpha1.ValkeyCluster]v1alpha1.ZoneSpread{before: v1alpha1.SpreadBestEffort, after: v1alpha1.SpreadRequired} {
		if got := nodes(t, name)[0].Spec.Placement.ZoneSpread; got != want {
			t.Errorf("the node of %s has zone spread %s, want %s", name.Namespace, got, want)
		}
	}
	if got := len(pods(t, after)[0].Spec.TopologySpreadConstraints); got != 3 {
		t.Errorf("the pod has %d spread constraints, want 3", got)
	}
}

// TestUnpullableImage: the kubelet's own words reach condition, Event and log.
func TestUnpullableImage(t *testing.T) {
	t.Parallel()
	image := &v1alpha1.ValkeyImage{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "image-"},
		Spec:       v1alpha1.ValkeyImageSpec{Repository: valkeyRepository, Tag: "nowhere", Version: valkeyTag},
	}
	create(t, image)
	c := cluster(t, menu(t, func(c *v1alpha1.ValkeyConfig) { c.Spec.ImageRef = image.Name }), 1, 0)
	message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "PodBlocked")
	blocked(t, c, message, valkeyRepository+":nowhere", kubeletSays(t, c))
	remove(t, c)
}

// schedulerSays are the scheduler's words about a pod of the cluster.
func schedulerSays(t *testing.T, c *v1alpha1.ValkeyCluster) string {
	t.Helper()
	for _, p := range pods(t, c) {
		for _, k := range p.Status.Conditions {
			if k.Type == corev1.PodScheduled && k.Status == corev1.ConditionFalse && strings.HasPrefix(k.Message, "0/3 nodes are available: ") {
				return k.Message
			}
		}
	}
	t.Fatal("the scheduler says nothing about the pods")
	return ""
}

// kubeletSays are the kubelet's words about an image that it cannot pull, which it
// repeats whether it tries or waits.
func kubeletSays(t *testing.T, c *v1alpha1.ValkeyCluster) (words string) {
	t.Helper()
	eventually(t, patience, "the kubelet tells of the image", func() error {
		all := events(t, c.Namespace)
		for event := range strings.Lines(all) {
			if _, why, found := strings.Cut(event, "Failed to pull image \""+valkeyRepository+":nowhere\": "); found {
				words, _, _ = strings.Cut(strings.TrimSpace(why), ": dial ") // behind it are ports of the moment
				return nil
			}
		}
		return fmt.Errorf("the Events are\n%s", all)
	})
	return words
}

// blocked demands the words in condition, Event and log.
func blocked(t *testing.T, c *v1alpha1.ValkeyCluster, message string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(message, w) {
			t.Errorf("the message %q has not %q", message, w)
		}
	}
	told(t, c, "PodBlocked", words...)
	logged(t, "WARN", "bootstrap blocked: pod cannot be scheduled", c.Namespace, words...)
}
