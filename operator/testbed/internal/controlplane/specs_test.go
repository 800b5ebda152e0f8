package controlplane

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

var (
	places   = layout.Layout{State: "/state"}
	programs = Programs{Etcd: "/p/etcd", APIServer: "/p/apiserver", ControllerManager: "/p/kcm", Scheduler: "/p/scheduler", CoreDNS: "/p/coredns"}
)

// TestListenersAreLocal: every address that a component is told lies on loopback or on the pods' network.
func TestListenersAreLocal(t *testing.T) {
	for _, c := range []Command{
		Etcd(places, programs), APIServer(places, programs), ControllerManager(places, programs), Scheduler(places, programs),
	} {
		bound := 0
		for _, arg := range c.Args {
			name, value, _ := strings.Cut(arg, "=")
			if !strings.Contains(name, "listen-") && name != "--bind-address" {
				continue
			}
			bound++
			if !strings.Contains(value, "127.0.0.1") {
				t.Errorf("%s listens on %s", c.Name, value)
			}
		}
		if bound == 0 {
			t.Errorf("%s is not told where to listen", c.Name)
		}
	}
	if blocks, binds := strings.Count(Corefile(places), "{\n    bind"), strings.Count(Corefile(places), "bind "+layout.Host); blocks != 2 || binds != 2 {
		t.Errorf("CoreDNS binds in %d of %d blocks", binds, blocks)
	}
}

func TestFilesAreInTheState(t *testing.T) {
	for _, c := range []Command{
		Etcd(places, programs), APIServer(places, programs), ControllerManager(places, programs), Scheduler(places, programs), CoreDNS(places, programs),
	} {
		if !strings.HasPrefix(c.Args[0], "/p/") {
			t.Errorf("%s runs %s", c.Name, c.Args[0])
		}
		for _, arg := range c.Args[1:] {
			if _, value, _ := strings.Cut(arg, "="); strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "/state/") {
				t.Errorf("%s is told a path outside of the state folder: %s", c.Name, arg)
			}
		}
	}
}
