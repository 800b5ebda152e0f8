package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// perBinding judges every binding of every config and cluster by itself. The
// path of a finding is that from the binding on.
func (r *run) perBinding(check func(v1alpha1.ACLBinding) []Finding) []Finding {
	var out []Finding
	list := func(object menu.Ref, bindings []v1alpha1.ACLBinding) {
		for i, b := range bindings {
			for _, f := range check(b) {
				f.Object, f.Path = object, bindingPath(i)+"."+f.Path
				out = append(out, f)
			}
		}
	}
	for _, c := range r.menu.Configs() {
		list(menu.ConfigRef(c.Name), c.Spec.ACL)
	}
	for _, c := range r.clusters {
		list(clusterRef(c.ValkeyCluster), c.Spec.ACL)
	}
	return out
}

func reservedUsername(r *run) []Finding {
	return r.perBinding(func(b v1alpha1.ACLBinding) []Finding {
		if !strings.HasPrefix(b.Username, names.SystemUserPrefix) {
			return nil
		}
		return []Finding{{
			Path:    "username",
			Message: fmt.Sprintf("username %q: the prefix %s is reserved for system users", b.Username, names.SystemUserPrefix),
		}}
	})
}

// badPasswordHash says where and why, and never what: the text may well be the
// password itself.
func badPasswordHash(r *run) []Finding {
	return r.perBinding(func(b v1alpha1.ACLBinding) []Finding {
		var out []Finding
		for i, hash := range b.PasswordHashes {
			if h := string(hash); !acl.IsHash(h) && !r.open(h) {
				out = append(out, Finding{
					Path: fmt.Sprintf("passwordHashes[%d]", i),
					Message: fmt.Sprintf("password hash %d of user %q is not a SHA-256 in 64 lower-case hexadecimal characters: %s",
						i, b.Username, hashFault(h)),
				})
			}
		}
		return out
	})
}

func hashFault(h string) string {
	switch {
	case acl.IsHash(strings.ToLower(h)):
		return "it has upper-case letters"
	case strings.HasPrefix(h, "#"):
		return `leave out the "#" of Valkey's own notation`
	case len(h) != len(acl.Hash("")):
		return fmt.Sprintf("it has %d characters; a password must not stand here in clear text", len(h))
	}
	return "it has other characters"
}

func patternEscaped(r *run) []Finding {
	return r.perBinding(func(b v1alpha1.ACLBinding) []Finding {
		var out []Finding
		for _, path := range acl.PatternEscaped(b) {
			out = append(out, Finding{
				Path:    path,
				Message: `the ")" at the end of the pattern would close the ACL selector, so it is rendered as "[)]", which matches the same`,
			})
		}
		return out
	})
}

// aclReplaced reports configs whose list drops users of the list that they
// would inherit.
func aclReplaced(r *run) []Finding {
	var out []Finding
	for _, c := range r.menu.Configs() {
		if c.Spec.ACL == nil || c.Spec.BaseRef == "" {
			continue
		}
		base, err := r.resolver.Config(c.Spec.BaseRef)
		if err != nil {
			continue
		}
		if dropped := missingUsers(base.ACL, c.Spec.ACL); len(dropped) > 0 {
			out = append(out, Finding{
				Object: menu.ConfigRef(c.Name), Path: "spec.acl",
				Message: fmt.Sprintf("this list replaces that of config %q, it does not add to it: dropped %s", base.ACLConfig, dropped),
			})
		}
	}
	return out
}

// missingUsers names the users of one list that another lacks.
func missingUsers(from, in []v1alpha1.ACLBinding) string {
	var missing []string
	for _, b := range from {
		has := slices.ContainsFunc(in, func(o v1alpha1.ACLBinding) bool { return o.Username == b.Username })
		if !has {
			missing = append(missing, fmt.Sprintf("%q", b.Username))
		}
	}
	return strings.Join(missing, ", ")
}

func defaultUserOpen(r *run) []Finding {
	var out []Finding
	for _, c := range r.clusters {
		if c.resolved != nil && len(c.resolved.Users) == 0 {
			out = append(out, Finding{
				Object: clusterRef(c.ValkeyCluster), Path: "spec.acl",
				Message: fmt.Sprintf("no user is bound here or in config %q: everyone who reaches the pods may run every command without a password", c.Spec.ConfigRef),
			})
		}
	}
	return out
}
