//go:build e2e

package apply

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func mustApply(t *testing.T, a *Applier, desired client.Object, o metav1.OwnerReference, want Result) {
	t.Helper()
	got, err := a.Object(t.Context(), desired, o)
	if err != nil || got != want {
		t.Fatalf("%s: %q, %v, want %q", desired.GetName(), got, err, want)
	}
}

func idlePass(t *testing.T, s *server) {
	o := s.cluster(t)
	a, sent := s.applier(t)
	for kind, desired := range applicable() {
		mustApply(t, a, desired, o, Applied)
		if writes := sent.taken(); len(writes) != 1 || !strings.HasPrefix(writes[0], "PATCH ") {
			t.Errorf("%s: the first pass sent %v", kind, writes)
		}
		live := s.read(t, desired)
		for range 3 {
			mustApply(t, a, desired, o, Unchanged)
		}
		if writes := sent.taken(); len(writes) != 0 {
			t.Errorf("%s: an idle pass sent %v", kind, writes)
		}
		if got := s.read(t, desired).GetResourceVersion(); got != live.GetResourceVersion() {
			t.Errorf("%s: an idle pass changed the object: %s to %s", kind, live.GetResourceVersion(), got)
		}
		if missing := lacking(t, desired, live); len(missing) > 0 {
			t.Errorf("%s: the live object lacks %v", kind, missing)
		}
	}
}

func sentIsPrinted(t *testing.T, s *server) {
	o := s.cluster(t)
	a, sent := s.applier(t)
	for kind, desired := range applicable() {
		want, err := Body(desired, o)
		if err != nil {
			t.Fatal(err)
		}
		mustApply(t, a, desired, o, Applied)
		if !bytes.Equal(want, sent.body) {
			t.Errorf("%s: sent %s\nwant %s", kind, sent.body, want)
		}
	}
}

// edit is what somebody does to an object.
type edit struct {
	object client.Object
	change func(client.Object)
}

func on[T client.Object](desired T, change func(T)) edit {
	return edit{desired, func(o client.Object) { change(o.(T)) }}
}

func editsAreReverted(t *testing.T, s *server) {
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

func additionsStay(t *testing.T, s *server) {
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

func staleFieldsGo(t *testing.T, s *server) {
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

func foreignObjects(t *testing.T, s *server) {
	for name, e := range map[string]edit{
		"a person's Service":   on(service(), func(o *corev1.Service) { o.Labels = map[string]string{"app": "theirs"} }),
		"a person's ConfigMap": on(aclMap(), func(o *corev1.ConfigMap) { o.Labels = nil; o.Data = map[string]string{"theirs": "x"} }),
		"of another controller": on(aclMap(), func(o *corev1.ConfigMap) {
			yes := true
			o.OwnerReferences = []metav1.OwnerReference{{
				APIVersion: "v1", Kind: "Namespace", Name: "theirs", UID: s.namespaceUID(t), Controller: &yes,
			}}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			o := s.cluster(t)
			a, sent := s.applier(t)
			theirs := e.object.DeepCopyObject().(client.Object)
			e.change(theirs)
			if err := s.people.Create(t.Context(), theirs); err != nil {
				t.Fatal(err)
			}
			_, err := a.Object(t.Context(), e.object, o)
			if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), `"team-a/`+theirs.GetName()+`"`) {
				t.Errorf("error %v, want one that it is foreign and which", err)
			}
			if writes := sent.taken(); len(writes) != 0 || s.read(t, theirs).GetResourceVersion() != theirs.GetResourceVersion() {
				t.Errorf("sent %v", writes)
			}
		})
	}
	t.Run("one that was handed over", func(t *testing.T) {
		o := s.cluster(t)
		a, _ := s.applier(t)
		theirs := aclMap()
		theirs.Data, theirs.Labels = map[string]string{names.ACLFile: "old"}, map[string]string{names.LabelManagedBy: names.ManagedBy}
		if err := s.people.Create(t.Context(), theirs); err != nil {
			t.Fatal(err)
		}
		mustApply(t, a, aclMap(), o, Applied)
		mustApply(t, a, aclMap(), o, Unchanged)
		if missing := lacking(t, aclMap(), s.read(t, aclMap())); len(missing) > 0 {
			t.Errorf("the live object lacks %v", missing)
		}
	})
}

// madeMeanwhile: an object that appears after it was looked for.
func madeMeanwhile(t *testing.T, s *server) {
	o := s.cluster(t)
	a, _ := s.applier(t)
	theirs := service()
	theirs.Labels, theirs.Spec.Selector = nil, map[string]string{"app": "theirs"}
	if err := s.people.Create(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	body, err := Body(service(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.send(t.Context(), service(), body); !apierrors.IsConflict(err) {
		t.Errorf("error %v, want a conflict", err)
	}
	if diff := cmp.Diff(map[string]string{"app": "theirs"}, s.read(t, service()).(*corev1.Service).Spec.Selector); diff != "" {
		t.Errorf("their selector differs (-want +got):\n%s", diff)
	}
}

// greatestSize: the check and the API server draw the line at the same byte.
func greatestSize(t *testing.T, s *server) {
	o := s.cluster(t)
	a, sent := s.applier(t)
	m := aclMap()
	m.Data[names.ACLFile] = strings.Repeat("a", MaxConfigMapBytes)
	mustApply(t, a, m, o, Applied)
	m.Data[names.ACLFile] += "a"
	sent.taken()
	if _, err := a.Object(t.Context(), m, o); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want that it is too large", err)
	}
	if sent.taken(); sent.all != 0 {
		t.Error("a ConfigMap that is too large was sent")
	}
	render.Own(m, o)
	m.ResourceVersion = s.read(t, m).GetResourceVersion()
	if err := s.people.Update(t.Context(), m); !apierrors.IsInvalid(err) {
		t.Errorf("error %v, want that the API server refuses it", err)
	}
}

// movedPort: our port beside the moved one would be a second of the same name,
// which the API server refuses.
func movedPort(t *testing.T, s *server) {
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
