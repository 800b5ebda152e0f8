package topology

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const me = "a1 10.0.0.1:6379@16379,pod-a.cache.ns.svc.cluster.local myself,master - 0 0 3 connected 0-5460"

func TestParsePeer(t *testing.T) {
	cases := map[string]struct {
		line string
		want Peer
	}{
		"importing": {
			"a2 10.0.0.2:6379@16379,pod-b master - 0 1700000000000 4 connected 5461-10922 [93-<-a1]",
			Peer{ID: "a2", Address: "10.0.0.2", Port: 6379, BusPort: 16379, Hostname: "pod-b", Role: RolePrimary, Health: HealthOK,
				PongReceived: 1700000000000, ConfigEpoch: 4, Connected: true, Slots: set(t, "5461-10922"), Open: []OpenSlot{{93, true, "a1"}}},
		},
		"suspected, no hostname": {
			"a3 10.0.0.3:6379@16379 master,fail? - 1700000000000 1700000000000 5 connected 10923-16383",
			Peer{ID: "a3", Address: "10.0.0.3", Port: 6379, BusPort: 16379, Role: RolePrimary, Health: HealthSuspected,
				PingSent: 1700000000000, PongReceived: 1700000000000, ConfigEpoch: 5, Connected: true, Slots: set(t, "10923-16383")},
		},
		"no address": {
			"a4 :0@0 master,fail,noaddr - 1700000000000 1700000000000 2 disconnected",
			Peer{ID: "a4", Role: RolePrimary, Health: HealthFailed, NoAddress: true, PingSent: 1700000000000, PongReceived: 1700000000000, ConfigEpoch: 2},
		},
		"a replica at a used address": {
			"a6 10.0.0.1:6379@16379 slave,nofailover a2 0 1700000000000 4 connected",
			Peer{ID: "a6", Address: "10.0.0.1", Port: 6379, BusPort: 16379, Role: RoleReplica, Health: HealthOK, NoFailover: true,
				PrimaryID: "a2", PongReceived: 1700000000000, ConfigEpoch: 4, Connected: true},
		},
		"single slots, migrating": {
			"a8 10.0.0.8:6379@16379 master - 0 1700000000000 9 connected 7 9 11-12 [94->-a2]",
			Peer{ID: "a8", Address: "10.0.0.8", Port: 6379, BusPort: 16379, Role: RolePrimary, Health: HealthOK,
				PongReceived: 1700000000000, ConfigEpoch: 9, Connected: true, Slots: set(t, "7 9 11-12"), Open: []OpenSlot{{94, false, "a2"}}},
		},
		"IPv6": {
			"a9 fd00:10:244::8:6379@16379,h master - 0 0 1 connected",
			Peer{ID: "a9", Address: "fd00:10:244::8", Port: 6379, BusPort: 16379, Hostname: "h", Role: RolePrimary, Health: HealthOK,
				ConfigEpoch: 1, Connected: true},
		},
		"empty hostname, other fields": {
			"b1 10.0.0.9:6379@16379,,tls-port=0,shard-id=ab slave a1 0 0 1 connected",
			Peer{ID: "b1", Address: "10.0.0.9", Port: 6379, BusPort: 16379, Role: RoleReplica, Health: HealthOK, PrimaryID: "a1",
				ConfigEpoch: 1, Connected: true},
		},
		"by name only": {
			"b2 10.0.0.9:6379@16379 noflags - 0 0 0 disconnected",
			Peer{ID: "b2", Address: "10.0.0.9", Port: 6379, BusPort: 16379, Role: RoleUnknown, Health: HealthOK},
		},
		"a flag of a later version": {
			"b3 10.0.0.9:6379@16379 replica,brandnew a1 0 0 0 connected",
			Peer{ID: "b3", Address: "10.0.0.9", Port: 6379, BusPort: 16379, Role: RoleReplica, Health: HealthOK, PrimaryID: "a1", Connected: true},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := ParseNodes(me + "\r\n" + c.line + "\n\n")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got[1]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseNodesRefuses(t *testing.T) {
	cases := map[string]struct{ reply, want string }{
		"nothing":        {"", "0 lines of 0 are the node's own"},
		"not itself":     {strings.Replace(me, "myself,", "", 1), "0 lines of 1 are the node's own"},
		"itself twice":   {me + "\n" + me, "2 lines of 2 are the node's own"},
		"an error reply": {"ERR This instance has cluster support disabled", "7 fields, want at least 8"},
		"cut":            {me[:60], "fields, want at least 8"},
		"no port":        {strings.Replace(me, ":6379", "", 1), "has no port"},
		"a bad port":     {strings.Replace(me, ":6379", ":x", 1), `port "x" is not a number`},
		"a bad bus port": {strings.Replace(me, "@16379", "@99999", 1), `port "99999" is not a number`},
		"a name":         {strings.Replace(me, "10.0.0.1", "pod-a", 1), `address "pod-a" is no IP address`},
		"a bad epoch":    {strings.Replace(me, " 3 ", " -3 ", 1), `config epoch "-3" is not a number`},
		"a bad ping":     {strings.Replace(me, "- 0 0", "- soon 0", 1), `time of the ping "soon" is not a time`},
		"a bad pong":     {strings.Replace(me, "- 0 0", "- 0 -1", 1), `time of the pong "-1" is not a time`},
		"a bad slot":     {me + " 16384", "slot 16384 is above 16383"},
		"a bad open one": {me + " [5>a1]", `open slot "[5>a1]" is neither`},
		"an open end":    {me + " [5-<-a1", `open slot "[5-<-a1" is neither`},
		"open to nobody": {me + " [5->-]", `open slot "[5->-]" is neither`},
		"an empty flag":  {strings.Replace(me, "myself,master", "myself,,master", 1), "have an empty one"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := ParseNodes(c.reply)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestParseReplicationRefuses(t *testing.T) {
	replica := recorded(t, "info-replica-down")
	for _, field := range []string{
		"role", "connected_slaves", "master_replid", "master_replid2", "master_link_status", "master_sync_in_progress", "slave_repl_offset", "master_link_down_since_seconds",
	} {
		t.Run("without "+field, func(t *testing.T) {
			var lines []string
			for line := range strings.Lines(replica) {
				if !strings.HasPrefix(line, field+":") {
					lines = append(lines, line)
				}
			}
			_, err := ParseReplication(strings.Join(lines, ""))
			if err == nil || !strings.Contains(err.Error(), "no field "+field) {
				t.Errorf("error %v, want one that names %s", err, field)
			}
		})
	}
	for text, want := range map[string]string{
		strings.Replace(replica, "role:slave", "role:sentinel", 1):                    `role is "sentinel"`,
		strings.Replace(replica, "slave_repl_offset:14", "slave_repl_offset:many", 1): `field slave_repl_offset is "many", not a number`,
	} {
		if _, err := ParseReplication(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestParseMigrationRefuses(t *testing.T) {
	cases := map[string]struct{ field, value, want string }{
		"no name":       {"name", "", "no name or no state"},
		"no state":      {"state", "", "no name or no state"},
		"an operation":  {"operation", "MOVE", `operation is "MOVE"`},
		"slots":         {"slot_ranges", "1-19999", "slot 19999 is above"},
		"no time":       {"create_time", "", `create_time is "", not a time`},
		"no other time": {"last_ack_time", "soon", `last_ack_time is "soon", not a time`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			fields := entry(t, "migrations-source-1")
			fields[c.field] = c.value
			_, err := ParseMigration(fields)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestFact(t *testing.T) {
	var zero Fact[int]
	if _, known := zero.Get(); known || zero.Known() || zero.Why() != "not observed" {
		t.Error("the zero fact is not unknown")
	}
	if f := Unknown[int]("connection refused"); f.Known() || f.Why() != "connection refused" {
		t.Errorf("an unknown fact says %q", f.Why())
	}
	if v, known := Known(0).Get(); !known || v != 0 || Known(0).Why() != "" {
		t.Error("a known zero is not known")
	}
}

func FuzzParseNodes(f *testing.F) {
	f.Add(me)
	f.Add(me + "\na8 [::1]:6379@16379,h,x=y master - 0 0 9 connected 7 9 11-12 [94->-a2]")
	f.Fuzz(func(t *testing.T, reply string) {
		all, err := ParseNodes(reply)
		if err != nil {
			return
		}
		for _, p := range all {
			if p.ID == "" || p.Role == "" || p.Health == "" {
				t.Errorf("%q gives a peer without an id, role or health: %+v", reply, p)
			}
		}
	})
}
