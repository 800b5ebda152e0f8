package deploy

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	psaapi "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"

	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
)

func deployment(t *testing.T, name string) *appsv1.Deployment {
	t.Helper()
	return only[appsv1.Deployment](t, variant(t, name), "Deployment", "valkey-operator", "valkey-operator")
}

// TestPodIsRestricted, and more than that: a numeric user and a read-only root.
func TestPodIsRestricted(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := psaapi.LevelVersion{Level: psaapi.LevelRestricted, Version: psaapi.LatestVersion()}
	for name := range variants {
		template := deployment(t, name).Spec.Template
		for _, result := range evaluator.EvaluatePod(restricted, &template.ObjectMeta, &template.Spec) {
			if !result.Allowed {
				t.Errorf("%s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail)
			}
		}
		if user := template.Spec.SecurityContext.RunAsUser; user == nil || *user != 65532 {
			t.Errorf("%s: user %v, want 65532", name, user)
		}
		for _, c := range template.Spec.Containers {
			if root := c.SecurityContext.ReadOnlyRootFilesystem; root == nil || !*root {
				t.Errorf("%s: the root of container %s is writable", name, c.Name)
			}
			if memory := c.Resources.Limits.Memory(); memory.IsZero() {
				t.Errorf("%s: container %s has no limit of memory", name, c.Name)
			}
		}
	}
}

// TestEnvironment: each variable and the key of valkey-operator-config that sets it. One that is set by no key has its
// value here.
func TestEnvironment(t *testing.T) {
	all := map[string]string{
		"RUST_LOG": "info", "POD_NAMESPACE": "metadata.namespace",
		"DEFAULT_ZONE_SPREAD": "defaultZoneSpread?", "CLUSTER_DOMAIN": "clusterDomain?",
		"POD_USER": "podUser?", "POD_DISRUPTION_BUDGETS": "podDisruptionBudgets?", "MAX_ROLLING_CLUSTERS": "maxRollingClusters?",
	}
	chosen := map[string]string{"WATCH_NAMESPACES": "my-app"}
	for name, value := range all {
		chosen[name] = value
	}
	for name, want := range map[string]map[string]string{"base": all, "namespaced": chosen} {
		got := map[string]string{}
		for _, e := range deployment(t, name).Spec.Template.Spec.Containers[0].Env {
			got[e.Name] = source(t, e)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// source is where a variable's value comes from; a question mark says that it may be missing.
func source(t *testing.T, e corev1.EnvVar) string {
	t.Helper()
	switch {
	case e.ValueFrom == nil:
		return e.Value
	case e.ValueFrom.FieldRef != nil:
		return e.ValueFrom.FieldRef.FieldPath
	case e.ValueFrom.ConfigMapKeyRef == nil || e.ValueFrom.ConfigMapKeyRef.Name != "valkey-operator-config":
		t.Errorf("%s comes from %v, want the ConfigMap valkey-operator-config", e.Name, e.ValueFrom)
		return ""
	}
	ref := e.ValueFrom.ConfigMapKeyRef
	if ref.Optional != nil && *ref.Optional {
		return ref.Key + "?"
	}
	return ref.Key
}

func TestPorts(t *testing.T) {
	c := deployment(t, "base").Spec.Template.Spec.Containers[0]
	got := map[string]int32{}
	for _, port := range c.Ports {
		got[port.Name] = port.ContainerPort
	}
	if diff := cmp.Diff(map[string]int32{"metrics": 8080, "health": 8081}, got); diff != "" {
		t.Errorf("ports (-want +got):\n%s", diff)
	}
	for want, probe := range map[string]*corev1.Probe{"/healthz": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
		if probe == nil || probe.HTTPGet.Path != want || probe.HTTPGet.Port.StrVal != "health" {
			t.Errorf("the probe is %v, want %s at the port health", probe, want)
		}
	}
}

// TestForgottenNamespacesStopTheStart: the component alone must not mean all namespaces.
func TestForgottenNamespacesStopTheStart(t *testing.T) {
	all := built(t, written(t, "resources: [DEPLOY/base]\ncomponents: [DEPLOY/components/namespaced]\n"))
	d := only[appsv1.Deployment](t, all, "Deployment", "valkey-operator", "valkey-operator")
	value := ""
	for _, e := range d.Spec.Template.Spec.Containers[0].Env {
		if e.Name == settings.WatchNamespaces {
			value = e.Value
		}
	}
	_, err := settings.FromEnvironment(func(name string) (string, bool) { return value, name == settings.WatchNamespaces })
	if err == nil {
		t.Errorf("the operator starts with %s=%q", settings.WatchNamespaces, value)
	}
}
