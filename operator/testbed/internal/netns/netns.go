package netns

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Create makes the switch, the machine's link to it, and a namespace for the operator under test: with ports of its own,
// so that none of the machine's is taken, and the way to pods that a pod has.
func Create(l layout.Layout) error {
	if err := errors.Join(addNamespace(l, layout.SwitchName), addNamespace(l, layout.OperatorName)); err != nil {
		return err
	}
	file, operator := l.NetNS(layout.SwitchName), l.NetNS(layout.OperatorName)
	return runAll([][]string{
		in(file, "ip", "link", "add", "br0", "type", "bridge"),
		in(file, "ip", "link", "set", "br0", "up"),
		{"ip", "link", "add", layout.HostLink, "type", "veth", "peer", "name", "host", "netns", file},
		in(file, "ip", "link", "set", "host", "master", "br0", "up"),
		{"ip", "address", "add", layout.Host + layout.PodPrefix, "dev", layout.HostLink},
		{"ip", "address", "add", layout.ServiceAPI + "/32", "dev", layout.HostLink},
		{"ip", "link", "set", layout.HostLink, "up"},
		in(operator, "ip", "link", "add", "eth0", "type", "veth", "peer", "name", layout.OperatorName, "netns", file),
		in(file, "ip", "link", "set", layout.OperatorName, "master", "br0", "up"),
		in(operator, "ip", "address", "add", layout.Operator+layout.PodPrefix, "dev", "eth0"),
		in(operator, "ip", "link", "set", "eth0", "up"),
		in(operator, "ip", "route", "add", "default", "via", layout.Host),
	})
}

// CreateNode makes a node's namespace, its bridge for pods, which carries the node's address, and the uplink. The
// bridge gets a fixed hardware address: by default it takes the lowest of its ports', which changes with every pod.
func CreateNode(l layout.Layout, node layout.Node) error {
	if err := addNamespace(l, node.Name()); err != nil {
		return err
	}
	file, hub := l.NetNS(node.Name()), l.NetNS(layout.SwitchName)
	hardware := fmt.Sprintf("02:76:6d:74:00:%02x", 11+node.Index)
	return runAll([][]string{
		in(file, "ip", "link", "add", "cni0", "address", hardware, "type", "bridge"),
		in(file, "ip", "link", "add", "uplink", "type", "veth", "peer", "name", node.Uplink(), "netns", hub),
		in(file, "ip", "link", "set", "uplink", "master", "cni0", "up"),
		in(file, "ip", "address", "add", node.Address()+layout.PodPrefix, "dev", "cni0"),
		in(file, "ip", "link", "set", "cni0", "up"),
		in(hub, "ip", "link", "set", node.Uplink(), "master", "br0", "up"),
		in(file, "ip", "route", "add", "default", "via", layout.Host),
	})
}

// Cut takes a node off the network: nothing outside of it reaches it or its pods, while those still reach each other.
func Cut(l layout.Layout, node layout.Node) error {
	return run(in(l.NetNS(layout.SwitchName), "ip", "link", "set", node.Uplink(), "down"))
}

// Mend undoes Cut.
func Mend(l layout.Layout, node layout.Node) error {
	return run(in(l.NetNS(layout.SwitchName), "ip", "link", "set", node.Uplink(), "up"))
}

// Remove deletes the machine's link; the namespaces end when nothing holds their files and no process is in them.
func Remove() error {
	if _, err := os.Stat("/sys/class/net/" + layout.HostLink); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return run([]string{"ip", "link", "delete", layout.HostLink})
}

// addNamespace keeps a new namespace alive by a mount on a file of ours, not in /run/netns, which is the machine's.
func addNamespace(l layout.Layout, name string) error {
	file := l.NetNS(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("making network namespace %q: %w", name, err)
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		return fmt.Errorf("making network namespace %q: %w", name, err)
	}
	return runAll([][]string{
		{"unshare", "--net=" + file, "true"},
		in(file, "ip", "link", "set", "lo", "up"),
	})
}

// in is the command run inside the namespace.
func in(file string, args ...string) []string {
	return append([]string{"nsenter", "--net=" + file, "--"}, args...)
}

func runAll(commands [][]string) error {
	for _, command := range commands {
		if err := run(command); err != nil {
			return err
		}
	}
	return nil
}

func run(command []string) error {
	output, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("running %q: %w: %s", strings.Join(command, " "), err, strings.TrimSpace(string(output)))
	}
	return nil
}
