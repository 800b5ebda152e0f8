package definitions

import (
	"reflect"
	"strings"
	"testing"
)

// TestEveryTextHasItsField: a text for a field that is gone is left over.
func TestEveryTextHasItsField(t *testing.T) {
	for owner, texts := range fields() {
		names := map[string]bool{}
		for i := range owner.NumField() {
			name, _, _ := strings.Cut(owner.Field(i).Tag.Get("json"), ",")
			names[name] = true
		}
		for name, f := range texts {
			if !names[name] {
				t.Errorf("%s has no field %q of its own", owner, name)
			}
			if f.text == "" || !strings.HasSuffix(f.text, ".") {
				t.Errorf("%s.%s: %q is no sentence", owner, name, f.text)
			}
		}
	}
}

func TestFollowFindsNoFieldThatIsNotThere(t *testing.T) {
	specs, err := specSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range [][]string{{"nothing"}, {"imageRef", each}, {"acl", each, "nothing"}} {
		if _, ok := follow(specs["ValkeyConfig"], path); ok {
			t.Errorf("%v was found", path)
		}
	}
	if got, ok := follow(specs["ValkeyConfig"], []string{"acl", each, "username"}); !ok || got.Type != "string" {
		t.Errorf("a username is %v, %t", got.Type, ok)
	}
	if reflect.DeepEqual(specs["ValkeyConfig"], specs["ValkeyRole"]) {
		t.Error("the kinds have one schema")
	}
}
