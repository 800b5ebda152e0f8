package node

import (
	"fmt"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// containerdConfig is for containerd 1.6 and 1.7 (configuration version 2). restrict_oom_score_adj lets it run where
// the testbed itself is in a container that may not lower a score. The mounts of pods' network namespaces are kept with
// the node's state, so that they are recognisably ours.
func containerdConfig(n layout.Node, runc, cni, pause string) string {
	return fmt.Sprintf(`version = 2
root = %q
state = %q
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs", "io.containerd.tracing.processor.v1.otlp"]

[grpc]
  address = %q

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = %q
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  stream_server_address = "127.0.0.1"

[plugins."io.containerd.grpc.v1.cri".cni]
  bin_dir = %q
  conf_dir = %q

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  BinaryName = %q
  Root = %q
`, n.ContainerdRoot(), n.ContainerdState(), n.ContainerdSocket(), pause, cni, cniDir(n), runc,
		filepath.Join(n.ContainerdState(), "runc"))
}

func cniDir(n layout.Node) string { return filepath.Join(n.Dir(), "cni") }

// NetworkName is how the pod network's library names what it caches in /var/lib/cni.
func NetworkName(n layout.Node) string { return "valkey-menu-testbed-" + n.Letter() }

// cniConfig puts pods on the node's bridge, which the node's uplink joins with all others.
func cniConfig(n layout.Node) string {
	first, last := n.PodRange()
	return fmt.Sprintf(`{
  "cniVersion": "0.4.0",
  "name": %q,
  "plugins": [{
    "type": "bridge",
    "bridge": "cni0",
    "isGateway": false,
    "ipMasq": false,
    "ipam": {
      "type": "host-local",
      "dataDir": %q,
      "ranges": [[{"subnet": %q, "rangeStart": %q, "rangeEnd": %q, "gateway": %q}]],
      "routes": [{"dst": "0.0.0.0/0"}]
    }
  }]
}
`, NetworkName(n), filepath.Join(n.Dir(), "cni-addresses"), layout.PodCIDR, first, last, layout.Host)
}
