package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

// metadata reports what Kubernetes refuses as metadata, or takes and does not
// heed.
func metadata(r *run) []Finding { return append(idleAnnotations(r), podMetadata(r)...) }

// podMetadata reports fields that the API server takes on a cluster, and would
// refuse on each of its pods.
func podMetadata(r *run) []Finding {
	return r.perCluster(func(c cluster) []Finding {
		var out []Finding
		refuse := func(path, what string, problems []string) {
			if len(problems) > 0 {
				why, _, _ := strings.Cut(problems[0], " (e.g.") // examples and a pattern follow
				out = append(out, Finding{Path: path, Message: what + ", so its pods cannot be created: " + why})
			}
		}
		for _, key := range slices.Sorted(maps.Keys(c.Spec.PodAnnotations)) {
			if !r.open(key) {
				refuse(fmt.Sprintf("spec.podAnnotations[%q]", key), "the key is no annotation key", validation.IsQualifiedName(strings.ToLower(key)))
			}
		}
		if c.Spec.Placement == nil {
			return out
		}
		for _, key := range slices.Sorted(maps.Keys(c.Spec.Placement.NodeSelector)) {
			path, value := fmt.Sprintf("spec.placement.nodeSelector[%q]", key), string(c.Spec.Placement.NodeSelector[key])
			if !r.open(key) {
				refuse(path, "the key is no label key", validation.IsQualifiedName(key))
			}
			if !r.open(value) {
				refuse(path, fmt.Sprintf("%q is no label value", value), validation.IsValidLabelValue(value))
			}
		}
		for i, name := range c.Spec.Placement.Zones {
			zone := string(name)
			if !r.open(zone) {
				refuse(fmt.Sprintf("spec.placement.zones[%d]", i), fmt.Sprintf("%q is no label value", zone), validation.IsValidLabelValue(zone))
			}
		}
		return out
	})
}
