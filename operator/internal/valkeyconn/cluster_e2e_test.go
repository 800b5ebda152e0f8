//go:build e2e

package valkeyconn

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/servertest"
)

// TestCluster uses every call on clusters of three nodes.
func TestCluster(t *testing.T) {
	nine, eight, pki := servertest.Program(t, "9.1.2"), servertest.Program(t, "8.1.1"), newAuthority(t)
	cases := map[string]servertest.Options{
		"9.1.2":     {Program: nine},
		"9.1.2 TLS": {Program: nine, TLS: &pki.Authority, Host: "localhost"},
		"8.1.1 TLS": {Program: eight, TLS: &pki.Authority, Host: podHost, Before9: true}, // a name that does not resolve
	}
	for name, o := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &scenario{T: t, options: o}
			for i := range s.nodes {
				s.nodes[i] = start(t, o)
				s.conns[i] = s.nodes[i].open(t)
				s.ids[i] = server(t, s.conns[i]).ID
			}
			s.first()
			s.form()
			s.copyFunctions()
			s.migrate()
			s.failOver()
			s.settings()
			s.forget()
			s.denials()
		})
	}
}

// scenario is a cluster: primaries 0 and 1, and 2 as the replica of 1.
type scenario struct {
	*testing.T
	options servertest.Options
	nodes   [3]node
	conns   [3]*Conn
	ids     [3]string
}

func (s *scenario) do(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// until waits until what each node says is accepted.
func (s *scenario) until(what string, accept func(i int, says topology.Server) bool) {
	s.Helper()
	for i, c := range s.conns {
		servertest.Wait(s.T, what, func() error {
			says, err := c.Server(s.Context())
			if err == nil && !accept(i, says) {
				err = fmt.Errorf("node %d says %+v", i, says)
			}
			return err
		})
	}
}

// first is what a node says that has met nobody.
func (s *scenario) first() {
	for i, c := range s.conns {
		s.do(c.Ping(s.Context()))
		says := server(s.T, c)
		revision, known := says.ACLRevision.Get()
		if want := s.nodes[i].WriteACL(s.T, servertest.OperatorPassword); !known || revision != want {
			s.Errorf("node %d has the users of revision %q (%s), want %q", i, revision, says.ACLRevision.Why(), want)
		}
		if len(says.Peers) != 1 || len(says.ID) != 40 || says.Replication.Role != topology.RolePrimary || says.Cluster.KnownNodes != 1 {
			s.Errorf("node %d says %+v, want itself alone", i, says)
		}
		if _, known := says.ServedLeaf.Get(); known != (s.options.TLS != nil) {
			s.Errorf("node %d: whether its certificate is known is %t", i, known)
		}
	}
}

func (s *scenario) form() {
	ctx := s.Context()
	for i, c := range s.conns {
		s.do(c.SetConfigEpoch(ctx, int64(i+1)))
	}
	for _, n := range s.nodes[1:] {
		s.do(s.conns[0].Meet(ctx, n.target.IP, n.target.Port, n.target.Port+10000))
	}
	s.until("the handshakes", func(_ int, says topology.Server) bool {
		for _, p := range says.Peers {
			if p.Handshake {
				return false
			}
		}
		return len(says.Peers) == 3
	})
	halves := slots.Split(2)
	s.do(s.conns[0].AssignSlots(ctx, halves[0].Without(slots.Between(50, 50)).Or(slots.Between(16000, 16383))))
	s.do(s.conns[0].AssignSlots(ctx, slots.Between(50, 50)))
	s.do(s.conns[1].AssignSlots(ctx, halves[1].Without(slots.Between(16000, 16383))))
	s.do(s.conns[2].Replicate(ctx, s.ids[1]))
	s.until("the cluster", func(i int, says topology.Server) bool {
		return says.Cluster.OK && (i != 2 || says.Replication.LinkUp && says.Myself().PrimaryID == s.ids[1])
	})
	if err := s.conns[0].AssignSlots(ctx, halves[1]); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "is already busy") {
		s.Errorf("assigning slots that have an owner: %v", err)
	}
}

