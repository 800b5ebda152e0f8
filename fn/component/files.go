package component

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// OpenAPIFile is the one file of the Component that is generated.
const OpenAPIFile = "valkey-openapi.json"

//go:embed kustomization.yaml valkey-kustomizeconfig.yaml valkey-openapi.json
var files embed.FS

// Files returns the Component: a kustomization.yaml and the two files that it
// names, all at the top.
func Files() fs.FS { return files }

// Write writes the Component into a folder, which it makes where it is missing.
// Other files there stay.
func Write(dir string) error {
	entries, err := files.ReadDir(".")
	if err != nil {
		return fmt.Errorf("reading the component: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing the component: %w", err)
	}
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			return fmt.Errorf("reading the component: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), text, 0o644); err != nil {
			return fmt.Errorf("writing the component: %w", err)
		}
	}
	return nil
}
