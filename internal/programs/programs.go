package programs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Version of the valkey-menu that Install builds: one that no commit changes.
const Version = "v0.0.0-example"

// Install puts valkey-menu, freshly built from this tree, and the named tools
// of tools/ into a folder. A tool comes from bin/tools where make has built it,
// else from PATH, else it is built, which takes minutes.
func Install(dir string, tools ...string) error {
	root, err := Root()
	if err != nil {
		return err
	}
	err = Build(filepath.Join(root, "fn"), ".", filepath.Join(dir, "valkey-menu"), "-ldflags", "-X main.version="+Version)
	for _, tool := range tools {
		err = errors.Join(err, install(root, dir, tool))
	}
	return err
}

func install(root, dir, tool string) error {
	to := filepath.Join(dir, tool)
	if built := filepath.Join(root, "bin", "tools", tool); executable(built) {
		return os.Symlink(built, to)
	}
	if installed, err := exec.LookPath(tool); err == nil {
		return os.Symlink(installed, to)
	}
	return Build(filepath.Join(root, "tools", tool), "tool", to)
}

func executable(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0
}

// Build builds what, a package or the module's tool, in the folder in.
func Build(in, what, to string, flags ...string) error {
	args := append([]string{"build", "-buildvcs=false", "-o", to}, flags...)
	cmd := exec.Command("go", append(args, what)...)
	cmd.Dir = in
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s in %q: %w\n%s", what, in, err, out)
	}
	return nil
}

// Root is the top of this tree: the closest folder above the current one that
// holds both go.mod and tools.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		_, module := os.Stat(filepath.Join(at, "go.mod"))
		_, tools := os.Stat(filepath.Join(at, "tools"))
		if module == nil && tools == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no folder above %q holds go.mod and tools", dir)
		}
	}
}
