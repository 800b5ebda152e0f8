package reference_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Page on curating images and configs: the section on authoring a base config.

func TestBaseConfig(t *testing.T) {
	t.Run("a config is image, resources, settings and users under one name", func(t *testing.T) {
		w := pages(t)
		w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.ACL = []v1alpha1.ACLBinding{binding("platform")} })
		c, err := w.resolver().Config("standard")
		if err != nil {
			t.Fatal(err)
		}
		got := []any{c.Name, c.Image.Ref, c.CPU.Value, c.Memory.Value, values(c), users(c.ACL)}
		want := []any{
			"standard", "valkey/valkey:9.0.0", "1", "2Gi",
			map[string]string{"maxmemory": "1500mb", "maxmemory-policy": "allkeys-lru"}, []string{"platform"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the config differs (-want +got):\n%s", diff)
		}
	})
	t.Run("a cluster picks it by name", func(t *testing.T) {
		w := pages(t)
		if got := w.resolve(t, "on-standard").Config.Name; got != "standard" {
			t.Errorf("config %q, want standard", got)
		}
		w.clusters["on-standard"].Spec.ConfigRef = "Standard"
		if got, want := w.refused()["on-standard"], `ValkeyConfig "Standard" not found`; !begins(got, want) {
			t.Errorf("got error %q, want %q", got, want)
		}
	})
	t.Run("a cluster without a config is refused", func(t *testing.T) {
		object := clusterObject()
		delete(object["spec"].(map[string]any), "configRef")
		if got := validator(t).Validate(object); len(got) != 1 || got[0].Path != "spec.configRef" {
			t.Errorf("violations %v, want one of spec.configRef", got)
		}
	})
	t.Run("a cluster sets no image, resource or Valkey setting", func(t *testing.T) {
		v := validator(t)
		if got := v.Validate(clusterObject()); len(got) > 0 {
			t.Fatalf("violations %v of a plain cluster, want none", got)
		}
		text := "1"
		nested := map[string]any{"memory": text}
		for field, value := range map[string]any{
			"image": text, "imageRef": text, "repository": text, "tag": text, "version": text,
			"resources": nested, "cpu": text, "memory": text, "limits": nested,
			"valkey": nested, "valkeySettings": nested, "maxmemory": text, "config": nested, "baseRef": text,
		} {
			object := clusterObject()
			object["spec"].(map[string]any)[field] = value
			got := v.Validate(object)
			if len(got) != 1 || got[0].Kind != schema.KindUnknownField || got[0].Path != "spec."+field {
				t.Errorf("violations %v of a cluster with spec.%s, want an unknown field", got, field)
			}
		}
	})
}

func clusterObject() map[string]any {
	return map[string]any{
		"apiVersion": v1alpha1.APIVersion, "kind": "ValkeyCluster",
		"metadata": map[string]any{"name": "cache", "namespace": "team-a"},
		"spec":     map[string]any{"configRef": "standard", "shards": int64(3), "replicasPerShard": int64(1)},
	}
}

func binding(user string) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{
		Username: user, PasswordHashes: []v1alpha1.PasswordHash{hash},
		Permissions: []v1alpha1.Permission{{RoleRef: "reader", Keys: []v1alpha1.KeyPattern{{Pattern: "*"}}}},
	}
}

func users(acl []v1alpha1.ACLBinding) []string {
	all := []string{}
	for _, b := range acl {
		all = append(all, b.Username)
	}
	return all
}

func values(c *resolve.Config) map[string]string {
	all := map[string]string{}
	for name, s := range c.Settings {
		all[name] = s.Value
	}
	return all
}
