package valkeyconn

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

func bulk(text string) string { return fmt.Sprintf("$%d\r\n%s\r\n", len(text), text) }

// list writes an aggregate of the kind * or %, of bulk strings.
func list(kind string, words ...string) string {
	n := len(words)
	if kind == "%" {
		n /= 2
	}
	b := fmt.Sprintf("%s%d\r\n", kind, n)
	for _, word := range words {
		b += bulk(word)
	}
	return b
}

// answers are what a node says that stands alone, as bulk strings and arrays,
// the shapes of RESP2.
func answers() map[string]string {
	return map[string]string{
		"CLUSTER NODES": bulk("aa01 10.1.2.3:6379@16379 myself,master - 0 0 3 connected 0-99\n"),
		"CLUSTER INFO": bulk("cluster_state:ok\r\ncluster_slots_assigned:100\r\ncluster_known_nodes:1\r\ncluster_size:1\r\n" +
			"cluster_current_epoch:3\r\ncluster_my_epoch:3\r\n"),
		"INFO replication":          bulk("role:master\r\nconnected_slaves:0\r\nmaster_replid:ff\r\nmaster_replid2:00\r\nmaster_repl_offset:7\r\n"),
		"CLUSTER GETSLOTMIGRATIONS": "*0\r\n",
		"ACL GETUSER":               "*4\r\n" + bulk("flags") + list("*", "off") + bulk("passwords") + list("*", "abc123"),
		"INFO keyspace":             bulk("# Keyspace\r\ndb0:keys=3,expires=0,avg_ttl=0\r\ndb7:keys=4,expires=1,avg_ttl=5\r\n"),
		"FUNCTION LIST":             "*0\r\n",
	}
}

// serverOf is what Look returns of a node that answers so, with some answers
// replaced.
func serverOf(t *testing.T, replaced map[string]string, o Options) (topology.Server, error) {
	t.Helper()
	all := answers()
	maps.Copy(all, replaced)
	f := newFake(t, nil, func(words []string) string {
		if words[0] == "HELLO" {
			return hello
		}
		return all[words[0]+" "+words[1]]
	})
	return f.open(t, o).Look(t.Context())
}

