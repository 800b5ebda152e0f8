//go:build e2e

package act

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
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

// action on the servers that the nodes had at first; there may be no peer.
func (f *fleet) action(kind plan.ActionKind, node, peer string) plan.Action {
	return plan.Action{Kind: kind, Node: node, ID: f.ids[node], Peer: peer, PeerID: f.ids[peer]}
}
