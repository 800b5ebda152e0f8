package cli

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// world is the input of the commands that show what becomes of it: readable,
// and judged.
type world struct {
	*check.World
	resolver *resolve.Resolver
	report   report.Report
}

// world reads and judges the paths. Placeholders are values like any other
// here: what is shown has to be what the input says.
func (s streams) world(c *common, paths []string) (*world, error) {
	return s.worldAfter(nil, c, paths)
}

// worldAfter also judges what changes from the world before, unless that is nil.
func (s streams) worldAfter(before *check.World, c *common, paths []string) (*world, error) {
	o, err := c.options()
	if err != nil {
		return nil, err
	}
	in, err := c.read(paths, nil, s.in)
	if before == nil { // and so is what a change starts from
		in, err = s.orNothing(c, in, err)
	}
	if err != nil {
		return nil, err
	}
	validator, err := schema.New()
	if err != nil {
		return nil, internal(err)
	}
	w, rep := check.Run(check.Input{Objects: in.objects, BeforeWorld: before, Raw: in.raw}, validator, check.Options{
		Resolve: o, External: lint.Error,
	})
	return &world{World: w, resolver: resolve.New(w.Menu, o), report: rep}, nil
}

// blocking are the results that leave no true picture to show: what the API
// server or a YAML reader would take otherwise, or refuse, and what does not
// resolve. Suppressing or regrading them makes no picture of them.
func blocking(r report.Result) bool {
	rule, known := lint.Lookup(r.Rule)
	if !known {
		return false
	}
	switch rule.Family {
	case lint.Structure, lint.YAML, lint.References:
		// An object without a name cannot be shown, though it can be created.
		return r.Severity == lint.Error || rule.Slug == "GenerateName"
	default:
		return slices.Contains([]string{
			"DuplicateUsername", "ReservedUsername", "BadPasswordHash", "ReservedPodAnnotation", "NameTooLong",
			"BadQuantity", "ControlCharacter",
		}, rule.Slug)
	}
}

// blocking results of the world, as findings that no annotation suppresses.
func (w *world) blocking(counts func(report.Result) bool) []report.Result {
	var results []report.Result
	for _, r := range w.report.Results {
		if blocking(r) && counts(r) {
			r.Suppressed = false
			results = append(results, r)
		}
	}
	return results
}

// refuse reports what blocks, if anything does, and ends the command then.
func (s streams) refuse(w *world, results []report.Result) error {
	if len(results) == 0 {
		return nil
	}
	if err := report.Text(s.err, report.New(w.Count(), results), true); err != nil {
		return internal(err)
	}
	return &reported{exitFindings}
}

// ofClusters is whether a result counts where only some clusters are wanted:
// everything of the menu does.
func ofClusters(wanted map[menu.Ref]bool) func(report.Result) bool {
	return func(r report.Result) bool {
		return r.Object.Kind != v1alpha1.KindCluster || wanted[menu.ClusterRef(r.Object.Namespace, r.Object.Name)]
	}
}
