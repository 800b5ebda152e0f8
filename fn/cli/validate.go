package cli

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// validate is the command's flags.
type validate struct {
	streams
	common
	against     string
	failLevel   string
	external    string
	rules       []string
	outputs     []string
	passthrough bool
	verbose     bool
}

func newValidate(s streams) *cobra.Command {
	v := &validate{streams: s}
	cmd := &cobra.Command{
		Use:   "validate PATH...|-",
		Short: "Check files, folders or standard input with all rules",
		Example: `  valkey-menu validate menu clusters
  kustomize build overlay | valkey-menu validate -
  valkey-menu validate --against rendered/main.yaml -o text -o json=report.json rendered/head.yaml`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, paths []string) error { return v.run(paths) },
	}
	v.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&v.against, "against", "", "file or folder with the state that the change starts from: enables transition rules")
	f.StringVar(&v.failLevel, "fail-level", string(report.FailError), "what fails the run: error, warning or never")
	f.StringVar(&v.external, "external", "", "references found nowhere: ignore, warning or error (default: error once there is any menu object)")
	f.StringArrayVar(&v.rules, "rule", nil, "severity of a rule, for example VK031=off (error, warning, info or off)")
	f.StringArrayVarP(&v.outputs, "output", "o", []string{report.FormatText}, "FORMAT or FORMAT=FILE, repeatable; formats: "+strings.Join(report.Formats(), ", "))
	f.BoolVar(&v.passthrough, "passthrough", false, "write standard input to standard output and the report to standard error")
	f.BoolVarP(&v.verbose, "verbose", "v", false, "list infos too")
	return cmd
}

func (v *validate) run(paths []string) error {
	o, err := v.checkOptions()
	if err != nil {
		return err
	}
	var echo strings.Builder
	in := v.in
	if v.passthrough {
		in = io.TeeReader(v.in, &echo)
	}
	// Unreadable documents do not hide what is wrong with the others.
	set, unreadable := v.read(paths, in)
	if set == nil {
		return unreadable
	}
	before, err := v.readBefore()
	if err != nil {
		return err
	}
	validator, err := schema.New()
	if err != nil {
		return internal(err)
	}
	_, rep := check.Run(check.Input{Objects: objects(set), Before: before, Raw: check.RawOf(set.Findings)}, validator, o)
	if err := v.write(rep); err != nil {
		return err
	}
	if unreadable != nil {
		return unreadable
	}
	if rep.Failed(report.FailLevel(v.failLevel)) {
		// What was refused is not passed on: the next program of a pipe does not
		// see our exit code.
		return &reported{exitFindings}
	}
	if _, err := io.WriteString(v.out, echo.String()); err != nil {
		return internal(err)
	}
	return nil
}

func (v *validate) checkOptions() (check.Options, error) {
	resolveOptions, err := v.options()
	if err != nil {
		return check.Options{}, err
	}
	overrides, err := severities(v.rules)
	if err != nil {
		return check.Options{}, err
	}
	external := lint.Severity(v.external)
	if v.external == "ignore" {
		external = lint.Off
	}
	return check.Options{
			Resolve: resolveOptions, Severities: overrides, External: external,
			Placeholder: source.PlaceholderMatcher(v.placeholders),
		}, errors.Join(
			oneOf("--fail-level", v.failLevel, "error", "warning", "never"),
			oneOf("--external", v.external, "", "ignore", "warning", "error"),
		)
}

func (c *common) read(paths []string, in io.Reader) (*source.Set, error) {
	return source.Read(source.Options{BaseDir: c.baseDir, Placeholders: c.placeholders}, paths, in)
}

func (v *validate) readBefore() ([]check.Object, error) {
	if v.against == "" {
		return nil, nil
	}
	set, err := v.read([]string{v.against}, v.in)
	if err != nil {
		return nil, err
	}
	return objects(set), nil
}

func objects(set *source.Set) []check.Object {
	all := make([]check.Object, len(set.Objects))
	for i, o := range set.Objects {
		all[i] = check.FromSource(o)
	}
	return all
}

// write writes the report in every format that was asked for. With passthrough
// standard output belongs to the objects.
func (v *validate) write(rep report.Report) error {
	for _, output := range v.outputs {
		format, file, toFile := strings.Cut(output, "=")
		if toFile {
			if err := writeFile(file, format, rep); err != nil {
				return err
			}
			continue
		}
		to := v.out
		if v.passthrough {
			to = v.err
		}
		if format == report.FormatText {
			if err := report.Text(to, rep, v.verbose); err != nil {
				return internal(err)
			}
			continue
		}
		if err := report.Write(to, format, rep); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name, format string, rep report.Report) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := report.Write(f, format, rep); err != nil {
		return err
	}
	return f.Close()
}
