package impact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// edits are the fields that differ between two states of a cluster and of every
// object of the menu that its references lead to, as far as they lead, each as a
// change of the effect and reason of like. They say what was edited where it
// cannot be said what that does.
func edits(before, after State, like Change) []Change {
	refs := slices.SortedFunc(maps.Keys(reaches(before, after)), menu.Ref.Compare)
	var changes []Change
	for _, ref := range append([]menu.Ref{after.ref()}, refs...) {
		b, a := before.spec(ref), after.spec(ref)
		if bytes.Equal(b, a) {
			continue
		}
		changes = append(changes, edit{ref, like}.changes(b, a)...)
	}
	return changes
}

// spec is the JSON form of the spec of an object, nil where there is none.
func (s State) spec(ref menu.Ref) []byte {
	m := s.Resolver.Menu()
	switch ref.Kind {
	case v1alpha1.KindCluster:
		return encode(s.Object.Spec)
	case v1alpha1.KindImage:
		if x := m.Image(ref.Name); x != nil {
			return encode(x.Spec)
		}
	case v1alpha1.KindConfig:
		if x := m.Config(ref.Name); x != nil {
			return encode(x.Spec)
		}
	case v1alpha1.KindRole:
		if x := m.Role(ref.Name); x != nil {
			return encode(x.Spec)
		}
	}
	return nil
}

// edit is an object that differs.
type edit struct {
	object menu.Ref
	like   Change
}

func (e edit) changes(before, after []byte) []Change {
	switch {
	case before == nil:
		return []Change{e.whole("created", before, after)}
	case after == nil:
		return []Change{e.whole("deleted", before, after)}
	case e.object.Kind == v1alpha1.KindRole:
		return []Change{e.whole("edited", before, after)}
	}
	b, a := leaves(before), leaves(after)
	var changes []Change
	for _, path := range union(b, a) {
		if b[path].raw == a[path].raw {
			continue
		}
		c := e.like
		c.Path = path
		if e.object.Kind == v1alpha1.KindImage {
			c.Path = "image." + path
		}
		c.Before, c.After = b[path].shown, a[path].shown
		c.BeforeSource, c.AfterSource = e.source(b[path]), e.source(a[path])
		changes = append(changes, c)
	}
	return changes
}

// whole is an object as a whole.
func (e edit) whole(verb string, before, after []byte) Change {
	c := e.like
	c.Path = strings.ToLower(strings.TrimPrefix(e.object.Kind, "Valkey"))
	c.Reason = fmt.Sprintf("%s is %s; %s", e.object, verb, c.Reason)
	if before != nil {
		c.BeforeSource = e.source(leaf{raw: "whole"})
	}
	if after != nil {
		c.AfterSource = e.source(leaf{raw: "whole"})
	}
	return c
}

func (e edit) source(l leaf) Source {
	switch {
	case l.raw == "":
		return Source{}
	case e.object.Kind == v1alpha1.KindCluster:
		return Source{Origin: FromCluster, Object: e.object, Path: l.field}
	}
	return Source{Origin: FromMenu, Object: e.object, Path: l.field}
}

// leaf is a value of a spec that is no map: as JSON, which may hold a secret, and
// as it is shown; field is its place in the object.
type leaf struct{ raw, shown, field string }

// leaves are the values of a spec by path. Lists are one value.
func leaves(spec []byte) map[string]leaf {
	all := map[string]leaf{}
	var root map[string]any
	if json.Unmarshal(spec, &root) == nil {
		flatten(all, "", "spec", root)
	}
	return all
}

func flatten(all map[string]leaf, path, field string, values map[string]any) {
	for key, value := range values {
		below, place := at(path, key), at(field, key)
		if path == "" {
			below = key
		}
		if path == "valkey" {
			place = fmt.Sprintf("%s[%q]", field, key)
		}
		if inner, ok := value.(map[string]any); ok {
			flatten(all, below, place, inner)
			continue
		}
		all[below] = leaf{raw: string(encode(value)), shown: shown(path, key, value), field: place}
	}
}

// shown is empty for what is a secret or no plain text.
func shown(path, key string, value any) string {
	switch v := value.(type) {
	case []any:
		texts := make([]string, 0, len(v))
		for _, one := range v {
			text, ok := one.(string)
			if !ok {
				return ""
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ", ")
	case string:
		if path == "valkey" {
			return conf.Quote(conf.Redact(key, v))
		}
		return v
	}
	return fmt.Sprint(value)
}
