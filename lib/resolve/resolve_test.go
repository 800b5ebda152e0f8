package resolve

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

type settings = map[string]v1alpha1.SettingValue

func image(name, tag string) v1alpha1.ValkeyImage {
	return v1alpha1.ValkeyImage{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: tag, Version: tag},
	}
}

func config(name string, spec v1alpha1.ValkeyConfigSpec) v1alpha1.ValkeyConfig {
	return v1alpha1.ValkeyConfig{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: spec}
}

func role(name string) v1alpha1.ValkeyRole {
	return v1alpha1.ValkeyRole{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

func binding(user, role string) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{Username: user, Permissions: []v1alpha1.Permission{{RoleRef: role}}}
}

func cluster(configRef string, acl ...v1alpha1.ACLBinding) *v1alpha1.ValkeyCluster {
	return &v1alpha1.ValkeyCluster{
		ObjectMeta: metav1.ObjectMeta{Namespace: "team-a", Name: "cache"},
		Spec:       v1alpha1.ValkeyClusterSpec{ConfigRef: configRef, Shards: 3, ReplicasPerShard: 1, ACL: acl},
	}
}

func resolver(o menu.Objects) *Resolver { return New(menu.New(o), DefaultOptions()) }

// tshirt is the menu of the reference documentation: a base and a variant.
func tshirt() menu.Objects {
	return menu.Objects{
		Images: []v1alpha1.ValkeyImage{image("valkey-9-0", "9.0.0")},
		Configs: []v1alpha1.ValkeyConfig{
			config("standard", v1alpha1.ValkeyConfigSpec{
				ImageRef:  "valkey-9-0",
				Resources: &v1alpha1.Resources{CPU: "1", Memory: "2Gi"},
				Valkey:    settings{"maxmemory": "1500mb", "maxmemory-policy": "allkeys-lru"},
			}),
			config("large", v1alpha1.ValkeyConfigSpec{
				BaseRef:   "standard",
				Resources: &v1alpha1.Resources{Memory: "16Gi"},
				Valkey:    settings{"MaxMemory": "12gb"},
			}),
		},
	}
}

func TestConfigChain(t *testing.T) {
	got, err := resolver(tshirt()).Config("large")
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Name:   "large",
		Chain:  []string{"large", "standard"},
		Image:  Image{Name: "valkey-9-0", Config: "standard", Ref: "valkey/valkey:9.0.0", Declared: "9.0.0"},
		CPU:    Value{Value: "1", Config: "standard"},
		Memory: Value{Value: "16Gi", Config: "large"},
		Settings: map[string]Setting{
			"maxmemory":        {Value: "12gb", Config: "large", Spelled: "MaxMemory"},
			"maxmemory-policy": {Value: "allkeys-lru", Config: "standard", Spelled: "maxmemory-policy"},
		},
	}
	want.Image.Version.Major = 9
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Config(large) differs (-want +got):\n%s", diff)
	}
}

func TestACLReplacesAndNeverMerges(t *testing.T) {
	base := v1alpha1.ValkeyConfigSpec{ImageRef: "i", ACL: []v1alpha1.ACLBinding{binding("app", "r")}}
	tests := map[string]struct {
		child      v1alpha1.ValkeyConfigSpec
		wantUsers  []string
		wantConfig string
	}{
		"not set inherits":        {v1alpha1.ValkeyConfigSpec{BaseRef: "base"}, []string{"app"}, "base"},
		"own list replaces":       {v1alpha1.ValkeyConfigSpec{BaseRef: "base", ACL: []v1alpha1.ACLBinding{binding("own", "r")}}, []string{"own"}, "child"},
		"an empty list is a list": {v1alpha1.ValkeyConfigSpec{BaseRef: "base", ACL: []v1alpha1.ACLBinding{}}, nil, "child"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := resolver(menu.Objects{
				Images:  []v1alpha1.ValkeyImage{image("i", "9.0.0")},
				Configs: []v1alpha1.ValkeyConfig{config("base", base), config("child", test.child)},
			})
			got, err := r.Config("child")
			if err != nil {
				t.Fatal(err)
			}
			var users []string
			for _, b := range got.ACL {
				users = append(users, b.Username)
			}
			if diff := cmp.Diff(test.wantUsers, users); diff != "" || got.ACLConfig != test.wantConfig {
				t.Errorf("users of %q from %q, want from %q (-want +got):\n%s", users, got.ACLConfig, test.wantConfig, diff)
			}
		})
	}
}

// deep builds a chain of n configs, c0 to c(n-1), the last of which sets the image.
func deep(n int) menu.Objects {
	o := menu.Objects{Images: []v1alpha1.ValkeyImage{image("i", "9.0.0")}}
	for i := range n {
		spec := v1alpha1.ValkeyConfigSpec{BaseRef: fmt.Sprintf("c%d", i+1)}
		if i == n-1 {
			spec = v1alpha1.ValkeyConfigSpec{ImageRef: "i"}
		}
		o.Configs = append(o.Configs, config(fmt.Sprintf("c%d", i), spec))
	}
	return o
}

