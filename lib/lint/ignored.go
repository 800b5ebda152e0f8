package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// accepts says whether annotations accept a rule, and the reason. One without a
// reason accepts nothing: nobody could tell later whether it still holds.
func accepts(annotations map[string]string, rule string) (reason string, ok bool) {
	reason = annotations[names.AnnotationIgnorePrefix+rule]
	return reason, strings.TrimSpace(reason) != ""
}

// idleAnnotations reports annotations that are meant to accept a rule and accept
// none, so that a finding does not stay, or fail a run, without a word why.
func idleAnnotations(r *run) []Finding {
	var out []Finding
	for _, object := range r.annotated() {
		for _, key := range slices.Sorted(maps.Keys(r.in.annotations(object))) {
			id, ours := strings.CutPrefix(key, names.AnnotationIgnorePrefix)
			if !ours {
				continue
			}
			if message := idle(id, r.in.annotations(object)); message != "" {
				out = append(out, Finding{
					Severity: Warning, Object: object, Message: message, Path: fmt.Sprintf("metadata.annotations[%q]", key),
				})
			}
		}
	}
	return out
}

// idle says why an annotation accepts nothing; nothing if it does.
func idle(id string, annotations map[string]string) string {
	rule, known := Lookup(id)
	switch _, reasoned := accepts(annotations, id); {
	case known && rule.Slug == id:
		return fmt.Sprintf("accepts nothing: a rule is named by its id here, which is %s", rule.ID)
	case !known:
		return "accepts nothing: no rule has the id " + fmt.Sprintf("%q", id) + nearestRule(id)
	case !reasoned:
		return "accepts nothing: the value has to say why, and is empty"
	}
	return ""
}

// nearestRule guesses which rule an unknown id is meant to be, by id or by slug.
func nearestRule(id string) string {
	var known []string
	for _, rule := range Rules() {
		known = append(known, rule.ID, rule.Slug)
	}
	near, ok := suggest.Nearest(id, known)
	if !ok {
		return ""
	}
	rule, _ := Lookup(near)
	return fmt.Sprintf(" (did you mean %q?)", cmp.Or(rule.ID, near))
}

// annotated lists every object whose annotations are known, each once, in
// their order.
func (r *run) annotated() []menu.Ref {
	all := map[menu.Ref]bool{}
	for ref := range r.in.Annotations {
		all[ref] = true
	}
	for _, o := range r.menu.Images() {
		all[menu.ImageRef(o.Name)] = true
	}
	for _, o := range r.menu.Configs() {
		all[menu.ConfigRef(o.Name)] = true
	}
	for _, o := range r.menu.Roles() {
		all[menu.RoleRef(o.Name)] = true
	}
	for _, o := range r.menu.Clusters() {
		all[menu.ClusterRef(o.Namespace, o.Name)] = true
	}
	return slices.SortedFunc(maps.Keys(all), menu.Ref.Compare)
}
