package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/overlay"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// validate is the command's flags.
type validate struct {
	streams
	common
	against      string
	failLevel    string
	external     string
	rules        []string
	outputs      []string
	placeholders []string
	passthrough  bool
	verbose      bool
}

func newValidate(s streams) *cobra.Command {
	v := &validate{streams: s}
	cmd := &cobra.Command{
		Use:   "validate PATH...|-",
		Short: "Check files, folders or standard input with all rules",
		Long: `Check files, folders or standard input with all rules: the API server's own
schema and CEL rules, references, settings, ACL, images and topology.

The report goes to standard output, one finding a line with its place. With
--passthrough the objects of standard input go there, if nothing fails, and the
report to standard error.

An input without any object of ` + v1alpha1.Group + ` is clean, and
standard error says that there was none: the path may be the wrong one.`,
		Example: `  valkey-menu validate menu clusters
  kustomize build overlay | valkey-menu validate -
  valkey-menu validate --kustomize overlay
  valkey-menu validate --against rendered/main.yaml -o text -o json=report.json rendered/head.yaml`,
		Args: pathsNeeded,
		RunE: func(_ *cobra.Command, paths []string) error { return v.run(paths) },
	}
	v.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&v.against, "against", "", "file, folder or git:REF[:PATH] with the state that the change starts from: enables transition rules")
	f.StringVar(&v.failLevel, "fail-level", string(report.FailError), "what fails the run: error, warning or never")
	f.StringVar(&v.external, "external", "", "references found nowhere: ignore, warning or error (default: error once there is any menu object)")
	f.StringArrayVar(&v.rules, "rule", nil, "severity of a rule, for example VK031=off (error, warning, info or off); repeatable")
	f.StringArrayVarP(&v.outputs, "output", "o", []string{report.FormatText}, "FORMAT or FORMAT=FILE, repeatable; formats: "+strings.Join(report.Formats(), ", "))
	f.StringSliceVar(&v.placeholders, "placeholder", source.DefaultPlaceholders(), `text that a later step substitutes, "..." for anything`)
	f.BoolVar(&v.passthrough, "passthrough", false, "write standard input, or what --kustomize builds, to standard output and the report to standard error")
	f.BoolVarP(&v.verbose, "verbose", "v", false, "list infos too")
	return cmd
}

func (v *validate) run(paths []string) error {
	outputs, err := parseOutputs(v.outputs, report.Formats())
	if err != nil {
		return err
	}
	o, err := v.checkOptions(paths)
	if err != nil {
		return err
	}
	var echo bytes.Buffer
	stdin := v.in
	if v.passthrough {
		stdin = io.TeeReader(v.in, &echo)
	}
	// Unreadable documents do not hide what is wrong with the others.
	in, said, refused, unreadable := v.readOverlay(paths, stdin)
	if unreadable != nil && (in == nil || len(in.objects) == 0) {
		v.pass(said.text)
		return unreadable // a report on nothing would look clean
	}
	world, failed, err := v.judge(in, said, refused != nil, o, outputs)
	if err != nil {
		return err
	}
	if unreadable != nil {
		return unreadable
	}
	if world.Count() == 0 {
		v.noteNothing("object of " + v1alpha1.Group)
	}
	if refused != nil || failed {
		return v.refuseBuild(refused, failed)
	}
	if v.kustomize != "" && v.passthrough {
		return v.write(in.built)
	}
	return v.write(echo.Bytes())
}

// judge writes the reports, and ahead of them what functions of the build said
// and these do not repeat: all of it where only the overlay refuses the build.
func (v *validate) judge(in *input, said said, refused bool, o check.Options, outputs []output) (world *check.World, failed bool, err error) {
	before, err := v.readBefore()
	if err != nil {
		v.pass(said.text)
		return nil, false, err
	}
	validator, err := schema.New()
	if err != nil {
		return nil, false, internal(err)
	}
	world, rep := check.Run(check.Input{Objects: in.objects, Before: before, Raw: in.raw}, validator, o)
	failed = rep.Failed(report.FailLevel(v.failLevel))
	if refused && !failed {
		v.pass(said.text)
	} else {
		v.pass(said.beyond(rep))
	}
	return world, failed, v.report(outputs, rep)
}

// refuseBuild ends the command. What was refused is not passed on: the next
// program of a pipe does not see our exit code.
func (v *validate) refuseBuild(refused error, failed bool) error {
	if !failed {
		v.note("the overlay itself refuses the build: %v", refused)
	}
	return &reported{exitFindings}
}

// readOverlay reads the input, and what functions of a build said. A build that
// its own ValkeyValidate refuses is still reported on, in every format: the
// functions of a build can only write to standard error.
func (v *validate) readOverlay(paths []string, stdin io.Reader) (in *input, said said, refused, err error) {
	var text bytes.Buffer
	v.exact, v.said = v.passthrough, &text
	in, err = v.read(paths, v.placeholders, stdin)
	said.text = text.String()
	var failed *overlay.FunctionError
	if !errors.As(err, &failed) || failed.Exit != exitFindings {
		return in, said, nil, err
	}
	again := v.common
	again.exact, again.unjudged, again.said = false, true, io.Discard
	if in, unjudged := again.read(paths, v.placeholders, stdin); unjudged == nil {
		return in, said, failed, nil
	}
	return nil, said, nil, err // by another function than the check
}

// noteNothing makes an input that holds nothing of use visible: it passes, and
// looks exactly like a wrong path.
func (s streams) noteNothing(what string) {
	s.note("there is no %s in the input: is the path the right one?", what)
}

func (v *validate) checkOptions(paths []string) (check.Options, error) {
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
	}, v.checkFlags(paths)
}

func (v *validate) checkFlags(paths []string) error {
	stdin := slices.Contains(paths, source.Stdin)
	var wrong error
	switch {
	case v.passthrough && stdin == (v.kustomize != ""):
		wrong = errors.New("--passthrough passes on standard input or a build: it needs either - as a path or --kustomize")
	case v.against == source.Stdin && stdin:
		wrong = errors.New("--against -: standard input can be read once only")
	}
	return cmp.Or(
		oneOf("--fail-level", v.failLevel, string(report.FailError), string(report.FailWarning), string(report.FailNever)),
		oneOf("--external", v.external, "", "ignore", "warning", "error"),
		wrong,
	)
}

func (v *validate) readBefore() ([]check.Object, error) {
	if v.against == "" {
		return nil, nil
	}
	c, paths := v.side(v.against)
	in, err := c.read(paths, v.placeholders, v.in)
	if in, err = v.orNothing(c, in, err); err != nil {
		return nil, err
	}
	return notNil(in.objects), nil
}

// report writes the report in every format that was asked for. With passthrough
// standard output belongs to the objects.
func (v *validate) report(outputs []output, rep report.Report) error {
	stream := v.out
	if v.passthrough {
		stream = v.err
	}
	return writeOutputs(outputs, stream, rep, report.Options{
		Version: v.version, FailLevel: report.FailLevel(v.failLevel), Verbose: v.verbose,
	})
}
