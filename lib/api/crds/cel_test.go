package crds_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// oldest is the oldest Kubernetes that the CRDs must install on.
func oldest() *environment.EnvSet {
	return environment.MustBaseEnvSet(version.MajorMinor(1, 27))
}

// structural returns one node of a schema with only its own CEL rules, by
// JSON conversion of the whole.
func structural(t *testing.T, s *apiextensionsv1.JSONSchemaProps) *structuralschema.Structural {
	t.Helper()
	props := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(s, props, nil); err != nil {
		t.Fatal(err)
	}
	out, err := structuralschema.NewStructural(props)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func compileRules(t *testing.T, s *apiextensionsv1.JSONSchemaProps, isRoot bool, env *environment.EnvSet) []cel.CompilationResult {
	t.Helper()
	node := structural(t, s)
	results, err := cel.Compile(node, model.SchemaDeclType(node, isRoot), celconfig.PerCallLimit, env, cel.NewExpressionsEnvLoader())
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestRulesCompileOnTheOldestKubernetes(t *testing.T) {
	count := map[string]int{}
	for kind, crd := range byKind(t) {
		walk("", rootSchema(t, crd), func(path string, s *apiextensionsv1.JSONSchemaProps) {
			for i, result := range compileRules(t, s, path == "", oldest()) {
				count[kind]++
				if result.Error != nil {
					t.Errorf("%s %s: rule %q: %v", kind, path, s.XValidations[i].Rule, result.Error)
				}
			}
		})
	}
	// Five places of a cluster have rules, four of them twice: status.targetSpec
	// is another spec.
	want := map[string]int{"ValkeyConfig": 2, "ValkeyCluster": 10, "ValkeyNode": 8}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Errorf("number of rules (-want +got):\n%s", diff)
	}
}

// The check above must be able to fail: these compile on later versions alone.
func TestNewerFunctionsDoNotCompile(t *testing.T) {
	tests := map[string]string{
		"quantity": "isQuantity(self)",
		"ip":       "isIP(self)",
		"format":   "!format.dns1123Label().validate(self).hasValue()",
		"optional": "optional.of(self).hasValue()",
	}
	newest := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	for name, rule := range tests {
		t.Run(name, func(t *testing.T) {
			limit := int64(10)
			s := &apiextensionsv1.JSONSchemaProps{
				Type: "string", MaxLength: &limit, XValidations: apiextensionsv1.ValidationRules{{Rule: rule}},
			}
			if results := compileRules(t, s, false, newest); results[0].Error != nil {
				t.Errorf("%s does not compile anywhere: %v", rule, results[0].Error)
			}
			if results := compileRules(t, s, false, oldest()); results[0].Error == nil {
				t.Errorf("%s compiles on the oldest Kubernetes", rule)
			}
		})
	}
}

// The server of 1.27 drops the fields reason, fieldPath and optionalOldSelf,
// so that a rule that needs one would mean something else there.
func TestRulesUseNoNewerField(t *testing.T) {
	for kind, crd := range byKind(t) {
		walk("", rootSchema(t, crd), func(path string, s *apiextensionsv1.JSONSchemaProps) {
			for _, rule := range s.XValidations {
				if rule.Reason != nil || rule.FieldPath != "" || rule.OptionalOldSelf != nil || rule.MessageExpression != "" {
					t.Errorf("%s %s: rule %q has more than rule and message", kind, path, rule.Rule)
				}
				if rule.Message == "" {
					t.Errorf("%s %s: rule %q has no message", kind, path, rule.Rule)
				}
			}
		})
	}
}

// Two rules at one place with one message could not be told apart.
func TestMessagesAreDistinct(t *testing.T) {
	for kind, crd := range byKind(t) {
		walk("", rootSchema(t, crd), func(path string, s *apiextensionsv1.JSONSchemaProps) {
			seen := map[string]bool{}
			for _, rule := range s.XValidations {
				seen[rule.Message] = true
			}
			if len(seen) != len(s.XValidations) {
				t.Errorf("%s %s: a message occurs twice: %v", kind, path, slices.Sorted(maps.Keys(seen)))
			}
		})
	}
}

func TestMessageOfDuplicateUsernames(t *testing.T) {
	for _, kind := range []string{"ValkeyConfig", "ValkeyCluster"} {
		acl := rootSchema(t, byKind(t)[kind]).Properties["spec"].Properties["acl"]
		if len(acl.XValidations) != 1 || acl.XValidations[0].Message != "duplicate username in ACL bindings" {
			t.Errorf("%s: got %v, want the one rule with its message", kind, acl.XValidations)
		}
	}
}
