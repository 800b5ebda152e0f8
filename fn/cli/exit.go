package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
)

// Exit codes of the command line.
const (
	exitOK         = 0
	exitFindings   = 1 // findings at the fail level; diff: differences
	exitUsage      = 2
	exitUnreadable = 3
	exitInternal   = 4
)

// reported ends a command that has told everything already.
type reported struct{ code int }

func (e *reported) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// runError is an error that is no fault of the arguments.
type runError struct {
	code  int
	cause error
}

func (e *runError) Error() string { return e.cause.Error() }
func (e *runError) Unwrap() error { return e.cause }

func internal(err error) error { return &runError{exitInternal, err} }

// exit prints an error that is not printed yet and chooses the exit code. An
// error that no command has marked is one of the arguments.
func (s streams) exit(command string, err error) int {
	if err == nil {
		return exitOK
	}
	var told *reported
	var unreadable source.Errors
	var failed *runError
	switch {
	case errors.As(err, &told):
		return told.code
	case errors.As(err, &unreadable):
		s.unreadable(unreadable)
		return exitUnreadable
	case errors.As(err, &failed):
		s.complain(err)
		return failed.code
	}
	s.complain(err)
	s.note("for help: %s --help", command)
	return exitUsage
}

// unreadable prints places as findings have them, so that editors find them.
func (s streams) unreadable(errs source.Errors) {
	for _, one := range errs {
		place := source.Place{File: one.File, Line: one.Line, Column: one.Column}
		s.tell(fmt.Sprintf("%s: error: %s", place, one.Message))
	}
}

// complain prints an error, each of its lines under the name of the program.
func (s streams) complain(err error) {
	for line := range strings.Lines(err.Error()) {
		s.note("%s", strings.TrimRight(line, "\n"))
	}
}

// note prints one line for people.
func (s streams) note(format string, args ...any) {
	s.tell("valkey-menu: " + fmt.Sprintf(format, args...))
}

// tell writes one line to standard error. When that fails there is nobody left
// to tell.
func (s streams) tell(line string) {
	_, _ = io.WriteString(s.err, report.Inert(report.Printable(line))+"\n")
}
