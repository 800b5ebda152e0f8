package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func TestDefault(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"key access": {
			`{acl: [{permissions: [{keys: [{pattern: a}, {pattern: b, access: read}]}]}]}`,
			`{acl: [{permissions: [{keys: [{pattern: a, access: readwrite}, {pattern: b, access: read}]}]}]}`,
		},
		"nulls":          {`{shards: 3, tls: null, acl: [{permissions: [{keys: [{access: null}]}]}]}`, `{shards: 3, acl: [{permissions: [{keys: [{access: readwrite}]}]}]}`},
		"unknown fields": {`{shrads: {a: null, b: 1}}`, `{shrads: {a: null, b: 1}}`},
		"empty list":     {`{acl: []}`, `{acl: []}`},
		"nothing to do":  {`{shards: 3.0}`, `{shards: 3}`},
	}
	v := newValidator(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			object, want := cluster(t), cluster(t)
			object["spec"], want["spec"] = parse(t, test.in), parse(t, test.want)
			before := cloneObject(object)
			got := v.Default(object)
			if diff := cmp.Diff(mustCopy(t, want), got); diff != "" {
				t.Errorf("defaulted (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, object); diff != "" {
				t.Errorf("the object changed:\n%s", diff)
			}
			if diff := cmp.Diff(got, v.Default(got)); diff != "" {
				t.Errorf("defaulting twice differs:\n%s", diff)
			}
		})
	}
}

func TestDefaultOfANode(t *testing.T) {
	node := full(t, v1alpha1.KindNode)
	delete(spec(node), "lifecycle")
	if got := spec(newValidator(t).Default(node))["lifecycle"]; got != "Active" {
		t.Errorf("got lifecycle %v, want Active", got)
	}
}

// The status that the server would add stays out of manifests; one that is
// there stays in.
func TestDefaultAddsNoStatus(t *testing.T) {
	v := newValidator(t)
	object := cluster(t)
	if status, has := v.Default(object)["status"]; has {
		t.Errorf("got status %v, want none", status)
	}
	object["status"] = map[string]any{"state": "Active"}
	if diff := cmp.Diff(object["status"], v.Default(object)["status"]); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
}

func TestDefaultLeavesOthersAlone(t *testing.T) {
	v := newValidator(t)
	for _, object := range []map[string]any{
		nil,
		{"apiVersion": "v1", "kind": "Secret", "data": nil, "n": 1.0},
		{"apiVersion": v1alpha1.APIVersion, "kind": v1alpha1.KindCluster, "spec": struct{}{}},
	} {
		if diff := cmp.Diff(object, v.Default(object)); diff != "" {
			t.Errorf("changed (-want +got):\n%s", diff)
		}
	}
}

func mustCopy(t *testing.T, object map[string]any) map[string]any {
	t.Helper()
	out, bad := copyObject(object)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	return out
}
