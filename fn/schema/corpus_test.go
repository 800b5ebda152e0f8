package schema

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// trial is a full object with one change, and the one violation that it must
// have, or none.
type trial struct {
	name   string
	object map[string]any
	want   string // "VK001 spec.shards", empty when accepted
}

// corpus derives trials from a kind's schema: for each bound, pattern, enum,
// type and required field one that is accepted and one that is refused for
// that alone.
type corpus struct {
	t      *testing.T
	object map[string]any
	trials []trial
}

func corpusOf(t *testing.T, c *compiled) []trial {
	t.Helper()
	b := &corpus{t: t, object: full(t, c.kind)}
	b.accept("unchanged", nil, nil)
	node := c.structural.Properties["spec"]
	b.object1(yamlnode.Path{{Key: "spec"}}, &node, true)
	return b.trials
}

// object1 adds the trials of a node at path and below.
func (b *corpus) object1(path yamlnode.Path, s *structuralschema.Structural, required bool) {
	value, ok := lookup(b.object, path)
	if !ok {
		b.t.Fatalf("the full object has no %s", path)
	}
	b.presence(path, required)
	b.wrongType(path, s)
	switch s.Type {
	case "object":
		b.fields(path, s, value.(map[string]any))
	case "array":
		b.list(path, s, value.([]any))
	case "string":
		b.text(path, s)
	case "integer":
		b.integer(path, s)
	default:
		b.t.Fatalf("%s is of type %q, which has no trials", path, s.Type)
	}
}

func (b *corpus) presence(path yamlnode.Path, required bool) {
	last := path[len(path)-1]
	if last.IsIndex {
		return
	}
	if required {
		b.refuse("without "+path.String(), "VK001", path, path, absent)
		b.refuse("null "+path.String(), "VK001", path, path, nil)
	} else {
		b.accept("without "+path.String(), path, absent)
		b.accept("null "+path.String(), path, nil)
	}
}

func (b *corpus) wrongType(path yamlnode.Path, s *structuralschema.Structural) {
	wrong := map[string][]any{
		"object":  {"text", []any{}, 1, true},
		"array":   {"text", map[string]any{}, 1, true},
		"string":  {1, 1.5, true, []any{}, map[string]any{}},
		"integer": {"1", 1.5, true, []any{}, map[string]any{}},
	}
	for _, value := range wrong[s.Type] {
		b.refuse(fmt.Sprintf("%s is %T", path, value), "VK001", path, path, value)
	}
}

func (b *corpus) fields(path yamlnode.Path, s *structuralschema.Structural, value map[string]any) {
	v := s.ValueValidation
	if s.AdditionalProperties != nil {
		most := int(*v.MaxProperties)
		b.accept(fmt.Sprintf("%s with %d keys", path, most), path, manyKeys(most))
		b.refuse(fmt.Sprintf("%s with %d keys", path, most+1), "VK001", path, path, manyKeys(most+1))
		b.accept(path.String()+" empty", path, map[string]any{})
		key := slices.Sorted(maps.Keys(value))[0]
		b.object1(extend(path, yamlnode.Step{Key: key}), s.AdditionalProperties.Structural, false)
		return
	}
	b.refuse("unknown field in "+path.String(), "VK002", extend(path, yamlnode.Step{Key: "zzz"}), extend(path, yamlnode.Step{Key: "zzz"}), 1)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[name]
		required := v != nil && slices.Contains(v.Required, name)
		b.object1(extend(path, yamlnode.Step{Key: name}), &property, required)
	}
}

func (b *corpus) list(path yamlnode.Path, s *structuralschema.Structural, value []any) {
	v := s.ValueValidation
	most := int(*v.MaxItems)
	b.accept(fmt.Sprintf("%s with %d items", path, most), path, manyItems(value[0], most))
	b.refuse(fmt.Sprintf("%s with %d items", path, most+1), "VK001", path, path, manyItems(value[0], most+1))
	least := 0
	if v.MinItems != nil {
		least = int(*v.MinItems)
		b.refuse(fmt.Sprintf("%s with %d items", path, least-1), "VK001", path, path, manyItems(value[0], least-1))
	}
	b.accept(fmt.Sprintf("%s with %d items", path, least), path, manyItems(value[0], least))
	b.object1(extend(path, yamlnode.Step{IsIndex: true}), s.Items, true)
}

