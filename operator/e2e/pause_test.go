//go:build e2e

package e2e

import (
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

func pausing(on bool) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) {
		if on {
			metav1.SetMetaDataAnnotation(&c.ObjectMeta, names.AnnotationPaused, "true")
		} else {
			delete(c.Annotations, names.AnnotationPaused)
		}
	}
}

// TestPause: a paused cluster gets no node, an active one keeps its users up
// while it is paused, and both go on where they stood.
func TestPause(t *testing.T) {
	t.Parallel()
	r := role(t)
	c := cluster(t, menu(t), 1, 1, pausing(true))
	condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "Paused")
	time.Sleep(3 * time.Second)
	if n := len(nodes(t, c)); n != 0 {
		t.Fatalf("a paused cluster got %d nodes", n)
	}
	edit(t, c, pausing(false))
	ready(t, c)
	edit(t, c, pausing(true))
	edit(t, c, func(c *v1alpha1.ValkeyCluster) {
		c.Spec.ACL = []v1alpha1.ACLBinding{bind("app", r, appPassword)}
		c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "blue"}
	})
	spread(t, c)
	refused(t, addressOf(t, c, c.Status.Shards[0].Primary), login{}, "NOAUTH", "PING")
	if got := pods(t, c)[0].Annotations["team"]; got != "" {
		t.Errorf("a paused cluster's pod was annotated with %q", got)
	}
	edit(t, c, pausing(false))
	annotated(t, c, "team", "blue")
}

// annotated waits until every pod has the annotation.
func annotated(t *testing.T, c *v1alpha1.ValkeyCluster, key, want string) {
	t.Helper()
	eventually(t, 20*time.Second, "pods have annotation "+key, func() error {
		for _, p := range pods(t, c) {
			if p.Annotations[key] != want {
				return fmt.Errorf("pod %s has %q", p.Name, p.Annotations[key])
			}
		}
		return nil
	})
}

// TestPodAnnotations changes them in place: no pod is replaced, and what others
// put there stays.
func TestPodAnnotations(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t), 1, 1, func(c *v1alpha1.ValkeyCluster) {
		c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "red"}
	})
	ready(t, c)
	annotated(t, c, "team", "red")
	before := pods(t, c)
	edit(t, &before[0], func(p *corev1.Pod) { metav1.SetMetaDataAnnotation(&p.ObjectMeta, "theirs", "kept") })
	edit(t, c, func(c *v1alpha1.ValkeyCluster) {
		c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "blue", "cost": "low"}
	})
	annotated(t, c, "team", "blue")
	annotated(t, c, "cost", "low")
	after := pods(t, c)
	if after[0].UID != before[0].UID || after[1].UID != before[1].UID || after[0].Annotations["theirs"] != "kept" {
		t.Errorf("a pod was replaced, or lost its own annotation: %v", after[0].Annotations)
	}
}
