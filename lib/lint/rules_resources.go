package lint

func resourceRules() []Rule {
	return []Rule{
		{
			ID: "VK032", Slug: "MaxmemoryExceedsLimit", Severity: Error,
			Summary: "maxmemory is above the memory limit of the container.",
			Why:     "The kernel kills the process before Valkey evicts or refuses anything, and the data of the node is gone.",
			Fix:     "Lower maxmemory to at most 80 % of resources.memory, or raise that. Mind a variant that inherits the one and sets the other.",
			check:   maxmemoryExceedsLimit,
		},
		{
			ID: "VK033", Slug: "MaxmemoryHeadroom", Severity: Warning,
			Summary: "maxmemory is above 80 % of the memory limit, or not set.",
			Why:     "Client buffers, the replication backlog and copy-on-write during a sync come on top of the data. Without maxmemory the data itself grows until the pod is killed.",
			Fix:     "Set maxmemory to at most 80 % of resources.memory.",
			check:   maxmemoryHeadroom,
		},
		{
			ID: "VK034", Slug: "BadQuantity", Severity: Error,
			Summary: "cpu or memory is no Kubernetes quantity above zero.",
			Why:     "Pods with it cannot be created. Less than 1 MiB of memory, such as 1500m, which is 1.5 bytes, is a warning.",
			Fix:     "Use Kubernetes units: 8Gi, not 8gb.",
			check:   badQuantity,
		},
		{
			ID: "VK056", Slug: "NoResources", Severity: Warning,
			Summary: "No memory limit is set anywhere in the chain.",
			Why:     "Pods without cpu and memory are BestEffort: they are evicted first, and one that grows takes its host down with it.",
			Fix:     "Set resources in the config at the root of the chain.",
			check:   noResources,
		},
		{
			ID: "VK057", Slug: "NoEvictionPolicy", Severity: Warning,
			Summary: "maxmemory is set and maxmemory-policy is not.",
			Why:     "Valkey's default is noeviction: a full cache does not evict, it refuses writes.",
			Fix:     "Set maxmemory-policy: allkeys-lru for a cache, or noeviction where writes are to fail.",
			check:   noEvictionPolicy,
		},
	}
}
