//go:build e2e && full

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// recipe is what is wrong with a node and its pod, "" if they are as wanted.
type recipe func(n *v1alpha1.ValkeyNode, p *corev1.Pod) string

// replaced waits until every node is made as wanted and the cluster is whole, and
// demands that no pod of before is left.
func replaced(t *testing.T, c *v1alpha1.ValkeyCluster, before []corev1.Pod, want recipe) {
	t.Helper()
	eventually(t, patience, "every node is made anew", func() error {
		all := pods(t, c)
		for _, n := range nodes(t, c) {
			i := slices.IndexFunc(all, func(p corev1.Pod) bool { return p.Name == n.Name })
			if i < 0 {
				return fmt.Errorf("node %s has no pod", n.Name)
			}
			if wrong := want(&n, &all[i]); wrong != "" {
				return fmt.Errorf("node %s of shard %d: %s\n%s", n.Name, n.Spec.ShardIndex, wrong, events(t, c.Namespace))
			}
		}
		return nil
	})
	ready(t, c)
	settled(t, c)
	for _, p := range pods(t, c) {
		if slices.ContainsFunc(before, func(old corev1.Pod) bool { return old.UID == p.UID }) {
			t.Errorf("pod %s was not replaced", p.Name)
		}
	}
}

func memory(want string) recipe {
	return func(n *v1alpha1.ValkeyNode, p *corev1.Pod) string {
		if got := p.Spec.Containers[0].Resources.Requests.Memory().String(); got != want || n.Spec.Memory != want {
			return fmt.Sprintf("its memory is %s, that of its pod %s, want %s", n.Spec.Memory, got, want)
		}
		return ""
	}
}

func maxmemory(want v1alpha1.SettingValue) recipe {
	return func(n *v1alpha1.ValkeyNode, _ *corev1.Pod) string {
		if got := n.Spec.ValkeySettings["maxmemory"]; got != want {
			return fmt.Sprintf("its maxmemory is %s, want %s", got, want)
		}
		return ""
	}
}

func on(hosts ...string) recipe {
	return func(_ *v1alpha1.ValkeyNode, p *corev1.Pod) string {
		if !slices.Contains(hosts, p.Spec.NodeName) {
			return fmt.Sprintf("its pod is on %s, want one of %v", p.Spec.NodeName, hosts)
		}
		return ""
	}
}

// TestRollingBy replaces every pod of a cluster under load by each of the edits
// that do so.
func TestRollingBy(t *testing.T) {
	t.Parallel()
	config := menu(t, brisk)
	c := cluster(t, config, 2, 1)
	ready(t, c)
	library(t, c)
	ofConfig := func(change func(*v1alpha1.ValkeyConfig)) func() {
		return func() { edit(t, get(t, "", config, &v1alpha1.ValkeyConfig{}), change) }
	}
	ofCluster := func(p v1alpha1.Placement) func() { return func() { edit(t, c, placed(p)) } }
	for name, k := range map[string]struct {
		edit func()
		want recipe
	}{
		"resources":     {ofConfig(func(x *v1alpha1.ValkeyConfig) { x.Spec.Resources.Memory = "72Mi" }), memory("72Mi")},
		"settings":      {ofConfig(func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = "31mb" }), maxmemory("31mb")},
		"zones":         {ofCluster(v1alpha1.Placement{Zones: []v1alpha1.Zone{"zone-a", "zone-b"}}), on("node-a", "node-b")},
		"node selector": {ofCluster(v1alpha1.Placement{NodeSelector: map[string]v1alpha1.LabelValue{"kubernetes.io/hostname": "node-c"}}), on("node-c")},
	} {
		t.Run(name, func(t *testing.T) {
			before := pods(t, c)
			stop, unwatch, began := load(t, c), beside(t, c), time.Now()
			k.edit()
			replaced(t, c, before, k.want)
			t.Logf("rolled %d pods in %s", len(before), time.Since(began).Round(time.Second/10))
			onceEach(t, c, steady(t, unwatch()))
			callable(t, c)
			kept(t, stop())
		})
	}
	remove(t, c)
}

