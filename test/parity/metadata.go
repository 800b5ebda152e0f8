package parity

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// metadataCase changes metadata by a merge patch.
type metadataCase struct {
	keyword, name string
	patch         map[string]any
	faults        []Fault
}

func invalid(field string) []Fault {
	return metadataFault(metav1.CauseTypeFieldValueInvalid, field)
}

func metadataFault(reason metav1.CauseType, field string) []Fault {
	return []Fault{{Reason: string(reason), Field: "metadata." + field}}
}

// addMetadata adds the cases about metadata, which no CRD writes down.
func (b *builder) addMetadata(d definition) {
	all := append(nameCases(d.kind()), keyCases()...)
	all = append(all, decodeCases()...)
	all = append(all, namespaceCases(d.namespaced())...)
	seen := map[Constraint]bool{}
	for _, each := range all {
		c := Constraint{Kind: d.kind(), Path: "metadata", Keyword: each.keyword}
		if !seen[c] {
			seen[c] = true
			b.corpus.Constraints = append(b.corpus.Constraints, c)
		}
		object := cloneObject(b.object)
		object["metadata"] = merge(object["metadata"], each.patch)
		b.corpus.Cases = append(b.corpus.Cases, Case{
			Constraint: c, Name: each.name, Object: object, Breaks: len(each.faults) > 0, Faults: each.faults,
		})
	}
}

// nameCases are about name and generateName. What the server asks of a name, a
// ValkeyCluster's own rules ask too and more, so that nothing breaks it alone.
func nameCases(kind string) []metadataCase {
	name := func(value any) map[string]any { return map[string]any{"name": value} }
	prefix := func(value string) map[string]any { return map[string]any{"name": nil, "generateName": value} }
	required := metadataFault(metav1.CauseTypeFieldValueRequired, "name")
	cases := []metadataCase{
		{"name is there", "a name", name("a"), nil},
		{"name is there", "nothing", name(nil), required},
		{"name is there", "empty", name(""), required},
		{"generateName is a prefix of a name", "with a hyphen", prefix("a-"), nil},
		{"generateName is a prefix of a name", "beside a name", map[string]any{"generateName": "b-"}, nil},
		{"generateName is a prefix of a name", "a bad one beside a name", map[string]any{"generateName": "B_"}, invalid("generateName")},
	}
	if kind == "ValkeyCluster" {
		return cases
	}
	long := strings.Repeat("a", 253)
	return append(cases, []metadataCase{
		{"name syntax", "digits and hyphens", name("a-0-b"), nil},
		{"name syntax", "a dot", name("a.b"), nil},
		{"name syntax", "a leading digit", name("0"), nil},
		{"name syntax", "capitals", name("A"), invalid("name")},
		{"name syntax", "an underscore", name("a_b"), invalid("name")},
		{"name syntax", "a leading hyphen", name("-a"), invalid("name")},
		{"name syntax", "a dot at the end", name("a."), invalid("name")},
		{"name syntax", "a slash", name("a/b"), invalid("name")},
		{"name syntax", "not ASCII", name("é"), invalid("name")},
		{"name length", "253", name(long), nil},
		{"name length", "254", name(long + "a"), invalid("name")},
		{"generateName length", "long, and cut", prefix(long), nil},
		{"generateName length", "too long", prefix(long + "a"), invalid("generateName")},
	}...)
}

