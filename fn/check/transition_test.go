package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	withTLS = cluster + "  tls: {secretRef: cache-tls}\n"
	node    = `
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyNode
metadata: {name: cache-0a1b2, namespace: team-a}
spec: {clusterName: cache, image: "valkey/valkey:9.1.2", shardIndex: 0, cpu: "1", lifecycle: Active}
`
)

// A change is judged as a creation, and what the change alone breaks is added.
func TestTransitions(t *testing.T) {
	shards := func(text, value string) string { return edit(text, "shards: 3", "shards: "+value) }
	const tlsAdded, badShards = "VK006 ValkeyCluster team-a/cache spec.tls", "VK001 ValkeyCluster team-a/cache spec.shards"
	tests := map[string]struct {
		before, now string
		want        []string
	}{
		"tls added":                {cluster, withTLS, []string{tlsAdded}},
		"tls removed":              {withTLS, cluster, []string{tlsAdded}},
		"tls rotated":              {withTLS, edit(withTLS, "cache-tls", "other-tls"), nil},
		"scaled":                   {cluster, shards(cluster, "5"), nil},
		"a node's lifecycle":       {node, edit(node, "Active", "Leaving"), nil},
		"a node's image":           {node, edit(node, "9.1.2", "9.0.0"), []string{"VK006 ValkeyNode team-a/cache-0a1b2 spec.image"}},
		"a node's shard":           {node, edit(node, "shardIndex: 0", "shardIndex: 1"), []string{"VK006 ValkeyNode team-a/cache-0a1b2 spec.shardIndex"}},
		"a node's cpu removed":     {node, edit(node, `cpu: "1", `, ""), []string{"VK006 ValkeyNode team-a/cache-0a1b2 spec.cpu"}},
		"a node's settings added":  {node, edit(node, "cpu:", "valkeySettings: {hz: \"10\"}, cpu:"), []string{"VK006 ValkeyNode team-a/cache-0a1b2 spec.valkeySettings"}},
		"a fault that stays":       {shards(cluster, "0"), shards(cluster, "0"), []string{badShards}},
		"a fault that stays, tls":  {shards(cluster, "x"), shards(withTLS, "x"), []string{badShards, tlsAdded}},
		"a fault that goes":        {shards(cluster, "x"), withTLS, []string{tlsAdded}},
		"a new fault of type, tls": {cluster, shards(withTLS, "x"), []string{badShards}},
		"a new small fault, tls":   {cluster, shards(withTLS, "0"), []string{badShards, tlsAdded}},
		"a placeholder that stays": {shards(cluster, `"${N}"`), shards(withTLS, `"${N}"`), []string{tlsAdded}},
		"a new placeholder":        {cluster, shards(withTLS, `"${N}"`), []string{tlsAdded}},
		"an old placeholder":       {shards(cluster, `"${N}"`), withTLS, []string{tlsAdded}},
		"a placeholder for tls":    {cluster, cluster + "  tls: \"${TLS}\"\n", nil},
		"a placeholder in a list": {
			cluster, edit(withTLS, `keys: [{pattern: "*"}]`, `keys: ["${KEY}"]`), []string{tlsAdded},
		},
		"another apiVersion before": {edit(cluster, "v1alpha1", "v1"), withTLS, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before := fromSet(menuFiles(files{"4-cluster": test.before}).read(t))
			set := menuFiles(files{"4-cluster": test.now}).read(t)
			_, rep := runObjects(t, Input{Objects: fromSet(set), Before: before}, options())
			var got []string
			for _, each := range told(rep) {
				if each[:5] != "VK076" { // a placeholder, said as such
					got = append(got, each)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("findings differ (-want +got):\n%s", diff)
			}
		})
	}
}
