//go:build e2e

package apply

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// edit is what somebody does to an object.
type edit struct {
	object client.Object
	change func(client.Object)
}

func on[T client.Object](desired T, change func(T)) edit {
	return edit{desired, func(o client.Object) { change(o.(T)) }}
}

func TestEditsArePutBackOnce(t *testing.T) {
	s := shared
	for name, e := range map[string]edit{
		"label changed":       on(service(), func(o *corev1.Service) { o.Labels[names.LabelInstance] = "other" }),
		"label removed":       on(service(), func(o *corev1.Service) { delete(o.Labels, names.LabelName) }),
		"owner removed":       on(service(), func(o *corev1.Service) { o.OwnerReferences = nil }),
		"owner no controller": on(aclMap(), func(o *corev1.ConfigMap) { o.OwnerReferences[0].Controller = nil }),
		"selector":            on(service(), func(o *corev1.Service) { o.Spec.Selector["more"] = "yes" }),
		"ready only":          on(service(), func(o *corev1.Service) { o.Spec.PublishNotReadyAddresses = false }),
		"port renamed":        on(service(), func(o *corev1.Service) { o.Spec.Ports[0].Name = "other" }),
		"target port":         on(service(), func(o *corev1.Service) { o.Spec.Ports[1].TargetPort = intstr.FromString("bus") }),
		"data changed":        on(aclMap(), func(o *corev1.ConfigMap) { o.Data[names.ACLFile] = "user evil on nopass ~* +@all\n" }),
		"data removed":        on(aclMap(), func(o *corev1.ConfigMap) { o.Data = nil }),
		"number":              on(budget(), func(o *policyv1.PodDisruptionBudget) { o.Spec.MinAvailable.IntVal = 0 }),
		"percentage": on(budget(), func(o *policyv1.PodDisruptionBudget) {
			*o.Spec.MinAvailable = intstr.FromString("1%")
		}),
		"shard selector": on(budget(), func(o *policyv1.PodDisruptionBudget) { o.Spec.Selector.MatchLabels["more"] = "yes" }),
		"all pods":       on(budget(), func(o *policyv1.PodDisruptionBudget) { o.Spec.Selector = &metav1.LabelSelector{} }),
		"policy":         on(budget(), func(o *policyv1.PodDisruptionBudget) { o.Spec.UnhealthyPodEvictionPolicy = nil }),
		"no managers":    on(service(), func(o *corev1.Service) { o.ManagedFields = []metav1.ManagedFieldsEntry{{}} }),
	} {
		t.Run(name, func(t *testing.T) {
			o := s.cluster(t)
			a, sent := s.applier(t)
			mustApply(t, a, e.object, o, Applied)
			s.edit(t, e)
			sent.taken()
			mustApply(t, a, e.object, o, Applied)
			mustApply(t, a, e.object, o, Unchanged)
			if writes := sent.taken(); len(writes) != 1 {
				t.Errorf("sent %v, want one apply", writes)
			}
			if missing := lacking(t, e.object, s.read(t, e.object)); len(missing) > 0 {
				t.Errorf("the live object lacks %v", missing)
			}
		})
	}
}