func (s *scenario) copyFunctions() {
	library := "#!lua name=mylib\nserver.register_function('f', function() return 1 end)"
	s.do(s.nodes[1].Admin(s.T, "FUNCTION", "LOAD", library).Error())
	dump, err := s.conns[1].FunctionDump(s.Context())
	s.do(err)
	s.do(s.conns[0].FunctionRestore(s.Context(), dump))
	s.do(s.conns[0].FunctionRestore(s.Context(), dump)) // again does no harm
	empty, err := server2dump(s)
	s.do(err)
	for want, dump := range [][]byte{empty, dump} { // a node gets what the other one has, and keeps nothing else
		s.do(s.conns[0].FunctionRestore(s.Context(), dump))
		list, err := s.nodes[0].Admin(s.T, "FUNCTION", "LIST").ToArray()
		s.do(err)
		if len(list) != want {
			s.Errorf("%d libraries after restoring %d", len(list), want)
		}
	}
	if err := s.conns[2].FunctionRestore(s.Context(), dump); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "READONLY") {
		s.Errorf("restoring functions on a replica: %v", err)
	}
}

// server2dump is the dump of a node without functions.
func server2dump(s *scenario) ([]byte, error) {
	return start(s.T, s.options).open(s.T).FunctionDump(s.Context())
}

func (s *scenario) migrate() {
	ctx, moved := s.Context(), slots.Between(0, 9).Or(slots.Between(100, 100))
	err := s.conns[0].MigrateSlots(ctx, moved, s.ids[1])
	if s.options.Before9 {
		if !errors.Is(err, ErrServer) {
			s.Errorf("migrating slots on Valkey 8: %v, want an error reply", err)
		}
		return
	}
	s.do(err)
	servertest.Wait(s.T, "the migration", func() error {
		for i, c := range s.conns[:2] {
			says := server(s.T, c)
			if len(says.Migrations) != 1 || says.Migrations[0].State != topology.MigrationSuccess || says.Migrations[0].Export != (i == 0) ||
				says.Migrations[0].Slots != moved {
				return fmt.Errorf("node %d has migrations %+v", i, says.Migrations)
			}
			if owner, _ := says.Peer(s.ids[1]); !moved.Without(owner.Slots).Empty() {
				return fmt.Errorf("node %d says that the target owns %s", i, owner.Slots)
			}
		}
		return nil
	})
	s.do(s.conns[0].CancelSlotMigrations(ctx)) // none is active: no error
	s.cancel()
}

// cancel cancels a migration that cannot go on, since its target stands still.
func (s *scenario) cancel() {
	ctx, c, target := s.Context(), s.conns[0], s.nodes[1].Process
	s.do(target.Signal(syscall.SIGSTOP))
	s.do(c.MigrateSlots(ctx, slots.Between(20, 29), s.ids[1]))
	last := func() topology.MigrationState {
		jobs := server(s.T, c).Migrations
		newest := slices.MaxFunc(jobs, func(a, b topology.Migration) int { return cmp.Compare(a.Created, b.Created) })
		if newest.Slots != slots.Between(20, 29) {
			s.Errorf("the last migration moves slots %s", newest.Slots)
		}
		return newest.State
	}
	if state := last(); state.Ended() {
		s.Errorf("the migration to a node that stands still is in state %s", state)
	}
	s.do(c.CancelSlotMigrations(ctx))
	s.do(target.Signal(syscall.SIGCONT))
	if state := last(); state != topology.MigrationCancelled {
		s.Errorf("a migration that was cancelled is in state %s", state)
	}
}

