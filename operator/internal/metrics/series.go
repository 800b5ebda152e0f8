package metrics

import "github.com/prometheus/client_golang/prometheus"

// descriptions are the series about clusters.
type descriptions struct {
	clusters, shardsDesired, shardsFormed, nodes, slots, blocked, paused, expiry, served, aclOutdated *prometheus.Desc
}

func (d descriptions) all() []*prometheus.Desc {
	return []*prometheus.Desc{
		d.clusters, d.shardsDesired, d.shardsFormed, d.nodes, d.slots, d.blocked, d.paused, d.expiry, d.served, d.aclOutdated,
	}
}

func describeSeries() descriptions {
	return descriptions{
		clusters: prometheus.NewDesc(namespace+"_clusters", "Clusters by state.", []string{"state"}, nil),

		shardsDesired: perCluster("shards_desired", "Shards that the operator works towards."),
		shardsFormed:  perCluster("shards_formed", "Shards that own slots."),
		nodes:         perCluster("nodes", "ValkeyNodes by lifecycle.", "lifecycle"),
		slots:         perCluster("slots_assigned", "Hash slots that have an owner, of 16384."),
		blocked:       perCluster("blocked", "1 while the operator waits for something, with the reason of the condition; no series otherwise.", "reason"),
		paused:        perCluster("paused", "1 if the cluster is paused, else 0."),
		expiry:        perCluster("certificate_expiry_timestamp_seconds", "Unix time at which the certificate in the TLS Secret expires."),
		served:        perCluster("certificate_served_nodes", "Nodes that serve the certificate in the TLS Secret."),
		aclOutdated:   perCluster("acl_outdated_nodes", "Nodes that have not loaded the current ACL revision."),
	}
}

func perCluster(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_cluster_"+name, help, append([]string{"namespace", "cluster_name"}, labels...), nil)
}
