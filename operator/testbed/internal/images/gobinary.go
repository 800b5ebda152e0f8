package images

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/debs"
)

// nonroot is the numeric user of images that hold one static program; the number is the one that such images have
// elsewhere.
const nonroot = 65532

// BuildGo builds the main package in the folder dir, in whatever module that is, as a static program, and makes the
// image ref of it, for this machine. The program is the image's only file and its entry point: /NAME, where NAME is the
// last part of the reference's path.
func BuildGo(ctx context.Context, cacheDir, dir, ref string, log debs.Log) (Archive, error) {
	return BuildVersion(ctx, cacheDir, dir, ref, "", []string{runtime.GOARCH}, log)
}

// BuildVersion is BuildGo of a program that says its version, which is the variable version of its main package, for
// the architectures, as GOARCH names them.
func BuildVersion(ctx context.Context, cacheDir, dir, ref, version string, architectures []string, log debs.Log) (Archive, error) {
	if err := checkRef(ref); err != nil {
		return Archive{}, err
	}
	work, err := os.MkdirTemp("", "testbed-image-*")
	if err != nil {
		return Archive{}, fmt.Errorf("building image %q: %w", ref, err)
	}
	defer func() { _ = os.RemoveAll(work) }() // scratch; the archive is elsewhere
	name := programName(ref)
	var contents []content
	for _, arch := range architectures {
		if log != nil {
			log("building %s for %s, for image %s", name, arch, ref)
		}
		binary := filepath.Join(work, arch)
		if err := goBuild(ctx, dir, binary, version, arch); err != nil {
			return Archive{}, fmt.Errorf("building image %q for %s: %w", ref, arch, err)
		}
		contents = append(contents, content{arch, []entry{{Name: name, Mode: 0o755, Source: binary}}})
	}
	return write(cacheDir, ref, runConfig{
		User:       fmt.Sprintf("%d:%d", nonroot, nonroot),
		Env:        []string{"PATH=/"},
		Entrypoint: []string{"/" + name},
		WorkingDir: "/",
	}, contents...)
}

// programName is the last part of a reference's path, without the tag.
func programName(ref string) string {
	name, _, _ := strings.Cut(path.Base(ref), ":")
	return name
}

// goBuild builds a static program whose bytes depend on the source and the toolchain alone: no paths, no build ID, no
// state of the version control.
func goBuild(ctx context.Context, dir, binary, version, arch string) error {
	flags := "-ldflags=-s -w -buildid="
	if version != "" {
		flags += " -X main.version=" + version
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", flags, "-o", binary, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch, "GOWORK=off")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go build in %q: %w: %s", dir, err, strings.TrimSpace(complaint.String()))
	}
	return nil
}
