package images

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"runtime"
	"slices"
	"strings"
)

// Media types of the OCI image specification, version 1.
const (
	typeIndex    = "application/vnd.oci.image.index.v1+json"
	typeManifest = "application/vnd.oci.image.manifest.v1+json"
	typeConfig   = "application/vnd.oci.image.config.v1+json"
	typeLayer    = "application/vnd.oci.image.layer.v1.tar"
)

// The names by which containerd, and all others, find an image in a layout.
const (
	nameForContainerd = "io.containerd.image.name"
	nameForOthers     = "org.opencontainers.image.ref.name"
)

// descriptor points at a blob. The field names are those of the OCI image specification.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int64             `json:"size"`
	Platform    *platform         `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// platform is what an image runs on.
type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type manifest struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Config        descriptor   `json:"config"`
	Layers        []descriptor `json:"layers"`
}

type index struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Manifests     []descriptor `json:"manifests"`
}

// built is the image for one architecture: the file of its layer, and its configuration.
type built struct {
	arch   string
	layer  descriptor
	file   string
	config []byte
}

// writeLayout writes an OCI layout: an index of one image for each architecture, or the image itself if it is the only one.
// Beside it stands the list that older versions of `docker load` read; that can name one architecture, this machine's.
func writeLayout(w io.Writer, ref string, images []built) error {
	out := blobs{out: tar.NewWriter(w)}
	var manifests []descriptor
	for _, b := range images {
		out.file(b.layer, b.file)
		d := out.document(typeManifest, manifest{2, typeManifest, out.bytes(typeConfig, b.config), []descriptor{b.layer}})
		d.Platform = &platform{b.arch, "linux"}
		manifests = append(manifests, d)
	}
	top := manifests[0]
	if len(manifests) > 1 {
		top = out.document(typeIndex, index{2, typeIndex, manifests})
	}
	top.Annotations = map[string]string{nameForContainerd: ref, nameForOthers: ref}
	out.named("index.json", index{2, typeIndex, []descriptor{top}})
	out.named("oci-layout", map[string]string{"imageLayoutVersion": "1.0.0"})
	own := images[max(0, slices.IndexFunc(images, func(b built) bool { return b.arch == runtime.GOARCH }))]
	out.named("manifest.json", []any{struct {
		Config           string
		RepoTags, Layers []string
	}{blobName(digestOf(own.config)), []string{ref}, []string{blobName(own.layer.Digest)}}})
	if out.err != nil {
		return out.err
	}
	return out.out.Close()
}

// blobs writes the files of a layout until one fails.
type blobs struct {
	out     *tar.Writer
	written []string
	err     error
}

func (b *blobs) file(d descriptor, path string) {
	if b.first(d.Digest) {
		b.err = writeFile(b.out, fileHeader(blobName(d.Digest)), path)
	}
}

func (b *blobs) bytes(mediaType string, content []byte) descriptor {
	d := descriptor{MediaType: mediaType, Digest: digestOf(content), Size: int64(len(content))}
	if b.first(d.Digest) {
		b.err = writeBytes(b.out, fileHeader(blobName(d.Digest)), content)
	}
	return d
}

// first reports whether a blob is still to be written: two images may share one.
func (b *blobs) first(digest string) bool {
	if b.err != nil || slices.Contains(b.written, digest) {
		return false
	}
	b.written = append(b.written, digest)
	return true
}

func (b *blobs) document(mediaType string, value any) descriptor {
	content, err := json.Marshal(value)
	if err != nil && b.err == nil {
		b.err = err
	}
	return b.bytes(mediaType, content)
}

func (b *blobs) named(name string, value any) {
	content, err := json.Marshal(value)
	if b.err == nil {
		b.err = err
	}
	if b.err == nil {
		b.err = writeBytes(b.out, fileHeader(name), content)
	}
}

func blobName(digest string) string { return "blobs/" + strings.Replace(digest, ":", "/", 1) }

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func fileHeader(name string) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, ModTime: epoch(), Format: tar.FormatGNU}
}

func writeBytes(out *tar.Writer, header *tar.Header, content []byte) error {
	header.Size = int64(len(content))
	if err := out.WriteHeader(header); err != nil {
		return err
	}
	_, err := io.Copy(out, bytes.NewReader(content))
	return err
}
