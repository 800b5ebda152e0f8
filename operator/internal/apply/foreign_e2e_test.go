//go:build e2e

package apply

import (
	"errors"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

func TestForeignObjectsAreNotTaken(t *testing.T) {
	s := shared
	for name, e := range map[string]edit{
		"a person's Service":   on(service(), func(o *corev1.Service) { o.Labels = map[string]string{"app": "theirs"} }),
		"a person's ConfigMap": on(aclMap(), func(o *corev1.ConfigMap) { o.Labels = nil; o.Data = map[string]string{"theirs": "x"} }),
		"of another controller": on(aclMap(), func(o *corev1.ConfigMap) {
			yes := true
			o.OwnerReferences = []metav1.OwnerReference{{
				APIVersion: "v1", Kind: "Namespace", Name: "default", UID: s.namespaceUID(t), Controller: &yes,
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
