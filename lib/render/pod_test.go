package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	psaapi "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func pod(t testing.TB, w *world) *corev1.Pod {
	t.Helper()
	c := w.resolve(t)
	p, err := render.Pod(node(t, c), c.Options, c.PodAnnotations)
	if err != nil {
		t.Fatalf("rendering the pod: %v", err)
	}
	return p
}

func TestPodIsRestricted(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := psaapi.LevelVersion{Level: psaapi.LevelRestricted, Version: psaapi.LatestVersion()}
	for name, edit := range edits() {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			edit(w)
			p := pod(t, w)
			for _, result := range evaluator.EvaluatePod(restricted, &p.ObjectMeta, &p.Spec) {
				if !result.Allowed {
					t.Errorf("%s: %s", result.ForbiddenReason, result.ForbiddenDetail)
				}
			}
			if root := p.Spec.Containers[0].SecurityContext.ReadOnlyRootFilesystem; root == nil || !*root {
				t.Error("the root file system is writable")
			}
		})
	}
}

func TestPodUser(t *testing.T) {
	seven := int64(7777)
	cases := map[string]struct{ user *int64 }{
		"the platform assigns one": {nil},
		"ours":                     {&seven},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.options.PodUser = c.user
			s := pod(t, w).Spec.SecurityContext
			got := []*int64{s.RunAsUser, s.RunAsGroup, s.FSGroup}
			if diff := cmp.Diff([]*int64{c.user, c.user, c.user}, got); diff != "" {
				t.Errorf("user, group and fsGroup differ (-want +got):\n%s", diff)
			}
			if s.RunAsNonRoot == nil || !*s.RunAsNonRoot {
				t.Error("the pod may run as root")
			}
		})
	}
}

func TestPodCommand(t *testing.T) {
	for name, edit := range edits() {
		w := newWorld()
		edit(w)
		c := pod(t, w).Spec.Containers[0]
		want := []string{"valkey-server", "/etc/valkey/conf/valkey.conf", "--cluster-announce-ip", "$(POD_IP)"}
		if diff := cmp.Diff(want, c.Command); diff != "" || len(c.Args) > 0 {
			t.Errorf("%s: command differs (-want +got):\n%s and args %v", name, diff, c.Args)
		}
		if len(c.Env) != 1 || c.Env[0].Name != "POD_IP" || c.Env[0].ValueFrom.FieldRef.FieldPath != "status.podIP" {
			t.Errorf("%s: env is %v, want POD_IP from status.podIP alone", name, c.Env)
		}
	}
}

func TestPodImageIsVerbatim(t *testing.T) {
	w := newWorld()
	w.image.Spec.Repository, w.image.Spec.Tag = "mirror.example/valkey", "9.1.2@sha256:abc"
	if got, want := pod(t, w).Spec.Containers[0].Image, "mirror.example/valkey:9.1.2@sha256:abc"; got != want {
		t.Errorf("image %q, want %q", got, want)
	}
}

func TestPodLifetime(t *testing.T) {
	p := pod(t, newWorld())
	if p.Spec.RestartPolicy != corev1.RestartPolicyNever {
		t.Errorf("restart policy %q, want Never: a restarted node would come back empty", p.Spec.RestartPolicy)
	}
	if *p.Spec.TerminationGracePeriodSeconds != 60 {
		t.Errorf("grace period %d, want 60", *p.Spec.TerminationGracePeriodSeconds)
	}
	if *p.Spec.AutomountServiceAccountToken {
		t.Error("the pod mounts a service account token")
	}
	c := p.Spec.Containers[0]
	if len(p.Spec.Containers) != 1 || len(p.Spec.InitContainers) != 0 {
		t.Error("the pod has more than one container")
	}
	if c.ImagePullPolicy != "" || len(p.Spec.ImagePullSecrets) != 0 {
		t.Error("the pod sets how its image is pulled")
	}
	if c.ReadinessProbe != nil || c.StartupProbe != nil {
		t.Error("the pod has a readiness or startup probe")
	}
}

func TestPodLiveness(t *testing.T) {
	plain, tls := newWorld(), newWorld()
	edits()["tls"](tls)
	ping := pod(t, plain).Spec.Containers[0].LivenessProbe
	connect := pod(t, tls).Spec.Containers[0].LivenessProbe
	want := []string{"valkey-cli", "-p", "6379", "ping"}
	if ping.Exec == nil || ping.TCPSocket != nil || !slices.Equal(want, ping.Exec.Command) {
		t.Errorf("plaintext probe is %v, want exec %v", ping.ProbeHandler, want)
	}
	if connect.Exec != nil || connect.TCPSocket == nil || connect.TCPSocket.Port.IntVal != 6379 {
		t.Errorf("TLS probe is %v, want a connection to 6379", connect.ProbeHandler)
	}
	for _, p := range []*corev1.Probe{ping, connect} {
		if p.PeriodSeconds != 30 || p.TimeoutSeconds != 10 || p.FailureThreshold != 3 {
			t.Errorf("probe %v, want period 30, timeout 10, 3 failures", p)
		}
	}
}

