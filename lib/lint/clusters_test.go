package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

func TestZonesAreCounted(t *testing.T) {
	for want, zones := range map[string][]v1alpha1.Zone{
		"3 members of a shard on 1 zone: ":  {"a", "a"},
		"3 members of a shard on 2 zones: ": {"a", "b"},
	} {
		c := v1alpha1.ValkeyCluster{}
		c.Spec.Shards, c.Spec.ReplicasPerShard, c.Spec.Placement = 3, 2, &v1alpha1.Placement{Zones: zones}
		in := lint.Input{Menu: menu.New(menu.Objects{Clusters: []v1alpha1.ValkeyCluster{c}})}
		if got := brief(lint.Run(in), true, "VK061"); !strings.Contains(got, want) {
			t.Errorf("%q, want it to hold %q", got, want)
		}
	}
}

func TestTopologyEdges(t *testing.T) {
	const rules = "VK060 VK061 VK062"
	tests := map[string]struct {
		shards, replicas int32
		zones            []v1alpha1.Zone
		want             string
	}{
		"usual":                   {3, 1, nil, ""},
		"zones are enough":        {3, 2, []v1alpha1.Zone{"a", "b", "c"}, ""},
		"a zone twice counts one": {3, 1, []v1alpha1.Zone{"a", "a"}, "warning VK061 k spec.placement.zones"},
		"no zones, any zone":      {3, 2, []v1alpha1.Zone{}, ""},
		"one zone, no replica":    {3, 0, []v1alpha1.Zone{"a"}, "warning VK060 k spec.replicasPerShard"},
		"one shard":               {1, 1, nil, "warning VK062 k spec.shards"},
		"two shards":              {2, 1, nil, "warning VK062 k spec.shards"},
		"zero is the schema's":    {0, 1, nil, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := v1alpha1.ValkeyCluster{}
			c.Name, c.Namespace = "k", "n"
			c.Spec.Shards, c.Spec.ReplicasPerShard = test.shards, test.replicas
			c.Spec.Placement = &v1alpha1.Placement{Zones: test.zones}
			in := lint.Input{Menu: menu.New(menu.Objects{Clusters: []v1alpha1.ValkeyCluster{c}})}
			if diff := cmp.Diff(test.want, brief(lint.Run(in), false, rules)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNodesAreBounded(t *testing.T) {
	tests := map[string]struct {
		shards, replicas int32
		want             string
	}{
		"as many as slots":       {16384, 0, ""},
		"a shard more":           {16385, 0, "error VK058 k spec.shards: shards is 16385: Valkey has 16384 hash slots, so the shards beyond them would own none"},
		"far more":               {2_000_000_000, 2_000_000_000, "error VK058 k spec.shards: shards is 2000000000: Valkey has 16384 hash slots, so the shards beyond them would own none"},
		"as many nodes as slots": {8192, 1, ""},
		"a shard of nodes more":  {8193, 1, "error VK058 k spec.replicasPerShard: 8193 shards of 2 nodes are 16386 nodes: more than 16384 are not rendered"},
		"replicas without end":   {1, 2_147_483_647, "error VK058 k spec.replicasPerShard: 1 shards of 2147483648 nodes are 2147483648 nodes: more than 16384 are not rendered"},
		"zero is the schema's":   {0, 2_147_483_647, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := v1alpha1.ValkeyCluster{}
			c.Name, c.Namespace = "k", "n"
			c.Spec.Shards, c.Spec.ReplicasPerShard = test.shards, test.replicas
			in := lint.Input{Menu: menu.New(menu.Objects{Clusters: []v1alpha1.ValkeyCluster{c}})}
			if diff := cmp.Diff(test.want, brief(lint.Run(in), true, "VK058")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNameLengths(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	// {name}-00000.{name}.{namespace}.svc.{domain}
	const around = len("-00000.") + len(".") + len(".svc.")
	tests := map[string]struct {
		name, namespace, domain string
		want                    string
	}{
		"longest name":           {x(57), x(63), "cluster.local", ""},
		"one more":               {x(58), "n", "cluster.local", "the name has 58 characters, at most 57 are possible: its pods add 6, and their names are host names of at most 63"},
		"longest DNS name":       {x(57), x(63), x(253 - around - 57*2 - 63), ""},
		"one more in the domain": {x(57), x(63), x(254 - around - 57*2 - 63), "the DNS names of its pods have 254 characters, at most 253 are possible: shorten the name, the namespace or the cluster domain"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := v1alpha1.ValkeyCluster{}
			c.Name, c.Namespace = test.name, test.namespace
			in := lint.Input{Menu: menu.New(menu.Objects{Clusters: []v1alpha1.ValkeyCluster{c}})}
			in.Options.ClusterDomain = test.domain
			got := ""
			for _, f := range lint.Run(in) {
				if f.Rule == "VK065" {
					got += f.Message
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A mebibyte is allowed, one byte more is not.
func TestRenderedSizes(t *testing.T) {
	const limit = 1 << 20
	// proc-title-template takes any text; the rest of the file is found out.
	size := func(value int, clusters string) (n int) {
		w := load(t, image91+configs("imageRef: v91")+clusters)
		w.objects.Configs[0].Spec.Valkey = map[string]v1alpha1.SettingValue{
			"proc-title-template": v1alpha1.SettingValue(strings.Repeat("x", value)),
		}
		for _, f := range lint.Run(w.input()) {
			if f.Rule == "VK058" && f.Path == "spec.valkey" {
				if _, err := fmt.Sscanf(f.Message, "valkey.conf has %d bytes", &n); err != nil {
					t.Fatal(err)
				}
			}
		}
		return n
	}
	rest := size(limit, "") - limit
	if rest <= 0 {
		t.Fatalf("valkey.conf beside the value has %d bytes", rest)
	}
	if got := size(limit-rest, ""); got != 0 {
		t.Errorf("a valkey.conf of %d bytes is reported as one of %d", limit, got)
	}
	if got := size(limit-rest+1, ""); got != limit+1 {
		t.Errorf("a valkey.conf of %d bytes is reported as one of %d", limit+1, got)
	}
	const tls = 200 // bytes that TLS settings and a host name add at least
	if got := size(limit-rest, onCluster("a", ", tls: {secretRef: s}")); got <= limit+tls {
		t.Errorf("valkey.conf with TLS is reported with %d bytes, want more than %d", got, limit+tls)
	}
}

// Users that fit into a config and not beside those of a cluster are the
// cluster's matter; those that fit nowhere are the config's alone.
func TestUsersTooLarge(t *testing.T) {
	acl := func(prefix string, n int) []v1alpha1.ACLBinding {
		key := v1alpha1.KeyPattern{Pattern: strings.Repeat("x", 256)}
		permission := v1alpha1.Permission{RoleRef: "r", Keys: slices.Repeat([]v1alpha1.KeyPattern{key}, 16)}
		users := make([]v1alpha1.ACLBinding, n)
		for i := range users {
			users[i] = v1alpha1.ACLBinding{
				Username:       fmt.Sprint(prefix, i),
				PasswordHashes: []v1alpha1.PasswordHash{v1alpha1.PasswordHash(strings.Repeat("0", 64))},
				Permissions:    slices.Repeat([]v1alpha1.Permission{permission}, 16),
			}
		}
		return users
	}
	tests := map[string]struct {
		config, cluster int
		want            string
	}{
		"both fit":               {6, 6, ""},
		"together they do not":   {10, 10, "error VK058 k spec.acl"},
		"the cluster's alone":    {0, 20, "error VK058 k spec.acl"},
		"the config's alone":     {20, 0, "error VK058 a spec.acl"},
		"the config's, and more": {20, 3, "error VK058 a spec.acl"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := load(t, image91+roleR+configs("imageRef: v91")+onCluster("a", ""))
			w.objects.Configs[0].Spec.ACL = acl("a", test.config)
			w.objects.Clusters[0].Spec.ACL = acl("k", test.cluster)
			if diff := cmp.Diff(test.want, brief(lint.Run(w.input()), false, "VK058")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
