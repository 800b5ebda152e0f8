package deploy

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// base is what every variant has.
var base = []string{
	"Namespace valkey-operator",
	"ServiceAccount valkey-operator/valkey-operator",
	"Role valkey-operator/valkey-operator-leader-election",
	"ClusterRole valkey-operator",
	"RoleBinding valkey-operator/valkey-operator-leader-election",
	"ClusterRoleBinding valkey-operator",
	"Deployment valkey-operator/valkey-operator",
}

// variants are folders, or kustomizations of a user, and what they yield beyond base.
var variants = map[string]struct {
	folder, text string
	want         []string
}{
	"base": {folder: "base"},
	"namespaced": {folder: "namespaced", want: []string{
		"Role my-app/valkey-operator", "RoleBinding my-app/valkey-operator",
	}},
	"monitoring": {
		text: "resources: [DEPLOY/base]\ncomponents: [DEPLOY/components/monitoring]\n",
		want: []string{
			"Service valkey-operator/valkey-operator-metrics", "ServiceMonitor valkey-operator/valkey-operator",
			"PrometheusRule valkey-operator/valkey-operator",
		},
	},
	"namespaced, monitoring": {
		text: "resources: [DEPLOY/namespaced]\ncomponents: [DEPLOY/components/monitoring]\n",
		want: []string{
			"Role my-app/valkey-operator", "RoleBinding my-app/valkey-operator",
			"Service valkey-operator/valkey-operator-metrics", "ServiceMonitor valkey-operator/valkey-operator",
			"PrometheusRule valkey-operator/valkey-operator",
		},
	},
}

// made holds the variants that were built; tests only look at them.
var made = map[string]objects{}

func variant(t *testing.T, name string) objects {
	t.Helper()
	if all, ok := made[name]; ok {
		return all
	}
	v, ok := variants[name]
	if !ok {
		t.Fatalf("no variant %q", name)
	}
	folder := v.folder
	if folder == "" {
		folder = written(t, v.text)
	}
	made[name] = built(t, folder)
	return made[name]
}

func TestVariantsYieldWhatTheyPromise(t *testing.T) {
	for name, v := range variants {
		got := variant(t, name).names()
		slices.Sort(got)
		want := slices.Sorted(slices.Values(slices.Concat(base, v.want)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestLabels: what tools select by. None of the operator's own objects may look like one that the operator made for a
// cluster: its caches select those by the label managed-by.
func TestLabels(t *testing.T) {
	for name := range variants {
		all := variant(t, name)
		for _, o := range all {
			if o.GetLabels()[names.LabelManagedBy] != "" {
				t.Errorf("%s: %s %s has the label of a cluster's objects", name, o.GetKind(), o.GetName())
			}
			if o.GetLabels()["app"] != "valkey-operator" {
				t.Errorf("%s: %s %s lacks the label app", name, o.GetKind(), o.GetName())
			}
		}
		d := only[appsv1.Deployment](t, all, "Deployment", "valkey-operator", "valkey-operator")
		if got := d.Spec.Template.Labels["app"]; got != "valkey-operator" {
			t.Errorf("%s: the pod has the label app: %q", name, got)
		}
		if diff := cmp.Diff(map[string]string{"app": "valkey-operator"}, d.Spec.Selector.MatchLabels); diff != "" {
			t.Errorf("%s: the selector, which cannot be changed later (-want +got):\n%s", name, diff)
		}
	}
}

// TestBindingsNameTheServiceAccount, in whatever namespace a user puts the operator.
func TestBindingsNameTheServiceAccount(t *testing.T) {
	all := built(t, written(t, "namespace: elsewhere\nresources: [DEPLOY/base]\n"))
	want := []rbacv1.Subject{{Kind: "ServiceAccount", Name: "valkey-operator", Namespace: "elsewhere"}}
	cluster := only[rbacv1.ClusterRoleBinding](t, all, "ClusterRoleBinding", "", "valkey-operator")
	lease := only[rbacv1.RoleBinding](t, all, "RoleBinding", "elsewhere", "valkey-operator-leader-election")
	for name, got := range map[string][]rbacv1.Subject{"ClusterRoleBinding": cluster.Subjects, "RoleBinding": lease.Subjects} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestImageIsTheUsersToName: no registry stands in the tree, and one line names the image.
func TestImageIsTheUsersToName(t *testing.T) {
	image := func(all objects) string {
		d := only[appsv1.Deployment](t, all, "Deployment", "valkey-operator", "valkey-operator")
		return d.Spec.Template.Spec.Containers[0].Image
	}
	for name := range variants {
		if got := image(variant(t, name)); strings.ContainsAny(strings.Split(got, ":")[0], "./") {
			t.Errorf("%s: the image %q names a registry", name, got)
		}
	}
	named := written(t, "resources: [DEPLOY/base]\nimages: [{name: valkey-operator, newName: registry.example/valkey-operator, newTag: v1}]\n")
	if got, want := image(built(t, named)), "registry.example/valkey-operator:v1"; got != want {
		t.Errorf("the image is %q, want %q", got, want)
	}
}
