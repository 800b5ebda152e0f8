package images

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// member is one file of a tar.
type member struct {
	header  *tar.Header
	content []byte
}

func readTar(t *testing.T, from io.Reader) []member {
	t.Helper()
	var members []member
	for in := tar.NewReader(from); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return members
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, member{header, content})
	}
}

// opened is an archive as a container runtime reads it.
type opened struct {
	tags   []string
	config document
	layer  []member
}

// open reads an archive and checks every digest in it.
func open(t *testing.T, a Archive) opened {
	t.Helper()
	content, err := os.ReadFile(a.Path)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(content)) != a.Size {
		t.Errorf("size %d, want %d", a.Size, len(content))
	}
	files := map[string][]byte{}
	for _, m := range readTar(t, bytes.NewReader(content)) {
		files[m.header.Name] = m.content
		if !m.header.ModTime.Equal(epoch()) || m.header.Uid != 0 || m.header.Uname != "" {
			t.Errorf("%s keeps a trace of who made it when: %+v", m.header.Name, m.header)
		}
	}
	var manifest []struct {
		Config           string
		RepoTags, Layers []string
	}
	if err := json.Unmarshal(files["manifest.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest) != 1 || len(manifest[0].Layers) != 1 {
		t.Fatalf("manifest %+v, want one image of one layer", manifest)
	}
	o := opened{tags: manifest[0].RepoTags}
	layer := files[manifest[0].Layers[0]]
	if got := digest(layer); got != a.Layer {
		t.Errorf("layer digest %s, want %s", got, a.Layer)
	}
	config := files[manifest[0].Config]
	if got := digest(config); got != a.Config {
		t.Errorf("configuration digest %s, want %s", got, a.Config)
	}
	if err := json.Unmarshal(config, &o.config); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{a.Layer}, o.config.RootFS.DiffIDs); diff != "" {
		t.Errorf("layers of the configuration (-want +got):\n%s", diff)
	}
	o.layer = readTar(t, bytes.NewReader(layer))
	return o
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func sourceFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "source")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWrite(t *testing.T) {
	entries := []entry{
		{Name: "usr/bin/x", Mode: 0o755, Source: sourceFile(t, "program")},
		{Name: "usr", Mode: 0o755},
		{Name: "data", Mode: 0o755, Owner: 999},
		{Name: "bin", Mode: 0o777, Link: "usr/bin"},
		{Name: "usr/bin", Mode: 0o755},
	}
	run := runConfig{User: "999:999", Entrypoint: []string{"x"}, Env: []string{"PATH=/usr/bin"}, WorkingDir: "/data"}
	a, err := write(t.TempDir(), "testbed.local/x:1", run, entries)
	if err != nil {
		t.Fatal(err)
	}
	o := open(t, a)
	if diff := cmp.Diff([]string{"testbed.local/x:1"}, o.tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(run, o.config.Config); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	type line struct {
		Name, Link, Content string
		Mode                int64
		Owner               int
	}
	var got []line
	for _, m := range o.layer {
		got = append(got, line{m.header.Name, m.header.Linkname, string(m.content), m.header.Mode, m.header.Uid})
	}
	want := []line{
		{"bin", "usr/bin", "", 0o777, 0},
		{"data/", "", "", 0o755, 999},
		{"usr/", "", "", 0o755, 0},
		{"usr/bin/", "", "", 0o755, 0},
		{"usr/bin/x", "", "program", 0o755, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("layer (-want +got):\n%s", diff)
	}
}

// TestReproducible makes the same image from files of other times, in another folder and in another order.
func TestReproducible(t *testing.T) {
	build := func(reverse bool) []byte {
		entries := []entry{{Name: "a", Mode: 0o755, Source: sourceFile(t, "a")}, {Name: "b", Mode: 0o755}}
		if reverse {
			entries[0], entries[1] = entries[1], entries[0]
		}
		a, err := write(t.TempDir(), "testbed.local/x:1", runConfig{Labels: map[string]string{"x": "1", "y": "2"}}, entries)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(a.Path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	if !bytes.Equal(build(false), build(true)) {
		t.Error("two images of the same things differ")
	}
}

func TestWriteRefuses(t *testing.T) {
	cases := map[string]struct {
		ref     string
		entries []entry
	}{
		"no registry":        {ref: "valkey/valkey:1"},
		"no tag":             {ref: "docker.io/valkey/valkey"},
		"a digest":           {ref: "docker.io/valkey/valkey:1@sha256:0"},
		"one name twice":     {ref: "testbed.local/x:1", entries: []entry{{Name: "a"}, {Name: "a", Link: "b"}}},
		"a file that is not": {ref: "testbed.local/x:1", entries: []entry{{Name: "a", Source: "does-not-exist"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			if a, err := write(cache, c.ref, runConfig{}, c.entries); err == nil {
				t.Errorf("made %+v, want an error", a)
			}
			if left, err := filepath.Glob(filepath.Join(cache, "images", "*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %q, %v", left, err)
			}
		})
	}
}
