package overlay

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// RefusedError is an overlay that cannot be built in this program by design: it
// lists a function of others, or something remote.
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
	// Exit is the exit code of the function: 1 for findings at the fail level.
	Exit  int
	cause error
}

// Error leaves out the space at the end, where kustomize writes an output that is
// empty.
func (e *FunctionError) Error() string { return strings.TrimSpace(e.cause.Error()) }

func (e *FunctionError) Unwrap() error { return e.cause }

// failed is how kustomize reports a function that ran: as text, without the
// error below it.
var failed = regexp.MustCompile(`couldn't execute function: exit status (\d+)`)

// functionError tells failures of functions from those of kustomize.
func functionError(err error) error {
	m := failed.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	code, convErr := strconv.Atoi(m[1])
	if convErr != nil {
		return err
	}
	return &FunctionError{Exit: code, cause: fmt.Errorf("a function failed: %w", err)}
}
