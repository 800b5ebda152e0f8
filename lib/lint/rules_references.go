package lint

import "github.com/valkey-menu/valkey-menu/lib/resolve"

// referenceRules are the reasons why something does not resolve.
func referenceRules() []Rule {
	return []Rule{
		{
			ID: "VK010", Slug: string(resolve.ReasonImageNotFound), Severity: Error,
			Summary: "imageRef names a ValkeyImage that does not exist.",
			Why:     "No cluster of the config or of one that inherits it resolves: running nodes go on, but nothing rolls, scales or changes its users.",
			Fix:     "Mend the name, or add the ValkeyImage. Remove an image only once no config names it.",
			check:   unresolved(resolve.ReasonImageNotFound),
		},
		{
			ID: "VK011", Slug: string(resolve.ReasonConfigNotFound), Severity: Error,
			Summary: "configRef names a ValkeyConfig that does not exist.",
			Why:     "A new cluster never starts, and a running one is only kept alive.",
			Fix:     "Pick a config of the menu.",
			check:   unresolved(resolve.ReasonConfigNotFound),
		},
		{
			ID: "VK012", Slug: string(resolve.ReasonRoleNotFound), Severity: Error,
			Summary: "roleRef names a ValkeyRole that does not exist.",
			Why:     "The users of the cluster cannot be rendered, so the last ones that could stay in force.",
			Fix:     "Mend the name, or add the ValkeyRole.",
			check:   unresolved(resolve.ReasonRoleNotFound),
		},
		{
			ID: "VK013", Slug: string(resolve.ReasonBaseConfigNotFound), Severity: Error,
			Summary: "baseRef names a ValkeyConfig that does not exist.",
			Why:     "Neither the config nor one that inherits it resolves.",
			Fix:     "Mend the name, add the base, or delete baseRef.",
			check:   unresolved(resolve.ReasonBaseConfigNotFound),
		},
		{
			ID: "VK014", Slug: string(resolve.ReasonBaseRefCycle), Severity: Error,
			Summary: "Configs inherit from each other in a circle.",
			Why:     "None of them has a root, so none resolves. The cycle is reported once, at the reference that closes it.",
			Fix:     "Delete the baseRef of the config that is to be the root.",
			check:   unresolved(resolve.ReasonBaseRefCycle),
		},
		{
			ID: "VK015", Slug: string(resolve.ReasonBaseRefTooDeep), Severity: Error,
			Summary: "A chain has more than 10 configs.",
			Why:     "Resolution stops at 10, so the config does not resolve.",
			Fix:     "Join some of the bases.",
			check:   unresolved(resolve.ReasonBaseRefTooDeep),
		},
		{
			ID: "VK016", Slug: string(resolve.ReasonNoImageInChain), Severity: Error,
			Summary: "No config of a chain sets imageRef.",
			Why:     "There is nothing to run. A config that others inherit from and no cluster selects may leave the image to them.",
			Fix:     "Set imageRef in the config or in one of its bases.",
			check:   unresolved(resolve.ReasonNoImageInChain),
		},
	}
}

// buildRules are about references into and out of what is judged.
func buildRules() []Rule {
	return []Rule{
		{
			ID: "VK017", Slug: "UnusedMenuEntry", Severity: Info,
			Summary: "No cluster of this build reaches an image, config or role.",
			Why:     "It may be ready for the next cluster or used elsewhere, or it may be left over. Judged only where the build has clusters.",
			Fix:     "Delete it if nobody is to use it.",
			check:   unusedMenuEntry,
		},
		{
			ID: "VK018", Slug: "SecretNotInBuild", Severity: Info,
			Summary: "tls.secretRef names a Secret that is not among the objects here.",
			Why:     "Most Secrets are made in the Kubernetes cluster, so this is no mistake; its keys and names were not checked.",
			Fix:     "Nothing, or add the Secret to the build to have it checked.",
			check:   secretNotInBuild,
		},
	}
}
