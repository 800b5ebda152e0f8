// Command generate writes krm-functions.yaml and the JSON schemas below the root
// of the repository, which is its argument. It is run by make generate.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/fn/definitions"
	"github.com/valkey-menu/valkey-menu/fn/jsonschema"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate ROOT")
		os.Exit(2)
	}
	if err := generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "generating definitions:", err)
		os.Exit(1)
	}
}

func generate(root string) error {
	text, err := definitions.Generate()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, "fn", "definitions", definitions.FileName), text, 0o644); err != nil {
		return err
	}
	schemas := filepath.Join(root, "schemas")
	if err := os.RemoveAll(schemas); err != nil {
		return err
	}
	return jsonschema.Write(schemas)
}
