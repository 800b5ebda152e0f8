//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// appPassword is the password of the bound user; only its hash is in a manifest.
const appPassword = "correct horse battery staple"

// role makes a role that may read and write, and call functions.
func role(t *testing.T) string {
	t.Helper()
	r := &v1alpha1.ValkeyRole{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "role-"},
		Spec: v1alpha1.ValkeyRoleSpec{
			Categories: []v1alpha1.CategoryRule{
				{Name: "read", Access: v1alpha1.Allow}, {Name: "write", Access: v1alpha1.Allow}, {Name: "connection", Access: v1alpha1.Allow},
				{Name: "scripting", Access: v1alpha1.Allow}, {Name: "dangerous", Access: v1alpha1.Deny},
			},
			Commands: []v1alpha1.CommandRule{
				{Name: "flushall", Access: v1alpha1.Deny}, {Name: "flushdb", Access: v1alpha1.Deny}, {Name: "swapdb", Access: v1alpha1.Deny},
				{Name: "cluster", Subcommand: "slots", Access: v1alpha1.Allow}, {Name: "cluster", Subcommand: "shards", Access: v1alpha1.Allow},
			},
		},
	}
	create(t, r)
	return r.Name
}

// bind makes a user of the role with the passwords, on keys that start with app:.
func bind(user, role string, passwords ...string) v1alpha1.ACLBinding {
	b := v1alpha1.ACLBinding{Username: user, Permissions: []v1alpha1.Permission{
		{RoleRef: role, Keys: []v1alpha1.KeyPattern{{Pattern: "app:*", Access: v1alpha1.AccessReadWrite}}},
	}}
	for _, p := range passwords {
		b.PasswordHashes = append(b.PasswordHashes, v1alpha1.PasswordHash(acl.Hash(p)))
	}
	return b
}

func withUsers(bindings ...v1alpha1.ACLBinding) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) { c.Spec.ACL = bindings }
}

// TestUsers runs what users may and may not do through the life of a cluster of
// one shard and its replica.
func TestUsers(t *testing.T) {
	t.Parallel()
	r := role(t)
	c := cluster(t, menu(t), 1, 1, withUsers(bind("app", r, appPassword)))
	ready(t, c)
	primary := addressOf(t, c, c.Status.Shards[0].Primary)
	app := login{user: "app", password: appPassword}
	t.Run("data of every type", func(t *testing.T) { everyType(t, primary, app) })
	t.Run("refusals", func(t *testing.T) {
		refused(t, primary, app, "NOPERM", "SET", "other:1", "x")
		refused(t, primary, app, "NOPERM", "FLUSHALL")
		refused(t, primary, app, "NOPERM", "CONFIG", "GET", "*")
		refused(t, primary, login{user: "app", password: "wrong"}, "WRONGPASS", "PING")
		refused(t, primary, login{}, "NOAUTH", "GET", "app:1")
	})
	administrator := admin(t)
	t.Run("an edit by hand is reverted", func(t *testing.T) {
		// The operator's user may not set users; the replication user neither. So
		// the server's own file is what could be edited, and the ACL in memory by an
		// administrator: a role that may do that is made for this test.
		edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.ACL = append(c.Spec.ACL, administrator) })
		all := login{user: "admin", password: appPassword}
		eventually(t, patience, "the administrator is there", func() error { _, err := ask(t, primary, all, "PING"); return err })
		asked(t, primary, all, "ACL", "SETUSER", "intruder", "on", "nopass", "~*", "+@all")
		eventually(t, patience, "the intruder is gone", func() error {
			if list := asked(t, primary, all, "ACL", "LIST"); strings.Contains(list, "intruder") {
				return fmt.Errorf("the server still has it")
			}
			return nil
		})
	})
	t.Run("a password rotates with two hashes", func(t *testing.T) { rotate(t, c, r, primary) })
}

// everyType writes and reads a key of each type, and calls a function.
func everyType(t *testing.T, address string, l login) {
	t.Helper()
	for _, c := range []struct{ write, read, want string }{
		{"SET app:s v", "GET app:s", "v"},
		{"HSET app:h f v", "HGET app:h f", "v"},
		{"RPUSH app:l a b", "LRANGE app:l 0 -1", "a\nb"},
		{"SADD app:set m", "SMEMBERS app:set", "m"},
		{"ZADD app:z 1 m", "ZRANGE app:z 0 -1", "m"},
		{"XADD app:x 1-1 f v", "XLEN app:x", "1"},
		{"PFADD app:p a b", "PFCOUNT app:p", "2"},
		{"SETBIT app:b 7 1", "GETBIT app:b 7", "1"},
		{"GEOADD app:g 13 38 here", "ZCARD app:g", "1"},
	} {
		asked(t, address, l, strings.Fields(c.write)...)
		if got := asked(t, address, l, strings.Fields(c.read)...); got != c.want {
			t.Errorf("%s gives %q, want %q", c.read, got, c.want)
		}
	}
	library := "#!lua name=lib\nserver.register_function('double', function(keys, args) return server.call('INCRBY', keys[1], 2) end)"
	asked(t, address, l, "FUNCTION", "LOAD", "REPLACE", library)
	if got := asked(t, address, l, "FCALL", "double", "1", "app:n"); got != "2" {
		t.Errorf("the function gives %q, want 2", got)
	}
}

