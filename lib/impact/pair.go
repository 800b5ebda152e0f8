package impact

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// pair is a cluster resolved in both states.
type pair struct{ before, after *resolve.Cluster }

// ReasonRecipe is why an ordinary difference in a node's recipe rolls: the
// reason of most changes of effect Rolling.
const ReasonRecipe = "it is part of a node's recipe, which is never changed once written: every node is replaced"

// changes walks the canonical table.
func (p pair) changes() []Change {
	config := slices.Concat(p.image(), p.resources(), p.settings())
	users := p.users()
	return slices.Concat(
		p.configRef(config, users), config,
		p.zones(), p.nodeSelector(), p.zoneSpread(),
		p.topology(), p.podAnnotations(), users, p.tlsSecret(), p.options(),
	)
}

// fromClusters is a change of a value that the clusters themselves hold.
func (p pair) fromClusters(e Effect, path, before, after, reason string) Change {
	c := Change{Effect: e, Path: path, Before: before, After: after, Reason: reason}
	if before != "" {
		c.BeforeSource = fromCluster(p.before, "spec."+path)
	}
	if after != "" {
		c.AfterSource = fromCluster(p.after, "spec."+path)
	}
	return c
}

// configRef is as grave as what the other config brings.
func (p pair) configRef(config, users []Change) []Change {
	before, after := p.before.Config.Name, p.after.Config.Name
	if before == after {
		return nil
	}
	brought := slices.DeleteFunc(slices.Clone(users), func(c Change) bool {
		return c.BeforeSource.Origin != FromMenu && c.AfterSource.Origin != FromMenu
	})
	effect := worst(slices.Concat(config, brought))
	reason := "another config is selected; what it brings is listed by itself"
	if effect == None {
		reason = "another config is selected that resolves to the same"
	}
	return []Change{p.fromClusters(effect, "configRef", before, after, reason)}
}

// plainKey is a map key that needs no quotes in a path.
func plainKey(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// at is the path of a key of a map.
func at(field, key string) string {
	if plainKey(key) {
		return field + "." + key
	}
	return fmt.Sprintf("%s[%q]", field, key)
}

// union is the keys of both maps, sorted.
func union[V any](a, b map[string]V) []string {
	keys := map[string]bool{}
	for key := range a {
		keys[key] = true
	}
	for key := range b {
		keys[key] = true
	}
	return slices.Sorted(maps.Keys(keys))
}
