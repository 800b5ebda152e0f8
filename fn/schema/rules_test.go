package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// ruleTrial is one CEL rule's accepted and refused changes of a full object,
// and where the refusal is reported.
type ruleTrial struct {
	accept, refuse []func(map[string]any)
	path           string
}

func setName(name string) func(map[string]any) {
	return func(o map[string]any) { meta(o)["name"] = name }
}

func setUsernames(names ...string) func(map[string]any) {
	return func(o map[string]any) {
		first := spec(o)["acl"].([]any)[0]
		list := []any{}
		for _, name := range names {
			binding := clone(first).(map[string]any)
			binding["username"] = name
			list = append(list, binding)
		}
		spec(o)["acl"] = list
	}
}

func setPodAnnotation(key string) func(map[string]any) {
	return func(o map[string]any) { spec(o)["podAnnotations"] = map[string]any{key: "x"} }
}

// ruleTrials has a row for each CEL rule that creation looks at.
func ruleTrials() map[string]ruleTrial {
	type changes = []func(map[string]any)
	return map[string]ruleTrial{
		"metadata.name must be at most 57 characters: pods add 6 more and are host names": {
			accept: changes{setName(strings.Repeat("a", 57)), setName("a")},
			refuse: changes{setName(strings.Repeat("a", 58))},
			path:   "metadata.name",
		},
		"metadata.name must be a DNS-1035 label: it starts with a letter and holds a-z, 0-9 and -": {
			accept: changes{setName("c4che"), setName("a-b-9")},
			refuse: changes{setName("1cache"), setName("a.b")},
			path:   "metadata.name",
		},
		"duplicate username in ACL bindings": {
			accept: changes{setUsernames("a", "b", "A"), setUsernames()},
			refuse: changes{setUsernames("a", "a"), setUsernames("a", "b", "c", "b")},
			path:   "spec.acl",
		},
		"usernames that start with _momento_ are reserved for system users": {
			accept: changes{setUsernames("_moment", "momento_", "_MOMENTO_x", "x_momento_")},
			refuse: changes{setUsernames("_momento_x"), setUsernames("_momento_")},
			path:   "spec.acl[0].username",
		},
		"annotation keys that start with valkey.gomomento.com/ are reserved: the prefix is reserved": {
			accept: changes{setPodAnnotation("gomomento.com/x"), setPodAnnotation("x.valkey.gomomento.com/x"), setPodAnnotation("valkey.gomomento.com")},
			refuse: changes{setPodAnnotation("valkey.gomomento.com/x"), setPodAnnotation("valkey.gomomento.com/")},
			path:   "spec.podAnnotations",
		},
	}
}

func TestEachRuleAcceptsAndRefuses(t *testing.T) {
	fast, slow := newValidator(t), withoutShortcut(t)
	tested := map[string]bool{}
	for _, kind := range kinds() {
		for _, message := range ruleMessages(fast.kinds[kind], false) {
			trial, ok := ruleTrials()[message]
			if !ok {
				t.Errorf("the rule %q has no trials", message)
			}
			tested[message] = true
			for i, change := range slices.Concat(trial.accept, trial.refuse) {
				t.Run(fmt.Sprintf("%s/%s/%d", kind, message, i), func(t *testing.T) {
					object := full(t, kind)
					change(object)
					got := fast.Validate(object)
					var want []Violation
					if i >= len(trial.accept) {
						want = []Violation{{Kind: KindCEL, Rule: "VK005", Path: trial.path, Message: message}}
					}
					for i := range got {
						got[i].BadValue = nil
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("violations (-want +got):\n%s", diff)
					}
					expect(t, slow.Validate(object), rulesAndPaths(got)...)
				})
			}
		}
	}
	if len(tested) != len(ruleTrials()) {
		t.Errorf("tested %v, which are not all rows", slices.Sorted(maps.Keys(tested)))
	}
}

// Each rule has a twin; otherwise the shortcut would be off for its kind, and
// a kind would cost a hundred times as much.
func TestTheShortcutKnowsEveryKind(t *testing.T) {
	v := newValidator(t)
	for _, kind := range kinds() {
		c := v.kinds[kind]
		if c.plain == nil || !c.sameHolds {
			t.Errorf("%s: shortcut %t, for updates %t, want both", kind, c.plain != nil, c.sameHolds)
		}
		if !c.shortcut(full(t, kind)) {
			t.Errorf("%s: the shortcut does not accept the full object", kind)
		}
	}
}

func TestTheShortcutLeavesUnknownSchemasAlone(t *testing.T) {
	tests := map[string]structuralschema.Structural{
		"a rule without a twin": {
			Generic:              structuralschema.Generic{Type: "string"},
			ValueValidation:      &structuralschema.ValueValidation{},
			ValidationExtensions: structuralschema.ValidationExtensions{XValidations: rule("self == 'a'")},
		},
		"another type":  {Generic: structuralschema.Generic{Type: "number"}},
		"nullable":      {Generic: structuralschema.Generic{Type: "string", Nullable: true}},
		"another bound": {Generic: structuralschema.Generic{Type: "array"}, Items: &structuralschema.Structural{Generic: structuralschema.Generic{Type: "string"}}, ValueValidation: &structuralschema.ValueValidation{UniqueItems: true}},
		"any fields":    {Generic: structuralschema.Generic{Type: "object"}, Extensions: structuralschema.Extensions{XPreserveUnknownFields: true}},
		"a format":      {Generic: structuralschema.Generic{Type: "string"}, ValueValidation: &structuralschema.ValueValidation{Format: "date-time"}},
	}
	for name, s := range tests {
		if newPlain(&s, twins()) != nil {
			t.Errorf("%s: the shortcut takes it", name)
		}
	}
}

func TestOnlyField(t *testing.T) {
	tests := map[string]string{
		"self.image == oldSelf.image":                               "image",
		"has(self.tls) == has(oldSelf.tls)":                         "tls",
		"self.metadata.name.size() <= 57":                           "metadata.name",
		"self.all(k, !k.startsWith('x'))":                           "",
		"!self.startsWith('_momento_')":                             "",
		"self.a == oldSelf.b":                                       "",
		"self.all(x, self.exists_one(y, y.username == x.username))": "",
		"size(self) < 3":                                            "",
	}
	for text, want := range tests {
		if got := strings.Join(onlyField(text), "."); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestHoldsWhenSame(t *testing.T) {
	tests := map[string]bool{
		"self.a == oldSelf.a":           true,
		"has(self.a) == has(oldSelf.a)": true,
		"has(self.a) == has(oldSelf.a) && (!has(self.a) || self.a == oldSelf.a)": true,
		"self.a > oldSelf.a":                false,
		"self.a == oldSelf.b":               false,
		"self.a == oldSelf.a && self.a > 3": false,
		"oldSelf.a < 3":                     false,
	}
	for text, want := range tests {
		if got := holdsWhenSame(text); got != want {
			t.Errorf("%s: got %t, want %t", text, got, want)
		}
	}
}
