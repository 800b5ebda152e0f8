package examples

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/valkey-menu/valkey-menu/internal/programs"
)

var update = flag.Bool("update", false, "write the expected output; the run then fails")

// bin is the folder with the programs that the cases call.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "examples-")
	if err == nil {
		bin = dir
		err = programs.Install(dir, "kustomize")
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
