package impact

import (
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Outdated lists what of a node's stored recipe differs from what the cluster
// resolves to now, as paths in a fixed order: image, resources.cpu,
// resources.memory, valkey.<directive>, placement.zones, placement.nodeSelector.
// A node with no such path is up to date. Settings are compared as lines of
// valkey.conf, zones as a set.
func Outdated(n *v1alpha1.ValkeyNode, c *resolve.Cluster) []string {
	var paths []string
	add := func(differs bool, path string) {
		if differs {
			paths = append(paths, path)
		}
	}
	add(n.Spec.Image != c.Config.Image.Ref, "image")
	add(n.Spec.CPU != c.Config.CPU.Value, "resources.cpu")
	add(n.Spec.Memory != c.Config.Memory.Value, "resources.memory")
	stored := make(map[string]string, len(n.Spec.ValkeySettings))
	for name, value := range n.Spec.ValkeySettings {
		stored[name] = conf.LineOf(name, string(value))
	}
	wanted := map[string]string{}
	for _, s := range c.Settings(n.Name).Settings {
		wanted[s.Name] = conf.LineOf(s.Name, s.Value)
	}
	for _, name := range union(stored, wanted) {
		add(stored[name] != wanted[name], at("valkey", name))
	}
	zones, selector := storedPlacement(n.Spec.Placement)
	add(!slices.Equal(zones, c.ZoneSet()), "placement.zones")
	add(!maps.Equal(selector, c.NodeSelector), "placement.nodeSelector")
	return paths
}

func storedPlacement(p *v1alpha1.Placement) (zones []string, selector map[string]string) {
	if p == nil {
		return nil, nil
	}
	for _, zone := range p.Zones {
		zones = append(zones, string(zone))
	}
	slices.Sort(zones)
	selector = make(map[string]string, len(p.NodeSelector))
	for key, value := range p.NodeSelector {
		selector[key] = string(value)
	}
	return slices.Compact(zones), selector
}
