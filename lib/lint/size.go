package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// renderedTooLarge reports valkey.conf and users.acl that no ConfigMap can hold.
func renderedTooLarge(r *run) []Finding {
	tooLarge := map[string]bool{} // configs whose users alone are too many
	out := perChain(r.leaves, func(leaf *resolve.Config) []Finding {
		var found []Finding
		if size := r.settingsSize(leaf); size > names.MaxConfigMapBytes {
			found = append(found, Finding{
				Object: menu.ConfigRef(leaf.Name), Path: "spec.valkey", Message: overweight(names.ConfFile, size),
			})
		}
		if size := r.usersSize(leaf.ACL); size > names.MaxConfigMapBytes {
			tooLarge[leaf.Name] = true
			found = append(found, Finding{
				Object: menu.ConfigRef(leaf.ACLConfig), Path: "spec.acl", Message: overweight(names.ACLFile, size),
			})
		}
		return found
	})
	out = append(out, r.perCluster(tooManyNodes)...)
	return append(out, r.perCluster(func(c cluster) []Finding {
		if c.resolved == nil || len(c.Spec.ACL) == 0 || tooLarge[c.Spec.ConfigRef] {
			return nil
		}
		size := r.usersSize(slices.Concat(c.resolved.Config.ACL, c.Spec.ACL))
		if size <= names.MaxConfigMapBytes {
			return nil
		}
		return []Finding{{Path: "spec.acl", Message: overweight(names.ACLFile, size)}}
	})...)
}

// hashSlots of a cluster, each of which one shard owns (Valkey), and the most
// nodes that rendering takes.
const hashSlots = 16384

// tooManyNodes reports clusters that could never own slots with every shard, and
// those that are refused when they are rendered. The CRD gives no upper bound.
func tooManyNodes(c cluster) []Finding {
	shards, members := int64(c.Spec.Shards), 1+int64(c.Spec.ReplicasPerShard)
	switch {
	case shards > hashSlots:
		return []Finding{{Path: "spec.shards", Message: fmt.Sprintf(
			"shards is %d: Valkey has %d hash slots, so the shards beyond them would own none", shards, hashSlots)}}
	case shards > 0 && shards*members > hashSlots:
		return []Finding{{Path: "spec.replicasPerShard", Message: fmt.Sprintf(
			"%d shards of %d nodes are %d nodes: more than %d are not rendered", shards, members, shards*members, hashSlots)}}
	}
	return nil
}

func overweight(file string, size int) string {
	return fmt.Sprintf("%s has %d bytes, and a ConfigMap holds at most %d", file, size, names.MaxConfigMapBytes)
}

// settingsSize is the size in bytes of the longest valkey.conf that a leaf
// renders to, 0 if it renders to none. It renders only what could be too large
// at all. Only the length of a TLS node's own host name differs from cluster to
// cluster.
func (r *run) settingsSize(leaf *resolve.Config) int {
	const own, around, quoted = 4096, 4, 4 // forced settings; quotes and spaces; \xNN for a byte
	bound := own
	settings := make(map[string]string, len(leaf.Settings))
	for name, s := range leaf.Settings {
		settings[name] = s.Value
		bound += around + quoted*(len(name)+len(s.Value))
	}
	if bound <= names.MaxConfigMapBytes {
		return 0
	}
	hostname := strings.Repeat("x", r.tls[leaf.Name])
	env := conf.Env{TLS: hostname != "", Hostname: hostname, Version: leaf.Image.Version}
	text, err := conf.Render(conf.Effective(settings, env).Map())
	if err != nil {
		return 0
	}
	return len(text)
}

// usersSize is the size in bytes of users.acl with the bindings, 0 if they
// cannot be rendered. It renders only what could be too large at all.
func (r *run) usersSize(bindings []v1alpha1.ACLBinding) int {
	if r.usersBound(bindings) <= names.MaxConfigMapBytes {
		return 0
	}
	roles := map[string]*v1alpha1.ValkeyRole{}
	for _, role := range r.menu.Roles() {
		roles[role.Name] = role
	}
	anyHash := []string{acl.Hash("")}
	file, err := acl.Render(acl.Input{Bindings: bindings, Roles: roles, OperatorHashes: anyHash, ReplHashes: anyHash})
	if err != nil {
		return 0
	}
	return len(file.Text)
}

// usersBound is at least the size of users.acl: every word that can stand in it
// with room for what is put around it.
func (r *run) usersBound(bindings []v1alpha1.ACLBinding) int {
	const around, system, hashWord = 64, 4096, 66
	size := system
	for _, b := range bindings {
		size += around + len(b.Username) + len(b.PasswordHashes)*hashWord
		for _, p := range b.Permissions {
			size += around + r.roleBound(p.RoleRef)
			for _, k := range p.Keys {
				size += len(k.Pattern) + around
			}
			for _, c := range p.Channels {
				size += 2*len(c) + around
			}
		}
	}
	return size
}

func (r *run) roleBound(name string) int {
	const around = 4
	role := r.menu.Role(name)
	if role == nil {
		return 0
	}
	size := 0
	for _, c := range role.Spec.Categories {
		size += len(c.Name) + around
	}
	for _, c := range role.Spec.Commands {
		size += len(c.Name) + len(c.Subcommand) + around
	}
	return size
}
