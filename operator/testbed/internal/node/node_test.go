package node

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

var programs = Programs{
	Kubelet: "/k/kubelet", Containerd: "/p/usr/bin/containerd", Runc: "/p/usr/sbin/runc", CNI: "/p/cni", LibraryPath: "/p/lib", Pause: "pause:1",
}

func written(t *testing.T, index int) (layout.Layout, layout.Node) {
	t.Helper()
	l := layout.Layout{State: t.TempDir()}
	n := l.Nodes(3)[index]
	if err := Write(l, n, programs); err != nil {
		t.Fatal(err)
	}
	return l, n
}

func content(t *testing.T, n layout.Node, file string) string {
	t.Helper()
	found, err := os.ReadFile(filepath.Join(n.Dir(), file))
	if err != nil {
		t.Fatal(err)
	}
	return string(found)
}

// TestNothingShared: no two nodes have a path, a cgroup or an address range in common.
func TestNothingShared(t *testing.T) {
	_, first := written(t, 0)
	_, second := written(t, 1)
	for _, file := range []string{"containerd.toml", "kubelet.yaml", "cni/testbed.conflist"} {
		text := content(t, first, file)
		if strings.Contains(text, "node-b") || strings.Contains(text, "10.244.2.") {
			t.Errorf("%s of node-a speaks of node-b", file)
		}
		if text == content(t, second, file) {
			t.Errorf("%s is the same on both nodes", file)
		}
	}
}

func TestPodNetwork(t *testing.T) {
	_, n := written(t, 1)
	var got struct {
		Plugins []struct {
			Bridge string
			IPAM   struct {
				Ranges [][]struct{ Subnet, RangeStart, RangeEnd, Gateway string }
			}
		}
	}
	if err := json.Unmarshal([]byte(content(t, n, "cni/testbed.conflist")), &got); err != nil {
		t.Fatal(err)
	}
	r := got.Plugins[0].IPAM.Ranges[0][0]
	if r.Subnet != layout.PodCIDR || r.RangeStart != "10.244.2.1" || r.RangeEnd != "10.244.2.254" || r.Gateway != layout.Host {
		t.Errorf("got %+v", r)
	}
	if got.Plugins[0].Bridge != "cni0" {
		t.Errorf("got bridge %q", got.Plugins[0].Bridge)
	}
}

func TestKubelet(t *testing.T) {
	l, n := written(t, 2)
	var got map[string]any
	if err := yaml.Unmarshal([]byte(content(t, n, "kubelet.yaml")), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"address": "10.244.0.13", "cgroupRoot": "/valkey-menu-testbed/node-c/pods", "failCgroupV1": false, "failSwapOn": false,
		"containerRuntimeEndpoint": "unix://" + n.ContainerdSocket(),
	}
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s: got %v, want %v", key, got[key], value)
		}
	}
	args := Kubelet(l, n, programs).Args
	for _, part := range []string{"--hostname-override=node-c", "--node-ip=10.244.0.13"} {
		if !slices.Contains(args, part) {
			t.Errorf("%q is not in %q", part, args)
		}
	}
	if !strings.Contains(strings.Join(args, " "), "topology.kubernetes.io/zone=zone-c") {
		t.Errorf("the zone is not in %q", args)
	}
}

func TestContainerdFindsItsShim(t *testing.T) {
	_, n := written(t, 0)
	env := strings.Join(Containerd(n, programs).Env, "\n")
	if !strings.Contains(env, "PATH=/p/usr/bin:/p/usr/sbin:") || !strings.Contains(env, "LD_LIBRARY_PATH=/p/lib") {
		t.Errorf("got %s", env)
	}
	text := content(t, n, "containerd.toml")
	for _, part := range []string{`BinaryName = "/p/usr/sbin/runc"`, `sandbox_image = "pause:1"`, `bin_dir = "/p/cni"`, "restrict_oom_score_adj = true"} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in the configuration", part)
		}
	}
}
