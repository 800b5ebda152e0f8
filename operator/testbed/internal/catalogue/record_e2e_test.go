//go:build e2e

package catalogue

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRecordingAgainGivesTheCommittedFiles is what keeps the data honest: nobody has edited it, and nothing of the
// machine on which it was recorded is in it.
func TestRecordingAgainGivesTheCommittedFiles(t *testing.T) {
	files, err := Record(t.Context(), func(_ context.Context, version string) (string, error) { return program(t, version), nil })
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 8 {
		t.Errorf("%d files, want two for each of four versions", len(files))
	}
	root := filepath.Join("..", "..", "..", "..", "lib")
	for _, file := range files {
		dir := filepath.Join(root, "acl", "data")
		if file.Conf {
			dir = filepath.Join(root, "conf", "data")
		}
		t.Run(file.Name, func(t *testing.T) {
			committed, err := os.ReadFile(filepath.Join(dir, file.Name))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(committed), "\n"), strings.Split(string(file.Data), "\n")); diff != "" {
				t.Errorf("run `testbed record-catalogue` and commit the result, if a server was changed on purpose (-committed +recorded):\n%s", diff)
			}
		})
	}
}
