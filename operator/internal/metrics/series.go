package metrics

import "github.com/prometheus/client_golang/prometheus"

// descriptions are the series about clusters.
type descriptions struct {
	clusters, formed, shardsDesired, shardsFormed, nodes, slots, blocked, stalled, paused, dataLoss, expiry, served, certificateOutdated, aclOutdated *prometheus.Desc
}

func (d descriptions) all() []*prometheus.Desc {
	return []*prometheus.Desc{
		d.clusters, d.formed, d.shardsDesired, d.shardsFormed, d.nodes, d.slots, d.blocked, d.stalled, d.paused, d.dataLoss,
		d.expiry, d.served, d.certificateOutdated, d.aclOutdated,
	}
}

func describeSeries() descriptions {
	return descriptions{
		clusters: prometheus.NewDesc(namespace+"_clusters", "Clusters by state.", []string{"state"}, nil),

		formed:        perCluster("formed", "1 if the cluster has served once, 0 while it is formed for the first time."),
		shardsDesired: perCluster("shards_desired", "Shards that the operator works towards."),
		shardsFormed:  perCluster("shards_formed", "Shards that own slots and whose primary answers the operator; a silent one is not counted."),
		nodes:         perCluster("nodes", "ValkeyNodes by lifecycle.", "lifecycle"),
		slots:         perCluster("slots_assigned", "Hash slots, of 16384, whose owner answers the operator; those of a dead or silent one are not counted."),
		blocked:       perCluster("blocked", "1 while the operator waits for something, with the reason of the condition; no series otherwise.", "reason"),
		stalled:       perCluster("stalled", "1 while a person must mend something, with the reason of the condition Stalled; no series otherwise.", "reason"),
		paused:        perCluster("paused", "1 if the cluster is paused, else 0."),
		dataLoss:      perCluster("data_loss", "1 while the condition DataLoss is True: a shard lost its data within a day and nobody has acknowledged it; else 0."),
		expiry:        perCluster("certificate_expiry_timestamp_seconds", "Unix time at which the certificate in the TLS Secret expires."),
		served:        perCluster("certificate_served_nodes", "Nodes that answer and serve the certificate in the TLS Secret."),
		certificateOutdated: perCluster("certificate_outdated_nodes",
			"Nodes that mount the TLS Secret, may run and are not known to serve its certificate; a silent one is counted."),
		aclOutdated: perCluster("acl_outdated_nodes", "Nodes that may run and are not known to have loaded the current ACL revision; a silent one is counted."),
	}
}

func perCluster(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_cluster_"+name, help, append([]string{"namespace", "cluster_name"}, labels...), nil)
}
