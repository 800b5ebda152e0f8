package resolved

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// input is a cluster of a config without resources, and its menu.
func input() (menu.Objects, *v1alpha1.ValkeyCluster) {
	named := func(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Name: name} }
	o := menu.Objects{
		Images: []v1alpha1.ValkeyImage{{ObjectMeta: named("v9"), Spec: v1alpha1.ValkeyImageSpec{Repository: "r", Tag: "9.1.2", Version: "9.1.2"}}},
		Configs: []v1alpha1.ValkeyConfig{{ObjectMeta: named("c"), Spec: v1alpha1.ValkeyConfigSpec{
			ImageRef: "v9", Valkey: map[string]v1alpha1.SettingValue{"hz": "20", "requirepass": "x", "port": "1"},
		}}},
		Roles: []v1alpha1.ValkeyRole{{ObjectMeta: named("rw")}},
	}
	cluster := &v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "k"}}
	cluster.Spec.ConfigRef, cluster.Spec.Shards = "c", 1
	return o, cluster
}

func of(t *testing.T, edit func(*menu.Objects, *v1alpha1.ValkeyCluster)) *Cluster {
	t.Helper()
	o, cluster := input()
	if edit != nil {
		edit(&o, cluster)
	}
	r, err := resolve.New(menu.New(o), resolve.DefaultOptions()).Cluster(cluster)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Of(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func bind(username string) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{Username: username, PasswordHashes: []v1alpha1.PasswordHash{hash}, Permissions: []v1alpha1.Permission{
		{RoleRef: "rw", Keys: []v1alpha1.KeyPattern{{Pattern: "a"}, {Pattern: "b", Access: v1alpha1.AccessRead}}},
	}}
}

func TestListsAreNeverNull(t *testing.T) {
	text, err := json.Marshal(of(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "null") {
		t.Errorf("a list or map is null: %s", text)
	}
}

func TestSettings(t *testing.T) {
	c := of(t, nil)
	got := map[string]Setting{}
	for _, s := range c.Settings {
		got[s.Name] = s
	}
	if want := (Setting{Name: "hz", Value: "20", Origin: "menu", Config: "c"}); got["hz"] != want {
		t.Errorf("hz is %+v, want %+v", got["hz"], want)
	}
	if s := got["port"]; s.Value != "6379" || s.Origin != "forced" || s.Config != "" || s.Reason == "" {
		t.Errorf("port is %+v", s)
	}
	if s := got["save"]; s.Value != "" || s.Origin != "default" || s.Reason == "" {
		t.Errorf("save is %+v", s)
	}
	if s := got["primaryuser"]; s.Value != "_momento_repl" {
		t.Errorf("a forced value is redacted: %+v", s)
	}
	dropped := map[string]Dropped{}
	for _, d := range c.Dropped {
		dropped[d.Name] = d
	}
	if d := dropped["port"]; d.Value != "1" || d.ForcedValue != "6379" || !d.Forced || d.Managed || d.Config != "c" {
		t.Errorf("port is dropped as %+v", d)
	}
	if d := dropped["requirepass"]; d.Value != "(redacted)" || !d.Managed || d.Forced {
		t.Errorf("requirepass is dropped as %+v", d)
	}
}

func TestResourcesThatNobodySets(t *testing.T) {
	if c := of(t, nil); c.Resources != (Resources{}) {
		t.Errorf("resources %+v", c.Resources)
	}
	c := of(t, func(o *menu.Objects, _ *v1alpha1.ValkeyCluster) {
		o.Configs[0].Spec.Resources = &v1alpha1.Resources{Memory: "1Gi"}
	})
	if c.Resources.CPU != nil || *c.Resources.Memory != (Quantity{"1Gi", "c"}) {
		t.Errorf("resources %+v", c.Resources)
	}
}

func TestDefaultUser(t *testing.T) {
	for want, users := range map[string][]v1alpha1.ACLBinding{
		"open": nil, "off": {bind("app")}, "bound": {bind("app"), bind("default")},
	} {
		got := of(t, func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) { c.Spec.ACL = users })
		if got.DefaultUser != want {
			t.Errorf("with %d users the default user is %q, want %q", len(users), got.DefaultUser, want)
		}
	}
}

func TestUsers(t *testing.T) {
	c := of(t, func(o *menu.Objects, c *v1alpha1.ValkeyCluster) {
		o.Configs[0].Spec.ACL = []v1alpha1.ACLBinding{bind("platform")}
		c.Spec.ACL = []v1alpha1.ACLBinding{bind("app")}
	})
	permissions := []Permission{{Role: "rw", Keys: []Key{{"a", "readwrite"}, {"b", "read"}}, Channels: []string{}}}
	want := []User{
		{Username: "platform", From: Reference{Kind: "ValkeyConfig", Name: "c"}, Path: "spec.acl[0]", PasswordHashes: 1, Permissions: permissions},
		{Username: "app", From: Reference{Kind: "ValkeyCluster", Namespace: "ns", Name: "k"}, Path: "spec.acl[0]", PasswordHashes: 1, Permissions: permissions},
	}
	if diff := cmp.Diff(want, c.Users); diff != "" {
		t.Errorf("users differ (-want +got):\n%s", diff)
	}
	text, err := json.Marshal(c)
	if err != nil || strings.Contains(string(text), hash) {
		t.Errorf("a password hash is shown, or %v", err)
	}
}

func TestPlacementAndTLS(t *testing.T) {
	c := of(t, func(_ *menu.Objects, c *v1alpha1.ValkeyCluster) {
		c.Spec.TLS = &v1alpha1.TLS{SecretRef: "s"}
		c.Spec.Placement = &v1alpha1.Placement{Zones: []v1alpha1.Zone{"b", "a", "b"}, ZoneSpread: v1alpha1.SpreadRequired}
	})
	if diff := cmp.Diff([]string{"a", "b"}, c.Placement.Zones); diff != "" {
		t.Errorf("zones differ (-want +got):\n%s", diff)
	}
	if c.ZoneSpread != (ZoneSpread{"required", false}) || c.TLS == nil || c.TLS.SecretRef != "s" {
		t.Errorf("zone spread %+v, TLS %+v", c.ZoneSpread, c.TLS)
	}
	plain := of(t, nil)
	if plain.TLS != nil || !plain.ZoneSpread.Default || plain.ConfigRevision == c.ConfigRevision {
		t.Errorf("without: TLS %v, zone spread %+v", plain.TLS, plain.ZoneSpread)
	}
}
