package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/cli/explain"
	"github.com/valkey-menu/valkey-menu/fn/cli/resolved"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// explainCommand is the command's flags.
type explainCommand struct {
	streams
	common
	files  []string
	output string
	given  func(flag string) bool
}

func newExplain(s streams) *cobra.Command {
	e := &explainCommand{streams: s}
	cmd := &cobra.Command{
		Use:   "explain RULE | KIND[.FIELD...] | cluster [NAMESPACE/]NAME [DIRECTIVE]",
		Short: "Explain a rule, a field, or where a value of a cluster comes from",
		Long: `Explain a rule, a field, or where a value of a cluster comes from.

  explain VK031                        a rule, by id or name
  explain ValkeyCluster.spec.tls       a field of the CRDs
  explain cluster team-a/cache         every effective setting, resource, image
                                       and user with the config of the chain,
                                       default or forced rule that gave it
  explain cluster team-a/cache hz      one directive: its value, who set it, what
                                       that overrode, and what Valkey knows of it

A cluster and its menu are read from -f, by default from the current folder.
Directives are found by any of their names in any case. With -o json a rule, a
cluster or a directive is one JSON object.`,
		Example: `  valkey-menu explain cluster team-a/cache maxmemory -f menu -f clusters
  kustomize build overlay | valkey-menu explain cluster cache -f -`,
		RunE: func(_ *cobra.Command, args []string) error { return e.run(args) },
	}
	e.given = cmd.Flags().Changed
	e.bind(cmd)
	cmd.Flags().StringArrayVarP(&e.files, "file", "f", []string{"."}, "file, folder, git:REF[:PATH], or - for standard input; repeatable")
	cmd.Flags().StringVarP(&e.output, "output", "o", "text", "text or json")
	return cmd
}

func (e *explainCommand) run(args []string) error {
	if err := oneOf("-o", e.output, "text", "json"); err != nil {
		return err
	}
	switch {
	case len(args) == 0:
		return errors.New("explain needs a rule, a field, or cluster NAMESPACE/NAME")
	case args[0] != "cluster" && len(args) > 1:
		return fmt.Errorf("explain takes one rule or field, and is given %d", len(args))
	case args[0] != "cluster":
		return e.word(args[0])
	case len(args) == 1:
		return errors.New("explain cluster needs NAMESPACE/NAME")
	case len(args) > 3:
		return fmt.Errorf("explain cluster takes one cluster and one directive; paths are given with -f %s", args[3])
	}
	return e.cluster(args[1], args[2:])
}

// word explains a rule or a field: a kind is told by its name.
func (e *explainCommand) word(word string) error {
	rule, ruleErr := lookupRule(word)
	if ruleErr == nil {
		return e.page(func() string { return explain.Rule(rule) }, oneRuleJSON(rule))
	}
	kind, _, isPath := strings.Cut(word, ".")
	kinds, err := explain.Kinds()
	if err != nil {
		return internal(err)
	}
	isKind := slices.ContainsFunc(kinds, func(known string) bool { return strings.EqualFold(known, kind) })
	if _, near := suggest.Nearest(kind, kinds); !isPath && !isKind && !near {
		return fmt.Errorf("%w; kinds are %s", ruleErr, strings.Join(kinds, ", "))
	}
	if e.output == "json" {
		return errors.New("-o json explains rules, clusters and directives; of a field there is only text")
	}
	page, err := explain.Field(word)
	var unknown *explain.UnknownFieldError
	switch {
	case errors.As(err, &unknown):
		return err
	case err != nil:
		return internal(err)
	}
	return e.write([]byte(page))
}

func (e *explainCommand) cluster(name string, directive []string) error {
	files := e.files
	if e.kustomize != "" && !e.given("file") {
		files = nil
	}
	e.unjudged = true
	w, err := e.world(&e.common, files)
	if err != nil {
		return err
	}
	clusters, err := e.clusters(w, name)
	if err != nil {
		return err
	}
	c := clusters[0]
	page, err := resolved.Of(c)
	if err != nil {
		return e.failed(w, c.Namespace, c.Name, err)
	}
	if len(directive) == 0 {
		return e.page(func() string { return explain.Cluster(page) }, page)
	}
	canonical, err := e.directive(c, directive[0])
	if err != nil {
		return err
	}
	chain := w.chain(c, canonical)
	return e.page(func() string { return explain.Directive(page, canonical, chain, c.Config.Image.Version) },
		explain.DirectiveForm(page, canonical, chain))
}

// page writes the text, or the form for programs.
func (e *explainCommand) page(text func() string, form any) error {
	if e.output != "json" {
		return e.write([]byte(text()))
	}
	out, err := explain.JSON(form)
	if err != nil {
		return internal(err)
	}
	return e.write(out)
}

// oneRuleJSON is a rule as the list of rules has it, as an object of its own.
func oneRuleJSON(r lint.Rule) any {
	return struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		ruleJSON
	}{report.APIVersion, "Rule", ruleJSON{r.ID, r.Slug, r.Family, r.Severity, r.Summary, r.Why, r.Fix}}
}

// directive finds what is asked for among the directives of Valkey and of the
// cluster, which may set some that no catalogue has.
func (e *explainCommand) directive(c *resolve.Cluster, asked string) (string, error) {
	name := conf.Canonical(asked)
	if _, known := conf.LookupAny(name); known {
		return name, nil
	}
	var candidates []string
	for set := range c.Config.Settings {
		if set == name {
			return name, nil
		}
		candidates = append(candidates, set)
	}
	for _, d := range conf.For(c.Config.Image.Version).Directives() {
		candidates = append(candidates, d.Name)
		candidates = append(candidates, d.Aliases...)
	}
	return "", fmt.Errorf("unknown directive %q%s", asked, didYouMean(strings.ToLower(asked), candidates))
}

// chain lists who of a cluster's chain sets a directive, child first.
func (w *world) chain(c *resolve.Cluster, directive string) []explain.Set {
	var all []explain.Set
	for _, name := range c.Config.Chain {
		config := w.Menu.Config(name)
		written := make(map[string]string, len(config.Spec.Valkey))
		for spelled, value := range config.Spec.Valkey {
			written[spelled] = string(value)
		}
		spelled, value, ok := chosen(written, directive)
		if !ok {
			continue
		}
		place := w.Place(menu.Ref{Kind: v1alpha1.KindConfig, Name: name}, fmt.Sprintf("spec.valkey[%q]", spelled))
		all = append(all, explain.Set{Config: name, Spelled: spelled, Value: value, At: place.String()})
	}
	return all
}

// chosen is the spelling of a directive that counts in one config, as
// conf.CanonicalMap chooses it.
func chosen(written map[string]string, directive string) (spelled, value string, ok bool) {
	canonical, conflicts := conf.CanonicalMap(written)
	if value, ok = canonical[directive]; !ok {
		return "", "", false
	}
	for _, conflict := range conflicts {
		if conflict.Name == directive {
			return conflict.Chosen, value, true
		}
	}
	for key := range written {
		if conf.Canonical(key) == directive {
			return key, value, true
		}
	}
	return "", "", false
}
