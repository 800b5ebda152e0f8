package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/krm"
	"github.com/valkey-menu/valkey-menu/fn/source"
)

// Exit codes of the command line.
const (
	exitOK         = 0
	exitFindings   = 1
	exitUsage      = 2
	exitUnreadable = 3
	exitInternal   = 4
)

// streams are what a command reads from and writes to, and who it is.
type streams struct {
	in       io.Reader
	out, err io.Writer
	version  string
}

// Main runs the program and returns its exit code. An empty version means that
// of the module.
func Main(version string, args []string, in io.Reader, out, errs io.Writer) int {
	s := streams{in: in, out: out, err: errs, version: versionOf(version)}
	if len(args) == 0 && !isTerminal(in) {
		return function(s)
	}
	root := newRoot(s)
	root.SetArgs(args)
	return exitCode(root.Execute(), errs)
}

// isTerminal reports whether a person types the input.
func isTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// function runs one ResourceList from standard input.
func function(s streams) int {
	data, err := io.ReadAll(s.in)
	if err != nil {
		fmt.Fprintf(s.err, "valkey-menu: reading standard input: %v\n", err)
		return exitUnreadable
	}
	out, exit := krm.Run(data, krm.Env{Root: ".", Version: s.version, Stderr: s.err})
	if _, err := s.out.Write(out); err != nil {
		fmt.Fprintf(s.err, "valkey-menu: writing standard output: %v\n", err)
		return exitInternal
	}
	return exit
}

// reported ends a command that has told everything already.
type reported struct{ code int }

func (e *reported) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// exitCode prints an error that is not printed yet and chooses the exit code.
func exitCode(err error, errs io.Writer) int {
	if err == nil {
		return exitOK
	}
	var told *reported
	if errors.As(err, &told) {
		return told.code
	}
	var unreadable source.Errors
	var failed *runError
	fmt.Fprintf(errs, "valkey-menu: %v\n", err)
	switch {
	case errors.As(err, &unreadable):
		return exitUnreadable
	case errors.As(err, &failed):
		return failed.code
	}
	return exitUsage
}

// runError is an error that is no fault of the arguments.
type runError struct {
	code  int
	cause error
}

func (e *runError) Error() string { return e.cause.Error() }
func (e *runError) Unwrap() error { return e.cause }

func internal(err error) error { return &runError{exitInternal, err} }

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "valkey-menu",
		Short: "Resolve, render and validate a menu of Valkey configurations",
		Long: `Resolve, render and validate a menu of Valkey configurations offline.

Called without arguments and with a ResourceList on standard input it is a KRM
function: kustomize build --enable-alpha-plugins --enable-exec calls it so.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(newValidate(s), newVersion(s), newFunction(s))
	return root
}

// newFunction names function mode, for orchestrators that must pass an
// argument.
func newFunction(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "fn",
		Short: "Read a ResourceList from standard input, as without arguments",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if code := function(s); code != exitOK {
				return &reported{code}
			}
			return nil
		},
	}
}
