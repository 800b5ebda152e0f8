package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/cli/explain"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func newRules(s streams) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Example: `  valkey-menu rules
  valkey-menu rules -o markdown > docs/rules.md`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("-o", format, "text", "json", "markdown"); err != nil {
				return err
			}
			text, err := rules(format)
			if err != nil {
				return internal(err)
			}
			return s.write(text)
		},
	}
	cmd.Flags().StringVarP(&format, "output", "o", "text", "text, json or markdown")
	return cmd
}

func rules(format string) ([]byte, error) {
	switch format {
	case "json":
		return rulesJSON(lint.Rules())
	case "markdown":
		return []byte(explain.RulesMarkdown(lint.Rules())), nil
	}
	return []byte(explain.Rules(lint.Rules())), nil
}

// ruleJSON is one rule as programs read it.
type ruleJSON struct {
	ID       string        `json:"id"`
	Slug     string        `json:"slug"`
	Family   lint.Family   `json:"family"`
	Severity lint.Severity `json:"severity"`
	Summary  string        `json:"summary"`
	Why      string        `json:"why"`
	Fix      string        `json:"fix"`
}

func rulesJSON(rules []lint.Rule) ([]byte, error) {
	list := struct {
		APIVersion string     `json:"apiVersion"`
		Kind       string     `json:"kind"`
		Rules      []ruleJSON `json:"rules"`
	}{report.APIVersion, "RuleList", make([]ruleJSON, len(rules))}
	for i, r := range rules {
		list.Rules[i] = ruleJSON{r.ID, r.Slug, r.Family, r.Severity, r.Summary, r.Why, r.Fix}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(list); err != nil {
		return nil, fmt.Errorf("encoding the rules: %w", err)
	}
	return b.Bytes(), nil
}
