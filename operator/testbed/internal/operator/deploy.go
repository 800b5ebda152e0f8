package operator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Name is that of the operator's namespace, Deployment, ServiceAccount and image in operator/deploy.
const Name = "valkey-operator"

// base is the kustomization below operator/deploy that is used unless another is asked for.
const base = "base"

// withoutPod takes the Deployment out: a process does its work.
const withoutPod = `patches:
- patch: |
    $patch: delete
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: ` + Name + `, namespace: ` + Name + `}
`

// withImage names the image of the Deployment.
func withImage(ref string) (string, error) {
	name, tag, ok := cutTag(ref)
	if !ok {
		return "", fmt.Errorf("image reference %q: it has no tag", ref)
	}
	return fmt.Sprintf("images: [{name: %s, newName: %q, newTag: %q}]\n", Name, name, tag), nil
}

// cutTag parts a reference at the colon of its tag, which is not that of a registry's port.
func cutTag(ref string) (name, tag string, ok bool) {
	at := strings.LastIndexByte(ref, ':')
	if at < 1 || at == len(ref)-1 || strings.Contains(ref[at:], "/") {
		return "", "", false
	}
	return ref[:at], ref[at+1:], true
}

// overlayDir holds the kustomization that was written last.
func overlayDir(l layout.Layout) string { return filepath.Join(l.Operator(), "overlay") }

// writeOverlay writes a kustomization that builds on a folder of operator/deploy, and returns its own folder. kustomize
// takes no absolute path of another one.
func writeOverlay(l layout.Layout, from, directives string) (string, error) {
	source, err := filepath.EvalSymlinks(filepath.Join(l.Root(), "operator", "deploy", from))
	if err != nil {
		return "", fmt.Errorf("finding the operator's kustomization: %w", err)
	}
	dir := overlayDir(l)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("writing a kustomization: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", fmt.Errorf("writing a kustomization: %w", err)
	}
	way, err := filepath.Rel(dir, source)
	if err != nil {
		return "", fmt.Errorf("writing a kustomization: %w", err)
	}
	text := fmt.Sprintf("resources: [%q]\n%s", way, directives)
	if err := os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(text), 0o644); err != nil {
		return "", fmt.Errorf("writing a kustomization: %w", err)
	}
	return dir, nil
}

// apply installs the CRDs, as an upgrade does, and then the overlay. It returns what kubectl says of the overlay's
// objects.
func apply(ctx context.Context, l layout.Layout, overlay string) (string, error) {
	crds := filepath.Join(l.Root(), "lib", "api", "crds")
	if _, err := kubectl(ctx, l, "apply", "--server-side", "--force-conflicts", "-f", crds); err != nil {
		return "", err
	}
	if _, err := kubectl(ctx, l, "wait", "--for=condition=Established", "--timeout=30s", "-f", crds); err != nil {
		return "", err
	}
	return kubectl(ctx, l, "apply", "-k", overlay)
}

// kubectl is the testbed's own, around the API front: a fault is for the operator, not for its installation.
func kubectl(ctx context.Context, l layout.Layout, args ...string) (string, error) {
	program, err := cluster.Kubectl(l)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+l.DirectKubeconfig())
	output, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("kubectl %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(output)))
	}
	return string(output), nil
}

var errNoSource = errors.New("finding the operator's source: run inside the repository or set TESTBED_SOURCE")

// ready says whether there is a testbed to work on and a tree to work from.
func ready(l layout.Layout) error {
	if l.Root() == "" {
		return errNoSource
	}
	_, err := cluster.Nodes(l)
	return err
}
