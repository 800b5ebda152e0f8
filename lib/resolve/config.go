package resolve

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Value is a value of the menu and the config of the chain that supplied it;
// both are empty when no config does.
type Value struct {
	Value  string
	Config string
}

// Image is the image that a chain resolves to.
type Image struct {
	// Name of the ValkeyImage, and the config whose imageRef chose it.
	Name   string
	Config string
	// Ref is repository:tag, verbatim.
	Ref string
	// Version as declared, and as understood; an unknown one counts as 9.0.
	Declared string
	Version  conf.Version
}

// Setting is one directive as the chain sets it.
type Setting struct {
	// Value as written, Config that supplied it, and its spelling there.
	Value   string
	Config  string
	Spelled string
}

// Config is one ValkeyConfig with its whole chain applied.
type Config struct {
	Name string
	// Chain names the configs from this one to its root.
	Chain  []string
	Image  Image
	CPU    Value
	Memory Value
	// Settings by canonical directive name, before defaults and forced
	// settings.
	Settings map[string]Setting
	// ACL is the whole list of the first config that sets one, and ACLConfig
	// its name; empty when none does.
	ACL       []v1alpha1.ACLBinding
	ACLConfig string
}

// applyChain applies the chain of the named config.
func applyChain(m *menu.Menu, name string) (*Config, *Error) {
	selected := m.Config(name)
	if selected == nil {
		return nil, configNotFound(ReasonConfigNotFound, menu.Ref{}, "", name)
	}
	configs, err := chain(m, selected)
	if err != nil {
		return nil, err
	}
	r := &Config{Name: name, Chain: chainNames(configs), Settings: map[string]Setting{}}
	var imageRef Value
	for _, c := range configs {
		first(&imageRef, c.Spec.ImageRef, c.Name)
		if c.Spec.Resources != nil {
			first(&r.CPU, c.Spec.Resources.CPU, c.Name)
			first(&r.Memory, c.Spec.Resources.Memory, c.Name)
		}
		mergeSettings(r.Settings, c)
		if r.ACLConfig == "" && c.Spec.ACL != nil {
			r.ACL, r.ACLConfig = c.Spec.ACL, c.Name
		}
	}
	r.Image, err = chosenImage(m, imageRef, configs)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// first sets v once: the child, which is walked first, wins.
func first(v *Value, value, config string) {
	if v.Config == "" && value != "" {
		*v = Value{Value: value, Config: config}
	}
}

// mergeSettings adds what no child has set. Names are compared in canonical
// form, since Valkey ignores case and has aliases: otherwise a base's spelling
// could survive beside its child's.
func mergeSettings(settings map[string]Setting, c *v1alpha1.ValkeyConfig) {
	written := plain(c.Spec.Valkey)
	canonical, conflicts := conf.CanonicalMap(written)
	spelled := make(map[string]string, len(written))
	for key := range written {
		spelled[conf.Canonical(key)] = key
	}
	for _, conflict := range conflicts {
		spelled[conflict.Name] = conflict.Chosen
	}
	for name, value := range canonical {
		if _, set := settings[name]; !set {
			settings[name] = Setting{Value: value, Config: c.Name, Spelled: spelled[name]}
		}
	}
}

func chosenImage(m *menu.Menu, ref Value, configs []*v1alpha1.ValkeyConfig) (Image, *Error) {
	selected := configs[0].Name
	if ref.Config == "" {
		return Image{}, &Error{
			Reason: ReasonNoImageInChain, Object: menu.ConfigRef(selected), Path: "spec.imageRef",
			Message: fmt.Sprintf("no image_ref in config chain ending at %q%s", selected, detail(configs)),
		}
	}
	found := m.Image(ref.Value)
	if found == nil {
		return Image{}, &Error{
			Reason: ReasonImageNotFound, Object: menu.ConfigRef(ref.Config), Path: "spec.imageRef",
			Missing: menu.ImageRef(ref.Value),
			Message: fmt.Sprintf("ValkeyImage %q not found", ref.Value),
		}
	}
	version, _ := conf.ParseVersion(found.Spec.Version)
	return Image{
		Name: found.Name, Config: ref.Config,
		Ref:      found.Spec.Repository + ":" + found.Spec.Tag,
		Declared: found.Spec.Version, Version: version,
	}, nil
}

// detail adds the walk to a message when it has more than one config.
func detail(configs []*v1alpha1.ValkeyConfig) string {
	if len(configs) == 1 {
		return ""
	}
	return ": " + path(configs)
}
