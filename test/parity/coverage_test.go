package parity

import (
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// A change of the CRDs without cases must break the build.
func TestEveryDemandNeedsItsObjects(t *testing.T) {
	type schema = *apiextensionsv1.JSONSchemaProps
	field := func(change func(schema)) func(schema) {
		return func(spec schema) {
			shards := spec.Properties["shards"]
			change(&shards)
			spec.Properties["shards"] = shards
		}
	}
	bound := float64(9)
	tests := map[string]struct {
		change func(spec schema)
		want   string // in the error; empty for none
	}{
		"nothing": {func(schema) {}, ""},
		"a bound": {field(func(s schema) { s.Maximum = &bound }), ""},
		"a new rule": {func(spec schema) {
			spec.XValidations = append(spec.XValidations, apiextensionsv1.ValidationRule{Rule: "self.shards > 0", Message: "some shards"})
		}, `no object breaks "ValkeyCluster spec rule some shards"`},
		"another text of a rule":    {func(spec schema) { spec.XValidations[0].Rule = "true" }, "no object keeps to \"ValkeyCluster spec rule tls"},
		"another message of a rule": {func(spec schema) { spec.XValidations[0].Message = "no" }, "no object keeps to \"ValkeyCluster spec rule no\""},
		"no rule":                   {func(spec schema) { spec.XValidations = nil }, "testdata/rules/tls-presence.yaml ValkeyCluster spec belongs to nothing"},
		"a rule in place of one":    {field(func(s schema) { s.XValidations = apiextensionsv1.ValidationRules{{Rule: "self > 0", Message: "x"}} }), "spec.shards rule x"},
		"a new pattern": {func(spec schema) {
			ref := spec.Properties["configRef"]
			ref.Pattern = "^x$"
			spec.Properties["configRef"] = ref
		}, "no file in testdata/patterns has values for ^x$"},
		"an unknown keyword": {field(func(s schema) { s.MultipleOf = &bound }), "keyword that the corpus does not know"},
		"an unknown format":  {field(func(s schema) { s.Format = "uint8" }), `no object keeps to "ValkeyCluster spec.shards format uint8"`},
		"an unknown type":    {field(func(s schema) { s.Type = "number" }), `no sample for type "number"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := newCorpus(changed(t, test.change))
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want an error that says %q", err, test.want)
			}
		})
	}
}

// changed returns the CRDs with another spec of ValkeyCluster.
func changed(t *testing.T, change func(*apiextensionsv1.JSONSchemaProps)) []definition {
	t.Helper()
	all, err := definitions()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range all {
		if d.kind() != "ValkeyCluster" {
			continue
		}
		root := d.crd.Spec.Versions[0].Schema.OpenAPIV3Schema
		spec := root.Properties["spec"]
		change(&spec)
		root.Properties["spec"] = spec
		if all[i], err = newDefinition(d.crd); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