func TestTenConfigsResolve(t *testing.T) {
	got, err := resolver(deep(10)).Config("c0")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Chain) != 10 {
		t.Errorf("chain has %d configs, want 10", len(got.Chain))
	}
}

func TestErrors(t *testing.T) {
	withBase := func(ref string) menu.Objects {
		return menu.Objects{Configs: []v1alpha1.ValkeyConfig{config("c", v1alpha1.ValkeyConfigSpec{BaseRef: ref})}}
	}
	roleless := menu.Objects{
		Images:  []v1alpha1.ValkeyImage{image("i", "9.0.0")},
		Configs: []v1alpha1.ValkeyConfig{config("c", v1alpha1.ValkeyConfigSpec{ImageRef: "i", ACL: []v1alpha1.ACLBinding{binding("app", "rw")}})},
	}
	withRole := roleless
	withRole.Roles = []v1alpha1.ValkeyRole{role("rw")}
	loop := menu.Objects{Configs: []v1alpha1.ValkeyConfig{
		config("c", v1alpha1.ValkeyConfigSpec{BaseRef: "d"}), config("d", v1alpha1.ValkeyConfigSpec{BaseRef: "c"}),
	}}
	at := menu.ConfigRef
	here := menu.ClusterRef("team-a", "cache")
	tests := map[string]struct {
		objects menu.Objects
		cluster *v1alpha1.ValkeyCluster
		want    Error
	}{
		"no such config": {menu.Objects{}, cluster("c"), Error{ReasonConfigNotFound, here, "spec.configRef", at("c"),
			`ValkeyConfig "c" not found`}},
		"no such base": {withBase("b"), cluster("c"), Error{ReasonBaseConfigNotFound, at("c"), "spec.baseRef", at("b"),
			`ValkeyConfig "b" not found`}},
		"own base": {withBase("c"), cluster("c"), Error{ReasonBaseRefCycle, at("c"), "spec.baseRef", menu.Ref{},
			`config inheritance depth exceeds 10 (cycle?): c -> c`}},
		"cycle of two": {loop, cluster("c"), Error{ReasonBaseRefCycle, at("d"), "spec.baseRef", menu.Ref{},
			`config inheritance depth exceeds 10 (cycle?): c -> d -> c`}},
		"eleven configs": {deep(11), cluster("c0"), Error{ReasonBaseRefTooDeep, at("c0"), "spec.baseRef", menu.Ref{},
			`config inheritance depth exceeds 10 (cycle?): c0 -> c1 -> c2 -> c3 -> c4 -> c5 -> c6 -> c7 -> c8 -> c9 -> c10`}},
		"no image": {withBase(""), cluster("c"), Error{ReasonNoImageInChain, at("c"), "spec.imageRef", menu.Ref{},
			`no image_ref in config chain ending at "c"`}},
		"no such image": {menu.Objects{Configs: []v1alpha1.ValkeyConfig{config("c", v1alpha1.ValkeyConfigSpec{ImageRef: "i"})}}, cluster("c"),
			Error{ReasonImageNotFound, at("c"), "spec.imageRef", menu.ImageRef("i"), `ValkeyImage "i" not found`}},
		"no such role at a config": {roleless, cluster("c"), Error{ReasonRoleNotFound, at("c"), "spec.acl[0].permissions[0].roleRef",
			menu.RoleRef("rw"), `ValkeyRole "rw" not found (referenced by user "app")`}},
		"no such role at a cluster": {withRole, cluster("c", binding("web", "ro")), Error{ReasonRoleNotFound, here,
			"spec.acl[0].permissions[0].roleRef", menu.RoleRef("ro"), `ValkeyRole "ro" not found (referenced by user "web")`}},
		"user of both": {withRole, cluster("c", binding("app", "rw")), Error{ReasonDuplicateUsername, here, "spec.acl[0].username",
			menu.Ref{}, `duplicate username "app" in merged ACL bindings`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := resolver(test.objects).Cluster(test.cluster)
			var got *Error
			if !errors.As(err, &got) {
				t.Fatalf("error %v of type %T, want *Error", err, err)
			}
			if diff := cmp.Diff(&test.want, got); diff != "" {
				t.Errorf("error differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoImageNamesTheWholeWalk(t *testing.T) {
	r := resolver(menu.Objects{Configs: []v1alpha1.ValkeyConfig{
		config("large", v1alpha1.ValkeyConfigSpec{BaseRef: "standard"}), config("standard", v1alpha1.ValkeyConfigSpec{}),
	}})
	_, err := r.Config("large")
	want := `no image_ref in config chain ending at "large": large -> standard`
	if err == nil || err.Message != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestEveryMissingRoleIsReported(t *testing.T) {
	o := tshirt()
	_, err := resolver(o).Cluster(cluster("standard", binding("a", "x"), binding("b", "y")))
	want := `ValkeyRole "x" not found (referenced by user "a"); ValkeyRole "y" not found (referenced by user "b")`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}
