package schema

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func rule(text string) apiextensionsv1.ValidationRules {
	return apiextensionsv1.ValidationRules{{Rule: text}}
}

// ruleMessages returns the messages of a spec's and its root's CEL rules:
// those about transitions, or the others.
func ruleMessages(c *compiled, transitions bool) []string {
	found := map[string]bool{}
	var visit func(s *structuralschema.Structural)
	visit = func(s *structuralschema.Structural) {
		for _, r := range s.XValidations {
			if usesOldSelf(r.Rule) == transitions {
				found[r.Message] = true
			}
		}
		for name, property := range s.Properties {
			if name != "status" {
				visit(&property)
			}
		}
		if s.Items != nil {
			visit(s.Items)
		}
	}
	visit(c.structural)
	return slices.Sorted(maps.Keys(found))
}

type updateTrial struct {
	kind    string
	before  func(spec map[string]any) // changes the old full object
	after   func(spec map[string]any) // changes the new one
	want    []string
	message string
}

func set(field string, value any) func(map[string]any) {
	return func(spec map[string]any) { spec[field] = value }
}

func drop(field string) func(map[string]any) {
	return func(spec map[string]any) { delete(spec, field) }
}

func updateTrials() map[string]updateTrial {
	const cluster, node = v1alpha1.KindCluster, v1alpha1.KindNode
	tls := map[string]any{"secretRef": "other"}
	const fixed = "tls cannot be added or removed: presence of tls is immutable"
	trials := map[string]updateTrial{
		"TLS added":         {kind: cluster, before: drop("tls"), want: []string{"VK006 spec.tls"}, message: fixed},
		"TLS removed":       {kind: cluster, after: drop("tls"), want: []string{"VK006 spec.tls"}, message: fixed},
		"TLS rotated":       {kind: cluster, after: set("tls", tls)},
		"TLS absent":        {kind: cluster, before: drop("tls"), after: drop("tls")},
		"cluster scaled":    {kind: cluster, after: set("shards", 5)},
		"cluster untouched": {kind: cluster},
		"node's lifecycle":  {kind: node, after: set("lifecycle", "Leaving")},
		"node untouched":    {kind: node},
	}
	changes := map[string]any{
		"clusterName": "other", "image": "valkey/valkey:9.0.1", "cpu": "2", "memory": "3Gi", "shardIndex": 1,
		"valkeySettings": map[string]any{"maxmemory": "1gb"}, "tlsSecret": "other", "placement": map[string]any{},
	}
	for field, value := range changes {
		refused := updateTrial{kind: node, want: []string{"VK006 spec." + field}, message: field + " is immutable"}
		changed := refused
		changed.after = set(field, value)
		trials["node's "+field+" changed"] = changed
		if field == "clusterName" || field == "image" || field == "shardIndex" {
			continue // required
		}
		added, removed := refused, refused
		added.before, removed.after = drop(field), drop(field)
		trials["node's "+field+" added"] = added
		trials["node's "+field+" removed"] = removed
	}
	return trials
}

func TestTransitions(t *testing.T) {
	fast, slow := newValidator(t), withoutShortcut(t)
	tested := map[string]bool{}
	for name, trial := range updateTrials() {
		t.Run(name, func(t *testing.T) {
			old, changed := full(t, trial.kind), full(t, trial.kind)
			if trial.before != nil {
				trial.before(spec(old))
			}
			if trial.after != nil {
				trial.after(spec(changed))
			}
			got := fast.ValidateUpdate(changed, old)
			expect(t, got, trial.want...)
			if len(got) == 1 && (got[0].Message != trial.message || got[0].Kind != KindImmutable) {
				t.Errorf("got %s %q, want %q", got[0].Kind, got[0].Message, trial.message)
			}
			if diff := cmp.Diff(slow.ValidateUpdate(changed, old), got); diff != "" {
				t.Errorf("with the libraries alone (-) and with the shortcut (+):\n%s", diff)
			}
			expect(t, fast.Validate(changed)) // creation knows no transition
			tested[trial.message] = true
		})
	}
	for _, kind := range kinds() {
		for _, message := range ruleMessages(fast.kinds[kind], true) {
			if !tested[message] {
				t.Errorf("the transition rule %q has no trial", message)
			}
		}
	}
}

