package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/valkey-menu/valkey-menu/fn/krm"
)

// streams are what a command reads from and writes to, and who it is.
type streams struct {
	in       io.Reader
	out, err io.Writer
	version  string
}

// Main runs the program and returns its exit code. An empty version means that
// of the module. It never panics: a fault of the program is reported and gives
// exit code 4.
func Main(version string, args []string, in io.Reader, out, errs io.Writer) (exit int) {
	s := streams{in: in, out: out, err: errs, version: versionOf(version)}
	defer func() {
		if cause := recover(); cause != nil {
			s.complain(fmt.Errorf("internal error, please report it: %v", cause))
			exit = exitInternal
		}
	}()
	if len(args) == 0 && !isTerminal(in) {
		return function(s)
	}
	root := newRoot(s)
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	return s.exit(cmd.CommandPath(), err)
}

// isTerminal reports whether a person types the input. The null device is none,
// though it is a device too: what comes from there is an empty input.
func isTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// function runs one ResourceList from standard input.
func function(s streams) int {
	data, err := io.ReadAll(s.in)
	if err != nil {
		s.complain(fmt.Errorf("reading standard input: %w", err))
		return exitUnreadable
	}
	out, exit := krm.Run(data, krm.Env{Root: ".", Version: s.version, Stderr: s.err})
	if err := s.write(out); err != nil {
		s.complain(err)
		return exitInternal
	}
	return exit
}

// write writes a result. What cannot be written, for example into a pipe that
// its reader has closed, is no fault of the arguments.
func (s streams) write(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if _, err := s.out.Write(data); err != nil {
		return internal(fmt.Errorf("writing standard output: %w", err))
	}
	return nil
}
