package lint

import "github.com/valkey-menu/valkey-menu/lib/resolve"

func userRules() []Rule {
	return []Rule{
		{
			ID: "VK040", Slug: string(resolve.ReasonDuplicateUsername), Severity: Error,
			Summary: "A username is bound twice, in one list or in a config and its cluster.",
			Why:     "The lists are joined, and a server refuses a file with one user on two lines, so users cannot be rendered.",
			Fix:     "Rename one of them, or put all permissions under one binding.",
			check:   unresolved(resolve.ReasonDuplicateUsername),
		},
		{
			ID: "VK041", Slug: "ReservedUsername", Severity: Error,
			Summary: "A username starts with _momento_.",
			Why:     "The operator and the replicas log in with users of that prefix.",
			Fix:     "Use another name.",
			check:   reservedUsername,
		},
		{
			ID: "VK042", Slug: "BadPasswordHash", Severity: Error,
			Summary: "A password hash is not 64 lower-case hexadecimal characters.",
			Why:     "A server refuses the whole file of users. What is no hash may be the password itself, so it never stands in a message.",
			Fix:     "Use the SHA-256 of the password: printf %s \"$PASSWORD\" | sha256sum. Change a password that has been committed in clear text.",
			check:   badPasswordHash,
		},
		{
			ID: "VK043", Slug: "PatternEscaped", Severity: Info,
			Summary: "A pattern in a selector ends in a closing parenthesis.",
			Why:     "It would close the selector and make the server refuse the file, so it is rendered as a class of one character, which matches the same keys.",
			Fix:     "Nothing; the rendered users.acl differs from what is written here.",
			check:   patternEscaped,
		},
		{
			ID: "VK047", Slug: "AclReplaced", Severity: Warning,
			Summary: "The acl of a config drops users of its base.",
			Why:     "acl never merges: the first config of a chain that sets it, also to an empty list, supplies the whole list.",
			Fix:     "Repeat the users of the base, or suppress the finding on the config if they are to go.",
			check:   aclReplaced,
		},
		{
			ID: "VK048", Slug: "DefaultUserOpen", Severity: Warning,
			Summary: "A cluster has no user at all.",
			Why:     "Without any binding the default user of Valkey stays as it is: no password, every command, every key.",
			Fix:     "Bind at least one user in the config or the cluster; the default user is then off.",
			check:   defaultUserOpen,
		},
	}
}

func roleRules() []Rule {
	return []Rule{
		{
			ID: "VK044", Slug: "RoleGrantsAll", Severity: Warning,
			Summary: "A role grants every command, or one that changes users, settings, code or the cluster itself.",
			Why: "Such commands touch no key, so its users can run them whatever keys they are limited to. " +
				"With ACL SETUSER alone a user gives itself every command and key. " +
				"The category slow grants them too: the containers acl, config, module and cluster are in it.",
			Fix: "Grant categories such as read and write, and of a container only the subcommands in need, such as config|get or cluster|slots. " +
				"Deny admin and dangerous behind all. Suppress the finding on a role that is meant for administrators.",
			check: roleGrantsAll,
		},
		{
			ID: "VK045", Slug: "FlushallAllowed", Severity: Warning,
			Summary: "A role with the category write allows flushall, flushdb or swapdb.",
			Why: "The three are write commands and touch no key pattern: a user limited to app:* can empty the whole node with them. " +
				"The category write also holds function|load, function|delete, function|flush and function|restore, " +
				"which change the functions of every user, and from Valkey 9.0 on cluster|flushslot, which empties a slot. " +
				"They touch no key pattern either, but are not reported.",
			Fix: "Deny flushall, flushdb and swapdb under commands, or allow them there by name if that is meant. " +
				"Deny function too, and from 9.0 on cluster|flushslot, if the users need neither.",
			check: flushallAllowed,
		},
		{
			ID: "VK046", Slug: "UnknownCommandOrCategory", Severity: Warning,
			Summary: "A role names a command or category that the Valkey version does not have.",
			Why: "One unknown name makes a server refuse the whole file of users, for all users of it. Commands of modules are reported too, " +
				"since only the image knows them. An allowed subcommand of a command that has none is no such error: " +
				"Valkey takes it as the first argument, but deprecates such rules. It refuses the deny of one.",
			Fix:   "Mend the spelling, write a category without @, or suppress the finding where a module brings the command.",
			check: unknownCommandOrCategory,
		},
	}
}