// keyCases are about labels, annotations, finalizers and owners.
func keyCases() []metadataCase {
	label := func(key string, value any) map[string]any {
		return map[string]any{"labels": map[string]any{key: value}}
	}
	annotation := func(key string, value any) map[string]any {
		return map[string]any{"annotations": map[string]any{key: value}}
	}
	const total = 256 << 10 // of keys and values, TotalAnnotationSizeLimitB
	tooLong := metadataFault(metav1.CauseTypeTooLong, "annotations")
	long := strings.Repeat("a", 63)
	return []metadataCase{
		{"label key syntax", "with a domain", label("example.com/A_b.c-d", "x"), nil},
		{"label key syntax", "63 characters", label(long, "x"), nil},
		{"label key syntax", "64 characters", label(long+"a", "x"), invalid("labels")},
		{"label key syntax", "a blank", label("a b", "x"), invalid("labels")},
		{"label key syntax", "empty", label("", "x"), invalid("labels")},
		{"label key syntax", "two slashes", label("a/b/c", "x"), invalid("labels")},
		{"label key syntax", "capitals in the domain", label("A/b", "x"), invalid("labels")},
		{"label value syntax", "empty", label("a", ""), nil},
		{"label value syntax", "63 characters", label("a", long), nil},
		{"label value syntax", "64 characters", label("a", long+"a"), invalid("labels")},
		{"label value syntax", "a blank", label("a", "x y"), invalid("labels")},
		{"label value syntax", "a slash", label("a", "x/y"), invalid("labels")},
		{"annotation key syntax", "capitals in the domain", annotation("Example.com/a", "x y/z"), nil},
		{"annotation key syntax", "a blank", annotation("a b", "x"), invalid("annotations")},
		{"annotation key syntax", "64 characters", annotation(long+"a", "x"), invalid("annotations")},
		{"annotations in all", "262144 bytes", annotation("a", strings.Repeat("x", total-1)), nil},
		{"annotations in all", "262145 bytes", annotation("a", strings.Repeat("x", total)), tooLong},
		{"finalizer syntax", "with a domain", map[string]any{"finalizers": []any{"example.com/x"}}, nil},
		{"finalizer syntax", "a blank", map[string]any{"finalizers": []any{"a b"}}, invalid("finalizers")},
		{"owner", "complete", owner(map[string]any{}), nil},
		{"owner", "no uid", owner(map[string]any{"uid": nil}), ownerFault("uid")},
		{"owner", "no name", owner(map[string]any{"name": nil}), ownerFault("name")},
		{"owner", "no kind", owner(map[string]any{"kind": nil}), ownerFault("kind")},
		{"owner", "no version", owner(map[string]any{"apiVersion": nil}), ownerFault("apiVersion")},
	}
}

func owner(patch map[string]any) map[string]any {
	whole := map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "a", "uid": "1-2-3"}
	return map[string]any{"ownerReferences": []any{merge(whole, patch)}}
}

func ownerFault(name string) []Fault {
	return metadataFault(metav1.CauseTypeFieldValueRequired, "ownerReferences[0]."+name)
}

// decodeCases are about the types of metadata's fields, which the server reads
// before it looks at anything else.
func decodeCases() []metadataCase {
	const types, known = "types of metadata", "known fields of metadata"
	undecodable := []Fault{{Reason: Undecodable}}
	return []metadataCase{
		{types, "null labels", map[string]any{"labels": nil, "annotations": nil}, nil},
		{types, "a number as a name", map[string]any{"name": int64(1)}, undecodable},
		{types, "a number as a label", map[string]any{"labels": map[string]any{"a": int64(1)}}, undecodable},
		{types, "a boolean as an annotation", map[string]any{"annotations": map[string]any{"a": true}}, undecodable},
		{types, "a list as labels", map[string]any{"labels": []any{}}, undecodable},
		{types, "text as a generation", map[string]any{"generation": "x"}, undecodable},
		{types, "text as finalizers", map[string]any{"finalizers": "x"}, undecodable},
		{types, "text as a time", map[string]any{"creationTimestamp": "yesterday"}, undecodable},
		{known, "what a server sets", map[string]any{"uid": "1-2", "generation": int64(4), "creationTimestamp": "2026-01-02T03:04:05Z"}, nil},
		{known, "a misspelling", map[string]any{"lables": map[string]any{}}, []Fault{{Reason: UnknownField, Field: "metadata.lables"}}},
		{known, "in an owner", owner(map[string]any{"nam": "x"}), []Fault{{Reason: UnknownField, Field: "metadata.ownerReferences[0].nam"}}},
	}
}

func namespaceCases(namespaced bool) []metadataCase {
	none := map[string]any{"namespace": nil}
	if namespaced {
		return []metadataCase{
			{"namespace", "as requested", map[string]any{}, nil},
			{"namespace", "not yet set", none, nil},
			{"namespace", "bad syntax", map[string]any{"namespace": "Team A"}, invalid("namespace")},
		}
	}
	// The server overlooks it; tools before it do not.
	return []metadataCase{
		{"namespace", "none", none, nil},
		{"namespace", "one", map[string]any{"namespace": Namespace}, []Fault{{Reason: OurOwn, Field: "metadata.namespace"}}},
	}
}
