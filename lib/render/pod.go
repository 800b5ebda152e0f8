package render

import (
	"maps"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// gracePeriod, in seconds, leaves a primary time to hand its shard over before
// it is killed.
const gracePeriod = int64(60)

// Pod is the pod of one node, made from its stored recipe. Of the options it
// takes PodUser, and DefaultZoneSpread for a recipe that names no zone spread.
// The annotations are the cluster's podAnnotations. A pod is created once and
// never applied again.
//
// The one error is a quantity that cannot be read, an [Error].
func Pod(n *v1alpha1.ValkeyNode, o resolve.Options, annotations map[string]string) (*corev1.Pod, error) {
	container, err := container(n)
	if err != nil {
		return nil, fail(ReasonBadQuantity, "rendering Pod of ValkeyNode %q: %w", n.Namespace+"/"+n.Name, err)
	}
	place := v1alpha1.Placement{}
	if n.Spec.Placement != nil {
		place = *n.Spec.Placement
	}
	if place.ZoneSpread == "" {
		place.ZoneSpread = o.DefaultZoneSpread
	}
	no, grace := false, gracePeriod
	pod := &corev1.Pod{
		TypeMeta:   core("Pod"),
		ObjectMeta: meta(n.Namespace, n.Name, names.NodeLabels(n.Spec.ClusterName, n.Spec.ShardIndex)),
		Spec: corev1.PodSpec{
			Hostname:                      n.Name,
			Subdomain:                     names.Service(n.Spec.ClusterName),
			RestartPolicy:                 corev1.RestartPolicyNever,
			TerminationGracePeriodSeconds: &grace,
			AutomountServiceAccountToken:  &no,
			SecurityContext:               podSecurity(o.PodUser),
			Containers:                    []corev1.Container{container},
			Volumes:                       volumes(n),
			NodeSelector:                  nodeSelectorOf(&place),
			Affinity:                      zoneAffinity(zonesOf(&place)),
			Tolerations:                   tolerations(),
			TopologySpreadConstraints:     spread(n.Spec.ClusterName, place.ZoneSpread),
		},
	}
	if len(annotations) > 0 {
		pod.Annotations = maps.Clone(annotations)
	}
	return pod, nil
}
