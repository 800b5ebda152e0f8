//go:build e2e

package e2e

import (
	"errors"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// formingSteps are passed while a cluster forms, in the order of their first time.
func formingSteps() []failpoint.Step {
	return []failpoint.Step{
		failpoint.AddFinalizer, failpoint.ApplySecret, failpoint.ApplyService, failpoint.ApplyACL, failpoint.ApplyBudget,
		failpoint.Step(plan.Snapshot), failpoint.WriteStatus,
		failpoint.Step(plan.CreateNode), failpoint.ApplyNodeConfig, failpoint.CreatePod, failpoint.MarkPod,
		failpoint.Step(plan.SetConfigEpoch), failpoint.Step(plan.AssignSlots), failpoint.Step(plan.Meet),
		failpoint.Step(plan.Replicate), failpoint.Step(plan.CompleteJoin), failpoint.Step(plan.Activate),
	}
}

// leavingSteps are passed while a cluster is deleted, in that order.
func leavingSteps() []failpoint.Step {
	return []failpoint.Step{failpoint.RemovePod, failpoint.RemoveNode, failpoint.ReleaseNode, failpoint.ReleaseCluster}
}

// ending is a step that the operator ends behind, and what makes the operator pass it, unless what came before does.
type ending struct {
	behind failpoint.Step
	begin  func(t *testing.T, c *v1alpha1.ValkeyCluster)
}

// behind is one that follows from those before it.
func behind(kind plan.ActionKind) ending { return ending{behind: failpoint.Step(kind)} }

// change is what a formed cluster is put through, with the steps that it makes the
// operator pass, in order.
type change struct {
	name  string
	steps []ending
	// whole is what must be true when it is done, beside that the cluster is whole.
	whole func(t *testing.T, c *v1alpha1.ValkeyCluster)
}

// changes are those that are always tested.
func changes() []change {
	return []change{
		{name: "somebody's edits", steps: []ending{
			{failpoint.LoadACL, nil},
			{failpoint.WriteMenuStatus, func(t *testing.T, _ *v1alpha1.ValkeyCluster) { t.Helper(); role(t) }},
			{failpoint.AnnotatePod, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				edit(t, c, func(c *v1alpha1.ValkeyCluster) {
					c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "red"}
				})
			}},
			{failpoint.EmptyLists, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				edit(t, get(t, c.Namespace, names.Service(c.Name), &corev1.Service{}), func(s *corev1.Service) { s.Spec.Ports[0].Port = 7000 })
			}},
			{failpoint.MarkServer, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				edit(t, &nodes(t, c)[0], func(n *v1alpha1.ValkeyNode) { delete(n.Annotations, names.AnnotationServerID) })
			}},
		}, whole: editsMended},
		{name: "new passwords of the system users", steps: []ending{
			{failpoint.AddPrimaryAuth, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				secret := get(t, c.Namespace, names.AuthSecret(c.Name), &corev1.Secret{})
				rotateSystem(t, secret, []byte(strings.Repeat("0a", 64)), []byte(strings.Repeat("1b", 64)))
				edit(t, c, func(c *v1alpha1.ValkeyCluster) { metav1.SetMetaDataAnnotation(&c.ObjectMeta, "look", "now") })
			}},
			{failpoint.NudgePod, nil}, {failpoint.SetPrimaryAuth, nil},
		}},
		{name: "a shard more, with its pods refused at first", steps: []ending{
			{failpoint.MarkRefusal, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				library(t, c)
				refuse(t, c)
				edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = 3 })
			}},
			{failpoint.Step(plan.CopyFunctions), allow},
			behind(plan.MoveSlots),
		}, whole: callable},
		{name: "a replica killed, then a primary of three", steps: []ending{
			{failpoint.MarkEnd, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				killed(t, c, c.Status.Shards[0].Replicas[0])
			}},
			{failpoint.Step(plan.ForceFailOver), func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				killed(t, c, c.Status.Shards[1].Primary)
			}},
			behind(plan.Forget),
		}},
	}
}

// editsMended demands that what somebody edited is again as it was rendered.
func editsMended(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	annotated(t, c, "team", "red")
	eventually(t, patience, "the edits are taken back", func() error {
		ports := get(t, c.Namespace, names.Service(c.Name), &corev1.Service{}).Spec.Ports
		if len(ports) != 2 || ports[0].Port != names.Port && ports[1].Port != names.Port {
			return errors.New("the Service has other ports")
		}
		for _, n := range nodes(t, c) {
			if n.Annotations[names.AnnotationServerID] == "" {
				return errors.New("node " + n.Name + " has no id of its server")
			}
		}
		return nil
	})
}

// refuse keeps further pods out of the cluster's namespace, and allow lets them in.
func refuse(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	quota := &corev1.ResourceQuota{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: "full"}}
	quota.Spec.Hard = corev1.ResourceList{corev1.ResourcePods: resource.MustParse("0")}
	create(t, quota)
	eventually(t, patience, "the quota counts", func() error {
		if len(get(t, c.Namespace, "full", quota).Status.Hard) == 0 {
			return errors.New("it has no status")
		}
		return nil
	})
}

func allow(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	edit(t, get(t, c.Namespace, "full", &corev1.ResourceQuota{}), func(q *corev1.ResourceQuota) {
		q.Spec.Hard[corev1.ResourcePods] = resource.MustParse("100")
	})
}

// changesInFull take long, or need much.
func changesInFull() []change {
	var tls *v1alpha1.ValkeyCluster
	return []change{
		{name: "a cluster with TLS beside it", steps: []ending{
			{failpoint.ReloadTLS, func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				ns, a := namespace(t), newAuthority(t, "test")
				cert, key := a.leaf(t, time.Now().AddDate(0, 6, 0), required(ns)...)
				secret := tlsSecret(ns, tlsData(cert, key, a.PEM))
				create(t, secret)
				tls = cluster(t, c.Spec.ConfigRef, 1, 0, inNamespace(ns), withTLS(secret.Name))
			}},
		}, whole: func(t *testing.T, _ *v1alpha1.ValkeyCluster) {
			t.Helper()
			ready(t, tls)
			remove(t, tls)
		}},
		{name: "a shard less", steps: []ending{
			{failpoint.Step(plan.MarkLeaving), func(t *testing.T, c *v1alpha1.ValkeyCluster) {
				t.Helper()
				edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = 2 })
			}},
			{failpoint.DeleteBudget, nil}, behind(plan.StopPod), behind(plan.DeleteNode),
		}},
		{name: "a roll", steps: []ending{{failpoint.Step(plan.FailOver), func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			t.Helper()
			edit(t, get(t, "", c.Spec.ConfigRef, &v1alpha1.ValkeyConfig{}), func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = "31mb" })
		}}}},
		{name: "a primary of two killed", steps: []ending{{failpoint.Step(plan.TakeOver), func(t *testing.T, c *v1alpha1.ValkeyCluster) {
			t.Helper()
			killed(t, c, c.Status.Shards[0].Primary)
		}}}},
	}
}
