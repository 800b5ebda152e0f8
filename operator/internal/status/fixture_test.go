package status_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

const (
	revision    = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
	oldRevision = "ffff2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
	leaf        = "aaaa2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
	oldLeaf     = "bbbb2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func done() plan.Decision {
	return plan.Decision{Verb: plan.Done, Reason: plan.Ready, Message: "every shard has its primary and its replicas, and all slots are served"}
}

func wait(reason plan.Reason, object, message string) plan.Decision {
	return plan.Decision{Verb: plan.Wait, Reason: reason, Object: object, Message: message}
}

func act(reason plan.Reason, message string) plan.Decision {
	return plan.Decision{Verb: plan.Act, Reason: reason, Message: message, Actions: []plan.Action{{Kind: plan.Meet}}}
}

// healthy is a formed cluster of three shards with a replica each, on its first
// pass since the operator has conditions.
func healthy(t *testing.T) status.Seen {
	t.Helper()
	cluster := &v1alpha1.ValkeyCluster{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.KindCluster},
		ObjectMeta: metav1.ObjectMeta{Name: "cache", Namespace: "team-a", Generation: 3},
		Spec:       v1alpha1.ValkeyClusterSpec{ConfigRef: "large", Shards: 3, ReplicasPerShard: 1},
		Status:     v1alpha1.ValkeyClusterStatus{State: v1alpha1.StateActive, ObservedGeneration: 2},
	}
	resolved, err := resolve.New(library(), resolve.DefaultOptions()).Cluster(cluster)
	if err != nil {
		t.Fatal(err)
	}
	return status.Seen{
		Cluster: cluster, Now: now, State: v1alpha1.StateActive, Resolved: resolved, ACLRevision: revision,
		View: formed(3, 1), Decision: done(),
	}
}

// withTLS makes the cluster one with TLS whose nodes serve a good certificate.
func withTLS(s *status.Seen, notAfter time.Time) {
	s.Cluster.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"}
	s.Certificate = &status.Certificate{NotAfter: notAfter, Fingerprint: leaf}
}

// again makes the status that a pass computed the one that the next pass finds.
func again(s status.Seen) status.Seen {
	after := status.Compute(s)
	s.Cluster = s.Cluster.DeepCopy()
	s.Cluster.Status = after
	return s
}

func library() *menu.Menu {
	config := func(name string, spec v1alpha1.ValkeyConfigSpec) v1alpha1.ValkeyConfig {
		return v1alpha1.ValkeyConfig{ObjectMeta: metav1.ObjectMeta{Name: name, Generation: 5}, Spec: spec}
	}
	users := func(role string) []v1alpha1.ACLBinding {
		return []v1alpha1.ACLBinding{{Username: "app", Permissions: []v1alpha1.Permission{{RoleRef: role}}}}
	}
	return menu.New(menu.Objects{
		Images: []v1alpha1.ValkeyImage{{
			ObjectMeta: metav1.ObjectMeta{Name: "v9", Generation: 1},
			Spec:       v1alpha1.ValkeyImageSpec{Repository: "registry.example/valkey", Tag: "9.1.2", Version: "9.1.2"},
		}},
		Roles: []v1alpha1.ValkeyRole{{ObjectMeta: metav1.ObjectMeta{Name: "reader", Generation: 1}}},
		Configs: []v1alpha1.ValkeyConfig{
			config("large", v1alpha1.ValkeyConfigSpec{ImageRef: "v9", ACL: users("reader")}),
			config("base", v1alpha1.ValkeyConfigSpec{}),
			config("heir", v1alpha1.ValkeyConfigSpec{BaseRef: "base", ImageRef: "v9"}),
			config("imageless", v1alpha1.ValkeyConfigSpec{}),
			config("dangling", v1alpha1.ValkeyConfigSpec{ImageRef: "v7", ACL: users("writer")}),
			config("orphan", v1alpha1.ValkeyConfigSpec{BaseRef: "nobody"}),
			config("roleless", v1alpha1.ValkeyConfigSpec{ImageRef: "v9", ACL: users("writer")}),
			config("heir-of-roleless", v1alpha1.ValkeyConfigSpec{BaseRef: "roleless"}),
			config("gigs", v1alpha1.ValkeyConfigSpec{ImageRef: "v9", ACL: users("writer"), Resources: &v1alpha1.Resources{Memory: "2 gigs"}}),
			config("heir-of-gigs", v1alpha1.ValkeyConfigSpec{BaseRef: "gigs", ACL: users("reader")}),
			config("quotes", v1alpha1.ValkeyConfigSpec{ImageRef: "v9", Valkey: map[string]v1alpha1.SettingValue{"save": `"900 1`}}),
			config("loop", v1alpha1.ValkeyConfigSpec{BaseRef: "loop"}),
		},
	})
}

func nodeName(shard, member int) string { return fmt.Sprintf("cache-%d%d%03d", shard, member, 0) }

func nodeID(shard, member int) string { return strings.Repeat(fmt.Sprintf("%x%x", shard, member), 20) }

// formed is the view of a healthy cluster: member 0 of each shard is its primary.
func formed(shards, replicas int) topology.View {
	var view topology.View
	for shard, share := range slots.Split(shards) {
		for member := range replicas + 1 {
			me := topology.Peer{ID: nodeID(shard, member), Myself: true, Role: topology.RolePrimary, Slots: share}
			if member > 0 {
				me.Role, me.PrimaryID, me.Slots = topology.RoleReplica, nodeID(shard, 0), slots.Set{}
			}
			view.Nodes = append(view.Nodes, topology.Node{
				Name: nodeName(shard, member), Shard: shard, Lifecycle: topology.Active,
				Pod: topology.Known(topology.Pod{Exists: true, Running: true, Address: "10.0.0.1"}),
				Server: topology.Known(topology.Server{
					ID: me.ID, Peers: []topology.Peer{me},
					ACLRevision: topology.Known(revision), ServedLeaf: topology.Known(leaf),
				}),
			})
		}
	}
	return view
}

// edit changes the server's words of one node.
func edit(view topology.View, name string, change func(*topology.Server)) {
	i := index(view, name)
	s, _ := view.Nodes[i].Server.Get()
	s.Peers = slices.Clone(s.Peers)
	change(&s)
	view.Nodes[i].Server = topology.Known(s)
}

func silence(view topology.View, names ...string) {
	for _, name := range names {
		view.Nodes[index(view, name)].Server = topology.Unknown[topology.Server]("connection refused")
	}
}

func remove(view *topology.View, name string) {
	view.Nodes = slices.Delete(view.Nodes, index(*view, name), index(*view, name)+1)
}

func index(view topology.View, name string) int {
	return slices.IndexFunc(view.Nodes, func(n topology.Node) bool { return n.Name == name })
}

// find returns the condition of a type, or an empty one.
func find(conditions []metav1.Condition, kind string) metav1.Condition {
	for _, c := range conditions {
		if c.Type == kind {
			return c
		}
	}
	return metav1.Condition{}
}

// brief writes the conditions that are to be compared: status, reason, message.
func brief(c metav1.Condition) string {
	if c.Type == "" {
		return "absent"
	}
	return fmt.Sprintf("%s %s: %s", c.Status, c.Reason, c.Message)
}
