package examples

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The files of a case beside its input.
const (
	commandFile = "command"
	stdoutFile  = "expected.stdout"
	stderrFile  = "expected.stderr"
	exitFile    = "exit"
	filesDir    = "expected.files"
	binaryFile  = "binary"
	readmeFile  = "README.md"
)

// result is what a command gave; Files are those that it wrote, by path.
type result struct {
	Stdout, Stderr string
	Exit           int
	Files          map[string]string
}

// cases lists the folders that have a command.
func cases(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() == commandFile {
			found = append(found, filepath.Dir(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// expected reads what a case has to give.
func expected(dir string) (result, error) {
	stdout, outErr := os.ReadFile(filepath.Join(dir, stdoutFile))
	stderr, errErr := os.ReadFile(filepath.Join(dir, stderrFile))
	files, filesErr := texts(filepath.Join(dir, filesDir))
	if errors.Is(filesErr, fs.ErrNotExist) {
		filesErr = nil
	}
	want := result{Stdout: string(stdout), Stderr: string(stderr), Files: files}
	text, err := os.ReadFile(filepath.Join(dir, exitFile))
	if errors.Is(err, fs.ErrNotExist) {
		return want, errors.Join(outErr, errErr, filesErr)
	}
	if err == nil {
		want.Exit, err = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	if err == nil && want.Exit == 0 {
		err = fmt.Errorf("%s says 0, which is said by having no such file", exitFile)
	}
	return want, errors.Join(outErr, errErr, filesErr, err)
}

// texts reads all files below a folder.
func texts(dir string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		all[filepath.ToSlash(relative)] = string(text)
		return err
	})
	return all, err
}

// write makes a result the expectation of a case.
func (r result) write(dir string) error {
	files := map[string]string{stdoutFile: r.Stdout, stderrFile: r.Stderr}
	if r.Exit != 0 {
		files[exitFile] = fmt.Sprintln(r.Exit)
	}
	for name, text := range r.Files {
		files[filepath.Join(filesDir, name)] = text
	}
	err := errors.Join(os.RemoveAll(filepath.Join(dir, filesDir)), os.RemoveAll(filepath.Join(dir, exitFile)))
	for name, text := range files {
		place := filepath.Join(dir, name)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(place), 0o755), os.WriteFile(place, []byte(text), 0o644))
	}
	return err
}

// run runs the command of a case in a copy of its folder.
func run(t *testing.T, dir string) result {
	t.Helper()
	line, err := os.ReadFile(filepath.Join(dir, commandFile))
	if err != nil {
		t.Fatal(err)
	}
	work := copied(t, dir)
	before, err := texts(work)
	if err != nil {
		t.Fatal(err)
	}
	var got result
	for program := range strings.SplitSeq(strings.TrimSpace(string(line)), " | ") {
		got = step(t, work, program, got)
	}
	got.Stdout = strings.ReplaceAll(got.Stdout, work, "$FOLDER")
	got.Stderr = strings.ReplaceAll(got.Stderr, work, "$FOLDER")
	if got.Files, err = texts(work); err != nil {
		t.Fatal(err)
	}
	for name := range before {
		delete(got.Files, name)
	}
	return got
}

// step runs one program on the standard output of the one before.
func step(t *testing.T, work, line string, before result) result {
	t.Helper()
	words := strings.Fields(line)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(before.Stdout), &stdout, &stderr
	err := cmd.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatalf("running %q: %v", line, err)
	}
	return result{Stdout: stdout.String(), Stderr: before.Stderr + stderr.String(), Exit: cmd.ProcessState.ExitCode()}
}

// copied copies the input of a case, without what is expected, and puts the
// program where the case wants it.
func copied(t *testing.T, dir string) string {
	t.Helper()
	work, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(work, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{commandFile, stdoutFile, stderrFile, exitFile, filesDir, binaryFile, readmeFile} {
		if err := os.RemoveAll(filepath.Join(work, name)); err != nil {
			t.Fatal(err)
		}
	}
	place, err := os.ReadFile(filepath.Join(dir, binaryFile))
	if errors.Is(err, fs.ErrNotExist) {
		return work
	}
	if err == nil {
		err = os.Symlink(filepath.Join(bin, "valkey-menu"), filepath.Join(work, strings.TrimSpace(string(place))))
	}
	if err != nil {
		t.Fatal(err)
	}
	return work
}
