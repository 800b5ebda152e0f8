package docs_test

import (
	"os"
	"testing"

	"github.com/valkey-menu/valkey-menu/internal/programs"
)

func TestMain(m *testing.M) { os.Exit(programs.Main(m, "kustomize", "kubeconform")) }

// TestPagesRun runs the pages that a reader can follow from an empty folder.
func TestPagesRun(t *testing.T) {
	for _, name := range []string{"getting-started.md", "diff.md", "kustomize.md", "operator/tenancy.md", "operator/valkey-upgrades.md"} {
		t.Run(name, func(t *testing.T) { runPage(t, name, t.TempDir()) })
	}
}
