package resolved

import (
	"cmp"
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// AnyNode stands for the name of whichever node is asked about.
const AnyNode = "{pod}"

// Of is the form of a resolved cluster. The error is that of users.acl, which
// cannot be rendered from every set of bindings.
func Of(c *resolve.Cluster) (*Cluster, error) {
	file, err := render.ACLFile(c, render.PlaceholderPasswords().Hashes())
	if err != nil {
		return nil, fmt.Errorf("hashing the users: %w", err)
	}
	out := &Cluster{
		APIVersion: APIVersion, Kind: Kind, Metadata: Metadata{c.Namespace, c.Name},
		Chain: c.Config.Chain,
		Image: Image{
			Ref: c.Config.Image.Ref, Name: c.Config.Image.Name, Version: c.Config.Image.Declared, Config: c.Config.Image.Config,
		},
		Resources:      Resources{CPU: quantity(c.Config.CPU), Memory: quantity(c.Config.Memory)},
		Topology:       Topology{c.Shards, c.ReplicasPerShard},
		Users:          users(c.Users),
		DefaultUser:    defaultUser(c.Users),
		Placement:      Placement{Zones: list(c.ZoneSet()), NodeSelector: c.NodeSelector},
		ZoneSpread:     ZoneSpread{string(c.ZoneSpread), c.ZoneSpreadDefault},
		PodAnnotations: c.PodAnnotations,
		ClusterDomain:  c.Options.ClusterDomain, PodUser: c.Options.PodUser,
		ConfigRevision: c.Revision(), ACLRevision: file.Revision,
	}
	if out.Placement.NodeSelector == nil {
		out.Placement.NodeSelector = map[string]string{}
	}
	if c.TLS {
		out.TLS = &TLS{c.TLSSecret}
	}
	out.Settings, out.Dropped = settings(c)
	return out, nil
}

func quantity(v resolve.Value) *Quantity {
	if v.Config == "" {
		return nil
	}
	return &Quantity{v.Value, v.Config}
}

func settings(c *resolve.Cluster) ([]Setting, []Dropped) {
	result := c.Settings(AnyNode)
	effective := make([]Setting, len(result.Settings))
	for i, s := range result.Settings {
		effective[i] = Setting{Name: s.Name, Value: s.Value, Origin: string(s.Origin), Reason: s.Reason}
		if s.Origin == conf.OriginMenu {
			effective[i].Value = conf.Redact(s.Name, s.Value)
			effective[i].Config = c.Config.Settings[s.Name].Config
		}
	}
	dropped := make([]Dropped, len(result.Dropped))
	for i, d := range result.Dropped {
		dropped[i] = Dropped{
			Name: d.Name, Value: d.Value, Config: c.Config.Settings[d.Name].Config,
			Managed: d.Managed, Forced: d.Forced, ForcedValue: d.ForcedValue, Reason: d.Reason,
		}
	}
	return effective, dropped
}

func defaultUser(bindings []resolve.Binding) string {
	for _, b := range bindings {
		if b.Username == acl.DefaultUser {
			return "bound"
		}
	}
	if len(bindings) > 0 {
		return "off"
	}
	return "open"
}

func users(bindings []resolve.Binding) []User {
	all := make([]User, len(bindings))
	for i, b := range bindings {
		all[i] = User{
			Username:       b.Username,
			From:           Reference{b.Object.Kind, b.Object.Namespace, b.Object.Name},
			Path:           b.Path(),
			PasswordHashes: len(b.PasswordHashes),
			Permissions:    permissions(b.Permissions),
		}
	}
	return all
}

func permissions(in []v1alpha1.Permission) []Permission {
	all := make([]Permission, len(in))
	for i, p := range in {
		all[i] = Permission{Role: p.RoleRef, Keys: make([]Key, len(p.Keys)), Channels: list(p.Channels)}
		for j, k := range p.Keys {
			all[i].Keys[j] = Key{k.Pattern, string(cmp.Or(k.Access, v1alpha1.AccessReadWrite))}
		}
	}
	return all
}

// list is the texts as a list that is never null.
func list[T ~string](in []T) []string {
	out := make([]string, len(in))
	for i, text := range in {
		out[i] = string(text)
	}
	return out
}
