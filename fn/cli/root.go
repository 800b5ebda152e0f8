package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "valkey-menu",
		Short: "Resolve, render and validate a menu of Valkey configurations",
		Long: `Resolve, render and validate a menu of Valkey configurations offline.

Called without arguments and with a ResourceList on standard input it is a KRM
function: kustomize build --enable-alpha-plugins --enable-exec calls it so.

Exit codes: 0 clean, 1 findings at or above the fail level (diff: differences),
2 usage or configuration, 3 unreadable input, 4 internal error.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(unknownFlag)
	root.AddCommand(
		newValidate(s), newRender(s), newDiff(s), newExplain(s), newRules(s), newDefinitions(s), newVersion(s), newFunction(s),
	)
	cobraCommands(root)
	completeValues(root)
	return root
}

// cobraCommands makes the commands that cobra adds by itself refuse what they
// do not know, as ours do: they would print their help and exit with 0.
func cobraCommands(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args = unknownCommand
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		case "help":
			c.Args = func(_ *cobra.Command, topic []string) error {
				_, rest, err := root.Find(topic)
				if err == nil && len(rest) > 0 {
					err = unknownCommand(root, rest)
				}
				return err
			}
		}
	}
}

// newFunction names function mode, for orchestrators that must pass an
// argument.
func newFunction(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "fn",
		Short: "Read a ResourceList from standard input, as without arguments",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			if code := function(s); code != exitOK {
				return &reported{code}
			}
			return nil
		},
	}
}

func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, c := range root.Commands() {
		known = append(known, c.Name())
	}
	return fmt.Errorf("unknown command %q%s", args[0], didYouMean(args[0], known))
}

// unknownFlag adds a suggestion to the error of a flag that does not exist. The
// known ones are taken from the usage text: their type belongs to a module that
// is cobra's dependency, not ours.
func unknownFlag(cmd *cobra.Command, err error) error {
	var named interface{ GetSpecifiedName() string }
	if !errors.As(err, &named) || !strings.HasPrefix(err.Error(), "unknown flag") {
		return err
	}
	var known []string
	for _, word := range strings.Fields(cmd.Flags().FlagUsages()) {
		if name, ok := strings.CutPrefix(word, "--"); ok {
			known = append(known, name)
		}
	}
	name := named.GetSpecifiedName()
	if near, ok := suggest.Nearest(name, known); ok {
		return fmt.Errorf("unknown flag --%s (did you mean --%s?)", name, near)
	}
	return fmt.Errorf("unknown flag --%s", name)
}

// didYouMean is ` (did you mean "large"?)`, or nothing.
func didYouMean(name string, known []string) string {
	if near, ok := suggest.Nearest(name, known); ok {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// noArguments is the check of commands that take flags only.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no argument, and is given %q", cmd.Name(), args[0])
	}
	return nil
}

// pathsNeeded is the check of commands that read the paths they are given.
func pathsNeeded(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && !cmd.Flags().Changed("kustomize") {
		return fmt.Errorf("%s needs a file, a folder, - for standard input, or --kustomize", cmd.Name())
	}
	return nil
}
