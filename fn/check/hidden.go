package check

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// hiddenField is a field that lint has no say about.
type hiddenField struct {
	path string
	// absent: the typed object lacks it, so that what follows from its absence
	// is nothing that the author wrote.
	absent bool
}

// hide keeps lint from judging a field.
func (w *World) hide(ref menu.Ref, path string, absent bool) {
	w.hidden[ref] = append(w.hidden[ref], hiddenField{normal(path), absent})
}

// refuse notes what the schema engine says about an object.
func (w *World) refuse(o *Object, violations ...schema.Violation) {
	for _, v := range violations {
		if follows(v, violations) {
			continue
		}
		w.violations = append(w.violations, violation{v, o})
		// A rule about the whole object hides none of its fields.
		if v.Path != "" {
			w.hide(o.ref(), v.Path, v.Blocking)
		}
	}
}

// follows tells an unknown field that is one because what holds it has the wrong
// type.
func follows(v schema.Violation, all []schema.Violation) bool {
	return v.Kind == schema.KindUnknownField && slices.ContainsFunc(all, func(o schema.Violation) bool {
		return o.Kind == schema.KindSchema && o.Blocking && o.Path != v.Path && within(normal(v.Path), normal(o.Path))
	})
}

// repeats reports whether lint's finding is about a field that the schema
// engine has spoken about, or follows from the absence of one: in the object
// itself, or in a config that it inherits from.
func (w *World) repeats(f lint.Finding) bool {
	path := normal(f.Path)
	for _, hidden := range w.hidden[f.Object] {
		if related(hidden.path, path) && (hidden.absent || !isBetter(f.Rule)) {
			return true
		}
	}
	if f.Object.Kind != v1alpha1.KindConfig || len(w.hidden) == 0 {
		return false
	}
	fields := append(dependsOn(f.Rule), path)
	for _, ref := range w.chain(f.Object) {
		for _, hidden := range w.hidden[ref] {
			if hidden.absent && slices.ContainsFunc(fields, func(field string) bool { return related(hidden.path, field) }) {
				return true
			}
		}
	}
	return false
}

// dependsOn lists the fields of a chain that a rule reads besides the one that
// it reports, for rules that speak about what no config of the chain sets.
func dependsOn(rule string) []string {
	switch rule {
	case "VK016":
		return []string{"spec.baseRef"}
	case "VK032", "VK033":
		return []string{"spec.baseRef", "spec.resources.memory", "spec.valkey.maxmemory"}
	case "VK056":
		return []string{"spec.baseRef", "spec.resources"}
	case "VK057":
		return []string{"spec.baseRef", "spec.valkey.maxmemory", "spec.valkey.maxmemory-policy"}
	}
	return nil
}

// chain lists a config and those that it inherits from, so far as they exist.
func (w *World) chain(ref menu.Ref) []menu.Ref {
	var chain []menu.Ref
	for config := w.Menu.Config(ref.Name); config != nil; config = w.Menu.Config(config.Spec.BaseRef) {
		at := menu.ConfigRef(config.Name)
		if slices.Contains(chain, at) {
			break
		}
		chain = append(chain, at)
	}
	return chain
}

// normal is a path in the one form in which paths compare: schema engine, lint
// and readers quote keys of maps differently, and directives have several
// spellings.
func normal(path string) string {
	steps, err := yamlnode.ParsePath(path)
	if err != nil {
		return path
	}
	if len(steps) > 2 && steps[0].Key == "spec" && steps[1].Key == "valkey" {
		steps[2] = yamlnode.Step{Key: conf.Canonical(steps[2].Key)}
	}
	return steps.String()
}
