package impact

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// reaches is every object of the menu that a cluster's references lead to in
// one of the states, there or not: it also works for a state that does not
// resolve, since an object that appears heals it.
func reaches(states ...State) map[menu.Ref]bool {
	found := map[menu.Ref]bool{}
	for _, s := range states {
		if s.Object != nil {
			s.reach(found)
		}
	}
	return found
}

func (s State) reach(found map[menu.Ref]bool) {
	bind := func(bindings []v1alpha1.ACLBinding) {
		for _, b := range bindings {
			for _, p := range b.Permissions {
				found[menu.RoleRef(p.RoleRef)] = true
			}
		}
	}
	bind(s.Object.Spec.ACL)
	m, name := s.Resolver.Menu(), s.Object.Spec.ConfigRef
	var image, acl bool
	for range resolve.MaxDepth {
		found[menu.ConfigRef(name)] = true
		config := m.Config(name)
		if config == nil {
			return
		}
		if ref := config.Spec.ImageRef; ref != "" && !image {
			image = true
			found[menu.ImageRef(ref)] = true
		}
		if config.Spec.ACL != nil && !acl {
			acl = true
			bind(config.Spec.ACL)
		}
		if name = config.Spec.BaseRef; name == "" {
			return
		}
	}
}

// menuChanges lists the images, configs and roles whose specs differ, in
// order; metadata and status decide nothing.
func menuChanges(before, after *menu.Menu) []MenuChange {
	b, a := specs(before), specs(after)
	refs := slices.Collect(maps.Keys(b))
	refs = slices.AppendSeq(refs, maps.Keys(a))
	slices.SortFunc(refs, menu.Ref.Compare)
	var changes []MenuChange
	for _, ref := range slices.Compact(refs) {
		specBefore, had := b[ref]
		specAfter, has := a[ref]
		switch {
		case !had:
			changes = append(changes, MenuChange{Object: ref, Kind: Created})
		case !has:
			changes = append(changes, MenuChange{Object: ref, Kind: Deleted})
		case !bytes.Equal(specBefore, specAfter):
			changes = append(changes, MenuChange{Object: ref, Kind: Changed})
		}
	}
	return changes
}

// specs is the JSON form of every spec of the menu.
func specs(m *menu.Menu) map[menu.Ref][]byte {
	all := map[menu.Ref][]byte{}
	for _, x := range m.Images() {
		all[menu.ImageRef(x.Name)] = encode(x.Spec)
	}
	for _, x := range m.Configs() {
		all[menu.ConfigRef(x.Name)] = encode(x.Spec)
	}
	for _, x := range m.Roles() {
		all[menu.RoleRef(x.Name)] = encode(x.Spec)
	}
	return all
}

// encode cannot fail: a spec holds only strings, numbers, maps and lists.
func encode(spec any) []byte {
	raw, err := json.Marshal(spec)
	if err != nil {
		return []byte(err.Error())
	}
	return raw
}
