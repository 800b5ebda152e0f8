//go:build e2e

package apply

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// testbed is the program that runs a Kubernetes on this machine.
type testbed string

// startTestbed brings a control plane up, which goes down with the test. It does
// not touch one that is up already.
func startTestbed(t *testing.T) testbed {
	t.Helper()
	program := filepath.Join(t.TempDir(), "testbed")
	build := exec.Command("go", "-C", "../../testbed", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the testbed: %v\n%s", err, output)
	}
	bed := testbed(program)
	if output, err := bed.run("status"); err == nil {
		t.Fatalf("a testbed is up already, which may be in use: end it with `testbed down` and try again\n%s", output)
	}
	t.Cleanup(func() {
		if output, err := bed.run("down"); err != nil {
			t.Errorf("testbed down: %v\n%s", err, output)
		}
	})
	if output, err := bed.run("up", "--nodes", "0"); err != nil {
		t.Fatalf("testbed up: %v\n%s", err, output)
	}
	return bed
}

func (b testbed) run(args ...string) (string, error) {
	output, err := exec.Command(string(b), args...).CombinedOutput()
	return strings.TrimSpace(string(output)), err
}
