package impact

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// image compares the image string, which rolls, and the declared version,
// which only decides defaults.
func (p pair) image() []Change {
	b, a := p.before.Config.Image, p.after.Config.Image
	var changes []Change
	add := func(e Effect, path, before, after, reason string) {
		changes = append(changes, Change{
			Effect: e, Path: path, Before: before, After: after,
			BeforeSource: fromImage(b, p.imageField(path)), AfterSource: fromImage(a, p.imageField(path)), Reason: reason,
		})
	}
	switch {
	case b.Ref != a.Ref:
		add(Rolling, "image", b.Ref, a.Ref, ReasonRecipe)
	case b.Name != a.Name:
		add(None, "imageRef", b.Name, a.Name, "another image object with the same repository and tag")
	}
	if b.Declared != a.Declared {
		effect, reason := p.version(b.Version, a.Version)
		add(effect, "image.version", b.Declared, a.Declared, reason)
	}
	return changes
}

// imageField is the field of an image that a change is about.
func (p pair) imageField(path string) string {
	if path == "image.version" {
		return "spec.version"
	}
	tag := func(ref string) string { return ref[strings.LastIndexByte(ref, ':')+1:] }
	if tag(p.before.Config.Image.Ref) == tag(p.after.Config.Image.Ref) {
		return "spec.repository"
	}
	return "spec.tag"
}

// version says what a change of the declared version alone does: it decides
// defaults that some versions would refuse.
func (p pair) version(before, after conf.Version) (Effect, string) {
	var gated []string
	for _, c := range p.settings() {
		if c.Effect == Rolling && isDefault(c.BeforeSource) && isDefault(c.AfterSource) {
			gated = append(gated, strings.TrimPrefix(c.Path, "valkey."))
		}
	}
	switch {
	case len(gated) == 0 && len(p.replicationUser()) > 0:
		return InPlace, "the declared version decides no setting here, only what the replication user may run"
	case len(gated) == 0:
		return None, "the declared version is informational and decides no setting here"
	}
	return Rolling, fmt.Sprintf("defaults differ between version %s and %s (unknown counts as 9.0): %s",
		before, after, strings.Join(gated, ", "))
}

func isDefault(s Source) bool { return s.Origin == FromDefault || s.Origin == FromNothing }

func (p pair) resources() []Change {
	b, a := p.before.Config, p.after.Config
	return slices.Concat(quantity("resources.cpu", b.CPU, a.CPU), quantity("resources.memory", b.Memory, a.Memory))
}

// quantity compares as text, as the recipe of a node does.
func quantity(path string, b, a resolve.Value) []Change {
	if b.Value == a.Value {
		return nil
	}
	reason := ReasonRecipe
	if sameQuantity(b.Value, a.Value) {
		reason = "the same quantity in other words, but recipes are compared as text: every node is replaced"
	}
	return []Change{{
		Effect: Rolling, Path: path, Before: b.Value, After: a.Value,
		BeforeSource: fromConfig(b.Config, "spec."+path), AfterSource: fromConfig(a.Config, "spec."+path), Reason: reason,
	}}
}

func sameQuantity(b, a string) bool {
	before, errBefore := resource.ParseQuantity(b)
	after, errAfter := resource.ParseQuantity(a)
	return errBefore == nil && errAfter == nil && before.Cmp(after) == 0
}

// zones are compared as a set.
func (p pair) zones() []Change {
	b, a := p.before.ZoneSet(), p.after.ZoneSet()
	effect, reason := Rolling, ReasonRecipe
	if slices.Equal(b, a) {
		if slices.Equal(p.before.Zones, p.after.Zones) {
			return nil
		}
		b, a = p.before.Zones, p.after.Zones
		effect, reason = None, "the same set of zones"
	}
	return []Change{p.fromClusters(effect, "placement.zones", strings.Join(b, ", "), strings.Join(a, ", "), reason)}
}

func (p pair) nodeSelector() []Change {
	b, a := p.before.NodeSelector, p.after.NodeSelector
	if maps.Equal(b, a) {
		return nil
	}
	return []Change{p.fromClusters(Rolling, "placement.nodeSelector", pairs(b), pairs(a), ReasonRecipe)}
}

// pairs writes a map as key=value, sorted.
func pairs(m map[string]string) string {
	all := make([]string, 0, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		all = append(all, key+"="+m[key])
	}
	return strings.Join(all, ", ")
}