// TestRollingWithEdits edits the config three times while a roll is under way:
// the last one counts.
func TestRollingWithEdits(t *testing.T) {
	t.Parallel()
	config := menu(t, brisk)
	c := cluster(t, config, 2, 1)
	ready(t, c)
	before := pods(t, c)
	stop, unwatch, began := load(t, c), beside(t, c), time.Now()
	chosen := get(t, "", config, &v1alpha1.ValkeyConfig{})
	for _, size := range []v1alpha1.SettingValue{"31mb", "30mb", "29mb"} {
		edit(t, chosen, func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = size })
		time.Sleep(2 * time.Second)
	}
	replaced(t, c, before, maxmemory("29mb"))
	t.Logf("rolled %d pods in %s", len(before), time.Since(began).Round(time.Second/10))
	for _, p := range pods(t, c) {
		if got := asked(t, p.Status.PodIP, login{}, "CONFIG", "GET", "maxmemory"); !strings.HasSuffix(got, "30408704") {
			t.Errorf("the server of pod %s says %q, want 29mb", p.Name, got)
		}
	}
	steady(t, unwatch())
	kept(t, stop())
	remove(t, c)
}

// TestRollingStalls rolls a cluster to what cannot run and takes the edit back:
// it serves all the time, the condition says why, and no pod of before is touched.
func TestRollingStalls(t *testing.T) {
	t.Parallel()
	config := menu(t, brisk)
	c := cluster(t, config, 2, 1)
	ready(t, c)
	nowhere := &v1alpha1.ValkeyImage{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "image-"},
		Spec:       v1alpha1.ValkeyImageSpec{Repository: valkeyRepository, Tag: "nowhere", Version: valkeyTag},
	}
	create(t, nowhere)
	good := get(t, "", config, &v1alpha1.ValkeyConfig{}).Spec
	for name, k := range map[string]struct {
		edit   func(*v1alpha1.ValkeyConfig)
		reason string
		words  []string
	}{
		"no host has the memory": {func(x *v1alpha1.ValkeyConfig) { x.Spec.Resources.Memory = "1Ti" }, "PodBlocked",
			[]string{"Unschedulable: 0/3 nodes are available", "Insufficient memory"}},
		"no such image": {func(x *v1alpha1.ValkeyConfig) { x.Spec.ImageRef = nowhere.Name }, "PodBlocked",
			[]string{"Image", valkeyRepository + ":nowhere"}},
		"the server refuses the setting": {func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["no-such-directive"] = "1" }, "PodTerminated",
			[]string{"ended before it joined"}},
	} {
		t.Run(name, func(t *testing.T) {
			before := pods(t, c)
			stop, unwatch := load(t, c), beside(t, c)
			chosen := get(t, "", config, &v1alpha1.ValkeyConfig{})
			edit(t, chosen, k.edit)
			eventually(t, patience, "the stall is told", func() error { // first there may be no room beside other tests
				message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, k.reason)
				for _, words := range k.words {
					if !strings.Contains(message, words) {
						return fmt.Errorf("the message %q has not %q", message, words)
					}
				}
				return nil
			})
			time.Sleep(20 * time.Second) // longer than a node that ended keeps its place
			if n := len(nodes(t, c)); n > len(before)+1 {
				t.Errorf("%d nodes, want at most one more than %d", n, len(before))
			}
			edit(t, chosen, func(x *v1alpha1.ValkeyConfig) { x.Spec = *good.DeepCopy() })
			eventually(t, patience, "the stuck node is gone", func() error {
				if n := len(nodes(t, c)); n != len(before) {
					return fmt.Errorf("%d nodes", n)
				}
				return nil
			})
			ready(t, c)
			settled(t, c)
			if s := steady(t, unwatch()); len(s.Promotions) > 0 {
				t.Errorf("primaries changed: %v", s.Promotions)
			}
			for i, p := range pods(t, c) {
				if p.UID != before[i].UID {
					t.Errorf("pod %s is another one", p.Name)
				}
			}
			kept(t, stop())
		})
	}
	remove(t, c)
}
