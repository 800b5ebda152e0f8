package layout

import (
	"fmt"
	"path/filepath"
)

// Node is one Kubernetes node of the testbed. Only Index is stored; the rest follows from it.
type Node struct {
	// Index counts from 0.
	Index int
	dir   string
}

// Nodes lists the first count nodes.
func (l Layout) Nodes(count int) []Node {
	nodes := make([]Node, count)
	for i := range nodes {
		nodes[i] = Node{Index: i, dir: filepath.Join(l.State, "nodes")}
	}
	return nodes
}

// Letter tells the nodes apart in names of limited length, such as those of links.
func (n Node) Letter() string { return string(rune('a' + n.Index)) }

// Name is the Kubernetes name.
func (n Node) Name() string { return "node-" + n.Letter() }

// Zone is the value of topology.kubernetes.io/zone.
func (n Node) Zone() string { return "zone-" + n.Letter() }

// Address is the node's InternalIP.
func (n Node) Address() string { return fmt.Sprintf("10.244.0.%d", 11+n.Index) }

// PodRange is the first and the last pod address of the node. All ranges lie in PodCIDR: nodes with subnets of their
// own could not share one link layer.
func (n Node) PodRange() (first, last string) {
	return fmt.Sprintf("10.244.%d.1", n.Index+1), fmt.Sprintf("10.244.%d.254", n.Index+1)
}

// Dir holds all of the node's files.
func (n Node) Dir() string { return filepath.Join(n.dir, n.Name()) }

// ContainerdSocket is the address of the node's containerd.
func (n Node) ContainerdSocket() string { return filepath.Join(n.Dir(), "containerd.sock") }

// ContainerdState is what a reboot would empty; mounts of running containers lie in it.
func (n Node) ContainerdState() string { return filepath.Join(n.Dir(), "containerd-state") }

// ContainerdRoot holds images and snapshots.
func (n Node) ContainerdRoot() string { return filepath.Join(n.Dir(), "containerd-root") }

// KubeletRoot holds the volumes of pods.
func (n Node) KubeletRoot() string { return filepath.Join(n.Dir(), "kubelet") }

// Cgroup is the node's cgroup; its members are the node's processes and pods.
func (n Node) Cgroup() string { return CgroupRoot + "/" + n.Name() }

// Uplink is the link on the switch's side that connects the node.
func (n Node) Uplink() string { return "vmt-" + n.Letter() }
