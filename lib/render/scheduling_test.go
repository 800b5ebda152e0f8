package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// spreads says what a constraint does: over what, how hard, and whether it
// counts a shard's members or all of the cluster's.
type spreads struct {
	over  string
	how   corev1.UnsatisfiableConstraintAction
	shard bool
}

func TestSpread(t *testing.T) {
	const host, zone = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
	bestEffort := []spreads{{host, corev1.ScheduleAnyway, true}, {zone, corev1.ScheduleAnyway, true}}
	required := []spreads{
		{host, corev1.ScheduleAnyway, true}, {zone, corev1.DoNotSchedule, true}, {zone, corev1.ScheduleAnyway, false},
	}
	cases := map[string]struct {
		cluster, fallback v1alpha1.ZoneSpread
		want              []spreads
	}{
		"unset":                   {"", v1alpha1.SpreadBestEffort, bestEffort},
		"unset, default required": {"", v1alpha1.SpreadRequired, required},
		"required":                {v1alpha1.SpreadRequired, v1alpha1.SpreadBestEffort, required},
		"best effort":             {v1alpha1.SpreadBestEffort, v1alpha1.SpreadRequired, bestEffort},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.options.DefaultZoneSpread = c.fallback
			w.cluster.Spec.Placement = &v1alpha1.Placement{ZoneSpread: c.cluster}
			var got []spreads
			for _, s := range pod(t, w).Spec.TopologySpreadConstraints {
				got = append(got, meaning(t, s))
			}
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(spreads{})); diff != "" {
				t.Errorf("constraints differ (-want +got):\n%s", diff)
			}
		})
	}
}

func meaning(t *testing.T, s corev1.TopologySpreadConstraint) spreads {
	t.Helper()
	if s.MaxSkew != 1 {
		t.Errorf("max skew %d, want 1", s.MaxSkew)
	}
	want := &metav1.LabelSelector{MatchLabels: map[string]string{
		"app.kubernetes.io/name": "valkey", "app.kubernetes.io/instance": cluster,
	}}
	if diff := cmp.Diff(want, s.LabelSelector); diff != "" {
		t.Errorf("selector differs (-want +got):\n%s", diff)
	}
	shard := len(s.MatchLabelKeys) == 1 && s.MatchLabelKeys[0] == "valkey.gomomento.com/shard-index"
	if !shard && len(s.MatchLabelKeys) != 0 {
		t.Errorf("match label keys %v", s.MatchLabelKeys)
	}
	return spreads{s.TopologyKey, s.WhenUnsatisfiable, shard}
}

// Kubernetes refuses a pod with two constraints of one topologyKey and
// whenUnsatisfiable.
func TestSpreadNeverRepeatsAPair(t *testing.T) {
	for name, edit := range edits() {
		w := newWorld()
		edit(w)
		seen := map[spreads]bool{}
		for _, s := range pod(t, w).Spec.TopologySpreadConstraints {
			pair := spreads{over: s.TopologyKey, how: s.WhenUnsatisfiable}
			if seen[pair] {
				t.Errorf("%s: two constraints with %v", name, pair)
			}
			seen[pair] = true
		}
	}
}

func TestPlacement(t *testing.T) {
	w := newWorld()
	edits()["zones"](w)
	p := pod(t, w)
	terms := p.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
	want := []corev1.NodeSelectorTerm{{MatchExpressions: []corev1.NodeSelectorRequirement{
		{Key: "topology.kubernetes.io/zone", Operator: corev1.NodeSelectorOpIn, Values: []string{"zone-a", "zone-c"}},
	}}}
	if diff := cmp.Diff(want, terms); diff != "" {
		t.Errorf("affinity differs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"pool": "memory", "disk": "none"}, p.Spec.NodeSelector); diff != "" {
		t.Errorf("node selector differs (-want +got):\n%s", diff)
	}
}

func TestArmIsTolerated(t *testing.T) {
	taint := corev1.Taint{Key: "kubernetes.io/arch", Value: "arm64", Effect: corev1.TaintEffectNoSchedule}
	other := corev1.Taint{Key: "kubernetes.io/arch", Value: "riscv64", Effect: corev1.TaintEffectNoSchedule}
	tolerations := pod(t, newWorld()).Spec.Tolerations
	tolerates := func(taint corev1.Taint) bool {
		for _, one := range tolerations {
			if one.Key == taint.Key && one.Value == taint.Value && one.Effect == taint.Effect {
				return true
			}
		}
		return false
	}
	if !tolerates(taint) || tolerates(other) || len(tolerations) != 1 {
		t.Errorf("tolerations %v, want arm64 alone", tolerations)
	}
}

// A node that another operator wrote keeps its zones as its cluster listed
// them.
func TestStoredZonesAreReadAsASet(t *testing.T) {
	w := newWorld()
	edits()["zones"](w)
	n := node(t, w.resolve(t))
	want, err := render.Pod(n, w.options, nil)
	if err != nil {
		t.Fatal(err)
	}
	n.Spec.Placement.Zones = []v1alpha1.Zone{"zone-c", "zone-a", "zone-c"}
	got, err := render.Pod(n, w.options, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pods differ (-want +got):\n%s", diff)
	}
}
