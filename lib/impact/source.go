package impact

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Origin is the kind of thing that supplies a value.
type Origin string

// The origins.
const (
	FromNothing  Origin = ""         // nothing supplies a value
	FromMenu     Origin = "menu"     // a config or an image
	FromCluster  Origin = "cluster"  // the ValkeyCluster itself
	FromDefault  Origin = "default"  // a default of this project
	FromForced   Origin = "forced"   // this project, whatever the menu says
	FromOperator Origin = "operator" // an option of the installation
)

// Source is what supplies a value.
type Source struct {
	Origin Origin
	// Object that holds the value; zero for defaults, forced values and options.
	Object menu.Ref
	// Path of the field in Object, as spec.valkey["maxmemory"] or spec.acl[0];
	// empty where no one field holds the value.
	Path string
	// Via is the config that chose Object, by its spec.imageRef; zero unless
	// Object is an image.
	Via menu.Ref
}

// String is for people: ValkeyImage "valkey-9-1-2" (chosen by ValkeyConfig
// "standard"), default, forced; empty when nothing supplies the value.
func (s Source) String() string {
	switch {
	case s.Via != menu.Ref{}:
		return s.Object.String() + " (chosen by " + s.Via.String() + ")"
	case s.Object != menu.Ref{}:
		return s.Object.String()
	case s.Origin == FromOperator:
		return "operator-wide option"
	}
	return string(s.Origin)
}

// fromConfig is a field of a config; no config supplies nothing.
func fromConfig(name, field string) Source {
	if name == "" {
		return Source{}
	}
	return Source{Origin: FromMenu, Object: menu.ConfigRef(name), Path: field}
}

func fromImage(i resolve.Image, field string) Source {
	return Source{Origin: FromMenu, Object: menu.ImageRef(i.Name), Path: field, Via: menu.ConfigRef(i.Config)}
}

func fromCluster(c *resolve.Cluster, field string) Source {
	return Source{Origin: FromCluster, Object: menu.ClusterRef(c.Namespace, c.Name), Path: field}
}

// fromBinding is the object that binds a user.
func fromBinding(b resolve.Binding) Source {
	if b.Object.Kind == menu.ConfigRef("").Kind {
		return Source{Origin: FromMenu, Object: b.Object, Path: b.Path()}
	}
	return Source{Origin: FromCluster, Object: b.Object, Path: b.Path()}
}

func fromSetting(c *resolve.Cluster, s conf.EffectiveSetting) Source {
	switch s.Origin {
	case conf.OriginDefault:
		return Source{Origin: FromDefault}
	case conf.OriginForced:
		return Source{Origin: FromForced}
	case conf.OriginMenu:
	}
	return fromMenuSetting(c.Config.Settings[s.Name])
}

func fromMenuSetting(s resolve.Setting) Source {
	return fromConfig(s.Config, fmt.Sprintf("spec.valkey[%q]", s.Spelled))
}
