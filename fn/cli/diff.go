package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/cli/change"
	"github.com/valkey-menu/valkey-menu/fn/gitrev"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
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
	outputs []string
	failOn  string
}

func newDiff(s streams) *cobra.Command {
	d := &diff{streams: s}
	cmd := &cobra.Command{
		Use:   "diff BASE HEAD",
		Short: "Say what a change does to running clusters",
		Long: `Say what a change does to running clusters: what rolls, what is done in place,
what moves between shards, what only future pods see and what is rejected; and
whom each edit of the menu reaches. BASE and HEAD are files, folders, revisions
of the local Git repository (git:REF or git:REF:PATH), or - for standard input.

With --kustomize DIR, git:REF is the overlay DIR as it was there, and without
HEAD the working tree's overlay is compared.

The exit code is 1 when something differs, or with --fail-on only when
  rolling   a cluster rolls, may roll, is deleted, is rejected or does not resolve
  rejected  a cluster is rejected or does not resolve
  never     0 for any difference
It is 1 too when HEAD has errors that leave no true picture; they are reported
on standard error. Errors of BASE are only noted: it is what is being mended.
Where BASE does not resolve or is refused, it does not tell what runs, and a
cluster may roll.

Both have to hold the menu beside the clusters: without it no cluster resolves,
and only the fields that differ can be told.`,
		Example: `  valkey-menu diff git:origin/main .
  valkey-menu diff --kustomize overlays/prod git:origin/main
  valkey-menu diff git:v1.4.0 git:HEAD
  valkey-menu diff --fail-on rolling -o text -o markdown=comment.md rendered/main.yaml rendered/head.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case d.kustomize != "" && len(args) != 1 && len(args) != 2:
				return errors.New("diff --kustomize needs BASE, and may have HEAD")
			case d.kustomize == "" && len(args) != 2:
				return errors.New("diff needs BASE and HEAD: two files, folders or git:REF[:PATH], of which one may be - for standard input")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, paths []string) error { return d.run(append(paths, "")[0], append(paths, "")[1]) },
	}
	d.bind(cmd)
	f := cmd.Flags()
	f.StringArrayVarP(&d.outputs, "output", "o", []string{change.FormatText},
		"FORMAT or FORMAT=FILE, repeatable; formats: "+strings.Join(change.Formats(), ", "))
	f.StringVar(&d.failOn, "fail-on", failOnAny, "what gives exit code 1: any, rolling, rejected or never")
	return cmd
}

func (d *diff) run(base, head string) error {
	outputs, err := parseOutputs(d.outputs, change.Formats())
	if err != nil {
		return err
	}
	if err := oneOf("--fail-on", d.failOn, failOnAny, failOnRolling, failOnRejected, failOnNever); err != nil {
		return err
	}
	if base == source.Stdin && head == source.Stdin {
		return errors.New("standard input can be BASE or HEAD, not both")
	}
	baseSide, basePaths := d.side(base)
	headSide, headPaths := d.side(head)
	before, err := d.world(baseSide, basePaths)
	if err != nil {
		return err
	}
	after, err := d.worldAfter(before.World, headSide, headPaths)
	if err != nil {
		return err
	}
	refused, err := d.judge(before, after)
	if err != nil {
		return err
	}
	fleet := impact.Comparison{
		Before: before.resolver, After: after.resolver, Refused: refused, Unread: unread(before.blocking(misread)),
	}.Fleet()
	rep := change.New(fleet, side(baseSide.name(base), before), side(headSide.name(head), after))
	for _, text := range rep.Notes {
		d.note("%s", text)
	}
	var failed error
	for _, o := range outputs {
		text, err := change.Render(o.format, rep)
		if err != nil {
			return internal(err)
		}
		failed = errors.Join(failed, o.put(d.out, text))
	}
	if failed != nil {
		return failed
	}
	if d.fails(fleet) {
		return &reported{exitFindings}
	}
	return nil
}

// notNil makes a state without objects a state all the same.
func notNil(objects []check.Object) []check.Object {
	if objects == nil {
		return []check.Object{}
	}
	return objects
}

// side names a state and its places. Those in a revision are told from the top
// of the repository, as people know the file: which side it is, is known.
func side(name string, w *world) change.Side {
	return change.Side{Name: name, Place: func(object menu.Ref, field string) source.Place {
		place := w.Place(object, field)
		if spec, err := gitrev.Parse(name); err == nil {
			place.File = strings.TrimPrefix(place.File, spec.At(""))
			place.File = strings.TrimPrefix(place.File, ":")
		}
		return place
	}}
}

// judge says which clusters of HEAD the API server refuses, and refuses a HEAD
// that does not say what it would do. What does not resolve is a part of the
// picture and not in the way of it.
func (d *diff) judge(before, after *world) ([]impact.Refusal, error) {
	known := before.blocking(misread)
	if n := len(known); n > 0 {
		d.note("BASE has %s: it does not tell what runs of the clusters that are concerned", errorCount(n))
	}
	wrong := after.blocking(func(r report.Result) bool { return misread(r) && !ofNode(r) })
	refused, blocked := refusals(wrong, known)
	if blocked {
		return nil, d.refuse(after, wrong)
	}
	return refused, nil
}

// ofNode tells an edit of a ValkeyNode that is refused: no menu holds nodes.
func ofNode(r report.Result) bool {
	return r.Rule == immutable && r.Object.Kind == v1alpha1.KindNode
}

func errorCount(n int) string {
	if n == 1 {
		return "1 error"
	}
	return fmt.Sprintf("%d errors", n)
}

// fails decides the exit code. A deleted cluster loses its data, which is worse
// than a roll.
func (d *diff) fails(f impact.FleetReport) bool {
	limit := map[string]int{
		failOnAny: impact.None.Rank(), failOnRolling: impact.MayRoll.Rank(), failOnRejected: impact.Unresolvable.Rank(),
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
