package schema

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func TestReferenceManifestsAreAccepted(t *testing.T) {
	v := newValidator(t)
	objects := readFile(t, "testdata/reference.yaml")
	if len(objects) != 3 {
		t.Fatalf("got %d objects, want 3", len(objects))
	}
	for _, object := range objects {
		expect(t, v.Validate(object))
	}
}

// One row for each kind of violation, with its text.
func TestMessages(t *testing.T) {
	tests := map[string]struct {
		change func(map[string]any)
		want   Violation
	}{
		"unknown field": {
			func(o map[string]any) { spec(o)["shrads"] = 3 },
			Violation{Kind: KindUnknownField, Rule: "VK002", Path: "spec.shrads", Message: `unknown field "shrads" (did you mean "shards"?)`},
		},
		"unknown field that only starts like one": {
			func(o map[string]any) { spec(o)["replicas"] = 3 },
			Violation{Kind: KindUnknownField, Rule: "VK002", Path: "spec.replicas", Message: `unknown field "replicas" (did you mean "replicasPerShard"?)`},
		},
		"unknown field like none": {
			func(o map[string]any) { o["a.b[0]"] = 3 },
			Violation{Kind: KindUnknownField, Rule: "VK002", Path: `["a.b[0]"]`, Message: `unknown field "a.b[0]"`},
		},
		"unknown field of metadata": {
			func(o map[string]any) { meta(o)["lables"] = map[string]any{} },
			Violation{Kind: KindUnknownField, Rule: "VK002", Path: "metadata.lables", Message: `unknown field "lables" (did you mean "labels"?)`},
		},
		"unknown field of a status that the server drops": {
			func(o map[string]any) { o["status"] = map[string]any{"stat": "x", "state": "nonsense"} },
			Violation{Kind: KindUnknownField, Rule: "VK002", Path: "status.stat", Message: `unknown field "stat" (did you mean "state"?)`},
		},
		"wrong type": {
			func(o map[string]any) { spec(o)["shards"] = "three" },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.shards", Message: `must be of type integer, got string "three"`, BadValue: "three", Blocking: true},
		},
		"a list where one belongs": {
			func(o map[string]any) { spec(o)["configRef"] = []any{"a"} },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.configRef", Message: `must be of type string, got array`, Blocking: true},
		},
		"missing": {
			func(o map[string]any) { delete(spec(o), "configRef") },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.configRef", Message: `required field is missing`, Blocking: true},
		},
		"too small": {
			func(o map[string]any) { spec(o)["shards"] = 0 },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.shards", Message: `must be greater than or equal to 1, got integer 0`, BadValue: 0},
		},
		"too large": {
			func(o map[string]any) { spec(o)["shards"] = 3000000000 },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.shards", Message: `must fit into 32 bits, got integer 3000000000`, BadValue: 3000000000},
		},
		"not in the enum": {
			func(o map[string]any) { spec(o)["placement"] = map[string]any{"zoneSpread": "Required"} },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.placement.zoneSpread", BadValue: "Required", Blocking: true,
				Message: `must be one of "bestEffort", "required", got string "Required" (did you mean "required"?)`},
		},
		"too long": {
			func(o map[string]any) { spec(o)["configRef"] = strings.Repeat("é", 254) },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.configRef", BadValue: strings.Repeat("é", 254), Blocking: true,
				Message: `must be at most 253 characters long, got 254`},
		},
		"too many": {
			func(o map[string]any) { spec(o)["placement"] = map[string]any{"zones": manyItems("a", 129)} },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.placement.zones", Message: `must have at most 128 items, got 129`, Blocking: true},
		},
		"too many keys": {
			func(o map[string]any) { spec(o)["podAnnotations"] = manyKeys(257) },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.podAnnotations", Message: `must have at most 256 keys, got 257`, Blocking: true},
		},
		"a map's value": {
			func(o map[string]any) { spec(o)["podAnnotations"] = map[string]any{"a.b/c[d]": 1} },
			Violation{Kind: KindSchema, Rule: "VK001", Path: `spec.podAnnotations["a.b/c[d]"]`, Message: `must be of type string, got integer 1`, BadValue: 1, Blocking: true},
		},
		"not JSON": {
			func(o map[string]any) { spec(o)["shards"] = math.NaN() },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "spec.shards", Message: `must be something that JSON can express, got float64`, Blocking: true},
		},
		"no metadata": {
			func(o map[string]any) { delete(o, "metadata") },
			Violation{Kind: KindMetadata, Rule: "VK007", Path: "metadata.name", Message: `name or generateName is required`, Blocking: true},
		},
		"metadata is text": {
			func(o map[string]any) { o["metadata"] = "cache" },
			Violation{Kind: KindSchema, Rule: "VK001", Path: "metadata", Message: `must be of type object, got string`, Blocking: true},
		},
		"label of another type": {
			func(o map[string]any) { meta(o)["labels"] = map[string]any{"example.com/tier": 1} },
			Violation{Kind: KindMetadata, Rule: "VK007", Path: `metadata.labels["example.com/tier"]`, Message: `must be of type string, got integer 1`, Blocking: true},
		},
		"name of another type": {
			func(o map[string]any) { meta(o)["name"] = 12 },
			Violation{Kind: KindMetadata, Rule: "VK007", Path: "metadata.name", Message: `must be of type string, got integer 12`, Blocking: true},
		},
		"generateName alone": {
			func(o map[string]any) { delete(meta(o), "name"); meta(o)["generateName"] = "cache-" },
			Violation{Kind: KindMetadata, Rule: "VK008", Path: "metadata.generateName",
				Message: "the object has generateName and no name, which kustomize cannot build and nothing can refer to"},
		},
		"unknown kind": {
			func(o map[string]any) { o["kind"] = "ValkeyClutser" },
			Violation{Kind: KindAPIVersion, Rule: "VK009", Path: "kind", Message: `unknown kind "ValkeyClutser" (did you mean "ValkeyCluster"?)`, Blocking: true},
		},
		"unknown version": {
			func(o map[string]any) { o["apiVersion"] = "valkey.gomomento.com/v1" },
			Violation{Kind: KindAPIVersion, Rule: "VK009", Path: "apiVersion", Blocking: true,
				Message: `unknown apiVersion "valkey.gomomento.com/v1" (did you mean "valkey.gomomento.com/v1alpha1"?)`},
		},
	}
	v := newValidator(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			object := cluster(t)
			test.change(object)
			got := v.Validate(object)
			want := []Violation{test.want}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNamespaces(t *testing.T) {
	v := newValidator(t)
	object := full(t, v1alpha1.KindConfig)
	meta(object)["namespace"] = "team-a"
	want := []Violation{{
		Kind: KindNamespace, Rule: "VK003", Path: "metadata.namespace", BadValue: "team-a",
		Message: `ValkeyConfig is cluster-scoped and has no namespace, got "team-a"`,
	}}
	if diff := cmp.Diff(want, v.Validate(object)); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
	object = cluster(t)
	delete(meta(object), "namespace")
	expect(t, v.Validate(object))
	meta(object)["namespace"] = "Team A"
	expect(t, v.Validate(object), "VK007 metadata.namespace")
}

func TestMetadataRules(t *testing.T) {
	tests := map[string]struct {
		change func(meta map[string]any)
		want   []string
	}{
		"paused":                  {func(m map[string]any) { m["annotations"] = map[string]any{"valkey.gomomento.com/paused": "true"} }, nil},
		"annotation key":          {func(m map[string]any) { m["annotations"] = map[string]any{"a b": "x"} }, []string{"VK007 metadata.annotations"}},
		"annotations too large":   {func(m map[string]any) { m["annotations"] = map[string]any{"a": strings.Repeat("x", 256<<10)} }, []string{"VK007 metadata.annotations"}},
		"annotation is a boolean": {func(m map[string]any) { m["annotations"] = map[string]any{"a": true} }, []string{"VK007 metadata.annotations.a"}},
		"annotations are a list":  {func(m map[string]any) { m["annotations"] = []any{} }, []string{"VK007 metadata.annotations"}},
		"label value":             {func(m map[string]any) { m["labels"] = map[string]any{"a": "x y"} }, []string{"VK007 metadata.labels"}},
		"finalizer":               {func(m map[string]any) { m["finalizers"] = []any{"valkey.gomomento.com/cleanup"} }, nil},
		"bad finalizer":           {func(m map[string]any) { m["finalizers"] = []any{"a b"} }, []string{"VK007 metadata.finalizers"}},
		"owner without uid": {func(m map[string]any) {
			m["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "Pod", "name": "p"}}
		}, []string{"VK007 metadata.ownerReferences[0].uid"}},
		"unknown field of an owner": {func(m map[string]any) {
			m["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "1", "ui": "1"}}
		}, []string{"VK002 metadata.ownerReferences[0].ui"}},
		"generation is text": {func(m map[string]any) { m["generation"] = "x" }, []string{"VK007 metadata"}},
		"null creation":      {func(m map[string]any) { m["creationTimestamp"] = nil }, nil},
		"null labels":        {func(m map[string]any) { m["labels"] = nil }, nil},
		"bad name":           {func(m map[string]any) { m["name"] = "A" }, []string{"VK005 metadata.name", "VK007 metadata.name"}},
		"empty name":         {func(m map[string]any) { m["name"] = "" }, []string{"VK007 metadata.name"}},
		"bad prefix":         {func(m map[string]any) { delete(m, "name"); m["generateName"] = "A" }, []string{"VK005 metadata.name", "VK007 metadata.name", "VK007 metadata.generateName", "VK008 metadata.generateName"}},
		"long prefix":        {func(m map[string]any) { delete(m, "name"); m["generateName"] = strings.Repeat("a", 53) }, []string{"VK005 metadata.name", "VK008 metadata.generateName"}},
		"longest prefix":     {func(m map[string]any) { delete(m, "name"); m["generateName"] = strings.Repeat("a", 52) }, []string{"VK008 metadata.generateName"}},
		"kustomize's own keys": {func(m map[string]any) {
			m["annotations"] = map[string]any{"internal.config.kubernetes.io/previousNames": "a,b"}
		}, nil},
	}
	fast, slow := newValidator(t), withoutShortcut(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			object := cluster(t)
			test.change(meta(object))
			got := map[string]bool{}
			for _, each := range rulesAndPaths(fast.Validate(object)) {
				got[each] = true
			}
			want := map[string]bool{}
			for _, each := range test.want {
				want[each] = true
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(slow.Validate(object), fast.Validate(object)); diff != "" {
				t.Errorf("with the libraries alone (-) and with the shortcut (+):\n%s", diff)
			}
		})
	}
}

func TestOthersAreLeftAlone(t *testing.T) {
	v := newValidator(t)
	tests := map[string]struct {
		apiVersion, kind any
		ours             bool
	}{
		"a Secret":                   {"v1", "Secret", false},
		"the official operator's":    {"valkey.io/v1alpha1", "ValkeyCluster", false},
		"our functions' configs":     {"fn.valkey.gomomento.com/v1alpha1", "ValkeyMenu", false},
		"nothing":                    {nil, nil, false},
		"numbers":                    {1, 2, false},
		"a kind of ours":             {"valkey.gomomento.com/v1alpha1", "ValkeyRole", true},
		"another kind":               {"valkey.gomomento.com/v1alpha1", "Deployment", true},
		"no kind":                    {"valkey.gomomento.com/v1alpha1", nil, true},
		"another version":            {"valkey.gomomento.com/v2", "ValkeyRole", true},
		"no version":                 {"valkey.gomomento.com", "ValkeyRole", true},
		"a misspelt group":           {"valkey.gomomento.io/v1alpha1", "ValkeyRole", true},
		"a misspelt group's other":   {"valkey.gomomento.io/v1alpha1", "Deployment", false},
		"a kind of ours in no group": {"v1alpha1", "ValkeyRole", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			object := map[string]any{"apiVersion": test.apiVersion, "kind": test.kind, "spec": 1}
			if got := v.Handles(object); got != test.ours {
				t.Errorf("Handles: got %t, want %t", got, test.ours)
			}
			if got := v.Validate(object); (len(got) > 0) != test.ours {
				t.Errorf("Validate: got %v", got)
			}
		})
	}
	expect(t, v.Validate(nil))
}

func TestNumbersInEveryForm(t *testing.T) {
	v := newValidator(t)
	for _, three := range []any{3, int64(3), int32(3), uint64(3), 3.0, json.Number("3"), json.Number("3.0"), json.Number("3e0")} {
		object := cluster(t)
		spec(object)["shards"] = three
		expect(t, v.Validate(object))
		spec(object)["unknown"] = 1 // and past the shortcut
		expect(t, v.Validate(object), "VK002 spec.unknown")
	}
	for _, bad := range []any{json.Number("3.5"), json.Number("x"), uint64(math.MaxUint64), math.Inf(1), time.Now()} {
		object := cluster(t)
		spec(object)["shards"] = bad
		expect(t, v.Validate(object), "VK001 spec.shards")
	}
}

// Two mistakes of which one keeps the server from its CEL rules.
func TestRulesAreSkippedAsOnTheServer(t *testing.T) {
	v := newValidator(t)
	object := cluster(t)
	spec(object)["podAnnotations"] = map[string]any{"valkey.gomomento.com/x": "y"}
	spec(object)["shards"] = 0
	expect(t, v.Validate(object), "VK005 spec.podAnnotations", "VK001 spec.shards")
	spec(object)["shards"] = "0"
	expect(t, v.Validate(object), "VK001 spec.shards")
}
