package resolve

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

func resolved(t *testing.T, o menu.Objects, c *v1alpha1.ValkeyCluster) *Cluster {
	t.Helper()
	got, err := resolver(o).Cluster(c)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestUsersAreConfigLevelFirst(t *testing.T) {
	o := tshirt()
	o.Roles = []v1alpha1.ValkeyRole{role("rw")}
	o.Configs[0].Spec.ACL = []v1alpha1.ACLBinding{binding("platform", "rw")}
	got := resolved(t, o, cluster("large", binding("team", "rw")))
	var users []string
	for _, b := range got.Users {
		users = append(users, b.Object.String()+" "+b.Path()+" "+b.Username)
	}
	want := []string{`ValkeyConfig "standard" spec.acl[0] platform`, `ValkeyCluster "team-a/cache" spec.acl[0] team`}
	if diff := cmp.Diff(want, users); diff != "" {
		t.Errorf("users differ (-want +got):\n%s", diff)
	}
	if got.Roles["rw"] == nil {
		t.Error("role rw is missing from the resolved roles")
	}
}

func TestZoneSpreadInherits(t *testing.T) {
	c := cluster("standard")
	if got := resolved(t, tshirt(), c); got.ZoneSpread != v1alpha1.SpreadBestEffort || !got.ZoneSpreadDefault {
		t.Errorf("zone spread %q (default %v), want the operator-wide bestEffort", got.ZoneSpread, got.ZoneSpreadDefault)
	}
	c.Spec.Placement = &v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadRequired}
	if got := resolved(t, tshirt(), c); got.ZoneSpread != v1alpha1.SpreadRequired || got.ZoneSpreadDefault {
		t.Errorf("zone spread %q (default %v), want the cluster's own required", got.ZoneSpread, got.ZoneSpreadDefault)
	}
}

func TestForcedSettingsWinInAnySpelling(t *testing.T) {
	for _, spelling := range []string{"cluster-enabled", "Cluster-Enabled", "CLUSTER-ENABLED"} {
		o := tshirt()
		o.Configs[0].Spec.Valkey[spelling] = "no"
		got := resolved(t, o, cluster("large")).Settings("cache-0").Map()
		if got["cluster-enabled"] != "yes" {
			t.Errorf("%s: no in the menu gives cluster-enabled %q, want yes", spelling, got["cluster-enabled"])
		}
	}
}

func TestTLSAnnouncesThePodsOwnName(t *testing.T) {
	c := cluster("standard")
	c.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"}
	got := resolved(t, tshirt(), c).Settings("cache-0a1b2").Map()
	want := "cache-0a1b2.cache.team-a.svc.cluster.local"
	if got["cluster-announce-hostname"] != want || got["port"] != "0" || got["tls-port"] != "6379" {
		t.Errorf("host name %q, port %q, tls-port %q, want %q, 0, 6379",
			got["cluster-announce-hostname"], got["port"], got["tls-port"], want)
	}
}

// TestRevisionFollowsWhatMakesANodeOutdated changes one input at a time.
func TestRevisionFollowsWhatMakesANodeOutdated(t *testing.T) {
	tests := map[string]struct {
		change func(*menu.Objects, *v1alpha1.ValkeyCluster)
		want   bool // the revision changes
	}{
		"nothing":    {func(*menu.Objects, *v1alpha1.ValkeyCluster) {}, false},
		"image":      {func(o *menu.Objects, _ *v1alpha1.ValkeyCluster) { o.Images[0].Spec.Tag = "9.0.1" }, true},
		"memory":     {func(o *menu.Objects, _ *v1alpha1.ValkeyCluster) { o.Configs[0].Spec.Resources.Memory = "3Gi" }, true},
		"setting":    {func(o *menu.Objects, _ *v1alpha1.ValkeyCluster) { o.Configs[0].Spec.Valkey["hz"] = "20" }, true},
		"forced one": {func(o *menu.Objects, _ *v1alpha1.ValkeyCluster) { o.Configs[0].Spec.Valkey["PORT"] = "1" }, false},
		"other base": {func(o *menu.Objects, _ *v1alpha1.ValkeyCluster) { o.Configs[1].Spec.Valkey["maxmemory"] = "1gb" }, false},
		"selector":   {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) { c.Spec.Placement.NodeSelector["disk"] = "ssd" }, true},
		"zones":      {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) { c.Spec.Placement.Zones = c.Spec.Placement.Zones[1:] }, true},
		"zone order": {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) { slices.Reverse(c.Spec.Placement.Zones) }, false},
		"zone twice": {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) {
			c.Spec.Placement.Zones = append(c.Spec.Placement.Zones, "a")
		}, false},
		"zone spread": {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) {
			c.Spec.Placement.ZoneSpread = v1alpha1.SpreadRequired
		}, false},
		"shards": {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) { c.Spec.Shards = 9 }, false},
		"annotations": {func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) {
			c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"a": "b"}
		}, false},
	}
	revision := func(change func(*menu.Objects, *v1alpha1.ValkeyCluster)) string {
		o, c := tshirt(), cluster("standard")
		c.Spec.Placement = &v1alpha1.Placement{Zones: []v1alpha1.Zone{"a", "b"}, NodeSelector: map[string]v1alpha1.LabelValue{"pool": "x"}}
		change(&o, c)
		return resolved(t, o, c).Revision()
	}
	before := revision(func(*menu.Objects, *v1alpha1.ValkeyCluster) {})
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if changed := revision(test.change) != before; changed != test.want {
				t.Errorf("the revision changed: %v, want %v", changed, test.want)
			}
		})
	}
}

