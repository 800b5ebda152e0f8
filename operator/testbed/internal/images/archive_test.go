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
	"runtime"
	"strings"
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

// files reads an archive and checks that nothing in it tells who made it when, and that every blob has its digest.
func files(t *testing.T, a Archive) map[string][]byte {
	t.Helper()
	content, err := os.ReadFile(a.Path)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(content)) != a.Size {
		t.Errorf("size %d, want %d", a.Size, len(content))
	}
	all := map[string][]byte{}
	for _, m := range readTar(t, bytes.NewReader(content)) {
		if all[m.header.Name] != nil {
			t.Errorf("%s is there twice", m.header.Name)
		}
		all[m.header.Name] = m.content
		if !m.header.ModTime.Equal(epoch()) || m.header.Uid != 0 || m.header.Uname != "" {
			t.Errorf("%s keeps a trace of who made it when: %+v", m.header.Name, m.header)
		}
		if name, isBlob := strings.CutPrefix(m.header.Name, "blobs/sha256/"); isBlob && digest(m.content) != "sha256:"+name {
			t.Errorf("blob %s holds something else", name)
		}
	}
	return all
}

func decode[T any](t *testing.T, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// open reads an archive as older versions of docker do: the image of this machine's architecture.
func open(t *testing.T, a Archive) opened {
	t.Helper()
	all := files(t, a)
	list := decode[[]struct {
		Config           string
		RepoTags, Layers []string
	}](t, all["manifest.json"])
	if len(list) != 1 || len(list[0].Layers) != 1 {
		t.Fatalf("manifest %+v, want one image of one layer", list)
	}
	layer, config := all[list[0].Layers[0]], all[list[0].Config]
	if got := digest(layer); got != a.Layer {
		t.Errorf("layer digest %s, want %s", got, a.Layer)
	}
	if got := digest(config); got != a.Config {
		t.Errorf("configuration digest %s, want %s", got, a.Config)
	}
	o := opened{tags: list[0].RepoTags, config: decode[document](t, config), layer: readTar(t, bytes.NewReader(layer))}
	if diff := cmp.Diff([]string{a.Layer}, o.config.RootFS.DiffIDs); diff != "" {
		t.Errorf("layers of the configuration (-want +got):\n%s", diff)
	}
	return o
}

// openAll reads an archive as containerd does, by way of its index: the images by architecture.
func openAll(t *testing.T, a Archive) map[string]opened {
	t.Helper()
	all := files(t, a)
	blob := func(d descriptor) []byte {
		content := all[blobName(d.Digest)]
		if int64(len(content)) != d.Size {
			t.Errorf("blob %s has %d bytes, want %d", d.Digest, len(content), d.Size)
		}
		return content
	}
	if string(all["oci-layout"]) != `{"imageLayoutVersion":"1.0.0"}` {
		t.Errorf("oci-layout is %s", all["oci-layout"])
	}
	top := decode[index](t, all["index.json"])
	if len(top.Manifests) != 1 || top.Manifests[0].Annotations[nameForContainerd] != a.Ref || top.Manifests[0].Annotations[nameForOthers] != a.Ref {
		t.Fatalf("the index is %+v, want one image with the reference", top)
	}
	images := top.Manifests
	if images[0].MediaType == typeIndex {
		images = decode[index](t, blob(images[0])).Manifests
	}
	found := map[string]opened{}
	for _, d := range images {
		m := decode[manifest](t, blob(d))
		config := decode[document](t, blob(m.Config))
		if d.MediaType != typeManifest || d.Platform == nil || *d.Platform != (platform{config.Architecture, "linux"}) || len(m.Layers) != 1 {
			t.Fatalf("the image is %+v, %+v of platform %s", d, m, config.Architecture)
		}
		if diff := cmp.Diff([]string{m.Layers[0].Digest}, config.RootFS.DiffIDs); diff != "" {
			t.Errorf("layers of the configuration (-want +got):\n%s", diff)
		}
		found[config.Architecture] = opened{config: config, layer: readTar(t, bytes.NewReader(blob(m.Layers[0])))}
	}
	if len(found) != len(images) {
		t.Errorf("%d images of %d architectures", len(images), len(found))
	}
	return found
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
	a, err := write(t.TempDir(), "testbed.local/x:1", run, content{runtime.GOARCH, entries})
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
		a, err := write(t.TempDir(), "testbed.local/x:1", runConfig{Labels: map[string]string{"x": "1", "y": "2"}}, content{runtime.GOARCH, entries})
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
			if a, err := write(cache, c.ref, runConfig{}, content{runtime.GOARCH, c.entries}); err == nil {
				t.Errorf("made %+v, want an error", a)
			}
			if left, err := filepath.Glob(filepath.Join(cache, "images", "*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %q, %v", left, err)
			}
		})
	}
}