// failOver changes the roles of nodes 1 and 2 three times, so that 2 leads.
func (s *scenario) failOver() {
	for _, step := range []struct {
		mode FailOverMode
		next int
	}{{Coordinated, 2}, {Force, 1}, {TakeOver, 2}} {
		s.do(s.conns[step.next].FailOver(s.Context(), step.mode))
		s.until(fmt.Sprintf("failover %q", step.mode), func(i int, says topology.Server) bool {
			leader, _ := says.Peer(s.ids[step.next])
			return says.Cluster.OK && leader.Role == topology.RolePrimary && !leader.Slots.Empty() &&
				(i != 3-step.next || says.Replication.Role == topology.RoleReplica && says.Replication.LinkUp)
		})
	}
	if err := s.conns[0].FailOver(s.Context(), Coordinated); !errors.Is(err, ErrServer) {
		s.Errorf("failing over to a primary: %v, want an error reply", err)
	}
}

func (s *scenario) settings() {
	ctx, c, n := s.Context(), s.conns[0], s.nodes[0]
	revision := n.WriteACL(s.T, "another password", servertest.OperatorPassword)
	s.do(c.LoadACL(ctx))
	if got, _ := server(s.T, c).ACLRevision.Get(); got != revision {
		s.Errorf("after ACL LOAD the revision is %q, want %q", got, revision)
	}
	s.do(os.WriteFile(filepath.Join(n.Dir, names.ACLFile), []byte("user x nonsense\n"), 0o600))
	if err := c.LoadACL(ctx); !errors.Is(err, ErrServer) {
		s.Errorf("loading a broken file: %v, want an error reply", err)
	}
	s.do(c.SetPrimaryAuth(ctx, "another password"))
	if got, err := n.Admin(s.T, "CONFIG", "GET", "primaryauth").AsStrMap(); err != nil || got["primaryauth"] != "another password" {
		s.Errorf("primaryauth is not the one that was set: %v", err)
	}
	if s.options.TLS == nil {
		return
	}
	// The directory of a pod is not there.
	if err := c.ReloadTLS(ctx); !errors.Is(err, ErrServer) {
		s.Errorf("reloading certificates that do not exist: %v, want an error reply", err)
	}
	before, _ := server(s.T, n.open(s.T)).ServedLeaf.Get()
	want := n.Issue(s.T)
	s.do(c.reloadTLS(ctx, n.Dir))
	if got, _ := server(s.T, n.open(s.T)).ServedLeaf.Get(); got != want {
		s.Errorf("after the reload the certificate is %s, want %s", got, want)
	}
	if got, _ := server(s.T, c).ServedLeaf.Get(); got == want || got == "" {
		s.Errorf("the connection of before shows certificate %q, want the one of its own handshake (%s at the last)", got, before)
	}
}

func (s *scenario) forget() {
	for _, c := range s.conns[1:] {
		s.do(c.Forget(s.Context(), s.ids[0]))
		if _, found := server(s.T, c).Peer(s.ids[0]); found {
			s.Error("a node that was forgotten is still in the view")
		}
	}
	if err := s.conns[1].Forget(s.Context(), s.ids[1]); !errors.Is(err, ErrServer) {
		s.Errorf("forgetting itself: %v, want an error reply", err)
	}
}

// denials demands that nothing until now was denied to the operator, and then
// that the log would have shown it.
func (s *scenario) denials() {
	for i, n := range s.nodes {
		if log := denied(s.T, n); len(log) != 0 {
			s.Errorf("node %d denied the operator %v", i, log)
		}
	}
	if err := s.conns[1].run(s.Context(), "GET", "key"); !errors.Is(err, ErrNotPermitted) {
		s.Errorf("reading a key: %v, want that it is not permitted", err)
	}
	if log := denied(s.T, s.nodes[1]); len(log) != 1 {
		s.Errorf("after a denial the log has %d entries, want 1", len(log))
	}
}

// denied are the commands that the node's log says were denied to the operator.
func denied(t *testing.T, n node) []string {
	t.Helper()
	entries, err := n.Admin(t, "ACL", "LOG").ToArray()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for i := range entries {
		entry, err := textFields(&entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if entry["username"] == names.UserOperator {
			found = append(found, entry["reason"]+" "+entry["object"])
		}
	}
	return found
}
