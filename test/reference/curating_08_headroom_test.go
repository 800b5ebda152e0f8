package reference_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Page on curating images and configs: the section on resources and headroom.
//
// Left out: what Valkey needs memory for and what happens at the limit.

func TestHeadroom(t *testing.T) {
	t.Run("cpu and memory are each both request and limit", func(t *testing.T) {
		for name, x := range map[string]struct {
			resources *v1alpha1.Resources
			want      map[string]string
		}{
			"both":   {&v1alpha1.Resources{CPU: "1", Memory: "2Gi"}, map[string]string{"cpu": "1", "memory": "2Gi"}},
			"memory": {&v1alpha1.Resources{Memory: "3Gi"}, map[string]string{"memory": "3Gi"}},
			"cpu":    {&v1alpha1.Resources{CPU: "500m"}, map[string]string{"cpu": "500m"}},
			"none":   {nil, map[string]string{}},
		} {
			w := pages(t)
			w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources = x.resources })
			got := w.pod(t, "on-standard").Spec.Containers[0].Resources
			if diff := cmp.Diff(x.want, quantities(got.Requests)); diff != "" {
				t.Errorf("%s: requests differ (-want +got):\n%s", name, diff)
			}
			if diff := cmp.Diff(x.want, quantities(got.Limits)); diff != "" {
				t.Errorf("%s: limits differ (-want +got):\n%s", name, diff)
			}
		}
	})
	t.Run("the pages' configs leave headroom", func(t *testing.T) {
		w := pages(t)
		delete(w.clusters, "on-apart")
		delete(w.configs, "apart")
		for _, rule := range []string{"VK032", "VK033", "VK056"} {
			if got := w.found(rule); len(got) > 0 {
				t.Errorf("%s is raised at %v, want nowhere", rule, got)
			}
		}
	})
	t.Run("too little headroom is reported, and the pod gets what was written", func(t *testing.T) {
		for maxmemory, want := range map[string]string{"1700mb": "VK033", "2gb": "VK033", "3gb": "VK032"} {
			w := pages(t)
			w.set("standard", "maxmemory", maxmemory)
			if diff := cmp.Diff([]string{`ValkeyConfig "standard" spec.valkey["maxmemory"]`}, w.found(want)); diff != "" {
				t.Errorf("maxmemory %s: findings of %s differ (-want +got):\n%s", maxmemory, want, diff)
			}
			holds(t, w.conf(t, "on-standard"), "maxmemory "+maxmemory)
		}
	})
	t.Run("omitted resources are reported", func(t *testing.T) {
		w := pages(t)
		w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources = nil })
		// The variant sets its own; the config beside them never had any.
		want := []string{`ValkeyConfig "apart" spec.resources`, `ValkeyConfig "standard" spec.resources`}
		if diff := cmp.Diff(want, w.found("VK056")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
}

func quantities(list corev1.ResourceList) map[string]string {
	all := map[string]string{}
	for name, q := range list {
		all[string(name)] = q.String()
	}
	return all
}