func (b *corpus) text(path yamlnode.Path, s *structuralschema.Structural) {
	v := s.ValueValidation
	if v.MaxLength != nil {
		most := int(*v.MaxLength)
		b.accept(fmt.Sprintf("%s of %d characters", path, most), path, strings.Repeat("a", most))
		b.refuse(fmt.Sprintf("%s of %d characters", path, most+1), "VK001", path, path, strings.Repeat("a", most+1))
		if v.Pattern == "" {
			b.accept(fmt.Sprintf("%s of %d wide characters", path, most), path, strings.Repeat("é", most))
		}
	}
	for _, allowed := range v.Enum {
		b.accept(fmt.Sprintf("%s is %v", path, allowed.Object), path, allowed.Object)
		b.refuse(fmt.Sprintf("%s in capitals", path), "VK001", path, path, strings.ToUpper(allowed.Object.(string)))
	}
	if v.Pattern == "" {
		return
	}
	samples, ok := patternSamples()[v.Pattern]
	if !ok {
		b.t.Fatalf("%s has the pattern %s, which has no samples", path, v.Pattern)
	}
	for _, value := range samples.accepted {
		b.accept(fmt.Sprintf("%s is %q", path, value), path, value)
	}
	for _, value := range samples.refused {
		b.refuse(fmt.Sprintf("%s is %q", path, value), "VK001", path, path, value)
	}
}

func (b *corpus) integer(path yamlnode.Path, s *structuralschema.Structural) {
	least := int64(math.MinInt32)
	if v := s.ValueValidation; v.Minimum != nil {
		least = int64(*v.Minimum)
	}
	for _, value := range []any{least, int64(math.MaxInt32), int(least), float64(least)} {
		b.accept(fmt.Sprintf("%s is %T %v", path, value, value), path, value)
	}
	for _, value := range []any{least - 1, int64(math.MaxInt32) + 1, 1e30} {
		b.refuse(fmt.Sprintf("%s is %v", path, value), "VK001", path, path, value)
	}
}

type samples struct{ accepted, refused []string }

func patternSamples() map[string]samples {
	glob := samples{
		accepted: []string{"", "*", "a:[b-c]?", `\*`, "(~)", "é#@&%"},
		refused:  []string{"a b", "a\tb", "a\n", "\x00", "\x7f", `"`, "'"},
	}
	return map[string]samples{
		`^[a-zA-Z0-9_-]+$`: {
			accepted: []string{"a", "A_b-9", "momento_", "_a", "9"},
			refused:  []string{"", "a b", "a.b", "é", "a\n", "a>b"},
		},
		`^[0-9a-f]{64}$`: {
			accepted: []string{hash, strings.Repeat("0", 64)},
			refused:  []string{"", hash[:63], "#" + hash[:63], strings.ToUpper(hash), strings.Repeat("g", 64)},
		},
		`^[a-zA-Z][a-zA-Z0-9_-]*$`: {
			accepted: []string{"a", "Get", "client-no_evict9"},
			refused:  []string{"", "@read", "9a", "-a", "a|b", "a b"},
		},
		`^[^\x00-\x20\x7f"']*$`: glob,
	}
}

func TestCorpus(t *testing.T) {
	fast, slow := newValidator(t), withoutShortcut(t)
	for _, kind := range kinds() {
		trials := corpusOf(t, fast.kinds[kind])
		if len(trials) < 20 {
			t.Errorf("%s: got %d trials, want more", kind, len(trials))
		}
		for _, trial := range trials {
			t.Run(kind+"/"+trial.name, func(t *testing.T) {
				before := cloneObject(trial.object)
				got := fast.Validate(trial.object)
				var want []string
				if trial.want != "" {
					want = []string{trial.want}
				}
				expect(t, got, want...)
				if diff := cmp.Diff(slow.Validate(trial.object), got); diff != "" {
					t.Errorf("with the libraries alone (-) and with the shortcut (+):\n%s", diff)
				}
				if diff := cmp.Diff(before, trial.object); diff != "" {
					t.Errorf("the object changed:\n%s", diff)
				}
			})
		}
	}
}
