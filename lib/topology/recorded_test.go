package topology

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// The files of testdata are replies of Valkey 9.1.2.
func recorded(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func set(t *testing.T, text string) slots.Set {
	t.Helper()
	s, err := slots.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	primaryA = "2cca754a4951896295e0d8d39b93f615309a1098"
	replicaA = "a3bbd38151e003974886e9d3db1548ac95a7df99"
	primaryC = "222b41852abe37355612f486de20406d2e399b7d"
	replicaC = "fd71ac5470d4525ddde2e21d1722a7546e053e6f"
)

func peers(t *testing.T, name string) map[string]Peer {
	t.Helper()
	all, err := ParseNodes(recorded(t, name))
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]Peer{}
	for _, p := range all {
		byID[p.ID] = p
	}
	return byID
}

func TestRecordedNodes(t *testing.T) {
	formed := peers(t, "nodes-3x1")
	want := Peer{
		ID: primaryA, Address: "127.0.0.1", Port: 17401, BusPort: 27401, Hostname: "n17401.c.ns.svc.cluster.local",
		Myself: true, Role: RolePrimary, Health: HealthOK, ConfigEpoch: 1, Connected: true, Slots: set(t, "0-5461"),
	}
	if diff := cmp.Diff(want, formed[primaryA]); diff != "" {
		t.Errorf("the viewer (-want +got):\n%s", diff)
	}
	want = Peer{
		ID: replicaA, Address: "127.0.0.1", Port: 17404, BusPort: 27404, Hostname: "n17404.c.ns.svc.cluster.local",
		Role: RoleReplica, Health: HealthOK, PrimaryID: primaryA, PongReceived: 1796027554000, ConfigEpoch: 1, Connected: true,
	}
	if diff := cmp.Diff(want, formed[replicaA]); diff != "" {
		t.Errorf("a replica (-want +got):\n%s", diff)
	}
	total := slots.Set{}
	for _, p := range formed {
		total = total.Or(p.Slots)
	}
	if len(formed) != 6 || total != slots.All() {
		t.Errorf("%d peers with %d slots, want 6 with all", len(formed), total.Len())
	}
}

// A primary was killed: first the link is down, then it has failed and its
// replica has its slots, with a higher epoch.
func TestRecordedFailover(t *testing.T) {
	if p := peers(t, "nodes-pfail")[primaryC]; p.Connected || p.Health != HealthOK || p.Slots.Empty() {
		t.Errorf("four seconds after the kill the primary is %+v, want a lost link and no judgement yet", p)
	}
	after := peers(t, "nodes-failed-over")
	if p := after[primaryC]; p.Health != HealthFailed || !p.Slots.Empty() {
		t.Errorf("after the failover the old primary is %+v, want failed and without slots", p)
	}
	if p := after[replicaC]; p.Role != RolePrimary || p.PrimaryID != "" || p.ConfigEpoch != 9 || p.Slots != set(t, "10923-15494 15501-15999 16011-16383") {
		t.Errorf("after the failover the replica is %+v, want the primary of its slots", p)
	}
}

func TestRecordedHandshake(t *testing.T) {
	for _, p := range peers(t, "nodes-handshake") {
		if p.Port == 17407 && (!p.Handshake || p.Role != RoleUnknown || p.Connected) {
			t.Errorf("a node that was just met is %+v, want a handshake of unknown role", p)
		}
	}
}

func TestRecordedClusterInfo(t *testing.T) {
	got, err := ParseClusterInfo(recorded(t, "cluster-info-ok"))
	if err != nil {
		t.Fatal(err)
	}
	want := ClusterInfo{OK: true, SlotsAssigned: 16384, KnownNodes: 6, Size: 3, CurrentEpoch: 6, MyEpoch: 1}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// Cut before cluster_my_epoch: a missing number is an error.
	if _, err := ParseClusterInfo(recorded(t, "cluster-info-after")); err == nil {
		t.Error("a reply without cluster_my_epoch is accepted")
	}
}

func TestRecordedReplication(t *testing.T) {
	cases := map[string]Replication{
		"info-primary": {
			Role: RolePrimary, Offset: 28, ReplicationID: "6ad0e40ae646064b5f1953de306914acca93a345", FormerID: strings.Repeat("0", 40),
			Replicas: 1, FailoverState: "no-failover",
		},
		"info-replica-up": {
			Role: RoleReplica, Offset: 28, ReplicationID: "6ad0e40ae646064b5f1953de306914acca93a345", FormerID: strings.Repeat("0", 40),
			LinkUp: true, FailoverState: "no-failover",
		},
		"info-replica-down": { // its primary was killed three seconds ago
			Role: RoleReplica, Offset: 14, ReplicationID: "f51c20ff5e874593380be363373ff5c88be6e8a2", FormerID: strings.Repeat("0", 40),
			FailoverState: "no-failover",
		},
		"info-replica-former-primary": { // it follows a port at which nobody listens
			Role: RoleReplica, Offset: 1, ReplicationID: "5283f972bcb07824ce2e3a4ab37e69f7b94f2e9c", FormerID: strings.Repeat("0", 40),
			FormerPrimary: true, FailoverState: "no-failover",
		},
	}
	for name, want := range cases {
		got, err := ParseReplication(recorded(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

// entry reads what valkey-cli prints of one job: names and values in turn.
func entry(t *testing.T, name string) map[string]string {
	t.Helper()
	lines := strings.Split(strings.TrimRight(recorded(t, name), "\n"), "\n")
	fields := map[string]string{}
	for i := 0; i+1 < len(lines); i += 2 {
		fields[lines[i]] = lines[i+1]
	}
	return fields
}

func TestRecordedMigrations(t *testing.T) {
	want := Migration{
		Name: "3b4706ccdb8d147fd2fff5d223e58d33b279bf51", Export: true, Slots: set(t, "15495-15500 16000-16010"),
		SourceID: primaryC, TargetID: "a8043abbccaf2818da3586d2b4e816c72ae336c2",
		Created: 1796027647, Updated: 1796027647, Acknowledged: 1796027647, State: "waiting-to-snapshot",
	}
	got, err := ParseMigration(entry(t, "migrations-source-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the source at first (-want +got):\n%s", diff)
	}
	if got.State.Ended() {
		t.Errorf("state %q counts as ended", got.State)
	}
	want.State, want.Updated = MigrationSuccess, 1796027648
	if got, err = ParseMigration(entry(t, "migrations-source-3")); err != nil || !cmp.Equal(want, got) || !got.State.Ended() {
		t.Errorf("the source in the end: %v (-want +got):\n%s", err, cmp.Diff(want, got))
	}
	want.Export, want.Updated = false, 1796027647
	if got, err = ParseMigration(entry(t, "migrations-target-3")); err != nil || !cmp.Equal(want, got) {
		t.Errorf("the target in the end: %v (-want +got):\n%s", err, cmp.Diff(want, got))
	}
}