func TestAdditionsOfOthersStay(t *testing.T) {
	s := shared
	for name, e := range map[string]edit{
		"label":      on(service(), func(o *corev1.Service) { o.Labels["team"] = "a" }),
		"annotation": on(aclMap(), func(o *corev1.ConfigMap) { o.Annotations = map[string]string{"note": "x"} }),
		"data key":   on(aclMap(), func(o *corev1.ConfigMap) { o.Data["note"] = "x" }),
		"binary":     on(aclMap(), func(o *corev1.ConfigMap) { o.BinaryData = map[string][]byte{"note": {0}} }),
		"port": on(service(), func(o *corev1.Service) {
			o.Spec.Ports = append(o.Spec.Ports, corev1.ServicePort{Name: "metrics", Port: 9121})
		}),
		"owner": on(budget(), func(o *policyv1.PodDisruptionBudget) {
			o.OwnerReferences = append(o.OwnerReferences, metav1.OwnerReference{
				APIVersion: "v1", Kind: "Namespace", Name: "team-a", UID: "some-uid",
			})
		}),
		"finalizer":      on(budget(), func(o *policyv1.PodDisruptionBudget) { o.Finalizers = []string{"example.org/wait"} }),
		"session":        on(service(), func(o *corev1.Service) { o.Spec.SessionAffinity = corev1.ServiceAffinityClientIP }),
		"the same again": on(service(), func(o *corev1.Service) { o.Spec.PublishNotReadyAddresses = true }),
	} {
		t.Run(name, func(t *testing.T) {
			o := s.cluster(t)
			a, sent := s.applier(t)
			mustApply(t, a, e.object, o, Applied)
			s.edit(t, e)
			sent.taken()
			mustApply(t, a, e.object, o, Unchanged)
			if writes := sent.taken(); len(writes) != 0 {
				t.Errorf("sent %v, want nothing", writes)
			}
			s.edit(t, edit{e.object, func(o client.Object) { o.SetFinalizers(nil) }}) // or it stays
		})
	}
}

func TestStaleFieldsGo(t *testing.T) {
	s := shared
	for name, e := range map[string]edit{
		"label":      on(service(), func(o *corev1.Service) { o.Labels["old"] = "yes" }),
		"annotation": on(service(), func(o *corev1.Service) { o.Annotations = map[string]string{"old": "yes"} }),
		"port": on(service(), func(o *corev1.Service) {
			o.Spec.Ports = append(o.Spec.Ports, corev1.ServicePort{Name: "old", Port: 1234, Protocol: corev1.ProtocolTCP})
		}),
		"data key": on(aclMap(), func(o *corev1.ConfigMap) { o.Data["old.acl"] = "x" }),
		"field":    on(service(), func(o *corev1.Service) { o.Spec.SessionAffinity = corev1.ServiceAffinityClientIP }),
		"selector": on(budget(), func(o *policyv1.PodDisruptionBudget) { o.Spec.Selector.MatchLabels["old"] = "yes" }),
	} {
		t.Run(name, func(t *testing.T) {
			o := s.cluster(t)
			a, sent := s.applier(t)
			old := e.object.DeepCopyObject().(client.Object)
			e.change(old)
			mustApply(t, a, old, o, Applied)
			sent.taken()
			mustApply(t, a, e.object, o, Applied)
			mustApply(t, a, e.object, o, Unchanged)
			if writes := sent.taken(); len(writes) != 1 {
				t.Errorf("sent %v, want one apply", writes)
			}
			raw := fmt.Sprint(document(t, s.read(t, e.object)))
			if strings.Contains(raw, "old") || strings.Contains(raw, "ClientIP") {
				t.Errorf("what is rendered no more is still there: %s", raw)
			}
		})
	}
}

// TestMovedPort: our port beside the moved one would be a second of the same name,
// which the API server refuses.
func TestMovedPort(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, sent := s.applier(t)
	mustApply(t, a, service(), o, Applied)
	s.edit(t, on(service(), func(o *corev1.Service) {
		o.Spec.Ports[0].Port = 6380
		o.Labels["team"] = "a"
	}))
	sent.taken()
	mustApply(t, a, service(), o, Applied)
	if writes := sent.taken(); len(writes) != 3 {
		t.Errorf("sent %v, want a refused apply, the removal of the ports and an apply", writes)
	}
	mustApply(t, a, service(), o, Unchanged)
	live := s.read(t, service()).(*corev1.Service)
	if missing := lacking(t, service(), live); len(missing) > 0 || len(live.Spec.Ports) != 2 || live.Labels["team"] != "a" {
		t.Errorf("the live object lacks %v, has ports %v and labels %v", missing, live.Spec.Ports, live.Labels)
	}
}
