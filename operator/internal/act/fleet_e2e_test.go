//go:build e2e

package act

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/servertest"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// fleet is a cluster of nodes with real servers. Their pods run on one host, which
// is Ready.
type fleet struct {
	*world
	servers map[string]*servertest.Server
	ids     map[string]string // of the servers, as they started
	mute    map[string]bool   // the servers that cannot be asked
}

var (
	program     sync.Once
	programPath string
	lastAddress atomic.Int32
)

// freeAddress is one of loopback at which the ports of the operator are free: every
// server has the same ones, as in a pod.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 250 {
		address := fmt.Sprintf("127.0.%d.%d", 1+os.Getpid()%250, lastAddress.Add(1))
		if servertest.Free(address, names.Port) {
			return address
		}
	}
	t.Fatal("no address is free")
	return ""
}

// newFleet starts a server for each node. None knows another one.
func newFleet(t *testing.T, nodes ...string) *fleet {
	t.Helper()
	program.Do(func() { programPath = servertest.Program(t, "9.1.2") })
	f := &fleet{servers: map[string]*servertest.Server{}, ids: map[string]string{}, mute: map[string]bool{}}
	objects := []client.Object{host(corev1.ConditionTrue)}
	for _, name := range nodes {
		address := freeAddress(t)
		f.servers[name] = servertest.Launch(t, servertest.Options{Program: programPath, Address: address, Port: names.Port})
		objects = append(objects, node(name), pod(name, at(address)))
	}
	f.world = newWorld(t, objects...)
	f.access.Passwords = valkeyconn.Passwords{servertest.OperatorPassword}
	for _, name := range nodes {
		f.servers[name].Await(t)
		f.ids[name] = f.says(name).ID
	}
	return f
}

// says is what the server of a node says now.
func (f *fleet) says(name string) topology.Server {
	f.Helper()
	s, err := f.access.Ask(f.Context(), node(name), f.servers[name].Address)
	f.must(err)
	return s
}

// tell has a server do something that the actor has no part in.
func (f *fleet) tell(name string, words ...string) {
	f.Helper()
	if err := f.servers[name].Admin(f.T, words...).Error(); err != nil {
		f.Fatalf("%v on %s: %v", words, name, err)
	}
}

// until waits until what the server of a node says is accepted.
func (f *fleet) until(what, name string, accept func(topology.Server) bool) {
	f.Helper()
	servertest.Wait(f.T, what, func() error {
		if s := f.says(name); !accept(s) {
			return fmt.Errorf("node %s says %+v", name, s)
		}
		return nil
	})
}

// meet makes servers know each other.
func (f *fleet) meet(nodes ...string) {
	f.Helper()
	for i, name := range nodes {
		for _, other := range nodes[i+1:] {
			f.tell(name, "CLUSTER", "MEET", f.servers[other].Address, "6379")
		}
	}
	for _, name := range nodes {
		f.until("the handshakes", name, func(s topology.Server) bool {
			for _, other := range nodes {
				if _, known := s.Peer(f.ids[other]); !known {
					return false
				}
			}
			return true
		})
	}
}

// heard waits until all who know the server of a node agree with it about itself.
func (f *fleet) heard(name string) {
	f.Helper()
	want := f.says(name).Myself()
	for other := range f.servers {
		if f.mute[other] {
			continue
		}
		f.until("the news of "+name, other, func(s topology.Server) bool {
			seen, known := s.Peer(f.ids[name])
			return !known || seen.Role == want.Role && seen.PrimaryID == want.PrimaryID && seen.Slots == want.Slots
		})
	}
}

// own gives a server slots.
func (f *fleet) own(name string, s slots.Set) {
	f.Helper()
	f.slots("ADDSLOTSRANGE", name, s)
	f.heard(name)
}

// disown takes slots away from a server. The others do not learn that from it: a
// claim ends with another one's (9.1.2).
func (f *fleet) disown(name string, s slots.Set) {
	f.Helper()
	f.slots("DELSLOTSRANGE", name, s)
	for other := range f.servers {
		if f.mute[other] {
			continue
		}
		f.until("the news of "+name, other, func(says topology.Server) bool {
			seen, _ := says.Peer(f.ids[name])
			left := seen.Slots.And(s)
			if !left.Empty() {
				f.slots("DELSLOTSRANGE", other, left)
			}
			return left.Empty()
		})
	}
}

func (f *fleet) slots(how, name string, s slots.Set) {
	f.Helper()
	words := []string{"CLUSTER", how}
	for _, r := range s.Ranges() {
		words = append(words, strconv.Itoa(r.First), strconv.Itoa(r.Last))
	}
	f.tell(name, words...)
}

// follow makes a server a replica that is in sync.
func (f *fleet) follow(name, primary string) {
	f.Helper()
	f.tell(name, "CLUSTER", "REPLICATE", f.ids[primary])
	f.synced(name)
	f.heard(name)
}

func (f *fleet) synced(name string) {
	f.Helper()
	f.until("the replication of "+name, name, func(s topology.Server) bool { return s.Replication.LinkUp })
}

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

// action on the servers that the nodes had at first; there may be no peer.
func (f *fleet) action(kind plan.ActionKind, node, peer string) plan.Action {
	return plan.Action{Kind: kind, Node: node, ID: f.ids[node], Peer: peer, PeerID: f.ids[peer]}
}
