package images

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Archive is a finished image.
type Archive struct {
	Path   string // the docker-archive tar, absolute
	Ref    string // the full reference, for example docker.io/valkey/valkey:9.1.2
	Config string // sha256:HEX of the configuration, the image's ID
	Layer  string // sha256:HEX of the uncompressed layer
	Size   int64  // of the tar, bytes
}

// write makes the archive of one layer in the images folder of the cache, in place of an earlier one of that reference.
func write(cacheDir, ref string, run runConfig, entries []entry) (_ Archive, err error) {
	if err := checkRef(ref); err != nil {
		return Archive{}, err
	}
	dir, err := filepath.Abs(filepath.Join(cacheDir, "images"))
	if err != nil {
		return Archive{}, fmt.Errorf("finding the images folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Archive{}, fmt.Errorf("making the images folder: %w", err)
	}
	name := strings.NewReplacer("/", "_", ":", "_").Replace(ref)
	work, err := os.MkdirTemp(dir, "."+name+"-*")
	if err != nil {
		return Archive{}, fmt.Errorf("making image %q: %w", ref, err)
	}
	defer func() { _ = os.RemoveAll(work) }() // the finished archive has left it by then
	a := Archive{Ref: ref, Path: filepath.Join(dir, name+".tar")}
	layer := filepath.Join(work, "layer.tar")
	if a.Layer, err = toFile(layer, func(w io.Writer) error { return writeLayer(w, entries) }); err != nil {
		return Archive{}, fmt.Errorf("making the layer of image %q: %w", ref, err)
	}
	config, err := configuration(run, a.Layer)
	if err != nil {
		return Archive{}, fmt.Errorf("making image %q: %w", ref, err)
	}
	sum := sha256.Sum256(config)
	a.Config = "sha256:" + hex.EncodeToString(sum[:])
	image := filepath.Join(work, "image.tar")
	if _, err = toFile(image, func(w io.Writer) error { return writeArchive(w, a, config, layer) }); err != nil {
		return Archive{}, fmt.Errorf("making image %q: %w", ref, err)
	}
	info, err := os.Stat(image)
	if err == nil {
		a.Size = info.Size()
		err = os.Rename(image, a.Path)
	}
	if err != nil {
		return Archive{}, fmt.Errorf("making image %q: %w", ref, err)
	}
	return a, nil
}

// checkRef wants the registry's name and the tag spelt out: a runtime fills in what is missing, and the image would then
// be there under another name than its pod asks for.
func checkRef(ref string) error {
	host, rest, ok := strings.Cut(ref, "/")
	if !ok || !isRegistry(host) || !strings.Contains(rest, ":") || strings.ContainsAny(ref, "@ ") {
		return fmt.Errorf("image reference %q: want registry/name:tag", ref)
	}
	return nil
}

// Reference spells out what a runtime fills in where a reference names no registry.
func Reference(ref string) string {
	host, _, path := strings.Cut(ref, "/")
	switch {
	case !path:
		return "docker.io/library/" + ref
	case !isRegistry(host):
		return "docker.io/" + ref
	default:
		return ref
	}
}

// isRegistry tells the first part of a reference that is a registry from one that is a part of the name, as runtimes do.
func isRegistry(host string) bool { return host == "localhost" || strings.ContainsAny(host, ".:") }

// writeArchive writes what `docker save` writes: the configuration, the layer, and a manifest that names both.
func writeArchive(w io.Writer, a Archive, config []byte, layer string) error {
	configName := strings.TrimPrefix(a.Config, "sha256:") + ".json"
	layerName := strings.TrimPrefix(a.Layer, "sha256:") + ".tar"
	manifest, err := json.Marshal([]any{struct {
		Config           string
		RepoTags, Layers []string
	}{configName, []string{a.Ref}, []string{layerName}}})
	if err != nil {
		return err
	}
	out := tar.NewWriter(w)
	header := func(name string) *tar.Header {
		return &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, ModTime: epoch(), Format: tar.FormatGNU}
	}
	if err := writeBytes(out, header(configName), config); err != nil {
		return err
	}
	if err := writeFile(out, header(layerName), layer); err != nil {
		return err
	}
	if err := writeBytes(out, header("manifest.json"), manifest); err != nil {
		return err
	}
	return out.Close()
}

func writeBytes(out *tar.Writer, header *tar.Header, content []byte) error {
	header.Size = int64(len(content))
	if err := out.WriteHeader(header); err != nil {
		return err
	}
	_, err := io.Copy(out, bytes.NewReader(content))
	return err
}

// toFile writes a new file and returns the digest of its bytes.
func toFile(path string, fill func(io.Writer) error) (digest string, err error) {
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	err = fill(io.MultiWriter(f, h))
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), err
}
