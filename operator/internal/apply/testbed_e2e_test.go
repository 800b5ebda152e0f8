//go:build e2e

package apply

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// testbed is the program that runs a Kubernetes on this machine.
type testbed string

// buildTestbed builds it into dir.
func buildTestbed(dir string) (testbed, error) {
	program := filepath.Join(dir, "testbed")
	build := exec.Command("go", "-C", "../../testbed", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the testbed: %w\n%s", err, output)
	}
	return testbed(program), nil
}

// up brings a control plane up. It does not touch one that is up already, which
// may be in use.
func (b testbed) up() error {
	if _, err := b.run("status"); err == nil {
		return errors.New("a testbed is up already: end it with `testbed down` and try again")
	}
	_, err := b.run("up", "--nodes", "0")
	return err
}

func (b testbed) run(args ...string) (string, error) {
	output, err := exec.Command(string(b), args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("testbed %s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return strings.TrimSpace(string(output)), nil
}