func TestServer(t *testing.T) {
	want := topology.Server{
		ID: "aa01",
		Peers: []topology.Peer{{
			ID: "aa01", Address: "10.1.2.3", Port: 6379, BusPort: 16379, Myself: true, Role: topology.RolePrimary,
			Health: topology.HealthOK, ConfigEpoch: 3, Connected: true, Slots: slots.Between(0, 99),
		}},
		Cluster:     topology.ClusterInfo{OK: true, SlotsAssigned: 100, KnownNodes: 1, Size: 1, CurrentEpoch: 3, MyEpoch: 3},
		Replication: topology.Replication{Role: topology.RolePrimary, Offset: 7, ReplicationID: "ff", FormerID: "00"},
		ACLRevision: topology.Known("abc123"), Keys: topology.Known(int64(7)), Functions: topology.Known(""),
		ServedLeaf: topology.Unknown[string]("the connection is not encrypted"),
	}
	job := []string{
		"name", "j1", "operation", "EXPORT", "slot_ranges", "5 7-9", "source_node", "aa01", "target_node", "bb02", "create_time", "10",
		"last_update_time", "11", "last_ack_time", "12", "state", "snapshotting", "message", "", "of_a_later_version", "x",
	}
	moves := want
	moves.Migrations = []topology.Migration{{
		Name: "j1", Export: true, Slots: slots.Between(5, 5).Or(slots.Between(7, 9)), SourceID: "aa01", TargetID: "bb02",
		Created: 10, Updated: 11, Acknowledged: 12, State: "snapshotting",
	}}
	// What sha256sum says of "a""one" and "b""two", a line each.
	digest := topology.Known("2696284fd82b852132617c22bf748072a88ac3929d044a9f4ac67e0b0bd2e6b5")
	numbers := strings.NewReplacer("$2\r\n10\r\n", ":10\r\n", "$2\r\n11\r\n", ":11\r\n", "$1\r\nx\r\n", "*1\r\n:1\r\n")
	cases := map[string]struct {
		replaced map[string]string
		want     topology.Server
	}{
		"RESP2 shapes": {nil, want},
		"RESP3 shapes": {map[string]string{
			"CLUSTER NODES": "=" + strings.Replace(bulk("txt:aa01 10.1.2.3:6379@16379 myself,master - 0 0 3 connected 0-99\n"), "$", "", 1),
			"ACL GETUSER":   "%3\r\n" + bulk("passwords") + list("~", "abc123") + bulk("new") + ":1\r\n" + bulk("selectors") + "*0\r\n",
		}, want},
		"Valkey 8": {map[string]string{
			"CLUSTER GETSLOTMIGRATIONS": "-ERR unknown subcommand 'GETSLOTMIGRATIONS'. Try CLUSTER HELP.\r\n",
		}, want},
		"a job, RESP2":      {map[string]string{"CLUSTER GETSLOTMIGRATIONS": "*1\r\n" + list("*", job...)}, moves},
		"a job, RESP3":      {map[string]string{"CLUSTER GETSLOTMIGRATIONS": "*1\r\n" + list("%", job...)}, moves},
		"a job in numbers":  {map[string]string{"CLUSTER GETSLOTMIGRATIONS": "*1\r\n" + numbers.Replace(list("%", job...))}, moves},
		"no revision":       {map[string]string{"ACL GETUSER": "_\r\n"}, revised(want, topology.Known(""))},
		"no revision, old":  {map[string]string{"ACL GETUSER": "*-1\r\n"}, revised(want, topology.Known(""))},
		"an empty revision": {map[string]string{"ACL GETUSER": "%1\r\n" + bulk("passwords") + "*0\r\n"}, revised(want, topology.Known(""))},
		"no keys":           {map[string]string{"INFO keyspace": bulk("# Keyspace\r\n")}, keyed(want, 0)},
		"functions":         {map[string]string{"FUNCTION LIST": "*2\r\n" + library("b", "two") + library("a", "one")}, functioned(want, digest)},
		"functions in another order": {
			map[string]string{"FUNCTION LIST": "*2\r\n" + library("a", "one") + library("b", "two")}, functioned(want, digest),
		},
		"two revisions": {
			map[string]string{"ACL GETUSER": "%1\r\n" + bulk("passwords") + list("*", "a", "b")},
			revised(want, topology.Unknown[string]("the user that carries it has 2 passwords")),
		},
		"not permitted": {
			map[string]string{"ACL GETUSER": "-NOPERM no " + secret + "\r\n"},
			revised(want, topology.Unknown[string]("ACL GETUSER: NOPERM no [hidden]")),
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := serverOf(t, c.replaced, patient)
			if err != nil {
				t.Fatal(err)
			}
			exported := cmp.AllowUnexported(topology.Fact[string]{}, topology.Fact[int64]{})
			if diff := cmp.Diff(c.want, got, exported); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func keyed(s topology.Server, keys int64) topology.Server {
	s.Keys = topology.Known(keys)
	return s
}

func functioned(s topology.Server, f topology.Fact[string]) topology.Server {
	s.Functions = f
	return s
}

func library(name, code string) string {
	return list("%", "library_name", name, "engine", "LUA", "library_code", code)
}

// TestFunctionsAreNotTheServer: whoever may load functions must not make a server look
// dead, however long, odd or late the answer is.
func TestFunctionsAreNotTheServer(t *testing.T) {
	cases := map[string]struct {
		reply string
		want  string
	}{
		"loading":           {"-LOADING wait\r\n", "LOADING wait"},
		"not permitted":     {"-NOPERM no " + secret + "\r\n", "NOPERM no [hidden]"},
		"a text":            {"+OK\r\n", "is not a array"},
		"no library":        {list("*", "library"), "is not a map"},
		"too long":          {"*1\r\n" + library("a", strings.Repeat("x", maxReplyBytes)), "the reply was refused: it"},
		"a long promise":    {"*1\r\n%1\r\n$12\r\nlibrary_code\r\n$16777217\r\n", "it announces 16777217 bytes or elements"},
		"too many":          {"*65537\r\n", "more than 65536 elements"},
		"it never comes":    {"", "no answer within"},
		"the node hangs up": {hangUp, "EOF"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, err := serverOf(t, map[string]string{"FUNCTION LIST": c.reply}, limits(c.want))
			if err != nil || s.ID != "aa01" || len(s.Peers) != 1 {
				t.Fatalf("the server is %+v and %v, want one that is alive", s, err)
			}
			why := s.Functions.Why()
			if s.Functions.Known() || !strings.HasPrefix(why, `sending FUNCTION LIST to "127.0.0.1:`) || !strings.Contains(why, c.want) {
				t.Errorf("functions %+v, want unknown ones because of %q", s.Functions, c.want)
			}
		})
	}
}

// TestManyMigrations: a node that remembers ten times as many migrations as by
// default is no dead one.
func TestManyMigrations(t *testing.T) {
	job := list("%", "name", "j", "operation", "EXPORT", "slot_ranges", "5", "source_node", "aa01", "target_node", "bb02", "create_time", "10",
		"last_update_time", "11", "last_ack_time", "12", "state", "success", "message", "", "cow_size", "0", "remaining_repl_size", "0")
	const count = 10000
	s, err := serverOf(t, map[string]string{"CLUSTER GETSLOTMIGRATIONS": fmt.Sprintf("*%d\r\n", count) + strings.Repeat(job, count)}, patient)
	if err != nil || len(s.Migrations) != count {
		t.Errorf("%d migrations and %v, want %d", len(s.Migrations), err, count)
	}
}

func revised(s topology.Server, revision topology.Fact[string]) topology.Server {
	s.ACLRevision = revision
	return s
}

func TestServerFails(t *testing.T) {
	cases := map[string]struct {
		command, reply string
		kind           error
		want           string
	}{
		"no view":              {"CLUSTER NODES", bulk(""), ErrReply, "0 lines of 0 are the node's own"},
		"no cluster":           {"CLUSTER NODES", "-ERR This instance has cluster support disabled\r\n", ErrServer, "cluster support disabled"},
		"a view as number":     {"CLUSTER NODES", ":7\r\n", ErrReply, "is not a string"},
		"a long broken view":   {"CLUSTER NODES", bulk(strings.Repeat("x"+secret, 1000)), ErrReply, "1 fields"},
		"no state":             {"CLUSTER INFO", bulk("a:b\r\n"), ErrReply, "no field cluster_state"},
		"no state at all":      {"CLUSTER INFO", "_\r\n", ErrReply, "nil"},
		"odd keys":             {"INFO keyspace", bulk("db0:keys=x,expires=0\r\n"), ErrReply, "not a number of keys"},
		"no role":              {"INFO replication", bulk("a:b\r\n"), ErrReply, "no field role"},
		"no permission":        {"INFO replication", "-NOPERM no\r\n", ErrNotPermitted, "NOPERM no"},
		"migrations fail":      {"CLUSTER GETSLOTMIGRATIONS", "-ERR odd\r\n", ErrServer, ": odd"},
		"migrations as text":   {"CLUSTER GETSLOTMIGRATIONS", "+OK\r\n", ErrReply, "is not a array"},
		"a job as text":        {"CLUSTER GETSLOTMIGRATIONS", list("*", "job"), ErrReply, "is not a map"},
		"an incomplete job":    {"CLUSTER GETSLOTMIGRATIONS", "*1\r\n" + list("%", "name", "j"), ErrReply, "it has no name or no state"},
		"a user as text":       {"ACL GETUSER", "+OK\r\n", ErrReply, "is not a map"},
		"a user without hash":  {"ACL GETUSER", list("%", "flags", "on"), ErrReply, "no field passwords"},
		"passwords as a text":  {"ACL GETUSER", list("%", "passwords", "on"), ErrReply, "field passwords"},
		"one reply is missing": {"ACL GETUSER", "", ErrUnreachable, "no answer within"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := serverOf(t, map[string]string{c.command: c.reply}, limits(c.want))
			wantError(t, err, c.kind, c.want)
			if c.reply != "" && !strings.HasPrefix(err.Error(), "sending "+c.command+` to "127.0.0.1:`) {
				t.Errorf("error %q does not name the node and the command", err)
			}
		})
	}
}
