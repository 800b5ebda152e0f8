package gitrev

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// ErrNoGit is that there is no git program on the PATH.
var ErrNoGit = errors.New("reading a revision needs the git program, and there is none on the PATH")

// command prepares git for a folder. What could let it reach out, ask or write
// is switched off.
func command(dir string, args ...string) (*exec.Cmd, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, ErrNoGit
	}
	off := []string{"--no-pager", "--no-replace-objects", "--no-optional-locks", "--literal-pathspecs",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	cmd := exec.Command(program, append(off, args...)...)
	cmd.Dir = dir
	cmd.Env = append(environment(),
		"LC_ALL=C",                  // for the one message that is read
		"GIT_NO_LAZY_FETCH=1",       // git 2.44 and later
		"GIT_ALLOW_PROTOCOL=refuse", // no such protocol: earlier ones must not fetch either
		"GIT_TERMINAL_PROMPT=0",
	)
	return cmd, nil
}

// environment leaves out what would let git write traces.
func environment() []string {
	var kept []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "GIT_TRACE") {
			kept = append(kept, entry)
		}
	}
	return kept
}

// gitError is a run of git that failed.
type gitError struct {
	command string
	stderr  string
	cause   error
}

func (e *gitError) Unwrap() error { return e.cause }

func (e *gitError) Error() string {
	first, _, _ := strings.Cut(strings.TrimSpace(e.stderr), "\n")
	if first = strings.TrimPrefix(first, "fatal: "); first == "" {
		first = e.cause.Error()
	}
	return fmt.Sprintf("git %s: %s", e.command, first)
}

// output runs git and returns what it prints.
func output(dir string, args ...string) (string, error) {
	cmd, err := command(dir, args...)
	if err != nil {
		return "", err
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", &gitError{command: args[0], stderr: stderr.String(), cause: err}
	}
	return stdout.String(), nil
}
