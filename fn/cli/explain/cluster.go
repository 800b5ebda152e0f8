package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/cli/resolved"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Cluster is the page of a cluster: its chain, and each effective value with
// what gave it.
func Cluster(c *resolved.Cluster) string {
	var p page
	p.line("ValkeyCluster %s", clusterName(c))
	p.table(nil, [][]string{
		{"  chain", strings.Join(c.Chain, " -> ")},
		{"  config revision", c.ConfigRevision},
	})
	p.gap()
	p.table([]string{"VALUE OF", "VALUE", "FROM"}, values(c))
	p.gap()
	p.table([]string{"SETTING", "VALUE", "FROM", "WHY"}, settings(c))
	if len(c.Dropped) > 0 {
		p.gap()
		p.table([]string{"WITHOUT EFFECT", "VALUE", "FROM", "WHY"}, dropped(c))
	}
	p.gap()
	p.table([]string{"USER", "FROM", "PERMISSIONS"}, users(c))
	return p.String()
}

func clusterName(c *resolved.Cluster) string {
	if c.Metadata.Namespace == "" {
		return c.Metadata.Name
	}
	return c.Metadata.Namespace + "/" + c.Metadata.Name
}

const noConfig = "no config of the chain"

func values(c *resolved.Cluster) [][]string {
	cluster := "ValkeyCluster " + clusterName(c)
	nodes := int(c.Topology.Shards) * (1 + int(c.Topology.ReplicasPerShard))
	rows := [][]string{
		{"image", c.Image.Ref, fromConfig(c.Image.Config) + " (ValkeyImage " + c.Image.Name + ", version " + c.Image.Version + ")"},
		quantity("resources.cpu", c.Resources.CPU),
		quantity("resources.memory", c.Resources.Memory),
		{"shards", fmt.Sprint(c.Topology.Shards), cluster},
		{"replicasPerShard", fmt.Sprint(c.Topology.ReplicasPerShard), fmt.Sprintf("%s (%s in all)", cluster, counted(nodes, "node"))},
	}
	spread := cluster
	if c.ZoneSpread.Default {
		spread = "operator-wide default"
	}
	rows = append(rows, []string{"zoneSpread", c.ZoneSpread.Mode, spread})
	if len(c.Placement.Zones) > 0 {
		rows = append(rows, []string{"zones", strings.Join(c.Placement.Zones, ", "), cluster})
	}
	for _, key := range slices.Sorted(maps.Keys(c.Placement.NodeSelector)) {
		rows = append(rows, []string{"nodeSelector", key + "=" + c.Placement.NodeSelector[key], cluster})
	}
	if c.TLS != nil {
		rows = append(rows, []string{"tls.secretRef", c.TLS.SecretRef, cluster})
	}
	for _, key := range slices.Sorted(maps.Keys(c.PodAnnotations)) {
		rows = append(rows, []string{"podAnnotation", key + "=" + c.PodAnnotations[key], cluster})
	}
	return rows
}

func quantity(name string, q *resolved.Quantity) []string {
	if q == nil {
		return []string{name, "-", noConfig}
	}
	return []string{name, q.Value, fromConfig(q.Config)}
}

func fromConfig(name string) string { return "ValkeyConfig " + name }

func settings(c *resolved.Cluster) [][]string {
	rows := make([][]string, len(c.Settings))
	for i, s := range c.Settings {
		rows[i] = []string{s.Name, asWritten(s.Name, s.Value), settingFrom(s), s.Reason}
	}
	return rows
}

func settingFrom(s resolved.Setting) string {
	if s.Config != "" {
		return fromConfig(s.Config)
	}
	return s.Origin
}

// asWritten is a value as it stands in valkey.conf, so that an empty one shows.
func asWritten(name, value string) string {
	args, err := conf.Args(name, value)
	if err != nil {
		args = []string{value}
	}
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = conf.Quote(arg)
	}
	return strings.Join(quoted, " ")
}

func dropped(c *resolved.Cluster) [][]string {
	rows := make([][]string, len(c.Dropped))
	for i, d := range c.Dropped {
		rows[i] = []string{d.Name, asWritten(d.Name, d.Value), fromConfig(d.Config), whyDropped(d.Managed, d.Forced) + ": " + d.Reason}
	}
	return rows
}

func whyDropped(managed, forced bool) string {
	switch {
	case managed && forced:
		return "managed and forced"
	case managed:
		return "managed"
	}
	return "forced"
}

func users(c *resolved.Cluster) [][]string {
	var rows [][]string
	switch c.DefaultUser {
	case "open":
		rows = append(rows, []string{"default", "default", "everything without a password: no user is bound"})
	case "off":
		rows = append(rows, []string{"default", "default", "off: other users are bound"})
	}
	for _, u := range c.Users {
		for i, p := range u.Permissions {
			row := []string{"", "", permission(p)}
			if i == 0 {
				row[0], row[1] = u.Username, fromObject(u)
			}
			rows = append(rows, row)
		}
	}
	for _, name := range []string{names.UserOperator, names.UserRepl, names.UserRevision} {
		rows = append(rows, []string{name, "forced", "system user"})
	}
	return rows
}

func fromObject(u resolved.User) string {
	name := u.From.Name
	if u.From.Namespace != "" {
		name = u.From.Namespace + "/" + name
	}
	return u.From.Kind + " " + name + " " + u.Path
}

// permission writes patterns as users.acl does.
func permission(p resolved.Permission) string {
	words := []string{"role " + p.Role}
	for _, k := range p.Keys {
		words = append(words, prefix(k.Access)+k.Pattern)
	}
	for _, channel := range p.Channels {
		words = append(words, "&"+channel)
	}
	return strings.Join(words, " ")
}

func prefix(access string) string {
	switch access {
	case "read":
		return "%R~"
	case "write":
		return "%W~"
	}
	return "~"
}
