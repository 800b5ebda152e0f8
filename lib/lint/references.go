package lint

import (
	"errors"
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// unresolved returns the check for one reason why something does not resolve.
// The message is the text that the operator would show, with what may help
// after a colon.
func unresolved(reason resolve.Reason) func(*run) []Finding {
	return func(r *run) []Finding {
		var out []Finding
		hints := map[menu.Ref]string{}
		var candidates []string
		for _, err := range r.errors[reason] {
			f := Finding{Object: err.Object, Path: err.Path, Message: err.Message}
			if missing := err.Missing; missing != (menu.Ref{}) {
				if r.open(missing.Name) {
					continue
				}
				if candidates == nil {
					candidates = r.menu.Names(missing.Kind) // one kind for each reason
				}
				if _, known := hints[missing]; !known {
					hints[missing] = didYouMean(missing.Name, candidates)
				}
				f.Message += hints[missing]
				f.Severity = r.external()
			}
			out = append(out, f)
		}
		return out
	}
}

func didYouMean(name string, candidates []string) string {
	nearest, ok := suggest.Nearest(name, candidates)
	if !ok {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", nearest)
}

// external is the severity of a reference that is found nowhere.
func (r *run) external() Severity {
	switch {
	case r.in.External != "":
		return r.in.External
	case r.menu.Empty():
		return Warning
	}
	return "" // that of the rule
}

// gatherErrors lists why configs and clusters do not resolve. Errors repeat
// where several objects run into them.
func (r *run) gatherErrors() map[resolve.Reason][]*resolve.Error {
	out := map[resolve.Reason][]*resolve.Error{}
	keep := func(errs ...*resolve.Error) {
		for _, err := range errs {
			out[err.Reason] = append(out[err.Reason], err)
		}
	}
	for _, c := range r.menu.Configs() {
		if _, err := r.resolver.Config(c.Name); err != nil {
			if err = r.longCycle(c, err); r.reports(c, err) {
				keep(err)
			}
		}
		keep(r.listErrors(menu.ConfigRef(c.Name), c.Spec.ACL)...)
	}
	for _, c := range r.clusters {
		keep(r.clusterErrors(c)...)
	}
	return out
}

// reports decides which configs report an error of their chain.
func (r *run) reports(c *v1alpha1.ValkeyConfig, err *resolve.Error) bool {
	switch err.Reason {
	case resolve.ReasonNoImageInChain:
		// A config that is only there to be inherited from needs no image.
		return r.isLeaf(c.Name)
	case resolve.ReasonBaseRefCycle:
		// One report a cycle: every walk into it would word it anew.
		return r.firstOfCycle(c.Name) == c.Name
	default:
		return true
	}
}

// longCycle turns the error of a chain that is too deep into that of the cycle
// that it runs into: resolution stops before it has gone round a long one.
func (r *run) longCycle(c *v1alpha1.ValkeyConfig, err *resolve.Error) *resolve.Error {
	if err.Reason != resolve.ReasonBaseRefTooDeep || !r.endsInCycle(c) {
		return err
	}
	first := r.firstOfCycle(c.Name)
	walk, last := []string{first}, first
	for at := r.menu.Config(first).Spec.BaseRef; at != first; at = r.menu.Config(at).Spec.BaseRef {
		walk, last = append(walk, at), at
	}
	configs := len(walk)
	if configs > resolve.MaxDepth {
		walk = append(walk[:resolve.MaxDepth], "...", last)
	}
	return &resolve.Error{
		Reason: resolve.ReasonBaseRefCycle, Object: menu.ConfigRef(last), Path: "spec.baseRef",
		Message: fmt.Sprintf("config inheritance depth exceeds %d (cycle?): %s -> %s (%d configs)",
			resolve.MaxDepth, strings.Join(walk, " -> "), first, configs),
	}
}

func (r *run) endsInCycle(c *v1alpha1.ValkeyConfig) bool {
	seen := map[string]bool{}
	for c != nil && !seen[c.Name] {
		seen[c.Name] = true
		c = r.menu.Config(c.Spec.BaseRef)
	}
	return c != nil
}

// firstOfCycle returns the name that sorts first in the cycle that the walk
// from the named config ends in.
func (r *run) firstOfCycle(name string) string {
	seen := map[string]bool{}
	for !seen[name] {
		seen[name] = true
		name = r.menu.Config(name).Spec.BaseRef
	}
	first := name
	for at := r.menu.Config(name).Spec.BaseRef; at != name; at = r.menu.Config(at).Spec.BaseRef {
		first = min(first, at)
	}
	return first
}

// clusterErrors lists what is to be mended in the cluster itself; the errors of
// its config are reported by the config.
func (r *run) clusterErrors(c cluster) []*resolve.Error {
	object := clusterRef(c.ValkeyCluster)
	var all resolve.Errors
	if !errors.As(c.err, &all) {
		return nil
	}
	var own []*resolve.Error
	for _, err := range all {
		if err.Object == object {
			own = append(own, err)
		}
	}
	if _, err := r.resolver.Config(c.Spec.ConfigRef); err != nil {
		// Without a config the cluster's own users were not looked at.
		own = append(own, r.listErrors(object, c.Spec.ACL)...)
	}
	return own
}

// listErrors judges one list of bindings by itself.
func (r *run) listErrors(object menu.Ref, acl []v1alpha1.ACLBinding) []*resolve.Error {
	errs := []*resolve.Error(resolve.RoleErrors(r.menu, object, acl))
	seen := map[string]bool{}
	for i, b := range acl {
		if seen[b.Username] {
			errs = append(errs, &resolve.Error{
				Reason: resolve.ReasonDuplicateUsername, Object: object, Path: bindingPath(i) + ".username",
				Message: fmt.Sprintf("duplicate username %q in merged ACL bindings", b.Username),
			})
		}
		seen[b.Username] = true
	}
	return errs
}
