package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// perCluster judges every cluster by itself. The object is filled in.
func (r *run) perCluster(check func(cluster) []Finding) []Finding {
	var out []Finding
	for _, c := range r.clusters {
		for _, f := range check(c) {
			f.Object = clusterRef(c.ValkeyCluster)
			out = append(out, f)
		}
	}
	return out
}

func noReplicas(r *run) []Finding {
	return r.perCluster(func(c cluster) []Finding {
		if c.Spec.ReplicasPerShard != 0 {
			return nil
		}
		return []Finding{{
			Path:    "spec.replicasPerShard",
			Message: "without a replica, losing a pod is losing the data of its shard",
		}}
	})
}

func tooFewZones(r *run) []Finding {
	return r.perCluster(func(c cluster) []Finding {
		if c.Spec.Placement == nil {
			return nil
		}
		zones := map[string]bool{}
		for _, zone := range c.Spec.Placement.Zones {
			zones[string(zone)] = true
		}
		members := int(c.Spec.ReplicasPerShard) + 1
		if len(zones) == 0 || len(zones) >= members {
			return nil
		}
		return []Finding{{
			Path: "spec.placement.zones",
			Message: fmt.Sprintf("%d members of a shard on %s: at least two members share a zone and are lost with it",
				members, zoneCount(len(zones))),
		}}
	})
}

func zoneCount(n int) string {
	if n == 1 {
		return "1 zone"
	}
	return fmt.Sprintf("%d zones", n)
}

func noQuorum(r *run) []Finding {
	return r.perCluster(func(c cluster) []Finding {
		const quorumFrom = 3
		if c.Spec.Shards < 1 || c.Spec.Shards >= quorumFrom {
			return nil
		}
		return []Finding{{
			Path: "spec.shards",
			Message: fmt.Sprintf("shards is %d: when a primary is lost, the primaries that are left are no majority and cannot elect a replica; the operator has to take over",
				c.Spec.Shards),
		}}
	})
}

func reservedPodAnnotation(r *run) []Finding {
	return r.perCluster(func(c cluster) []Finding {
		var out []Finding
		for _, key := range slices.Sorted(maps.Keys(c.Spec.PodAnnotations)) {
			if strings.HasPrefix(key, names.Prefix) {
				out = append(out, Finding{
					Path:    fmt.Sprintf("spec.podAnnotations[%q]", key),
					Message: fmt.Sprintf("pod annotation %q: the prefix %s is reserved", key, names.Prefix),
				})
			}
		}
		return out
	})
}

// nameTooLong counts characters of the names that are made from the cluster's.
func nameTooLong(r *run) []Finding {
	return r.perCluster(func(c cluster) []Finding {
		if r.open(c.Name) || r.open(c.Namespace) {
			return nil
		}
		if length := len(c.Name); length > names.MaxClusterName {
			return []Finding{{
				Path: "metadata.name",
				Message: fmt.Sprintf("the name has %d characters, at most %d are possible: its pods add 6, and their names are host names of at most 63",
					length, names.MaxClusterName),
			}}
		}
		dns := r.anyPodDNS(c.ValkeyCluster)
		if len(dns) <= names.MaxDNSName {
			return nil
		}
		return []Finding{{
			Path: "metadata.name",
			Message: fmt.Sprintf("the DNS names of its pods have %d characters, at most %d are possible: shorten the name, the namespace or the cluster domain",
				len(dns), names.MaxDNSName),
		}}
	})
}