func TestQuotingAloneIsNoNewRevision(t *testing.T) {
	revision := func(save v1alpha1.SettingValue) string {
		o := tshirt()
		o.Configs[0].Spec.Valkey["save"] = save
		return resolved(t, o, cluster("standard")).Revision()
	}
	if plain, quoted := revision("900 1"), revision(` 900  "1"`); plain != quoted {
		t.Errorf("revision %s for save 900 1, want %s as for the same in quotes", plain, quoted)
	}
	if one, other := revision("900 1"), revision("900 2"); one == other {
		t.Error("save 900 1 and save 900 2 have one revision")
	}
}

func TestAnEmptySecretNameIsStillTLS(t *testing.T) {
	c := cluster("standard")
	c.Spec.TLS = &v1alpha1.TLS{}
	got := resolved(t, tshirt(), c)
	if settings := got.Settings("n").Map(); !got.TLS || settings["port"] != "0" {
		t.Errorf("TLS %v with port %q, want TLS with port 0", got.TLS, settings["port"])
	}
}

// TestRevisionIsFrozen pins the revision of whole clusters, so with the forced
// and default settings that stand in it. conf pins how it is computed. DO NOT
// UPDATE TO FOLLOW PRODUCTION: a change here means that upgrading this project
// replaces every pod of such clusters. If it fails, the change to the code is
// wrong, unless the roll is meant and the changelog announces it.
func TestRevisionIsFrozen(t *testing.T) {
	plain := cluster("large")
	withTLS := cluster("large")
	withTLS.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"}
	old := tshirt()
	old.Images[0].Spec.Version = "8.1"
	for name, test := range map[string]struct {
		objects menu.Objects
		cluster *v1alpha1.ValkeyCluster
		want    string
	}{
		"plaintext": {tshirt(), plain, "d77202c0a326195d"},
		"tls":       {tshirt(), withTLS, "49f3d22f16f9bcad"},
		"before 9":  {old, plain, "6cf11e4d662de166"},
	} {
		if got := resolved(t, test.objects, test.cluster).Revision(); got != test.want {
			t.Errorf("%s: revision %s, want %s", name, got, test.want)
		}
	}
}

func TestRevisionIsOneForAllNodes(t *testing.T) {
	c := cluster("large")
	c.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"}
	here := resolved(t, tshirt(), c)
	elsewhere := *here
	elsewhere.Options.ClusterDomain = "k8s.example"
	if here.Revision() == elsewhere.Revision() {
		t.Error("another cluster domain has the same revision, but nodes announce it")
	}
	if one, other := here.Settings("cache-0a1b2").Map(), here.Settings("cache-3c4d5").Map(); one["cluster-announce-hostname"] == other["cluster-announce-hostname"] {
		t.Error("two nodes announce one name")
	}
}

// A config that waits for its name is not what an empty reference means.
func TestEmptyConfigRefIsNotFound(t *testing.T) {
	o := tshirt()
	o.Configs = append(o.Configs, config("", v1alpha1.ValkeyConfigSpec{ImageRef: o.Configs[0].Spec.ImageRef, BaseRef: o.Configs[0].Name}))
	_, err := resolver(o).Cluster(cluster(""))
	if err == nil || err.Error() != `ValkeyConfig "" not found` {
		t.Errorf("error %v, want that the config is not found", err)
	}
}

// While a server below 9.0 shares users.acl, the file keeps the form that it can
// read, whatever image the cluster is on its way to.
func TestOldServersKeepTheOldForm(t *testing.T) {
	c := resolved(t, tshirt(), cluster("large"))
	if c.ACLInput(nil, nil).NoSlotMigration {
		t.Fatal("the image of the fixture is older than 9.0")
	}
	c.OldServers = true
	if !c.ACLInput(nil, nil).NoSlotMigration {
		t.Error("users.acl would name what an old server refuses")
	}
}
