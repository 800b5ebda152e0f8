//go:build e2e

package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// keep leaves the testbed up, and takes one that is up: for a developer who runs
// one test again and again.
var keep = flag.Bool("keep", false, "use the testbed that is up, and leave it up")

// bed is what all tests share.
var bed struct {
	testbed  string // the testbed's program
	operator string // the operator's, built with failpoints
	log      string // the operator's log
	cli      string // valkey-cli
	config   *rest.Config
	client   client.Client
}

// The images that every host has. Two tags of the same bytes make an image roll.
const (
	valkeyRepository = "docker.io/valkey/valkey"
	valkeyTag        = "9.1.2"
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "operator-e2e-*")
	if err != nil {
		fatal(err)
	}
	setUp(dir)
	code := m.Run()
	if code != 0 {
		fmt.Fprintln(os.Stderr, "the operator's log ends with:\n"+tail(bed.log, 60))
	}
	if !*keep {
		say(testbed("operator", "stop"))
		say(testbed("down"))
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

func setUp(dir string) {
	bed.testbed, bed.operator, bed.log = filepath.Join(dir, "testbed"), filepath.Join(dir, "valkey-operator"), filepath.Join(dir, "operator.log")
	build(filepath.Join("..", "testbed"), bed.testbed, ".")
	build(filepath.Join("..", ".."), bed.operator, "./operator", "-tags", "failpoints")
	if _, err := testbed("kubectl", "get", "nodes"); err != nil || !*keep {
		must(testbed("down"))
		must(testbed("up", "--nodes", "3"))
	}
	var archives []string
	for _, tag := range []string{valkeyTag, valkeyTag + "-b"} {
		archives = append(archives, must(testbed("image-valkey", tag)))
	}
	must(testbed(append([]string{"load-image"}, archives...)...))
	bed.cli = must(testbed("valkey-server", "--cli"))
	for _, file := range crds() {
		must(testbed("kubectl", "apply", "--server-side", "--force-conflicts", "-f", file))
	}
	connect(must(testbed("kubeconfig", "--direct")))
	say(testbed("operator", "stop"))
	must(testbed("operator", "start", "--program", bed.operator, "--log", bed.log))
}

func crds() []string {
	files, err := filepath.Glob(filepath.Join("..", "..", "lib", "api", "crds", "*.yaml"))
	if err != nil {
		fatal(err)
	}
	if len(files) != 5 {
		fatal(fmt.Errorf("found CRDs %q, want five", files))
	}
	return files
}

// run calls the testbed and returns its last line of output.
func testbed(args ...string) (string, error) {
	command := exec.Command(bed.testbed, args...)
	var out, complaint bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaint
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("testbed %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(complaint.String()))
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	return lines[len(lines)-1], nil
}

func build(dir, program, target string, flags ...string) {
	args := append(append([]string{"build"}, flags...), "-o", program, target)
	command := exec.Command("go", args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		fatal(fmt.Errorf("building %s: %w: %s", target, err, out))
	}
}

func must(out string, err error) string {
	if err != nil {
		fatal(err)
	}
	return out
}

func say(_ string, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "operator e2e:", err)
	os.Exit(1)
}

// tail returns the last lines of a file.
func tail(file string, count int) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-count):], "\n")
}
