package cluster

import (
	"context"
	"fmt"
	"os"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/binaries"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/controlplane"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/hostpkg"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/images"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// parts is what must be in the cache before anything starts.
type parts struct {
	control controlplane.Programs
	node    node.Programs
	// pause is the archive of the pods' own image.
	pause   string
	kubectl string
	// self is this program, which also runs as the API front.
	self string
}

// prepare fills the cache. It changes nothing else, so it may be interrupted at any time.
func prepare(ctx context.Context, l layout.Layout, steps *progress.Steps, nodes int) (parts, error) {
	packages, err := hostpkg.Ensure(ctx, l, steps, nodes > 0)
	if err != nil {
		return parts{}, err
	}
	built, err := binaries.Ensure(ctx, l, steps, nodes > 0)
	if err != nil {
		return parts{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return parts{}, fmt.Errorf("finding this program: %w", err)
	}
	p := parts{
		self:    self,
		kubectl: built["kubectl"],
		control: controlplane.Programs{
			Etcd:              packages.Path("usr", "bin", "etcd"),
			APIServer:         built["kube-apiserver"],
			ControllerManager: built["kube-controller-manager"],
			Scheduler:         built["kube-scheduler"],
			CoreDNS:           built["coredns"],
		},
	}
	if nodes == 0 {
		return p, nil
	}
	pause, err := images.Pause(ctx, l.Cache, steps.Note)
	if err != nil {
		return parts{}, err
	}
	p.pause = pause.Path
	p.node = node.Programs{
		Kubelet:     built["kubelet"],
		Containerd:  packages.Path("usr", "bin", "containerd"),
		Ctr:         packages.Path("usr", "bin", "ctr"),
		Runc:        packages.Path("usr", "sbin", "runc"),
		Nft:         packages.Path("usr", "sbin", "nft"),
		CNI:         packages.Path("usr", "lib", "cni"),
		LibraryPath: packages.LibraryPath(),
		Pause:       images.PauseRef,
	}
	return p, nil
}

// front is this program run as the API front.
func (u *up) front() controlplane.Command {
	args := []string{u.self, "front", "--nodes", fmt.Sprint(len(u.nodes))}
	return controlplane.Command{Name: "front", Args: args}
}
