//go:build e2e

package act

import (
	"errors"
	"fmt"
	"syscall"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/servertest"
)

// bar keeps a replica from its primary, whoever that is, until it is let in.
func (f *fleet) bar(name string) {
	f.Helper()
	f.tell(name, "CONFIG", "SET", "primaryauth", "a wrong password")
	if link := f.says(name).Replication; !link.LinkUp {
		return
	}
	for primary, id := range f.ids {
		if id == f.says(name).Myself().PrimaryID {
			f.tell(primary, "CLIENT", "KILL", "TYPE", "replica")
		}
	}
	f.until("the link of "+name+" to break", name, func(s topology.Server) bool { return !s.Replication.LinkUp })
}

func (f *fleet) letIn(name string) {
	f.Helper()
	f.tell(name, "CONFIG", "SET", "primaryauth", servertest.ReplPassword)
	f.synced(name)
}

// deaf makes a server drop what others say on the bus, or hear them again.
func (f *fleet) deaf(name string, drop bool) {
	f.Helper()
	f.tell(name, "DEBUG", "DROP-CLUSTER-PACKET-FILTER", map[bool]string{true: "-2", false: "-1"}[drop])
}

// kill ends a server.
func (f *fleet) kill(name string) {
	f.Helper()
	f.mute[name] = true
	f.must(f.servers[name].Process.Kill())
	servertest.Wait(f.T, "the end of "+name, func() error {
		if !servertest.Free(f.servers[name].Address, names.Port) {
			return fmt.Errorf("somebody listens at %s", f.servers[name].Endpoint())
		}
		return nil
	})
}

// hang keeps a server from saying anything until it wakes. Its kernel still accepts
// connections.
func (f *fleet) hang(name string) {
	f.Helper()
	f.mute[name] = true
	f.must(f.servers[name].Process.Signal(syscall.SIGSTOP))
}

func (f *fleet) wake(name string) {
	f.Helper()
	f.mute[name] = false
	f.must(f.servers[name].Process.Signal(syscall.SIGCONT))
}

// hostIs is the word of the API server on the host of all pods.
func (f *fleet) hostIs(ready corev1.ConditionStatus) {
	f.Helper()
	f.must(f.api.Status().Update(f.Context(), host(ready)))
}

// report is the kubelet's word that a container has ended.
func (f *fleet) report(name string) {
	f.Helper()
	p := f.pod(name)
	ended(p)
	f.must(f.api.Status().Update(f.Context(), p))
}

// abandon takes the node and the pod away and leaves the server at work, as one whose
// pod was deleted by force.
func (f *fleet) abandon(name string) {
	f.Helper()
	n := f.node(name)
	n.Finalizers = nil
	f.must(errors.Join(f.api.Update(f.Context(), n), f.api.Delete(f.Context(), n), f.api.Delete(f.Context(), f.pod(name))))
}
