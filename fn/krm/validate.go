package krm

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Marker is the annotation that shows on a built ValkeyCluster that the
// function ran: kustomize skips functions without a word when a flag is missing.
const Marker = "fn.valkey.gomomento.com/validated"

// validate checks the items and reports; it changes nothing but the marker.
func (r *run) validate() error {
	v := r.config.Validate
	objects, raw, err := r.objects(&v.Common)
	if err != nil {
		return err
	}
	before, err := r.against(v)
	if err != nil {
		return err
	}
	raw = append(raw, r.itemFindings(v.Placeholders)...)
	_, rep := check.Run(check.Input{Objects: objects, Before: before, Raw: raw}, r.validator, check.Options{
		Resolve: v.Options(), Severities: v.Severities(), External: v.ExternalSeverity(),
		Placeholder: source.PlaceholderMatcher(v.Placeholders),
	})
	if rep, err = r.withUnproven(rep, v); err != nil {
		return err
	}
	if err := r.publish(rep, v); err != nil {
		return err
	}
	if rep.Failed(report.FailLevel(v.FailLevel)) {
		return &findingsError{rep.Summary}
	}
	if v.Marker {
		return r.mark()
	}
	return nil
}

// itemFindings judges the scalars of the items as they are written. Their lines
// are those of standard input, which tell the author nothing.
func (r *run) itemFindings(placeholders []string) []check.Raw {
	var all []check.Raw
	for _, it := range r.list.Items() {
		if !ours(it) {
			continue
		}
		for _, f := range source.RawFindings(it.Node(), it.Kind(), placeholders) {
			f.Place = source.Place{File: file(it)}
			all = append(all, check.NewRaw(f, it.Kind(), it.Namespace(), it.Name()))
		}
	}
	return all
}

// against reads the state that a change starts from.
func (r *run) against(v *config.Validate) ([]check.Object, error) {
	if v.Against == nil {
		return nil, nil
	}
	set, err := source.ReadSources(source.Options{}, r.env.Root, []source.SourceSpec{{Path: v.Against.Path}})
	if err != nil {
		return nil, err
	}
	before := make([]check.Object, 0, len(set.Objects))
	for _, o := range set.Objects {
		before = append(before, check.FromSource(o))
	}
	return before, nil
}

// publish writes the report to standard error, the results to the list and, if
// the config is there and asks for it, a file below the root.
func (r *run) publish(rep report.Report, v *config.Validate) error {
	if err := report.Text(r.env.Stderr, rep, false); err != nil {
		return err
	}
	if err := r.list.AddResults(results(rep)...); err != nil {
		return fmt.Errorf("adding results: %w", err)
	}
	if v == nil || v.Report == nil {
		return nil
	}
	return r.writeReport(rep, v.Report, report.FailLevel(v.FailLevel))
}

// writeReport writes the report to a file below the root. A file that cannot be
// written is a fault of the functionConfig, as it is one of the arguments on the
// command line.
func (r *run) writeReport(rep report.Report, to *config.Report, level report.FailLevel) error {
	text, err := report.Render(cmp.Or(to.Format, report.FormatText), rep, report.Options{
		Version: r.env.Version, FailLevel: level, Verbose: true,
	})
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(r.env.Root)
	if err != nil {
		return &configError{fmt.Errorf("writing the report: %w", err)}
	}
	err = report.WriteFile(root, to.File, text)
	if err := errors.Join(err, root.Close()); err != nil {
		return &configError{fmt.Errorf("writing the report: %q: %w", to.File, err)}
	}
	return nil
}

// mark puts the marker on every cluster.
func (r *run) mark() error {
	for _, it := range r.list.Items() {
		if !ours(it) || it.Kind() != v1alpha1.KindCluster {
			continue
		}
		err := it.Edit(func(object *yaml.Node) error {
			return yamlnode.Set(object, `metadata.annotations["`+Marker+`"]`, yamlnode.String(r.env.Version))
		})
		if err != nil {
			return placed(it, err)
		}
	}
	return nil
}
