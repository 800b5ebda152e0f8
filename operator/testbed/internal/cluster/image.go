package cluster

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
)

// LoadImage imports docker-archive files into every node that runs.
func LoadImage(ctx context.Context, l layout.Layout, archives ...string) error {
	s, err := readState(l)
	if err != nil {
		return err
	}
	nodes := l.Nodes(s.Nodes)
	if len(nodes) == 0 {
		return fmt.Errorf("loading images: the testbed has no nodes")
	}
	failed := make([]error, len(nodes))
	var group sync.WaitGroup
	for i, n := range nodes {
		group.Go(func() { failed[i] = importInto(ctx, n, s.Node, archives) })
	}
	group.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

func importInto(ctx context.Context, n layout.Node, p node.Programs, archives []string) error {
	for _, archive := range archives {
		path, err := filepath.Abs(archive)
		if err != nil {
			return fmt.Errorf("loading image %q: %w", archive, err)
		}
		cmd := exec.CommandContext(ctx, p.Ctr, "--address", n.ContainerdSocket(), "--namespace", "k8s.io", "images", "import", path)
		cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+p.LibraryPath)
		if output, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("loading image %q into %s: %w: %s", archive, n.Name(), err, strings.TrimSpace(string(output)))
		}
	}
	return nil
}
