package schema

import (
	"cmp"
	"slices"
	"strings"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// violations joins what all checks found.
func (c *compiled) violations(v verdict) []Violation {
	found := v.meta.finish(v.source)
	for _, path := range v.unknown {
		found = append(found, c.unknownField(path, v.source))
	}
	found = append(found, c.schemaErrors(v.errs, v.source)...)
	for _, err := range v.ruleErrs {
		found = append(found, c.ruleError(err, v.source))
	}
	sortViolations(found)
	return slices.Compact(found)
}

// finish returns what is wrong with metadata, sorted.
func (m *metadata) finish(source map[string]any) []Violation {
	found := slices.Clone(m.found)
	for _, path := range m.unknown {
		at := locate(path, source, nil)
		found = append(found, unknown(at, []string{
			"annotations", "finalizers", "generateName", "labels", "name", "namespace", "ownerReferences",
		}))
	}
	for _, err := range m.errs {
		at := locate(err.Field, source, nil)
		v := Violation{Kind: KindMetadata, Rule: "VK007", Path: at.path.String(), Message: metadataMessage(err), Blocking: blocking(err)}
		if text, ok := err.BadValue.(string); ok && err.Type == field.ErrorTypeInvalid && text != "" {
			v.BadValue = text
		}
		if strings.HasSuffix(err.Detail, "field is immutable") {
			v.Kind, v.Rule = KindImmutable, "VK006"
		}
		found = append(found, v)
	}
	sortViolations(found)
	return slices.Compact(found)
}

func (c *compiled) unknownField(path string, source map[string]any) Violation {
	at := locate(path, source, c.structural)
	var candidates []string
	if at.parent != nil {
		for name := range at.parent.Properties {
			candidates = append(candidates, name)
		}
	}
	return unknown(at, candidates)
}

func unknown(at place, candidates []string) Violation {
	name := at.path[len(at.path)-1].Key
	return Violation{
		Kind: KindUnknownField, Rule: "VK002", Path: at.path.String(),
		Message: "unknown field " + quote(name) + didYouMean(name, candidates),
	}
}

// schemaErrors translates what the schema refuses. Of several errors about one
// value the wrong type is the mistake, and the others follow from it.
func (c *compiled) schemaErrors(errs field.ErrorList, source map[string]any) []Violation {
	wrongType := map[string]bool{}
	for _, err := range errs {
		if err.Type == field.ErrorTypeTypeInvalid {
			wrongType[errorPath(err)] = true
		}
	}
	var found []Violation
	for _, err := range errs {
		path := errorPath(err)
		if wrongType[path] && err.Type != field.ErrorTypeTypeInvalid {
			continue
		}
		at := locate(path, source, c.structural)
		found = append(found, Violation{
			Kind: KindSchema, Rule: "VK001", Path: at.path.String(), Message: schemaMessage(err, at),
			BadValue: at.shown(), Blocking: blocking(err),
		})
	}
	return found
}

// errorPath is the path of an error as the library prints it.
func errorPath(err *field.Error) string {
	if err.Field != "" && err.Field != "<nil>" {
		return err.Field
	}
	// The one error without a field names its place last.
	_, path, _ := strings.Cut(err.Detail, outOfRange)
	return path
}

// ruleError turns a failed CEL rule into a violation. Its path is narrowed to
// the field that the rule reads, if that is one.
func (c *compiled) ruleError(err *field.Error, source map[string]any) Violation {
	at := locate(errorPath(err), source, c.structural)
	v := Violation{Kind: KindCEL, Rule: "VK005", Message: err.Detail}
	if rule, ok := ruleWithMessage(at.node, err.Detail); ok {
		for _, name := range onlyField(rule) {
			at = at.enter(yamlnode.Step{Key: name})
		}
		if usesOldSelf(rule) {
			v.Kind, v.Rule = KindImmutable, "VK006"
		}
	}
	v.Path, v.BadValue = at.path.String(), at.shown()
	return v
}

func ruleWithMessage(s *structuralschema.Structural, message string) (string, bool) {
	if s == nil {
		return "", false
	}
	for _, rule := range s.XValidations {
		if strings.TrimSpace(rule.Message) == message {
			return rule.Rule, true
		}
	}
	return "", false
}

// sortViolations sorts by place, index 2 before 10, then by rule and message.
func sortViolations(found []Violation) {
	slices.SortStableFunc(found, func(a, b Violation) int {
		return cmp.Or(comparePaths(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}

func comparePaths(a, b string) int {
	pathA, errA := yamlnode.ParsePath(a)
	pathB, errB := yamlnode.ParsePath(b)
	if errA != nil || errB != nil {
		return cmp.Compare(a, b)
	}
	return slices.CompareFunc(pathA, pathB, func(s, t yamlnode.Step) int {
		return cmp.Or(cmp.Compare(s.Index, t.Index), cmp.Compare(s.Key, t.Key))
	})
}