// refused demands an error reply with the code, to the login or to the command.
func refused(t *testing.T, address string, l login, code string, command ...string) {
	t.Helper()
	if reply, _ := ask(t, address, l, command...); !strings.Contains(reply, code) {
		t.Errorf("%v is answered with %q, want %s", command, reply, code)
	}
}

// admin may change users in memory.
func admin(t *testing.T) v1alpha1.ACLBinding {
	t.Helper()
	r := &v1alpha1.ValkeyRole{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "admin-"},
		Spec:       v1alpha1.ValkeyRoleSpec{Categories: []v1alpha1.CategoryRule{{Name: "all", Access: v1alpha1.Allow}}},
	}
	create(t, r)
	b := bind("admin", r.Name, appPassword)
	b.Permissions[0].Keys[0].Pattern = "*"
	return b
}

// rotate gives the user a second password, waits until the status says that
// every node knows it, and takes the first away.
func rotate(t *testing.T, c *v1alpha1.ValkeyCluster, role, address string) {
	t.Helper()
	before, after := login{user: "app", password: appPassword}, login{user: "app", password: "the new one"}
	edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.ACL[0] = bind("app", role, before.password, after.password) })
	spread(t, c)
	asked(t, address, before, "PING")
	asked(t, address, after, "PING")
	edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.ACL[0] = bind("app", role, after.password) })
	spread(t, c)
	asked(t, address, after, "PING")
	refused(t, address, before, "WRONGPASS", "PING")
}

// rotateSystem has the passwords in force accepted beside new ones.
func rotateSystem(t *testing.T, secret *corev1.Secret, operator, replication []byte) {
	t.Helper()
	edit(t, secret, func(s *corev1.Secret) {
		s.Data[names.PreviousOperatorPasswordKey], s.Data[names.PreviousReplPasswordKey] = s.Data[names.OperatorPasswordKey], s.Data[names.ReplPasswordKey]
		s.Data[names.OperatorPasswordKey], s.Data[names.ReplPasswordKey] = operator, replication
	})
}

// hashed waits until users.acl has so many hashes for the operator's user.
func hashed(t *testing.T, c *v1alpha1.ValkeyCluster, want int) {
	t.Helper()
	eventually(t, patience, fmt.Sprintf("users.acl has %d hashes", want), func() error {
		for line := range strings.Lines(get(t, c.Namespace, names.ACLConfigMap(c.Name), &corev1.ConfigMap{}).Data[names.ACLFile]) {
			if strings.HasPrefix(line, "user "+names.UserOperator+" ") {
				if got := strings.Count(line, "#"); got != want {
					return fmt.Errorf("it has %d", got)
				}
				return nil
			}
		}
		return fmt.Errorf("the user is not in the file")
	})
}

// spread waits until every node has loaded the users.acl of the spec as it
// stands.
func spread(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	eventually(t, patience, "users.acl has reached every node", func() error {
		get(t, c.Namespace, c.Name, c)
		want := int32(len(nodes(t, c)))
		file := get(t, c.Namespace, names.ACLConfigMap(c.Name), &corev1.ConfigMap{}).Data[names.ACLFile]
		a := c.Status.ACL
		if c.Status.ObservedGeneration != c.Generation || a == nil || a.NodesAtRevision != want || !strings.Contains(file, a.Revision) {
			return fmt.Errorf("status.acl is %+v, want %d nodes", a, want)
		}
		return nil
	})
}

// addressOf is the IP address of the pod of a node.
func addressOf(t *testing.T, c *v1alpha1.ValkeyCluster, node string) string {
	t.Helper()
	return get(t, c.Namespace, node, &corev1.Pod{}).Status.PodIP
}

// TestDefaultUser: without users a cluster is open, with any it is not.
func TestDefaultUser(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t), 1, 0)
	ready(t, c)
	address := addressOf(t, c, c.Status.Shards[0].Primary)
	asked(t, address, login{}, "SET", "k", "v")
	r := role(t)
	edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.ACL = []v1alpha1.ACLBinding{bind("app", r, appPassword)} })
	spread(t, c)
	refused(t, address, login{}, "NOAUTH", "GET", "k")
}
