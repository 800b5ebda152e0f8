package lint

func imageRules() []Rule {
	return []Rule{
		{
			ID: "VK050", Slug: "TagVersionMismatch", Severity: Warning,
			Summary: "The version of an image is not that of its tag.",
			Why:     "Defaults and checks go by the declared version and the pods run what the tag holds. Nothing looks into the image.",
			Fix:     "Make the two agree.",
			check:   tagVersionMismatch,
		},
		{
			ID: "VK051", Slug: "FloatingTag", Severity: Warning,
			Summary: "A tag such as latest or 9.1 that is moved to newer images.",
			Why:     "Pods that are created later run something else, without a change in the menu and without an order of rollout.",
			Fix:     "Use the full version, 9.1.2, or add the digest: 9.1.2@sha256:...",
			check:   floatingTag,
		},
		{
			ID: "VK052", Slug: "RepositoryContainsTag", Severity: Error,
			Summary: "repository already holds a tag or a digest, or repository and tag make no image name.",
			Why:     "A colon and the tag are put behind it as they are, and the result is no image that could be pulled.",
			Fix:     "Move the tag or digest to tag. The port of a registry belongs in repository. Repositories have small letters only.",
			check:   badImageName,
		},
		{
			ID: "VK053", Slug: "VersionBelowFloor", Severity: Warning,
			Summary: "The version is below Valkey 9.0, or no version.",
			Why: "Moving slots between shards needs CLUSTER MIGRATESLOTS, and handing a shard over on SIGTERM needs shutdown-on-sigterm failover; both came with 9.0. " +
				"A version that does not start with a number counts as 9.0.",
			Fix:   "Use Valkey 9 or later, and declare its version.",
			check: versionBelowFloor,
		},
		{
			ID: "VK054", Slug: "Downgrade", Severity: Warning,
			Summary: "An image, config or cluster goes to a lower Valkey version than before.",
			Why:     "A replica of the older version has to load what a primary of the newer one sends, and may not know its format.",
			Fix:     "Go forward, or try the downgrade on a copy first.",
			check:   downgrade,
		},
	}
}

func topologyRules() []Rule {
	return []Rule{
		{
			ID: "VK060", Slug: "NoReplicas", Severity: Warning,
			Summary: "replicasPerShard is 0.",
			Why:     "When a primary without a replica is lost, so is its data.",
			Fix:     "Set it to 1 or more, unless the data can be made again.",
			check:   noReplicas,
		},
		{
			ID: "VK061", Slug: "TooFewZones", Severity: Warning,
			Summary: "placement.zones has fewer zones than a shard has members.",
			Why:     "Two members of a shard share a zone, and both are lost with it.",
			Fix:     "Name at least replicasPerShard + 1 zones, or none to allow any.",
			check:   tooFewZones,
		},
		{
			ID: "VK062", Slug: "NoQuorum", Severity: Warning,
			Summary: "One or two shards cannot elect.",
			Why:     "A replica is elected by the majority of all primaries. Of one or two that is never reached once a primary is lost, so the operator has to take over, which is slower.",
			Fix:     "Use three shards or more where failover time matters.",
			check:   noQuorum,
		},
		{
			ID: "VK064", Slug: "ReservedPodAnnotation", Severity: Error,
			Summary: "A pod annotation under valkey.gomomento.com/.",
			Why:     "The prefix is the operator's own, and the API server refuses the cluster.",
			Fix:     "Use another prefix.",
			check:   reservedPodAnnotation,
		},
		{
			ID: "VK065", Slug: "NameTooLong", Severity: Error,
			Summary: "A cluster's name makes names that DNS does not allow.",
			Why:     "A pod's name, the cluster's with a hyphen and five digits, is a DNS label of at most 63 characters, and its full DNS name has at most 253.",
			Fix:     "Shorten the name to at most 57 characters, and for the full name also the namespace or the cluster domain.",
			check:   nameTooLong,
		},
		{
			ID: "VK066", Slug: "TLSSecretInvalid", Severity: Error,
			Summary: "The TLS Secret of a cluster is in the build and unusable.",
			Why: "The operator refuses it with the same text and the cluster is Invalid. Needed are tls.crt, tls.key and ca.crt, " +
				"and the DNS names of the Service and, as a wildcard, of its pods. Expiry is not judged here.",
			Fix:   "Issue a certificate with both names: {cluster}.{namespace}.svc.{domain} and *.{cluster}.{namespace}.svc.{domain}.",
			check: tlsSecretInvalid,
		},
	}
}
