package references_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/operator/internal/references"
)

func bound(user, role string) []v1alpha1.ACLBinding {
	return []v1alpha1.ACLBinding{{Username: user, Permissions: []v1alpha1.Permission{{RoleRef: role}}}}
}

func config(name string, spec v1alpha1.ValkeyConfigSpec) v1alpha1.ValkeyConfig {
	return v1alpha1.ValkeyConfig{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: spec}
}

func cluster(name, configRef string, acl []v1alpha1.ACLBinding) v1alpha1.ValkeyCluster {
	return v1alpha1.ValkeyCluster{
		ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: name},
		Spec:       v1alpha1.ValkeyClusterSpec{ConfigRef: configRef, ACL: acl},
	}
}

func shop() *menu.Menu {
	return menu.New(menu.Objects{
		Configs: []v1alpha1.ValkeyConfig{
			config("base", v1alpha1.ValkeyConfigSpec{ImageRef: "old", ACL: bound("platform", "hidden")}),
			config("small", v1alpha1.ValkeyConfigSpec{BaseRef: "base", ImageRef: "new", ACL: bound("platform", "seen")}),
			config("dangling", v1alpha1.ValkeyConfigSpec{BaseRef: "later", ImageRef: "unborn"}),
			config("ring-a", v1alpha1.ValkeyConfigSpec{BaseRef: "ring-b"}),
			config("ring-b", v1alpha1.ValkeyConfigSpec{BaseRef: "ring-a"}),
		},
		Clusters: []v1alpha1.ValkeyCluster{
			cluster("cache", "small", bound("app", "app-role")),
			cluster("plain", "base", nil),
			cluster("waiting", "dangling", nil),
			cluster("ring", "ring-a", nil),
		},
	})
}

// An edit of an object must wake the clusters that it concerns, and no other:
// also objects that are not there yet, and none that the child overrides.
func TestWhomAnEditConcerns(t *testing.T) {
	cases := map[string]struct {
		object menu.Ref
		want   []string
	}{
		"a config and its heirs":         {menu.ConfigRef("base"), []string{"cache", "plain"}},
		"a config without heirs":         {menu.ConfigRef("small"), []string{"cache"}},
		"an image":                       {menu.ImageRef("new"), []string{"cache"}},
		"an image that a child replaces": {menu.ImageRef("old"), []string{"plain"}},
		"a role of the config":           {menu.RoleRef("seen"), []string{"cache"}},
		"a role that a child replaces":   {menu.RoleRef("hidden"), []string{"plain"}},
		"a role of the cluster":          {menu.RoleRef("app-role"), []string{"cache"}},
		"a config that is not there":     {menu.ConfigRef("later"), []string{"waiting"}},
		"an image that is not there":     {menu.ImageRef("unborn"), []string{"waiting"}},
		"a config of a ring":             {menu.ConfigRef("ring-b"), []string{"ring"}},
		"nobody's object":                {menu.RoleRef("unused"), nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, concerned := range references.Clusters(shop(), c.object) {
				got = append(got, concerned.Name)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("clusters (-want +got):\n%s", diff)
			}
		})
	}
}

func TestConfigsThatAnEditConcerns(t *testing.T) {
	var got []string
	for _, c := range references.Configs(shop(), menu.ImageRef("new")) {
		got = append(got, c.Name)
	}
	if diff := cmp.Diff([]string{"small"}, got); diff != "" {
		t.Errorf("configs (-want +got):\n%s", diff)
	}
}