func TestEachImmutableFieldOfANode(t *testing.T) {
	node := newValidator(t).kinds[v1alpha1.KindNode]
	trials := updateTrials()
	for field := range node.structural.Properties["spec"].Properties {
		_, changed := trials["node's "+field+" changed"]
		if changed == (field == "lifecycle") {
			t.Errorf("%s: has a trial %t", field, changed)
		}
	}
}

// What was invalid and did not change is tolerated; what changed is not.
func TestRatcheting(t *testing.T) {
	v := newValidator(t)
	invalid := func(zone string) map[string]any {
		o := full(t, v1alpha1.KindCluster)
		spec(o)["placement"] = map[string]any{"zoneSpread": zone}
		spec(o)["podAnnotations"] = map[string]any{"valkey.gomomento.com/x": "y"}
		return o
	}
	same := invalid("none")
	spec(same)["shards"] = 9
	expect(t, v.ValidateUpdate(same, invalid("none")))
	expect(t, v.ValidateUpdate(invalid("never"), invalid("none")), "VK001 spec.placement.zoneSpread")
	expect(t, v.Validate(same), "VK001 spec.placement.zoneSpread")
}

func TestMetadataOnUpdate(t *testing.T) {
	v := newValidator(t)
	tests := map[string]struct {
		change func(old, changed map[string]any)
		want   []string
	}{
		"renamed":               {func(_, o map[string]any) { o["name"] = "other" }, []string{"VK006 metadata.name"}},
		"moved":                 {func(_, o map[string]any) { o["namespace"] = "other" }, []string{"VK006 metadata.namespace"}},
		"namespace not yet set": {func(_, o map[string]any) { delete(o, "namespace") }, nil},
		"namespace only now":    {func(old, _ map[string]any) { delete(old, "namespace") }, nil},
		"label changed":         {func(_, o map[string]any) { o["labels"] = map[string]any{"a": "b"} }, nil},
		"label invalid":         {func(_, o map[string]any) { o["labels"] = map[string]any{"a": "b c"} }, []string{"VK007 metadata.labels"}},
		"finalizer invalid":     {func(_, o map[string]any) { o["finalizers"] = []any{""} }, []string{"VK007 metadata.finalizers", "VK007 metadata.finalizers"}},
		"prefix invalid":        {func(_, o map[string]any) { o["generateName"] = "a/" }, []string{"VK007 metadata.generateName"}},
		"old is live": {func(old, _ map[string]any) {
			old["uid"], old["resourceVersion"], old["generation"] = "1-2", "77", 4
			old["creationTimestamp"] = "2026-01-02T03:04:05Z"
		}, nil},
		"no name yet": {func(_, o map[string]any) { delete(o, "name"); o["generateName"] = "a-" }, []string{"VK008 metadata.generateName"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			old, changed := cluster(t), cluster(t)
			test.change(meta(old), meta(changed))
			expect(t, v.ValidateUpdate(changed, old), test.want...)
		})
	}
}

// Without an earlier state of the object it is a creation.
func TestUpdateOfSomethingElse(t *testing.T) {
	v := newValidator(t)
	bad := cluster(t)
	spec(bad)["shards"] = 0
	for _, old := range []map[string]any{full(t, v1alpha1.KindConfig), nil, {"kind": "Secret"}} {
		expect(t, v.ValidateUpdate(bad, old), "VK001 spec.shards")
	}
	expect(t, v.ValidateUpdate(map[string]any{"apiVersion": "v1", "kind": "Secret"}, bad))
}
