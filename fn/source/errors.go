package source

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// ErrUsage marks errors of the caller: bad arguments, bad options or a bad functionConfig. Everything else that Read
// and ReadSources return is Errors, which is unreadable input.
var ErrUsage = errors.New("usage")

// usageError says what is wrong with the call; the text does not repeat the word usage.
type usageError struct{ message string }

func (e *usageError) Error() string        { return e.message }
func (e *usageError) Is(target error) bool { return target == ErrUsage }

// Error is input that cannot be read: a missing file, bad syntax, something that is no Kubernetes object. Line and
// Column count from 1 and are 0 when the file as a whole is meant.
type Error struct {
	File         string // as in Object.File
	Line, Column int
	Message      string
	cause        error
}

func (e *Error) Error() string {
	return Place{e.File, e.Line, e.Column}.String() + ": " + e.Message
}

func (e *Error) Unwrap() error { return e.cause }

// Errors is everything that was unreadable, in the order of the input: first whole files, then places in files.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives errors.Is and errors.As each of the errors.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}

// fileError drops the operation and the path from an error of the file system: the path is the file's, or one that
// only this machine has.
func fileError(file string, err error) *Error {
	message := err.Error()
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		message = pathErr.Err.Error()
	}
	return &Error{File: file, Message: message, cause: err}
}

// syntaxError places an error of yamlnode, whose lines count from the given line, in a file.
func syntaxError(file string, firstLine int, err error) *Error {
	var syntax *yamlnode.SyntaxError
	if errors.As(err, &syntax) {
		return &Error{File: file, Line: firstLine - 1 + syntax.Line, Column: syntax.Column, Message: syntax.Message}
	}
	return &Error{File: file, Line: firstLine, Column: 1, Message: err.Error()}
}
