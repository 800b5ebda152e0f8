package overlay

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// RefusedError is an overlay that cannot be built in this program by design: it
// lists a function of others, Helm charts or something remote, or one of our
// functions where it cannot work.
type RefusedError struct {
	// File that has to change, as a path from where Dir was named.
	File string
	// Reason says what was found and what to do.
	Reason string
}

func (e *RefusedError) Error() string { return e.File + ": " + e.Reason }

// FunctionError is one of our functions that failed. It has told why on standard
// error.
type FunctionError struct {
	// Exit is the exit code of the function, from 1 to 4: 1 for findings at the
	// fail level.
	Exit  int
	cause error
}

// Error leaves out the space at the end, where kustomize writes an output that is
// empty.
func (e *FunctionError) Error() string { return strings.TrimSpace(e.cause.Error()) }

func (e *FunctionError) Unwrap() error { return e.cause }

// failed is how kustomize (v0.21.2) reports a function that ran: as text, without
// the error below it, at the end of all that it says. A Component puts quotes
// around it. Names that people choose stand before the end, and a code that is
// none of ours is no failure of a function: a text decides which failure it is
// and never that there was none.
var failed = regexp.MustCompile(`(?:^|: |")couldn't execute function: exit status ([1-4])[ "\\]*$`)

// told words an error of kustomize and tells failures of functions, of which some
// may have been started, from its own.
func told(err error, started bool) error {
	m := failed.FindStringSubmatch(err.Error())
	err = reworded(err, unquoted(err.Error()))
	if !started || m == nil {
		return err
	}
	code, convErr := strconv.Atoi(m[1])
	if convErr != nil {
		return err
	}
	return &FunctionError{Exit: code, cause: fmt.Errorf("a function failed: %w", err)}
}

// reworded is the error with another text.
func reworded(err error, text string) error {
	if text == err.Error() {
		return err
	}
	return &rewordedError{text, err}
}

type rewordedError struct {
	text  string
	cause error
}

func (e *rewordedError) Error() string { return e.text }
func (e *rewordedError) Unwrap() error { return e.cause }
