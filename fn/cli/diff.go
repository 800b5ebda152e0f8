package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/cli/change"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// Values of --fail-on.
const (
	failOnAny      = "any"
	failOnRolling  = "rolling"
	failOnRejected = "rejected"
	failOnNever    = "never"
)

// diff is the command's flags.
type diff struct {
	streams
	common
	output string
	failOn string
}

func newDiff(s streams) *cobra.Command {
	d := &diff{streams: s}
	cmd := &cobra.Command{
		Use:   "diff BASE HEAD",
		Short: "Say what a change does to running clusters",
		Long: `Say what a change does to running clusters: what rolls, what is done in place,
what moves between shards, what only future pods see and what is rejected. BASE
and HEAD are files, folders, or - for standard input.

The exit code is 1 when something differs, or with --fail-on only when
  rolling   a cluster rolls, is deleted, is rejected or does not resolve
  rejected  a cluster is rejected or does not resolve
  never     0 for any difference
It is 1 too when HEAD has errors that leave no true picture; they are reported
on standard error. Errors of BASE are only noted: it is what is being mended.`,
		Example: `  valkey-menu diff rendered/main.yaml rendered/head.yaml
  valkey-menu diff --fail-on rolling -o markdown main head`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("diff needs BASE and HEAD: two files or folders, of which one may be - for standard input")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, paths []string) error { return d.run(paths[0], paths[1]) },
	}
	d.bind(cmd)
	f := cmd.Flags()
	f.StringVarP(&d.output, "output", "o", "text", "text or markdown")
	f.StringVar(&d.failOn, "fail-on", failOnAny, "what gives exit code 1: any, rolling, rejected or never")
	return cmd
}

func (d *diff) run(base, head string) error {
	err := errors.Join(
		oneOf("-o", d.output, "text", "markdown"),
		oneOf("--fail-on", d.failOn, failOnAny, failOnRolling, failOnRejected, failOnNever),
	)
	if err != nil {
		return err
	}
	if base == source.Stdin && head == source.Stdin {
		return errors.New("standard input can be BASE or HEAD, not both")
	}
	before, err := d.world(&d.common, []string{base})
	if err != nil {
		return err
	}
	after, err := d.world(&d.common, []string{head})
	if err != nil {
		return err
	}
	if err := d.judge(before, after); err != nil {
		return err
	}
	fleet := impact.Fleet(before.resolver, after.resolver)
	write := change.Text
	if d.output == "markdown" {
		write = change.Markdown
	}
	if err := d.write([]byte(write(fleet))); err != nil {
		return err
	}
	if d.fails(fleet) {
		return &reported{exitFindings}
	}
	return nil
}

// judge refuses a HEAD that does not say what it would do. What does not resolve
// is a part of the picture and not in the way of it.
func (d *diff) judge(before, after *world) error {
	if n := len(before.blocking(misread)); n > 0 {
		d.note("BASE has %d errors: fields that are refused are left out of it", n)
	}
	if len(before.Menu.Clusters())+len(after.Menu.Clusters()) == 0 {
		d.noteNothing("ValkeyCluster")
	}
	return d.refuse(after, after.blocking(misread))
}

// fails decides the exit code. A deleted cluster loses its data, which is worse
// than a roll.
func (d *diff) fails(f impact.FleetReport) bool {
	limit := map[string]int{
		failOnAny: impact.None.Rank(), failOnRolling: impact.Rolling.Rank(), failOnRejected: impact.Unresolvable.Rank(),
	}[d.failOn]
	for _, r := range f.Clusters {
		if r.Kind == impact.Deleted && d.failOn == failOnRolling || r.Kind != impact.Unchanged && r.Effect.Rank() <= limit {
			return true
		}
	}
	return d.failOn == failOnAny && len(f.Menu) > 0
}

// misread tells what hides the meaning of an object from what makes a cluster
// not resolve.
func misread(r report.Result) bool {
	rule, _ := lint.Lookup(r.Rule)
	return rule.Family != lint.References && rule.Slug != "DuplicateUsername"
}
