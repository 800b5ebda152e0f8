package conf

import (
	"slices"
	"strings"
)

// OperatorCommands lists, in lower case and sorted, the commands that must keep
// their names because the operator sends them, the liveness probe, or a replica
// or a slot migration target to its primary, and those that carry other commands
// to a replica. The commands that write data reach a replica by their names too,
// and are not listed here: they depend on the Valkey version.
func OperatorCommands() []string {
	return []string{
		"acl", "auth", "cluster", "config", "exec", "function", "hello", "info", "multi",
		"ping", "psync", "replconf", "select", "sync",
	}
}

// RenamedCommand is the command, in lower case, that the arguments of a
// rename-command directive rename or remove; for a subcommand (`config|set`) its
// parent. ok is false unless there are two arguments.
func RenamedCommand(args []string) (command string, ok bool) {
	if len(args) != 2 {
		return "", false
	}
	command, _, _ = strings.Cut(lower(args[0]), "|")
	return command, true
}

// IsOperatorCommand reports whether a command, in any case, is one of [OperatorCommands].
func IsOperatorCommand(command string) bool {
	return slices.Contains(OperatorCommands(), lower(command))
}
