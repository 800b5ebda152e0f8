package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/cli/explain"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// completeValues tells the shells what may stand behind flags of fixed words
// and behind explain. Without it they offer files there.
func completeValues(root *cobra.Command) {
	flags := map[string]cobra.CompletionFunc{
		"rule":                completeSeverity,
		"fail-level":          words(string(report.FailError), string(report.FailWarning), string(report.FailNever)),
		"external":            words("ignore", string(lint.Warning), string(lint.Error)),
		"default-zone-spread": words(string(v1alpha1.SpreadBestEffort), string(v1alpha1.SpreadRequired)),
	}
	for _, c := range root.Commands() {
		for flag, complete := range flags {
			if c.Flags().Lookup(flag) == nil {
				continue
			}
			if _, done := c.GetFlagCompletionFunc(flag); done {
				continue
			}
			if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
				root.PrintErrln(err) // the flag is there and has none: this cannot happen
			}
		}
		if c.Name() == "explain" {
			c.ValidArgsFunction = completeTopic
		}
	}
}

func words(values ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// completeSeverity offers rules, and behind RULE= what it can be set to.
func completeSeverity(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	rule, _, graded := strings.Cut(begun, "=")
	if !graded {
		return beginning(begun, ruleIDs("=")), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	var offered []string
	for _, severity := range []lint.Severity{lint.Error, lint.Warning, lint.Info, lint.Off} {
		offered = append(offered, rule+"="+string(severity))
	}
	return beginning(begun, offered), cobra.ShellCompDirectiveNoFileComp
}

// completeTopic offers what explain explains: rules, kinds, clusters.
func completeTopic(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	kinds, err := explain.Kinds()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return beginning(begun, slices.Concat(ruleIDs(""), kinds, []string{"cluster"})), cobra.ShellCompDirectiveNoFileComp
}

// beginning keeps what continues a word.
func beginning(begun string, offered []string) []string {
	return slices.DeleteFunc(offered, func(word string) bool { return !strings.HasPrefix(word, begun) })
}

// ruleIDs are the ids of all rules with a suffix, each with its name behind a
// tab, which shells show beside it.
func ruleIDs(suffix string) []string {
	var ids []string
	for _, rule := range lint.Rules() {
		ids = append(ids, rule.ID+suffix+"\t"+rule.Slug)
	}
	return ids
}
