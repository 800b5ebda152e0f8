package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/test/parity"
)

// Over the corpus that is derived from the CRDs, and over random damage: the
// shortcut must say what the server's libraries say, and no object may change.
// That they say what the server does is the business of test/parity.
func TestShortcutOverTheCorpus(t *testing.T) {
	fast, slow := newValidator(t), withoutShortcut(t)
	corpus, err := parity.New()
	if err != nil {
		t.Fatal(err)
	}
	agree := func(name string, object, old map[string]any) {
		validate := func(v *Validator) []Violation {
			if old != nil {
				return v.ValidateUpdate(object, old)
			}
			return v.Validate(object)
		}
		before := cloneObject(object)
		got := validate(fast)
		if diff := cmp.Diff(validate(slow), got); diff != "" {
			t.Errorf("%s: with the libraries alone (-) and with the shortcut (+):\n%s", name, diff)
		}
		fast.Answer(object)
		fast.Default(object)
		if diff := cmp.Diff(before, object); diff != "" {
			t.Errorf("%s: the object changed:\n%s", name, diff)
		}
	}
	for _, c := range corpus.Cases {
		agree(c.String(), c.Object, c.Old)
	}
	for _, m := range corpus.Mutants(1, 300) {
		agree(m.Name, m.Object, nil)
		agree(m.Name, m.Object, m.Before)
	}
}

// The answer has no more in it than the violations may show.
func TestAnswersKeepSecrets(t *testing.T) {
	for name, change := range secretTests() {
		t.Run(name, func(t *testing.T) {
			expectNoSecret(t, change, func(v *Validator, o map[string]any) any { return v.Answer(o) })
		})
	}
}

func TestAnswer(t *testing.T) {
	v := newValidator(t)
	const kept, missing = "spec.configRef", "FieldValueRequired"
	tests := map[string]struct {
		change func(map[string]any)
		want   Answer
	}{
		"nothing wrong":   {func(map[string]any) {}, Answer{}},
		"of no group":     {func(o map[string]any) { o["apiVersion"] = "v1"; o["kind"] = "Secret" }, Answer{}},
		"another version": {func(o map[string]any) { o["apiVersion"] = "valkey.gomomento.com/v1" }, Answer{Undecodable: true}},
		"metadata of another type, and more": {
			func(o map[string]any) { meta(o)["name"] = 1; spec(o)["shards"] = 0 }, Answer{Undecodable: true},
		},
		"our own rules": {
			func(o map[string]any) { delete(meta(o), "name"); meta(o)["generateName"] = "a-" }, Answer{},
		},
		"rules skipped, once said": {
			func(o map[string]any) { delete(spec(o), "configRef"); delete(spec(o), "shards") },
			Answer{Causes: []Cause{
				{"FieldValueInvalid", "<nil>", RulesSkipped}, {missing, kept, ""}, {missing, "spec.shards", ""},
			}},
		},
		"unknown fields beside a rule": {
			func(o map[string]any) { spec(o)["zz"] = 1; o["a"] = 1; meta(o)["name"] = "9" },
			Answer{
				UnknownFields: []string{"a", "spec.zz"},
				Causes:        []Cause{{"FieldValueInvalid", "<nil>", "metadata.name must be a DNS-1035 label: it starts with a letter and holds a-z, 0-9 and -"}},
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			object := cluster(t)
			test.change(object)
			if diff := cmp.Diff(test.want, v.Answer(object)); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// A kind without CEL rules has none to skip.
func TestNothingIsSkippedWithoutRules(t *testing.T) {
	object := full(t, "ValkeyImage")
	delete(spec(object), "tag")
	want := Answer{Causes: []Cause{{"FieldValueRequired", "spec.tag", ""}}}
	if diff := cmp.Diff(want, newValidator(t).Answer(object)); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
}

func TestAnswerUpdate(t *testing.T) {
	v := newValidator(t)
	old, changed := cluster(t), cluster(t)
	spec(changed)["tls"] = map[string]any{"secretRef": "a"}
	want := Answer{Causes: []Cause{{"FieldValueInvalid", "spec", "tls cannot be added or removed: presence of tls is immutable"}}}
	if diff := cmp.Diff(want, v.AnswerUpdate(changed, old)); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	for name, other := range map[string]map[string]any{"another kind": full(t, "ValkeyImage"), "nothing": nil} {
		if diff := cmp.Diff(v.Answer(changed), v.AnswerUpdate(changed, other)); diff != "" {
			t.Errorf("%s is no earlier state: answer (-creation +update):\n%s", name, diff)
		}
	}
}
