//go:build e2e

package e2e

import (
	"archive/tar"
	"bytes"
	"debug/elf"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"testing"
)

// machines are those that the programs in an image's archive are for, in the order
// of its index.
func machines(t *testing.T, archive string) []elf.Machine {
	t.Helper()
	type pointer struct{ Digest string }
	type document struct{ Manifests, Layers []pointer }
	file, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	all := members(t, file)
	read := func(name string) document {
		var d document
		if err := json.Unmarshal(all[name], &d); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return d
	}
	blob := func(p pointer) string { return path.Join("blobs", "sha256", p.Digest[len("sha256:"):]) }
	var found []elf.Machine
	for _, image := range read("index.json").Manifests {
		for _, one := range read(blob(image)).Manifests {
			for _, layer := range read(blob(one)).Layers {
				for _, content := range members(t, bytes.NewReader(all[blob(layer)])) {
					program, err := elf.NewFile(bytes.NewReader(content))
					if err != nil {
						t.Fatal(err)
					}
					found = append(found, program.Machine)
				}
			}
		}
	}
	return found
}

// members are the files of a tar.
func members(t *testing.T, from io.Reader) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for in := tar.NewReader(from); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if all[header.Name], err = io.ReadAll(in); err != nil {
			t.Fatal(err)
		}
	}
}
