package hostpkg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cachedir"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// base is what the control plane needs, nodes what a node needs beyond it. The libraries are those that a minimal
// Debian may lack.
var (
	base  = []string{"etcd-server"}
	nodes = []string{"containerd", "runc", "libseccomp2", "containernetworking-plugins", "nftables", "libnftables1",
		"libnftnl11", "libmnl0", "libjansson4", "libedit2", "libbsd0", "libmd0", "libgmp10", "libtinfo6", "libxtables12"}
)

// Root is the folder below which the packages are unpacked, as if it were /.
type Root string

// Path of a file in the packages.
func (r Root) Path(elements ...string) string {
	return filepath.Join(append([]string{string(r)}, elements...)...)
}

// LibraryPath is what LD_LIBRARY_PATH must hold for the programs in Root.
func (r Root) LibraryPath() string {
	found, _ := filepath.Glob(r.Path("usr", "lib", "*-linux-gnu*"))
	older, _ := filepath.Glob(r.Path("lib", "*-linux-gnu*"))
	return strings.Join(append(found, older...), ":")
}

// Ensure returns the unpacked packages: etcd, and withNodes all that a node needs. Packages keep the version that the
// machine's release had when they were first fetched.
func Ensure(ctx context.Context, l layout.Layout, steps *progress.Steps, withNodes bool) (Root, error) {
	release, err := codename()
	if err != nil {
		return "", err
	}
	name, packages := "control", base
	if withNodes {
		name, packages = "nodes", append(append([]string{}, base...), nodes...)
	}
	root := filepath.Join(l.Cache, "hostpkg", release, name)
	err = cachedir.Fill(root, func(partial string) error { return fetch(ctx, partial, packages, steps) })
	if err != nil {
		return "", fmt.Errorf("fetching Debian packages: %w", err)
	}
	return Root(root), nil
}

func fetch(ctx context.Context, root string, packages []string, steps *progress.Steps) (err error) {
	defer steps.Start("download %s from the machine's Debian release", strings.Join(packages[:min(4, len(packages))], ", "))(&err)
	archives := filepath.Join(root, "archives")
	if err := os.Mkdir(archives, 0o755); err != nil {
		return err
	}
	if err := download(ctx, archives, packages, steps); err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(archives, "*.deb"))
	if err != nil {
		return err
	}
	if len(found) < len(packages) {
		return fmt.Errorf("apt-get download gave %d of %d packages", len(found), len(packages))
	}
	for _, archive := range found {
		steps.Note("%s", strings.ReplaceAll(filepath.Base(archive), "%3a", ":"))
		if err := run(ctx, archives, "dpkg-deb", "-x", archive, root); err != nil {
			return err
		}
	}
	return os.RemoveAll(archives)
}

// download asks for the lists of packages only when the ones that the machine has do not serve, since bringing them
// up to date is slow and changes what the machine knows.
func download(ctx context.Context, dir string, packages []string, steps *progress.Steps) error {
	args := append([]string{"-o", "APT::Sandbox::User=root", "-q", "download"}, packages...)
	if run(ctx, dir, "apt-get", args...) == nil {
		return nil
	}
	steps.Note("apt-get update")
	if err := run(ctx, dir, "apt-get", "-q", "update"); err != nil {
		return err
	}
	return run(ctx, dir, "apt-get", args...)
}

func run(ctx context.Context, dir, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", program, args[0], err, lastLine(output))
	}
	return nil
}

func lastLine(output []byte) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return lines[len(lines)-1]
}

// codename of the release, such as bookworm.
func codename() (string, error) {
	content, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return "", fmt.Errorf("reading the machine's release: %w", err)
	}
	return parseCodename(string(content))
}

func parseCodename(release string) (string, error) {
	for line := range strings.Lines(release) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), "VERSION_CODENAME="); ok {
			return strings.Trim(value, `"`), nil
		}
	}
	return "", errors.New("reading the machine's release: no VERSION_CODENAME in /etc/os-release")
}
