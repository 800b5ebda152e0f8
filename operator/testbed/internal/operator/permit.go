package operator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/kubernetes"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// identity applies all of the installation but the pod and returns a kubeconfig of the ServiceAccount. What is applied
// already is not applied again, which would be most of the time of a start.
func identity(ctx context.Context, l layout.Layout, client kubernetes.Interface, from string) (string, error) {
	sources, err := digest(filepath.Join(l.Root(), "operator", "deploy"), filepath.Join(l.Root(), "lib", "api", "crds"))
	if err != nil {
		return "", err
	}
	want := from + " " + sources
	if have, err := os.ReadFile(permitsFile(l)); err == nil && string(have) == want {
		file, err := writeKubeconfig(ctx, l, client)
		if !apierrors.IsNotFound(err) {
			return file, err
		}
	}
	overlay, err := writeOverlay(l, from, withoutPod)
	if err != nil {
		return "", err
	}
	if _, err := apply(ctx, l, overlay); err != nil {
		return "", err
	}
	if err := os.WriteFile(permitsFile(l), []byte(want), 0o644); err != nil {
		return "", fmt.Errorf("recording what was applied: %w", err)
	}
	return writeKubeconfig(ctx, l, client)
}

// permitsFile says what identity applied last.
func permitsFile(l layout.Layout) string { return filepath.Join(l.Operator(), "applied") }

// forgetPermits makes the next identity apply all anew.
func forgetPermits(l layout.Layout) error {
	if err := os.Remove(permitsFile(l)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forgetting what was applied: %w", err)
	}
	return nil
}

// digest is one over the names and contents of all files in the folders.
func digest(dirs ...string) (string, error) {
	sum := sha256.New()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(dir, file)
			_, _ = fmt.Fprintf(sum, "%s %d\n%s", name, len(content), content) // a hash takes everything
			return err
		})
		if err != nil {
			return "", fmt.Errorf("reading the operator's installation: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
