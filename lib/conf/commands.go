package conf

import (
	"slices"
	"strings"
)

// OperatorCommands lists, in lower case and sorted, the commands that must keep
// their names: those of the operator, of a replica and of a slot migration
// target towards their primary, and of the liveness probe.
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
