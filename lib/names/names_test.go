package names

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesOfObjects(t *testing.T) {
	got := []string{
		Service("cache"), AuthSecret("cache"), ACLConfigMap("cache"), Node("cache", "0a1b2"), NodeConfigMap("cache-0a1b2"),
		ShardBudget("cache", 12),
		ServiceDNS("cache", "team-a", "cluster.local"), PodDNS("cache-0a1b2", "cache", "team-a", "cluster.local"),
	}
	want := []string{
		"cache", "cache-operator-auth", "cache-acl", "cache-0a1b2", "cache-0a1b2-config",
		"cache-shard-12",
		"cache.team-a.svc.cluster.local", "cache-0a1b2.cache.team-a.svc.cluster.local",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names differ (-want +got):\n%s", diff)
	}
}

func TestLabels(t *testing.T) {
	want := map[string]string{
		"app.kubernetes.io/name": "valkey", "app.kubernetes.io/instance": "cache",
		"app.kubernetes.io/managed-by": "valkey-operator", "valkey.gomomento.com/shard-index": "2",
	}
	if diff := cmp.Diff(want, NodeLabels("cache", 2)); diff != "" {
		t.Errorf("labels of a node differ (-want +got):\n%s", diff)
	}
	delete(want, "app.kubernetes.io/managed-by")
	if diff := cmp.Diff(want, ShardSelector("cache", 2)); diff != "" {
		t.Errorf("selector of a shard differs (-want +got):\n%s", diff)
	}
}

// TestOfflineNodesAreFrozen: rendered names stand in people's repositories, so
// they must not change from release to release. Do not update to follow
// production.
func TestOfflineNodesAreFrozen(t *testing.T) {
	want := [][]string{{"cache-0a161", "cache-42915"}, {"cache-5fefd", "cache-7513e"}}
	if diff := cmp.Diff(want, OfflineNodes("team-a", "cache", 2, 2)); diff != "" {
		t.Errorf("names differ (-want +got):\n%s", diff)
	}
}

// TestOfflineNodesNeverCollide asks for so many that five digits must collide.
func TestOfflineNodesNeverCollide(t *testing.T) {
	form := regexp.MustCompile(`^cache-[0-9a-f]{5}$`)
	seen := map[string]bool{}
	for _, members := range OfflineNodes("team-a", "cache", 1000, 4) {
		for _, name := range members {
			if seen[name] || !form.MatchString(name) {
				t.Fatalf("name %q is there twice or of another form", name)
			}
			seen[name] = true
		}
	}
}

func TestLongestNameIsAHostName(t *testing.T) {
	longest := strings.Repeat("a", MaxClusterName)
	if got := len(OfflineNodes("n", longest, 1, 1)[0][0]); got != 63 {
		t.Errorf("the pod of the longest name has %d characters, want 63", got)
	}
}
