package images

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Archive is a finished image. Digests are those of this machine's architecture; an image that has none for it has none.
type Archive struct {
	Path   string // the tar of an OCI layout, absolute
	Ref    string // the full reference, for example docker.io/valkey/valkey:9.1.2
	Config string // sha256:HEX of the configuration, the image's ID
	Layer  string // sha256:HEX of the uncompressed layer
	Size   int64  // of the tar, bytes
}

// content is what an image holds on one architecture.
type content struct {
	arch    string
	entries []entry
}

// write makes the archive of one layer for each architecture in the images folder of the cache, in place of an earlier
// one of that reference.
func write(cacheDir, ref string, run runConfig, contents ...content) (_ Archive, err error) {
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
	var images []built
	for _, c := range contents {
		b, err := build(work, run, c)
		if err != nil {
			return Archive{}, fmt.Errorf("making image %q for %s: %w", ref, c.arch, err)
		}
		images = append(images, b)
		if c.arch == runtime.GOARCH {
			a.Layer, a.Config = b.layer.Digest, digestOf(b.config)
		}
	}
	image := filepath.Join(work, "image.tar")
	if _, err = toFile(image, func(w io.Writer) error { return writeLayout(w, ref, images) }); err != nil {
		return Archive{}, fmt.Errorf("making image %q: %w", ref, err)
	}
	if a.Size, err = sizeOf(image); err == nil {
		err = os.Rename(image, a.Path)
	}
	if err != nil {
		return Archive{}, fmt.Errorf("making image %q: %w", ref, err)
	}
	return a, nil
}

// build writes the layer of one architecture into the folder.
func build(dir string, run runConfig, c content) (built, error) {
	b := built{arch: c.arch, file: filepath.Join(dir, c.arch+".tar")}
	digest, err := toFile(b.file, func(w io.Writer) error { return writeLayer(w, c.entries) })
	if err != nil {
		return built{}, fmt.Errorf("making the layer: %w", err)
	}
	size, err := sizeOf(b.file)
	if err != nil {
		return built{}, err
	}
	b.layer = descriptor{MediaType: typeLayer, Digest: digest, Size: size}
	b.config, err = configuration(run, c.arch, digest)
	return b, err
}

func sizeOf(file string) (int64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
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
