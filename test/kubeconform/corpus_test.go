package kubeconform_test

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/test/parity"
)

// structural are the keywords that a JSON schema says as the CRD does. rule is
// CEL, and the rest are rules about metadata.
func structural(keyword string) bool {
	switch keyword {
	case "type", "format", "pattern", "enum", "required", "closed", "minimum", "maximum",
		"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return true
	}
	return false
}

// TestStructureAsTheServerJudgesIt: every object that breaks something
// structural is refused, and every one that the server accepts is accepted.
func TestStructureAsTheServerJudgesIt(t *testing.T) {
	c, err := parity.New()
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]map[string]any{}
	wantRefused := map[string]bool{}
	for _, each := range c.Cases {
		// What stands in a status that users cannot write is dropped by the server
		// and judged by kubeconform.
		if each.Old != nil || each.Constraint.Dropped {
			continue
		}
		refused := len(each.Faults) > 0
		if refused && !structural(each.Constraint.Keyword) {
			continue
		}
		objects[each.String()], wantRefused[each.String()] = each.Object, refused
	}
	count := map[bool]int{}
	for name, got := range conform(t, objects) {
		want := wantRefused[name]
		count[want]++
		if got.refused != want {
			t.Errorf("%s: refused is %t, want %t: %s", name, got.refused, want, got.why)
		}
	}
	if count[true] < 100 || count[false] < 100 {
		t.Errorf("only %d refused and %d accepted objects were judged", count[true], count[false])
	}
}

// TestWhatKubeconformCannotSee: CEL rules are beyond it. valkey-menu validate and
// the API server refuse these objects, kubeconform takes them.
func TestWhatKubeconformCannotSee(t *testing.T) {
	c, err := parity.New()
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]map[string]any{}
	for _, each := range c.Cases {
		if each.Old == nil && each.Breaks && each.Constraint.Keyword == "rule" && len(each.Faults) > 0 {
			objects[each.String()] = each.Object
		}
	}
	for name, got := range conform(t, objects) {
		if got.refused {
			t.Errorf("%s: kubeconform refuses what only CEL says: %s", name, got.why)
		}
	}
	if len(objects) < 5 {
		t.Errorf("only %d objects break a CEL rule", len(objects))
	}
}

// TestMessages: what a user reads names the field.
func TestMessages(t *testing.T) {
	image := func(spec map[string]any) map[string]any {
		return map[string]any{"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyImage",
			"metadata": map[string]any{"name": "v9"}, "spec": spec}
	}
	objects := map[string]map[string]any{
		"an unknown field": image(map[string]any{"repository": "r", "tag": "9", "version": "9", "tagg": "9"}),
		"a missing field":  image(map[string]any{"repository": "r", "tag": "9"}),
		"a wrong type":     image(map[string]any{"repository": "r", "tag": "9", "version": 9}),
	}
	want := map[string]string{"an unknown field": "tagg", "a missing field": "version", "a wrong type": "/spec/version"}
	for name, got := range conform(t, objects) {
		if !got.refused || !strings.Contains(got.why, want[name]) {
			t.Errorf("%s: %+v, want %q in it", name, got, want[name])
		}
	}
}
