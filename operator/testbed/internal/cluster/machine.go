package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
)

// sysctls that a kubelet sets for the whole machine (kubelet 1.36, container manager's start).
var sysctls = []string{
	"vm/overcommit_memory", "vm/panic_on_oom", "kernel/panic", "kernel/panic_on_oops", "kernel/keys/root_maxkeys", "kernel/keys/root_maxbytes",
}

// shared are folders outside of the state folder in which containerd, its network library and kubelets write no
// matter what they are told, parents first.
var shared = []string{
	"/run/containerd", "/run/containerd/s", "/var/lib/cni", "/var/lib/cni/results", "/var/log/containers", "/opt/cni", "/opt/cni/bin", "/etc/cni", "/etc/cni/net.d",
}

// remember notes what must be put back on `down`.
func (s *state) remember() {
	s.Sysctls = map[string]string{}
	for _, name := range sysctls {
		if value, err := os.ReadFile("/proc/sys/" + name); err == nil {
			s.Sysctls[name] = strings.TrimSpace(string(value))
		}
	}
	for _, dir := range shared {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			s.Made = append(s.Made, dir)
		}
	}
}

// restore puts the kernel settings back and removes our files from shared folders.
func (s state) restore(l layout.Layout) error {
	var failed []error
	for name, value := range s.Sysctls {
		if err := os.WriteFile("/proc/sys/"+name, []byte(value), 0o644); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, fmt.Errorf("putting back a kernel setting: %w", err))
		}
	}
	for _, n := range l.Nodes(s.Nodes) {
		for _, id := range sandboxes(n) {
			failed = append(failed, removeMatching("/var/lib/cni/results/*-"+id+"-*"))
		}
	}
	links, _ := filepath.Glob("/var/log/containers/*.log")
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && strings.HasPrefix(target, l.State+"/") {
			failed = append(failed, os.Remove(link))
		}
	}
	for i := len(s.Made) - 1; i >= 0; i-- {
		_ = os.Remove(s.Made[i]) // Only an empty folder goes; what others put there since stays.
	}
	return errors.Join(failed...)
}

// removeSockets deletes the sockets of the containers' shims. They lie in a folder that all containerds share, and each
// container's state names its own.
func removeSockets(n layout.Node) error {
	files, _ := filepath.Glob(filepath.Join(n.ContainerdState(), "io.containerd.runtime.v2.task", "k8s.io", "*", "address"))
	var failed []error
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		socket := strings.TrimPrefix(strings.TrimSpace(string(content)), "unix://")
		if err := os.Remove(socket); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, fmt.Errorf("removing the socket of a shim: %w", err))
		}
	}
	return errors.Join(failed...)
}

// sandboxes lists the ids of the node's pods, running or not, by which the network library names its results.
func sandboxes(n layout.Node) []string {
	var ids []string
	for _, base := range []string{n.ContainerdRoot(), n.ContainerdState()} {
		dirs, _ := filepath.Glob(filepath.Join(base, "io.containerd.grpc.v1.cri", "sandboxes", "*"))
		for _, dir := range dirs {
			ids = append(ids, filepath.Base(dir))
		}
	}
	const results = "/var/lib/cni/results/"
	files, _ := filepath.Glob(results + node.NetworkName(n) + "-*")
	for _, file := range files {
		id, _, _ := strings.Cut(strings.TrimPrefix(file, results+node.NetworkName(n)+"-"), "-")
		ids = append(ids, id)
	}
	return ids
}

func removeMatching(pattern string) error {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	var failed []error
	for _, file := range files {
		failed = append(failed, os.RemoveAll(file))
	}
	return errors.Join(failed...)
}
