package leftover

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// processes lists those in the testbed's cgroup or run from its folders.
func processes(l layout.Layout) ([]string, error) {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, dir := range dirs {
		if dir == fmt.Sprintf("/proc/%d", os.Getpid()) {
			continue
		}
		group, _ := os.ReadFile(filepath.Join(dir, "cgroup"))
		program, _ := os.Readlink(filepath.Join(dir, "exe"))
		line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		command := strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
		ours := strings.Contains(string(group), ":"+layout.CgroupRoot+"/")
		for _, folder := range []string{l.State, l.Cache} {
			ours = ours || strings.HasPrefix(program, folder+"/") || strings.Contains(command, folder+"/")
		}
		if ours {
			found = append(found, filepath.Base(dir)+" "+command)
		}
	}
	return found, nil
}

// namespaces lists the network namespaces of processes. One that only a mount holds open shows as that mount.
func namespaces(layout.Layout) ([]string, error) {
	dirs, err := filepath.Glob("/proc/[0-9]*/ns/net")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, dir := range dirs {
		if name, err := os.Readlink(dir); err == nil {
			found = append(found, name)
		}
	}
	return found, nil
}

// listeners lists those of the testbed's ports on which something listens.
func listeners(layout.Layout) ([]string, error) {
	ports := map[string]bool{layout.APIServerPort: true, layout.FrontPort: true, layout.ControllerManager: true, layout.Scheduler: true}
	for _, address := range []string{layout.EtcdClient, layout.EtcdPeer} {
		ports[address[strings.LastIndexByte(address, ':')+1:]] = true
	}
	var found []string
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		content, err := os.ReadFile(table)
		if err != nil {
			continue // A machine without IPv6 has no tcp6.
		}
		for line := range strings.Lines(string(content)) {
			fields := strings.Fields(line)
			if len(fields) < 4 || fields[3] != "0A" { // LISTEN
				continue
			}
			port, err := strconv.ParseUint(fields[1][strings.LastIndexByte(fields[1], ':')+1:], 16, 16)
			if err == nil && ports[fmt.Sprint(port)] {
				found = append(found, fmt.Sprintf("%s port %d", filepath.Base(table), port))
			}
		}
	}
	return found, nil
}

func sysctls(layout.Layout) ([]string, error) {
	var found []string
	for _, name := range []string{
		"vm/overcommit_memory", "vm/panic_on_oom", "kernel/panic", "kernel/panic_on_oops", "kernel/keys/root_maxkeys",
		"kernel/keys/root_maxbytes", "net/ipv4/ip_forward", "net/bridge/bridge-nf-call-iptables",
	} {
		if value, err := os.ReadFile("/proc/sys/" + name); err == nil {
			found = append(found, name+" = "+strings.TrimSpace(string(value)))
		}
	}
	return found, nil
}
