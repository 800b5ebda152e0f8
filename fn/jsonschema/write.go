package jsonschema

import (
	"fmt"
	"os"
	"path/filepath"
)

// Write writes the schema of every kind below a folder, which it makes where it
// is missing. Other files there stay.
func Write(dir string) error {
	files, err := Files()
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fmt.Errorf("writing schemas: %w", err)
		}
		if err := os.WriteFile(name, file.Content, 0o644); err != nil {
			return fmt.Errorf("writing schemas: %w", err)
		}
	}
	return nil
}
