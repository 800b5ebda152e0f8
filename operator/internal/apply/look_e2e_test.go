//go:build e2e

package apply

import (
	"fmt"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/render"
)

// read returns the object as the API server has it.
func (s *server) read(t *testing.T, object client.Object) client.Object {
	t.Helper()
	live := object.DeepCopyObject().(client.Object)
	mustGet(t.Context(), t, s.people, live)
	return live
}

// edit writes as a person would, who is another manager of the fields.
func (s *server) edit(t *testing.T, e edit) {
	t.Helper()
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error { // the disruption controller writes status
		live := s.read(t, e.object)
		e.change(live)
		return s.people.Update(t.Context(), live, client.FieldOwner("kubectl-edit"))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *server) namespaceUID(t *testing.T) types.UID {
	t.Helper()
	n := &corev1.Namespace{}
	n.Name = "default"
	mustGet(t.Context(), t, s.people, n)
	return n.UID
}

// document is the object without what the server keeps about it.
func document(t *testing.T, object client.Object) map[string]any {
	t.Helper()
	d, err := render.Document(object)
	if err != nil {
		t.Fatal(err)
	}
	delete(d, "apiVersion")
	delete(d, "kind")
	if metadata, ok := d["metadata"].(map[string]any); ok {
		delete(metadata, "managedFields")
	}
	return d
}

// lacking lists the fields of desired that live lacks or has otherwise. It looks
// at nothing but the two objects.
func lacking(t *testing.T, desired, live client.Object) []string {
	t.Helper()
	return differences("", document(t, desired), document(t, live))
}

func differences(path string, desired, live any) []string {
	switch want := desired.(type) {
	case map[string]any:
		var all []string
		got, _ := live.(map[string]any)
		for key, value := range want {
			all = append(all, differences(path+"."+key, value, got[key])...)
		}
		return all
	case []any:
		var all []string
		got, _ := live.([]any)
		for i, value := range want {
			if i >= len(got) {
				return append(all, fmt.Sprintf("%s[%d]", path, i))
			}
			all = append(all, differences(fmt.Sprintf("%s[%d]", path, i), value, got[i])...)
		}
		return all
	}
	if !reflect.DeepEqual(desired, live) {
		return []string{path}
	}
	return nil
}
