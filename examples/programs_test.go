package examples

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the expected output; the run then fails")

// bin is the folder with the programs that the cases call.
var bin string

// TestMain builds valkey-menu, with a version that no build changes, and finds
// or builds kustomize.
func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "examples-")
	if err == nil {
		bin = dir
		err = programs(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "preparing the programs of the examples:", err)
		os.Exit(1)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

func programs(dir string) error {
	err := build("../fn", ".", filepath.Join(dir, "valkey-menu"), "-ldflags", "-X main.version=v0.0.0-example")
	if err != nil {
		return err
	}
	kustomize := filepath.Join(dir, "kustomize")
	if built, err := filepath.Abs("../bin/tools/kustomize"); err == nil && executable(built) {
		return os.Symlink(built, kustomize)
	}
	if installed, err := exec.LookPath("kustomize"); err == nil {
		return os.Symlink(installed, kustomize)
	}
	return build("../tools/kustomize", "tool", kustomize)
}

func executable(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0
}

// build builds what, a package or the module's tool, in the folder in.
func build(in, what, to string, flags ...string) error {
	args := append([]string{"build", "-buildvcs=false", "-o", to}, flags...)
	cmd := exec.Command("go", append(args, what)...)
	cmd.Dir = in
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s in %q: %w\n%s", what, in, err, out)
	}
	return nil
}
