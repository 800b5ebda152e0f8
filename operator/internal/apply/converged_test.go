package apply

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

func TestMatch(t *testing.T) {
	for name, c := range map[string]struct {
		owned, desired, live string
		want                 bool
	}{
		"scalar":               {`{"f:a":{}}`, `{"a":1}`, `{"a":1}`, true},
		"other value":          {`{"f:a":{}}`, `{"a":1}`, `{"a":2}`, false},
		"value is gone":        {`{"f:a":{}}`, `{"a":1}`, `{}`, false},
		"foreign field":        {`{"f:a":{}}`, `{"a":1}`, `{"a":1,"b":2}`, true},
		"not owned":            {`{"f:a":{}}`, `{"a":1,"b":2}`, `{"a":1,"b":2}`, false},
		"owned no more wanted": {`{"f:a":{},"f:b":{}}`, `{"a":1}`, `{"a":1,"b":2}`, false},
		"one for the other":    {`{"f:b":{}}`, `{"a":1}`, `{"a":1,"b":2}`, false},
		"nested":               {`{"f:m":{".":{},"f:a":{}}}`, `{"m":{"a":1}}`, `{"m":{"a":1,"b":2}}`, true},
		"nested value":         {`{"f:m":{".":{},"f:a":{}}}`, `{"m":{"a":1}}`, `{"m":{"a":2}}`, false},
		"became a scalar":      {`{"f:m":{"f:a":{}}}`, `{"m":1}`, `{"m":1}`, false},
		"was a map":            {`{"f:m":{"f:a":{}}}`, `{"m":{"a":1}}`, `{"m":1}`, false},
		"was a list":           {`{"f:m":{"v:1":{}}}`, `{"m":[1]}`, `{"m":1}`, false},
		"whole map":            {`{"f:m":{}}`, `{"m":{"a":1}}`, `{"m":{"a":1}}`, true},
		"whole map with more":  {`{"f:m":{}}`, `{"m":{"a":1}}`, `{"m":{"a":1,"b":2}}`, false},
		"empty map":            {`{"f:m":{}}`, `{"m":{}}`, `{"m":{"b":2}}`, true},
		"empty map is gone":    {`{"f:m":{}}`, `{"m":{}}`, `{}`, false},
		"only itself":          {`{"f:m":{".":{}}}`, `{"m":{"a":1}}`, `{"m":{"a":1}}`, false},
		"whole list":           {`{"f:l":{}}`, `{"l":[1,2]}`, `{"l":[1,2]}`, true},
		"whole list in order":  {`{"f:l":{}}`, `{"l":[1,2]}`, `{"l":[2,1]}`, false},
		"by value":             {`{"f:l":{".":{},"v:\"x\"":{}}}`, `{"l":["x"]}`, `{"l":["y","x"]}`, true},
		"by value is gone":     {`{"f:l":{".":{},"v:\"x\"":{}}}`, `{"l":["x"]}`, `{"l":["y"]}`, false},
		"by value unwanted":    {`{"f:l":{"v:\"x\"":{},"v:\"y\"":{}}}`, `{"l":["x"]}`, `{"l":["y","x"]}`, false},
		"by value changed":     {`{"f:l":{"v:\"x\"":{}}}`, `{"l":["y"]}`, `{"l":["y","x"]}`, false},
		"by value not owned":   {`{"f:l":{"v:\"x\"":{}}}`, `{"l":["x","y"]}`, `{"l":["y","x"]}`, false},
		"by key": {
			`{"f:l":{"k:{\"p\":1}":{".":{},"f:n":{},"f:p":{}}}}`, `{"l":[{"p":1,"n":"x"}]}`, `{"l":[{"p":2},{"p":1,"n":"x","d":0}]}`, true,
		},
		"by key other value": {
			`{"f:l":{"k:{\"p\":1}":{".":{},"f:n":{},"f:p":{}}}}`, `{"l":[{"p":1,"n":"x"}]}`, `{"l":[{"p":1,"n":"y"}]}`, false,
		},
		"by key is gone":  {`{"f:l":{"k:{\"p\":1}":{"f:p":{}}}}`, `{"l":[{"p":1}]}`, `{"l":[{"p":2}]}`, false},
		"by key unwanted": {`{"f:l":{"k:{\"p\":1}":{"f:p":{}}}}`, `{"l":[{"p":2}]}`, `{"l":[{"p":1},{"p":2}]}`, false},
		"a key by default": {
			`{"f:l":{"k:{\"p\":1,\"q\":\"TCP\"}":{"f:p":{}}}}`, `{"l":[{"p":1}]}`, `{"l":[{"p":1,"q":"TCP"}]}`, true,
		},
		"whole item":           {`{"f:l":{"k:{\"p\":1}":{}}}`, `{"l":[{"p":1}]}`, `{"l":[{"p":1}]}`, true},
		"whole item with more": {`{"f:l":{"k:{\"p\":1}":{}}}`, `{"l":[{"p":1}]}`, `{"l":[{"p":1,"n":2}]}`, false},
		"by place":             {`{"f:l":{"i:0":{}}}`, `{"l":[1]}`, `{"l":[1]}`, false},
		"unreadable":           {`{"f:l":{"k:{":{}}}`, `{"l":[1]}`, `{"l":[1]}`, false},
		"of no known form":     {`{"f:a":1}`, `{"a":1}`, `{"a":1}`, false},
	} {
		if got := match(parse(t, c.owned), any(parse(t, c.desired)), any(parse(t, c.live))); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func parse(t *testing.T, text string) map[string]any {
	t.Helper()
	var document map[string]any
	if err := utiljson.Unmarshal([]byte(text), &document); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return document
}

// TestOwnedFields: only what our manager applied to the object itself counts.
func TestOwnedFields(t *testing.T) {
	ours := metav1.ManagedFieldsEntry{
		Manager: "valkey-operator", Operation: metav1.ManagedFieldsOperationApply, APIVersion: "v1",
		FieldsV1: metav1.NewFieldsV1(`{"f:data":{"f:a":{}},"f:metadata":{".":{}}}`),
	}
	body := []byte(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"n","namespace":"s"},"data":{"a":"b"}}`)
	for name, c := range map[string]struct {
		change func(*metav1.ManagedFieldsEntry)
		want   bool
	}{
		"ours": {func(e *metav1.ManagedFieldsEntry) {
			e.FieldsV1.SetRawString(`{"f:data":{"f:a":{}},"f:metadata":{".":{}}}`)
		}, true},
		"another":       {func(e *metav1.ManagedFieldsEntry) { e.Manager = "kubectl" }, false},
		"an update":     {func(e *metav1.ManagedFieldsEntry) { e.Operation = metav1.ManagedFieldsOperationUpdate }, false},
		"of a part":     {func(e *metav1.ManagedFieldsEntry) { e.Subresource = "status" }, false},
		"other version": {func(e *metav1.ManagedFieldsEntry) { e.APIVersion = "v2" }, false},
		"no fields":     {func(e *metav1.ManagedFieldsEntry) { e.FieldsV1 = nil }, false},
	} {
		entry := *ours.DeepCopy()
		c.change(&entry)
		live := &corev1.ConfigMap{Data: map[string]string{"a": "b"}}
		live.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "kubectl"}, entry}
		if got, err := converged(live, body); err != nil || got != c.want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
	broken := &corev1.ConfigMap{}
	ours.FieldsV1 = metav1.NewFieldsV1(`{`)
	broken.ManagedFields = []metav1.ManagedFieldsEntry{ours}
	if _, err := converged(broken, body); err == nil {
		t.Error("unreadable managedFields are no error")
	}
}
