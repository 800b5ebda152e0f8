package debs

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// apt runs apt with the private configuration in dir.
type apt struct {
	dir string
}

// newApt writes the private configuration for the suites into dir. What dir holds from before (lists) is used again.
func newApt(ctx context.Context, dir string, suites []string) (apt, error) {
	for _, tool := range []string{"apt-get", "apt-cache", "dpkg-deb"} {
		if _, err := exec.LookPath(tool); err != nil {
			return apt{}, fmt.Errorf("this needs a machine with apt: %w", err)
		}
	}
	osRelease, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return apt{}, fmt.Errorf("reading the machine's release: %w", err)
	}
	targets, err := run(ctx, "", "apt-get", "indextargets", "--format", targetFormat, "Created-By: Packages")
	if err != nil {
		return apt{}, err
	}
	mirror, err := mirrorOf(targets, codename(string(osRelease)))
	if err != nil {
		return apt{}, err
	}
	keys, err := keyring(fileExists)
	if err != nil {
		return apt{}, err
	}
	files := map[string]string{
		"sources.list": sources(mirror, keys, suites),
		"apt.conf":     configuration(dir),
		"status":       "", // as if nothing were installed
	}
	for _, sub := range []string{"lists/partial", "cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return apt{}, fmt.Errorf("making the private apt folders: %w", err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return apt{}, fmt.Errorf("writing the private apt configuration: %w", err)
		}
	}
	return apt{dir: dir}, nil
}

// sources is the text of a sources.list: packages only, of the main component, signed by Debian's keys.
func sources(mirror, keys string, suites []string) string {
	var b strings.Builder
	for _, suite := range suites {
		fmt.Fprintf(&b, "deb [signed-by=%s target=Packages] %s %s main\n", keys, mirror, suite)
	}
	return b.String()
}

// configuration is read after the machine's own, which keeps its proxies and credentials. The hooks that the machine
// has for its own apt are not for ours, and whatever it says about unsigned lists does not hold here.
// The sandbox user cannot read a cache below a private home, so apt downloads as the user that runs us.
func configuration(dir string) string {
	return fmt.Sprintf(`#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
Dir::Etc::sourcelist "%[1]s/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "%[1]s/lists";
Dir::State::status "%[1]s/status";
Dir::Cache "%[1]s/cache";
APT::Sandbox::User "root";
APT::Get::AllowUnauthenticated "false";
APT::Update::Error-Mode "any";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::Check-Valid-Until "true";
Acquire::Languages "none";
Acquire::PDiffs "false";
Acquire::Retries "3";
Acquire::http::Timeout "30";
`, dir)
}

// get and cache run apt-get and apt-cache in the folder where.
func (a apt) get(ctx context.Context, where string, args ...string) (string, error) {
	return run(ctx, where, "apt-get", append([]string{"-c", filepath.Join(a.dir, "apt.conf"), "-q"}, args...)...)
}

func (a apt) cache(ctx context.Context, args ...string) (string, error) {
	return run(ctx, "", "apt-cache", append([]string{"-c", filepath.Join(a.dir, "apt.conf"), "-q"}, args...)...)
}

// run returns the standard output of a command, and its complaints in the error.
func run(ctx context.Context, where, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = where
	cmd.Env = append(os.Environ(), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	endWithParent(cmd) // an apt that outlives us holds the lock on our lists
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("running %s: %w: %s", name, err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
