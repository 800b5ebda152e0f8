package node

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Programs are the absolute paths of what a node runs. CNI is a folder.
type Programs struct {
	Kubelet, Containerd, Ctr, Runc, Nft, CNI string
	// LibraryPath is LD_LIBRARY_PATH for all but Kubelet.
	LibraryPath string
	// Pause is the reference of the image that holds a pod's namespaces.
	Pause string
}

// Command is one process of a node: a name, its arguments, the program first, and what to add to its environment.
type Command struct {
	Name string
	Args []string
	Env  []string
}

// SystemCgroup is where the node's own processes run; pods are beside it, not below it.
func SystemCgroup(n layout.Node) string { return n.Cgroup() + "/system" }

// PodsCgroup is the kubelet's root.
func PodsCgroup(n layout.Node) string { return n.Cgroup() + "/pods" }

// Write makes the node's folders and configuration.
func Write(l layout.Layout, n layout.Node, p Programs) error {
	kubelet, err := kubeletConfig(l, n)
	if err != nil {
		return err
	}
	for _, dir := range []string{n.Dir(), cniDir(n), n.KubeletRoot(), n.ContainerdRoot(), n.ContainerdState()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("making a folder of %s: %w", n.Name(), err)
		}
	}
	for file, content := range map[string]string{
		"containerd.toml":      containerdConfig(n, p.Runc, p.CNI, p.Pause),
		"kubelet.yaml":         string(kubelet),
		"resolv.conf":          "",
		"cni/testbed.conflist": cniConfig(n),
	} {
		if err := os.WriteFile(filepath.Join(n.Dir(), file), []byte(content), 0o644); err != nil {
			return fmt.Errorf("writing a configuration of %s: %w", n.Name(), err)
		}
	}
	return nil
}

// Containerd is the node's container runtime. Its PATH begins with the packages, where it looks for its shim.
func Containerd(n layout.Node, p Programs) Command {
	return Command{
		Name: "containerd-" + n.Letter(),
		Args: []string{p.Containerd, "--config", filepath.Join(n.Dir(), "containerd.toml")},
		Env: []string{
			"LD_LIBRARY_PATH=" + p.LibraryPath,
			"PATH=" + filepath.Dir(p.Containerd) + ":" + filepath.Dir(p.Runc) + ":" + os.Getenv("PATH"),
		},
	}
}

// Kubelet is the node's agent.
func Kubelet(l layout.Layout, n layout.Node, p Programs) Command {
	return Command{
		Name: "kubelet-" + n.Letter(),
		Args: []string{
			p.Kubelet,
			"--config=" + filepath.Join(n.Dir(), "kubelet.yaml"),
			"--kubeconfig=" + l.Kubeconfig(n.Name()),
			"--root-dir=" + n.KubeletRoot(),
			"--cert-dir=" + filepath.Join(n.Dir(), "kubelet-pki"),
			"--hostname-override=" + n.Name(),
			"--node-ip=" + n.Address(),
			"--node-labels=topology.kubernetes.io/zone=" + n.Zone() + ",topology.kubernetes.io/region=testbed",
		},
	}
}
