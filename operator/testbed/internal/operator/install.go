package operator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// DefaultImage is what the operator's image is called unless something else is asked for.
const DefaultImage = Name + ":dev"

var errProcess = errors.New("the operator runs as a process; `testbed operator stop` ends it")

// Install applies the CRDs and a folder of operator/deploy with the image, which must be on the nodes, and waits until
// the pod is ready. A pod of the same image is replaced: the image may have been loaded anew under its name.
func Install(ctx context.Context, l layout.Layout, from, image string) error {
	if err := ready(l); err != nil {
		return err
	}
	if nodes, err := cluster.Nodes(l); err != nil || len(nodes) == 0 {
		return errors.Join(err, errors.New("installing the operator: the testbed has no nodes"))
	}
	if _, running := process(l); running {
		return errProcess
	}
	directives, err := withImage(image)
	if err != nil {
		return err
	}
	if err := forgetPermits(l); err != nil {
		return err
	}
	overlay, err := writeOverlay(l, from, directives)
	if err != nil {
		return err
	}
	said, err := apply(ctx, l, overlay)
	if err != nil {
		return err
	}
	const deployment = "deployment.apps/" + Name
	if strings.Contains(said, deployment+" unchanged") {
		if _, err := kubectl(ctx, l, "-n", Name, "rollout", "restart", deployment); err != nil {
			return err
		}
	}
	if _, err := kubectl(ctx, l, "-n", Name, "rollout", "status", deployment, "--timeout=90s"); err != nil {
		return fmt.Errorf("%w\nis the image loaded? see `testbed kubectl -n %s describe pod`", err, Name)
	}
	return nil
}

// Uninstall removes the operator and what it was given. withCRDs also removes the CRDs and all objects of theirs, first
// and while the operator still runs, since clusters wait for it with their finalizers.
func Uninstall(ctx context.Context, l layout.Layout, withCRDs bool) error {
	if err := ready(l); err != nil {
		return err
	}
	if withCRDs {
		crds := filepath.Join(l.Root(), "lib", "api", "crds")
		if _, err := kubectl(ctx, l, "delete", "--ignore-not-found", "--timeout=90s", "-f", crds); err != nil {
			return fmt.Errorf("%w\nclusters go when the operator runs and can remove them", err)
		}
	}
	if _, running := process(l); running {
		return errProcess
	}
	if err := forgetPermits(l); err != nil {
		return err
	}
	overlay := overlayDir(l) // as it was installed last
	if _, err := os.Stat(overlay); err != nil {
		if overlay, err = writeOverlay(l, base, ""); err != nil {
			return err
		}
	}
	_, err := kubectl(ctx, l, "delete", "--ignore-not-found", "--timeout=90s", "-k", overlay)
	return err
}
