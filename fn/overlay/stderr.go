package overlay

import (
	"errors"
	"io"
	"os"
)

// redirected calls build with the standard error of this process led to a writer,
// unless that is nil. kyaml (v0.21.2) hands os.Stderr to the functions that it
// starts and cannot be told otherwise, so that the variable itself has to change.
// The caller holds the mutex of builds, and whatever happens the variable is what
// it was in the end.
func redirected(to io.Writer, build func() ([]byte, error)) (out []byte, err error) {
	if to == nil {
		return build()
	}
	from, into, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(to, from)
		_, _ = io.Copy(io.Discard, from) // a function must not wait for a writer that failed
		copied <- err
	}()
	former := os.Stderr
	os.Stderr = into
	defer func() {
		os.Stderr = former
		err = errors.Join(err, into.Close(), <-copied, from.Close())
	}()
	return build()
}
