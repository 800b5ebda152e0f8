//go:build e2e

package e2e

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
)

var (
	// program is the testbed program under test.
	program string
	// ran counts the cases that ran to their end, over both rounds.
	ran atomic.Int32
	// times are printed at the end.
	times []string
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "testbed-e2e-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	program = filepath.Join(dir, "testbed")
	build := exec.Command("go", "build", "-o", program, "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the testbed: %v\n%s", err, output)
		os.Exit(1)
	}
	status := m.Run()
	for _, line := range times {
		fmt.Println("e2e:", line)
	}
	fmt.Printf("e2e: %d cases ran\n", ran.Load())
	_ = os.RemoveAll(dir)
	os.Exit(status)
}
