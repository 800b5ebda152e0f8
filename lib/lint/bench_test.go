package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// fleet is a menu of trees with a base and nine variants each, and clusters of
// which every second one binds a user of its own; broken puts mistakes into
// the bases and dangling references into the clusters.
func fleet(clusters, configs int, broken bool) menu.Objects {
	var o menu.Objects
	image := v1alpha1.ValkeyImage{}
	image.Name = "v91"
	image.Spec = v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "9.1.2", Version: "9.1.2"}
	o.Images = append(o.Images, image)
	role := v1alpha1.ValkeyRole{}
	role.Name = "reader"
	role.Spec.Categories = []v1alpha1.CategoryRule{{Name: "read", Access: v1alpha1.Allow}}
	o.Roles = append(o.Roles, role)
	for i := range configs {
		o.Configs = append(o.Configs, fleetConfig(i, broken))
	}
	for i := range clusters {
		c := v1alpha1.ValkeyCluster{}
		c.Namespace, c.Name = fmt.Sprintf("team-%d", i/10), fmt.Sprintf("cache-%d", i)
		c.Spec.ConfigRef, c.Spec.Shards, c.Spec.ReplicasPerShard = fmt.Sprintf("config-%d", i%configs), 3, 1
		if i%2 == 0 {
			c.Spec.ACL = []v1alpha1.ACLBinding{user("app")}
		}
		if i%3 == 0 {
			c.Spec.TLS = &v1alpha1.TLS{SecretRef: "tls"}
		}
		if broken && i%2 == 0 {
			c.Spec.ConfigRef = fmt.Sprintf("confog-%d", i)
		}
		o.Clusters = append(o.Clusters, c)
	}
	return o
}

func fleetConfig(i int, broken bool) v1alpha1.ValkeyConfig {
	const variants = 10
	c := v1alpha1.ValkeyConfig{}
	c.Name = fmt.Sprintf("config-%d", i)
	c.Spec.Valkey = map[string]v1alpha1.SettingValue{"maxmemory": "1536mb"}
	c.Spec.Resources = &v1alpha1.Resources{CPU: "1", Memory: "2Gi"}
	if i%variants != 0 {
		c.Spec.BaseRef = fmt.Sprintf("config-%d", i/variants*variants)
		return c
	}
	c.Spec.ImageRef = "v91"
	c.Spec.ACL = []v1alpha1.ACLBinding{user("metrics")}
	c.Spec.Valkey["maxmemory-policy"] = "allkeys-lru"
	for _, name := range []string{"lazyfree-lazy-eviction", "lazyfree-lazy-expire", "lazyfree-lazy-server-del", "activerehashing", "rdbcompression"} {
		c.Spec.Valkey[name] = "yes"
	}
	for _, name := range []string{"hz", "timeout", "tcp-keepalive", "maxclients", "list-compress-depth"} {
		c.Spec.Valkey[name] = "30"
	}
	if broken {
		c.Spec.Valkey["maxmemmory"], c.Spec.Valkey["requirepass"], c.Spec.Valkey["hz"] = "1gb", "x", "fast"
	}
	return c
}

func user(name string) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{
		Username: name, PasswordHashes: []v1alpha1.PasswordHash{v1alpha1.PasswordHash(strings.Repeat("0", 64))},
		Permissions: []v1alpha1.Permission{{RoleRef: "reader", Keys: []v1alpha1.KeyPattern{{Pattern: "app:*"}}}},
	}
}

func BenchmarkRun(b *testing.B) {
	for _, clusters := range []int{1000, 10000} {
		for _, broken := range []bool{false, true} {
			b.Run(fmt.Sprintf("clusters=%d/configs=200/broken=%t", clusters, broken), func(b *testing.B) {
				in := lint.Input{Menu: menu.New(fleet(clusters, 200, broken)), Options: resolve.DefaultOptions()}
				b.ReportAllocs()
				for b.Loop() {
					lint.Run(in)
				}
			})
		}
	}
}

func TestFleetIsClean(t *testing.T) {
	in := lint.Input{Menu: menu.New(fleet(100, 20, false)), Options: resolve.DefaultOptions()}
	for _, f := range lint.Run(in) {
		if f.Severity != lint.Info {
			t.Errorf("%s %s %s: %s", f.Rule, f.Object, f.Path, f.Message)
		}
	}
}
