//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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
// while it is paused, what was seen is written down, and both go on where they
// stood. The audit log has the writes of docs/operator/reconciliation.md and no
// other.
func TestPause(t *testing.T) {
	t.Parallel()
	r := role(t)
	began := time.Now()
	c := cluster(t, menu(t), 1, 1, pausing(true))
	condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "Paused")
	time.Sleep(3 * time.Second)
	if n := len(nodes(t, c)); n != 0 {
		t.Fatalf("a paused cluster got %d nodes", n)
	}
	wrote(t, c, began, "create secrets cache-operator-auth", "patch configmaps cache-acl", "patch valkeyclusters cache", "patch valkeyclusters/status cache")
	edit(t, c, pausing(false))
	ready(t, c)
	spread(t, c)
	edit(t, c, pausing(true))
	condition(t, c, v1alpha1.ConditionReconciling, metav1.ConditionFalse, "Paused")
	time.Sleep(time.Second) // writes of passes that began before
	began = time.Now()
	edit(t, c, func(c *v1alpha1.ValkeyCluster) {
		c.Spec.Shards, c.Spec.ACL = 2, []v1alpha1.ACLBinding{bind("app", r, appPassword)}
		c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "blue"}
	})
	edit(t, get(t, c.Namespace, c.Name, &corev1.Service{}), func(s *corev1.Service) { s.Spec.PublishNotReadyAddresses = false })
	spread(t, c)
	primary, replica := c.Status.Shards[0].Primary, c.Status.Shards[0].Replicas[0]
	refused(t, addressOf(t, c, primary), login{}, "NOAUTH", "PING")
	if got := pods(t, c)[0].Annotations["team"]; got != "" {
		t.Errorf("a paused cluster's pod was annotated with %q", got)
	}
	edit(t, get(t, c.Namespace, primary, &v1alpha1.ValkeyNode{}), func(n *v1alpha1.ValkeyNode) { delete(n.Annotations, names.AnnotationServerID) })
	killed(t, c, replica)
	noted(t, c, primary, names.AnnotationServerID)
	noted(t, c, replica, names.AnnotationPodEnded)
	wrote(t, c, began, "patch configmaps cache-acl", "patch pods "+primary, "patch pods "+replica,
		"patch valkeyclusters/status cache", "patch valkeynodes "+primary, "patch valkeynodes "+replica)
	edit(t, c, pausing(false))
	annotated(t, c, "team", "blue")
	recovered(t, c, replica)
	if !get(t, c.Namespace, c.Name, &corev1.Service{}).Spec.PublishNotReadyAddresses {
		t.Error("what was changed of the Service while the cluster was paused stays")
	}
}

// noted waits until a node has an annotation.
func noted(t *testing.T, c *v1alpha1.ValkeyCluster, node, annotation string) {
	t.Helper()
	eventually(t, patience, node+" has "+annotation, func() error {
		if get(t, c.Namespace, node, &v1alpha1.ValkeyNode{}).Annotations[annotation] == "" {
			return errors.New("it has none")
		}
		return nil
	})
}

// wrote demands that the operator wrote just this since then in the cluster's
// namespace, beside Events.
func wrote(t *testing.T, c *v1alpha1.ValkeyCluster, since time.Time, want ...string) {
	t.Helper()
	time.Sleep(time.Second) // the audit log is a moment behind
	out, err := exec.Command(bed.testbed, "audit", "--user", operatorUser, "--since", since.UTC().Format(time.RFC3339Nano)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line) // time, user, verb, resource, object, code
		name, here := strings.CutPrefix(words[4], c.Namespace+"/")
		if here && words[3] != "events" {
			got = append(got, words[2]+" "+words[3]+" "+name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
		t.Errorf("the operator's writes (-want +got):\n%s", diff)
	}
}

// annotated waits until every pod has the annotation.
func annotated(t *testing.T, c *v1alpha1.ValkeyCluster, key, want string) {
	t.Helper()
	eventually(t, patience, "pods have annotation "+key, func() error {
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
