package lint

// directiveRules are about the names of directives.
func directiveRules() []Rule {
	return []Rule{
		{
			ID: "VK030", Slug: "UnknownDirective", Severity: Warning,
			Summary: "A directive that no catalogued Valkey version knows.",
			Why:     "A server that does not know a directive of its file refuses to start, so the first node that is replaced never comes back.",
			Fix:     "Mend the spelling. Settings of a module are not reported where the chain has loadmodule.",
			check:   unknownDirective,
		},
		{
			ID: "VK031", Slug: "ForcedSettingOverridden", Severity: Warning,
			Summary: "A directive that is always set to something else.",
			Why:     "Cluster mode, addresses, ports and paths are set last, in any spelling, so the value of the menu never takes effect.",
			Fix:     "Delete it. Writing the forced value itself is allowed.",
			check:   forcedSettingOverridden,
		},
		{
			ID: "VK037", Slug: "ManagedDirective", Severity: Error,
			Summary: "A directive that belongs to the operator.",
			Why: "Authentication, ACL, replication, TLS, include and process directives are never taken from a menu, in any case and under any alias: " +
				"user beside an aclfile stops the server, daemonize ends the container, others cut a node off silently.",
			Fix:   "Delete it. Users are bound with acl, TLS is set with the cluster's tls.",
			check: managedDirective,
		},
		{
			ID: "VK039", Slug: "DirectiveNotInVersion", Severity: Error,
			Summary: "A directive that the Valkey version of the image does not have.",
			Why: "The server refuses to start. The version is the one that the ValkeyImage declares; an unknown one counts as 9.0. " +
				"A directive that the version accepts and ignores is a warning, and databases, which means nothing in cluster mode, an info.",
			Fix:   "Delete it, or set it only in configs with an image that has it.",
			check: directiveNotInVersion,
		},
		{
			ID: "VK049", Slug: "RenamesOperatorCommand", Severity: Error,
			Summary: "rename-command takes away a command that the operator, a replica or the probe needs.",
			Why: "Nodes could no longer be joined, replicated, moved or probed. A primary sends commands that write to its replicas by name, some of them on its own, such as UNLINK for an expired key: " +
				"a replica that does not know one keeps other data. Renaming any other command is a warning: it holds for every user, and no role shows it.",
			Fix:   "Delete it and deny the command to users with a ValkeyRole.",
			check: renamesOperatorCommand,
		},
	}
}

// valueRules are about what directives are set to.
func valueRules() []Rule {
	return []Rule{
		{
			ID: "VK035", Slug: "BadMemorySize", Severity: Error,
			Summary: "A size that is not one of Valkey's, or hardly means what it says.",
			Why: "Valkey takes digits and b, k, kb, m, mb, g or gb in any case: 1g is 10^9 bytes and 1gb is 2^30. 2Gi and 1.5gb are no sizes and stop the server. " +
				"1500m is 1500000000 bytes here and 1.5 in Kubernetes; such sizes are a warning.",
			Fix:   "Use kb, mb and gb with whole numbers: 2gb, 1536mb.",
			check: badMemorySize,
		},
		{
			ID: "VK036", Slug: "BadDirectiveValue", Severity: Error,
			Summary: "A value of the wrong type, a word that is none of the allowed ones, or the wrong number of arguments.",
			Why: "The server refuses its file and does not start, also for a rename of a command that it does not have, or to one that it has, and for data in the file of the node's state. " +
				"Some values are a warning: one in quotes where a directive takes a single argument, since the server keeps the quotes; a module or a locale, since nothing says whether " +
				"the image holds it; and RDMA, for which no pod has a device.",
			Fix:   "Use what the message asks for.",
			check: badDirectiveValue,
		},
		{
			ID: "VK038", Slug: "ControlCharacter", Severity: Error,
			Summary: "A NUL, line feed or carriage return in a directive's name or value.",
			Why:     "It would start a second line of valkey.conf with a directive of its own; rendering refuses it.",
			Fix:     "Write the value on one line. save and client-output-buffer-limit take their whole list on it.",
			check:   controlCharacter,
		},
		{
			ID: "VK055", Slug: "EphemeralPersistence", Severity: Info,
			Summary: "Snapshots or an append-only file on a volume that ends with its pod.",
			Why:     "A replaced pod starts empty and copies from its primary, so the file is never read again; snapshots also fork, which needs memory inside the limit.",
			Fix:     "Delete it, unless something else reads the file.",
			check:   ephemeralPersistence,
		},
		{
			ID: "VK058", Slug: "RenderedTooLarge", Severity: Error,
			Summary: "valkey.conf or users.acl is larger than a ConfigMap can be, or a cluster has more nodes than can be rendered.",
			Why: "Kubernetes refuses a ConfigMap above 1 MiB, so nodes cannot be created or users changed. " +
				"Valkey has 16384 hash slots: a shard more owns none, and more nodes than that are not rendered.",
			Fix:   "Use fewer users, permissions or commands, and categories in place of lists of commands; fewer shards or replicas.",
			check: renderedTooLarge,
		},
	}
}
