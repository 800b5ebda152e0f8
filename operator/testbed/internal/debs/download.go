package debs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// offers asks which versions of the packages the lists hold, newest first.
func (a apt) offers(ctx context.Context, pins []Pin) (map[string][]string, error) {
	args := []string{"madison"}
	for _, p := range pins {
		args = append(args, p.Package)
	}
	out, err := a.cache(ctx, args...)
	if err != nil {
		return nil, err
	}
	return parseMadison(out), nil
}

// parseMadison reads lines such as `valkey-server | 9.1.2-1 | MIRROR forky/main amd64 Packages`.
func parseMadison(out string) map[string][]string {
	offered := map[string][]string{}
	for line := range strings.Lines(out) {
		field := strings.Split(line, "|")
		if len(field) != 3 {
			continue
		}
		name := strings.TrimSpace(field[0])
		offered[name] = append(offered[name], strings.TrimSpace(field[1]))
	}
	return offered
}

// file is a package file as the signed lists describe it.
type file struct {
	Name   string // as apt-get download names it
	SHA256 string
}

// parseURIs reads the lines of `apt-get download --print-uris`: 'URI' NAME SIZE SHA256:HEX.
func parseURIs(out string) ([]file, error) {
	var files []file
	for line := range strings.Lines(out) {
		field := strings.Fields(line)
		if len(field) != 4 || !strings.HasPrefix(field[0], "'") {
			continue
		}
		sum, ok := strings.CutPrefix(field[3], "SHA256:")
		if !ok {
			return nil, fmt.Errorf("package file %q: the lists give no SHA256 but %q", field[1], field[3])
		}
		files = append(files, file{Name: field[1], SHA256: sum})
	}
	return files, nil
}

// download fetches the pinned packages into the empty folder dir and checks each against the lists.
// It returns their paths in the order of apt's answer.
func (a apt) download(ctx context.Context, dir string, pins []Pin) ([]string, error) {
	var wanted []string
	for _, p := range pins {
		wanted = append(wanted, p.Package+"="+p.Version)
	}
	out, err := a.get(ctx, dir, append([]string{"download", "--print-uris"}, wanted...)...)
	if err != nil {
		return nil, err
	}
	files, err := parseURIs(out)
	if err != nil {
		return nil, err
	}
	if len(files) != len(pins) {
		return nil, fmt.Errorf("asked apt for %d packages, it names %d files", len(pins), len(files))
	}
	if _, err := a.get(ctx, dir, append([]string{"download"}, wanted...)...); err != nil {
		return nil, err
	}
	var paths []string
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := verify(path, f.SHA256); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// verify compares a file with its checksum.
func verify(path, want string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("checking a package file: %w", err)
	}
	defer func() { _ = f.Close() }() // only read from
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Errorf("checking package file %q: %w", filepath.Base(path), err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("package file %q: its SHA256 is %s, the signed lists say %s", filepath.Base(path), got, want)
	}
	return nil
}
