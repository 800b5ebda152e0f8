package images

import (
	"context"
	_ "embed" // for the source of the pause program
	"fmt"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/debs"
)

// PauseRef is the image that holds a pod's namespaces; a node's container runtime is told to use it.
const PauseRef = "testbed.local/pause:1"

//go:embed pause/main.go
var pauseSource []byte

// Pause makes the image of the program in the pause folder. Its source is a part of this program, so that it can be
// built wherever the testbed is run from.
func Pause(ctx context.Context, cacheDir string, log debs.Log) (Archive, error) {
	dir, err := os.MkdirTemp("", "testbed-pause-*")
	if err != nil {
		return Archive{}, fmt.Errorf("building the pause image: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // scratch
	files := map[string][]byte{"main.go": pauseSource, "go.mod": []byte("module pause\n\ngo 1.26.0\n")}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return Archive{}, fmt.Errorf("building the pause image: %w", err)
		}
	}
	return BuildGo(ctx, cacheDir, dir, PauseRef, log)
}
