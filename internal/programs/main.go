package programs

import (
	"fmt"
	"os"
	"testing"
)

// Main is for TestMain: it installs the programs into a folder of its own, puts
// that folder first on PATH, runs the tests and returns their exit code. A test
// whose programs cannot be built fails; it is never skipped.
func Main(m *testing.M, tools ...string) int {
	dir, err := os.MkdirTemp("", "programs-")
	if err == nil {
		err = Install(dir, tools...)
	}
	if err == nil {
		err = os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "preparing the programs of the tests:", err)
		return 1
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}