func TestPodResources(t *testing.T) {
	cases := map[string]struct {
		resources *v1alpha1.Resources
		want      map[corev1.ResourceName]string
	}{
		"both":      {&v1alpha1.Resources{CPU: "1500m", Memory: "2Gi"}, map[corev1.ResourceName]string{"cpu": "1500m", "memory": "2Gi"}},
		"memory":    {&v1alpha1.Resources{Memory: "512Mi"}, map[corev1.ResourceName]string{"memory": "512Mi"}},
		"canonical": {&v1alpha1.Resources{CPU: "1000m"}, map[corev1.ResourceName]string{"cpu": "1"}},
		"none":      {nil, map[corev1.ResourceName]string{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.config.Spec.Resources = c.resources
			r := pod(t, w).Spec.Containers[0].Resources
			for what, list := range map[string]corev1.ResourceList{"requests": r.Requests, "limits": r.Limits} {
				got := map[corev1.ResourceName]string{}
				for resource, q := range list {
					got[resource] = q.String()
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s differ (-want +got):\n%s", what, diff)
				}
			}
		})
	}
}

func TestPodAnnotationsAreCopied(t *testing.T) {
	w := newWorld()
	edits()["plaintext"](w)
	c := w.resolve(t)
	p, err := render.Pod(node(t, c), c.Options, c.PodAnnotations)
	if err != nil {
		t.Fatal(err)
	}
	p.Annotations["other"] = "x"
	if diff := cmp.Diff(map[string]string{"prometheus.io/scrape": "true"}, c.PodAnnotations); diff != "" {
		t.Errorf("the cluster's annotations changed with the pod's (-want +got):\n%s", diff)
	}
}

func TestPodIsMadeFromTheStoredNode(t *testing.T) {
	w := newWorld()
	edits()["zones"](w)
	stored := node(t, w.resolve(t))
	want, err := render.Pod(stored, w.options, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.options.DefaultZoneSpread = v1alpha1.SpreadRequired
	got, err := render.Pod(stored, w.options, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a new default reached a stored node (-want +got):\n%s", diff)
	}
}

func TestPodOfNodeWithoutPlacement(t *testing.T) {
	n := &v1alpha1.ValkeyNode{}
	n.Namespace, n.Name = namespace, "cache-0a1b2"
	n.Spec = v1alpha1.ValkeyNodeSpec{ClusterName: cluster, Image: "valkey/valkey:9.0.0"}
	for mode, want := range map[v1alpha1.ZoneSpread]int{"": 2, v1alpha1.SpreadBestEffort: 2, v1alpha1.SpreadRequired: 3} {
		p, err := render.Pod(n, resolve.Options{DefaultZoneSpread: mode}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(p.Spec.TopologySpreadConstraints); got != want {
			t.Errorf("default %q gives %d constraints, want %d", mode, got, want)
		}
		if p.Spec.Affinity != nil || p.Spec.NodeSelector != nil {
			t.Errorf("default %q binds the pod to hosts", mode)
		}
	}
}

func TestPodNamesABadQuantity(t *testing.T) {
	n := node(t, newWorld().resolve(t))
	n.Spec.Memory = "lots"
	_, err := render.Pod(n, resolve.DefaultOptions(), nil)
	if err == nil || !strings.Contains(err.Error(), `"team-a/cache-0a1b2"`) || !strings.Contains(err.Error(), `memory "lots"`) {
		t.Errorf("error %v names neither node nor memory", err)
	}
}

func TestOfTwoBadQuantitiesTheSameIsNamed(t *testing.T) {
	n := node(t, newWorld().resolve(t))
	n.Spec.CPU, n.Spec.Memory = "many", "lots"
	for range 50 { // the order of a map changes from walk to walk
		_, err := render.Pod(n, resolve.DefaultOptions(), nil)
		if err == nil || !strings.Contains(err.Error(), `cpu "many"`) {
			t.Fatalf("error %v, want the one about cpu", err)
		}
	}
}

// A host name that cannot be rendered is the fault of no config.
func TestBadClusterDomainIsNamed(t *testing.T) {
	w := newWorld()
	edits()["tls"](w)
	w.options.ClusterDomain = "k8s\nexample"
	_, err := render.Node(w.resolve(t), render.Member{Name: "cache-0a1b2"})
	want := `rendering a setting of ValkeyCluster "team-a/cache" with cluster domain "k8s\nexample": ` +
		`directive "cluster-announce-hostname": a NUL or a newline is not allowed`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestBadSettingNamesItsConfig(t *testing.T) {
	w := newWorld()
	w.config.Spec.Valkey["HZ"] = "10\nport 1"
	_, err := render.Node(w.resolve(t), render.Member{Name: "cache-0a1b2"})
	want := `rendering a setting of ValkeyConfig "standard": directive "hz": a NUL or a newline is not allowed`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
