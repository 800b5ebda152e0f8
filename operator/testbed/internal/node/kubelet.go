package node

import (
	"fmt"
	"path/filepath"

	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/pki"
)

// kubeletConfig departs from the stock kubelet only where several nodes share a machine that may be in a container:
// cgroups of its own, no check of the disk (a full development disk would evict every pod), no wish for swap or
// cgroup version. Node status is sent more often, to fit the controller manager's shorter patience.
func kubeletConfig(l layout.Layout, n layout.Node) ([]byte, error) {
	encoded, err := yaml.Marshal(map[string]any{
		"apiVersion": "kubelet.config.k8s.io/v1beta1",
		"kind":       "KubeletConfiguration",

		"address":            n.Address(),
		"port":               layout.KubeletPort,
		"healthzBindAddress": "127.0.0.1",
		"healthzPort":        layout.KubeletHealthPort,
		"authentication": map[string]any{
			"anonymous": map[string]any{"enabled": false},
			"webhook":   map[string]any{"enabled": true},
			"x509":      map[string]any{"clientCAFile": filepath.Join(l.PKI(), pki.AuthorityFile+".crt")},
		},
		"authorization": map[string]any{"mode": "Webhook"},

		"containerRuntimeEndpoint":      "unix://" + n.ContainerdSocket(),
		"cgroupDriver":                  "cgroupfs",
		"cgroupRoot":                    n.Cgroup() + "/pods",
		"failCgroupV1":                  false,
		"failSwapOn":                    false,
		"enforceNodeAllocatable":        []string{},
		"evictionHard":                  map[string]string{"memory.available": "50Mi"},
		"imageGCHighThresholdPercent":   100,
		"imageGCLowThresholdPercent":    99,
		"localStorageCapacityIsolation": false,
		"makeIPTablesUtilChains":        false,

		"clusterDNS":    []string{layout.Host},
		"clusterDomain": layout.ClusterDomain,
		"resolvConf":    filepath.Join(n.Dir(), "resolv.conf"),

		"podLogsDir":      filepath.Join(n.Dir(), "pod-logs"),
		"volumePluginDir": filepath.Join(n.Dir(), "volume-plugins"),
		"maxPods":         110,

		"nodeStatusUpdateFrequency": "4s",
		"syncFrequency":             "10s",
		"serializeImagePulls":       false,
	})
	if err != nil {
		return nil, fmt.Errorf("writing the kubelet's configuration: %w", err)
	}
	return encoded, nil
}
