package apply

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// TestBodyIsThePrintedObject: nothing but the owner reference is added.
func TestBodyIsThePrintedObject(t *testing.T) {
	for kind, desired := range applicable() {
		before := desired.DeepCopyObject()
		raw, err := Body(desired, owner())
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := utiljson.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		owners := takeOwners(got)
		want, err := render.Document(desired)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s differs from what is printed (-want +got):\n%s", kind, diff)
		}
		reference := any([]any{map[string]any{
			"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyCluster", "name": "cache", "uid": "uid-of-cache",
			"controller": true, "blockOwnerDeletion": true,
		}})
		if diff := cmp.Diff(reference, owners); diff != "" {
			t.Errorf("%s: owner references differ (-want +got):\n%s", kind, diff)
		}
		if again, err := Body(desired, owner()); err != nil || string(again) != string(raw) || !reflect.DeepEqual(before, desired.DeepCopyObject()) {
			t.Errorf("%s: other bytes the second time, or the object changed: %v", kind, err)
		}
	}
}

func takeOwners(document map[string]any) any {
	metadata, _ := document["metadata"].(map[string]any)
	owners := metadata["ownerReferences"]
	delete(metadata, "ownerReferences")
	return owners
}

func TestBodyRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		object client.Object
		owner  metav1.OwnerReference
		want   string
	}{
		"no kind": {&corev1.ConfigMap{}, owner(), "has no kind"},
		"no UID":  {service(), render.ClusterOwner("cache", ""), `Service "team-a/cache": the owner has no UID`},
	} {
		if _, err := Body(c.object, c.owner); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestSizeCheck(t *testing.T) {
	full := strings.Repeat("a", names.MaxConfigMapBytes-1)
	for name, c := range map[string]struct {
		object client.Object
		want   string
	}{
		"small":           {aclMap(), ""},
		"another kind":    {service(), ""},
		"just fits":       {&corev1.ConfigMap{Data: map[string]string{"a": full, "b": "b"}}, ""},
		"a byte too much": {&corev1.ConfigMap{Data: map[string]string{"a": full, "b": "bb"}}, "1048577 bytes"},
		"binary": {&corev1.ConfigMap{
			Data: map[string]string{"a": full}, BinaryData: map[string][]byte{"b": []byte("bb")},
		}, "1048577 bytes"},
	} {
		err := checkSize(c.object)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestEmptyLists(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"a list":  {`{"metadata":{"ownerReferences":[1]},"spec":{"ports":[1],"type":"x"}}`, `{"ports":null}`},
		"below":   {`{"spec":{"a":{"b":[1],"c":1},"d":{}}}`, `{"a":{"b":null}}`},
		"none":    {`{"data":{"a":"b"}}`, ""},
		"garbage": {`[`, ""},
	} {
		patch, some := emptyLists([]byte(c.body), "7")
		want := ""
		if c.want != "" {
			want = `{"metadata":{"resourceVersion":"7"},"spec":` + c.want + `}`
		}
		if some != (want != "") || some && string(patch) != want {
			t.Errorf("%s: %s, %v, want %s", name, patch, some, want)
		}
		if some && !json.Valid(patch) {
			t.Errorf("%s: %s", name, patch)
		}
	}
}
