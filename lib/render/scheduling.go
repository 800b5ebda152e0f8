package render

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// spread keeps the members of a shard on different hosts and in different
// zones. A required zone spread also asks for an even spread of the whole
// cluster, but only as a preference: Kubernetes allows one constraint for each
// pair of topologyKey and whenUnsatisfiable.
func spread(cluster string, mode v1alpha1.ZoneSpread) []corev1.TopologySpreadConstraint {
	host := constraint(cluster, names.TopologyHost, corev1.ScheduleAnyway, names.LabelShard)
	if mode != v1alpha1.SpreadRequired {
		return []corev1.TopologySpreadConstraint{
			host, constraint(cluster, names.TopologyZone, corev1.ScheduleAnyway, names.LabelShard),
		}
	}
	return []corev1.TopologySpreadConstraint{
		host,
		constraint(cluster, names.TopologyZone, corev1.DoNotSchedule, names.LabelShard),
		constraint(cluster, names.TopologyZone, corev1.ScheduleAnyway),
	}
}

func constraint(
	cluster, key string, when corev1.UnsatisfiableConstraintAction, match ...string,
) corev1.TopologySpreadConstraint {
	return corev1.TopologySpreadConstraint{
		MaxSkew: 1, TopologyKey: key, WhenUnsatisfiable: when,
		LabelSelector:  &metav1.LabelSelector{MatchLabels: names.Selector(cluster)},
		MatchLabelKeys: match,
	}
}

// zoneAffinity binds pods to the zones; without any it is nil.
func zoneAffinity(zones []string) *corev1.Affinity {
	if len(zones) == 0 {
		return nil
	}
	return &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
			NodeSelectorTerms: []corev1.NodeSelectorTerm{{
				MatchExpressions: []corev1.NodeSelectorRequirement{{
					Key: names.TopologyZone, Operator: corev1.NodeSelectorOpIn, Values: zones,
				}},
			}},
		},
	}}
}

// tolerations let pods run on arm64 hosts, which some platforms taint.
func tolerations() []corev1.Toleration {
	return []corev1.Toleration{{
		Key: "kubernetes.io/arch", Operator: corev1.TolerationOpEqual, Value: "arm64", Effect: corev1.TaintEffectNoSchedule,
	}}
}
