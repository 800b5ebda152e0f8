package resolve

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Cluster is one ValkeyCluster with everything resolved that its nodes are
// made from.
type Cluster struct {
	Namespace string
	Name      string
	Options   Options
	Config    *Config
	// Users of config and cluster, config-level first, and their roles by name.
	Users []Binding
	Roles map[string]*v1alpha1.ValkeyRole
	// Shards and ReplicasPerShard as the cluster asks for them.
	Shards           int32
	ReplicasPerShard int32
	// Zones and NodeSelector as the cluster asks for them.
	Zones        []string
	NodeSelector map[string]string
	// ZoneSpread in force, and whether it is the operator-wide default.
	ZoneSpread        v1alpha1.ZoneSpread
	ZoneSpreadDefault bool
	// TLS says that the cluster speaks TLS only. It is a fact of its own, so that
	// an empty reference can never mean plaintext.
	TLS       bool
	TLSSecret string
	// OldServers says that a server of the cluster is older than what its image is
	// to become: nothing offline knows, so that it is false there.
	OldServers bool
	// PodAnnotations as the cluster asks for them.
	PodAnnotations map[string]string
}

func (c *Cluster) place(p *v1alpha1.Placement) {
	for _, z := range p.Zones {
		c.Zones = append(c.Zones, string(z))
	}
	c.NodeSelector = plain(p.NodeSelector)
	if p.ZoneSpread != "" {
		c.ZoneSpread, c.ZoneSpreadDefault = p.ZoneSpread, false
	}
}

// ZoneSet returns the zones as a set: sorted, each once.
func (c *Cluster) ZoneSet() []string {
	zones := slices.Clone(c.Zones)
	slices.Sort(zones)
	return slices.Compact(zones)
}

// Settings returns the effective settings of one node of the cluster; the
// node's name stands in the host name that a TLS cluster announces.
func (c *Cluster) Settings(node string) conf.Result {
	menuSettings := make(map[string]string, len(c.Config.Settings))
	for name, s := range c.Config.Settings {
		menuSettings[name] = s.Value
	}
	return conf.Effective(menuSettings, conf.Env{
		TLS:      c.TLS,
		Hostname: names.PodDNS(node, c.Name, c.Namespace, c.Options.ClusterDomain),
		Version:  c.Config.Image.Version,
	})
}

// ACLInput is what users.acl of the cluster is made from. The hashes are those of
// the system users' passwords.
func (c *Cluster) ACLInput(operatorHashes, replHashes []string) acl.Input {
	bindings := make([]v1alpha1.ACLBinding, len(c.Users))
	for i, u := range c.Users {
		bindings[i] = u.ACLBinding
	}
	return acl.Input{
		Bindings: bindings, Roles: c.Roles, OperatorHashes: operatorHashes, ReplHashes: replHashes,
		NoSlotMigration: c.Config.Image.Version.Below(9, 0) || c.OldServers,
	}
}

// anyNode stands for the name of whichever node is asked about in Revision: a
// pod's own name must not make it differ from its siblings.
const anyNode = "{pod}"

// Revision is the hash over what makes a node outdated: image, resources,
// settings, zones as a set, and node selector.
func (c *Cluster) Revision() string {
	settings := c.Settings(anyNode).Map()
	for name, value := range settings {
		settings[name] = conf.LineOf(name, value)
	}
	return conf.Revision(conf.Parts{
		Image: c.Config.Image.Ref, CPU: c.Config.CPU.Value, Memory: c.Config.Memory.Value,
		Settings: settings, Zones: c.ZoneSet(), NodeSelector: c.NodeSelector,
	})
}

// plain drops the named value type of a map; nil stays nil.
func plain[V ~string](in map[string]V) map[string]string {
	if in == nil {
		return nil
	}
	out := make(map[string]string, len(in))
	for k, v := range in {
		out[k] = string(v)
	}
	return out
}
