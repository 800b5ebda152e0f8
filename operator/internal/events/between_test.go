package events_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// pass is what one pass adds to a cluster of one node that is otherwise well.
type pass func(*status.Seen)

func decides(verb plan.Verb, reason plan.Reason, message string) pass {
	return func(s *status.Seen) { s.Decision = plan.Decision{Verb: verb, Reason: reason, Message: message} }
}

func well(*status.Seen) {}

func loaded(revision string) pass {
	return func(s *status.Seen) {
		server, _ := s.View.Nodes[0].Server.Get()
		server.ACLRevision = topology.Known(revision)
		s.View.Nodes[0].Server = topology.Known(server)
	}
}

func silent(s *status.Seen) {
	decides(plan.Wait, plan.ServerUnreachable, "silent")(s)
	s.View.Nodes[0].Server = topology.Unknown[topology.Server]("silent")
}

func invalid(problem string) pass {
	return func(s *status.Seen) {
		s.State, s.TLSProblems, s.Certificate = v1alpha1.StateInvalid, []string{problem}, nil
		decides(plan.Wait, status.ReasonTLSSecretInvalid, problem)(s)
	}
}

func stalled(message string) pass {
	return func(s *status.Seen) { s.Stalls = []status.Stall{{Reason: "ConfigNotFound", Message: message}} }
}

func paused(s *status.Seen) { s.Paused = true }

func until(date time.Time) pass {
	return func(s *status.Seen) { s.Certificate = &status.Certificate{NotAfter: date} }
}

// look computes the status that follows.
func look(before v1alpha1.ValkeyClusterStatus, does pass) v1alpha1.ValkeyClusterStatus {
	me := topology.Peer{ID: "id", Myself: true, Role: topology.RolePrimary, Slots: slots.All()}
	seen := status.Seen{
		Cluster: &v1alpha1.ValkeyCluster{Spec: v1alpha1.ValkeyClusterSpec{TLS: &v1alpha1.TLS{SecretRef: "s"}}, Status: before},
		Now:     now, State: v1alpha1.StateActive, ACLRevision: "new", Certificate: &status.Certificate{NotAfter: now.AddDate(1, 0, 0)},
		View: topology.View{Nodes: []topology.Node{{Name: "cache-a", Server: topology.Known(topology.Server{
			ID: "id", Peers: []topology.Peer{me}, ACLRevision: topology.Known("new"),
		})}}},
	}
	decides(plan.Done, plan.Ready, "all is well")(&seen)
	does(&seen)
	return status.Compute(seen)
}

// TestBetween follows a cluster through passes. Each pass is seen twice, as by an
// operator that restarts after it wrote the status: the second look tells nothing.
func TestBetween(t *testing.T) {
	lose := func(s *status.Seen) { s.Losses = []status.Loss{{Shard: 0, Slots: slots.All(), Time: now}} }
	tests := map[string]struct {
		passes []pass
		want   []string
	}{
		"formed": {
			[]pass{
				decides(plan.Act, plan.CreatingNodes, "creating 1 node"), decides(plan.Wait, plan.PodStarting, "pod a is starting"),
				decides(plan.Wait, plan.PodStarting, "pod b is starting"), decides(plan.Wait, plan.PodBlocked, "0/3 nodes are available"),
				decides(plan.Wait, plan.PodBlocked, "0/4 nodes are available"), decides(plan.Act, plan.MeetingNodes, "introducing"), well,
			},
			[]string{"Normal PodStarting: pod a is starting", "Warning PodBlocked: 0/3 nodes are available", "Normal Ready: all is well"},
		},
		"a Ready cluster loses a server": {
			[]pass{well, silent, well},
			[]string{"Normal Ready: all is well", "Warning ServerUnreachable: silent", "Normal Ready: all is well"},
		},
		"users spread": {
			[]pass{well, loaded("old"), well},
			[]string{"Normal Ready: all is well", "Normal ACLPropagated: 1 node loaded users.acl, revision new"},
		},
		"users spread and the server falls silent": {
			[]pass{well, loaded("old"), silent, well},
			[]string{"Normal Ready: all is well", "Warning ServerUnreachable: silent", "Normal Ready: all is well"},
		},
		"stalled, mended": {
			[]pass{well, stalled("one"), stalled("two"), well},
			[]string{
				"Normal Ready: all is well", "Warning ConfigNotFound: one", "Warning ConfigNotFound: two",
				"Normal StallResolved: mended: two", "Normal Ready: all is well",
			},
		},
		"stalled, and a pass that cannot tell": {
			[]pass{stalled("one"), func(s *status.Seen) { s.Decision = plan.Decision{} }, well},
			[]string{"Warning ConfigNotFound: one", "Warning Undecided: the last pass ended before a decision", "Normal Ready: all is well"},
		},
		"invalid, valid": {
			[]pass{well, invalid("no key"), invalid("no root"), well},
			[]string{
				"Normal Ready: all is well", "Warning TLSSecretInvalid: TLS Secret validation failed, setting cluster Invalid: no key",
				"Warning TLSSecretInvalid: TLS Secret validation failed, setting cluster Invalid: no root",
				"Normal TLSSecretValid: the TLS Secret is valid again, the cluster goes on through Creating", "Normal Ready: all is well",
			},
		},
		"paused, resumed": {
			[]pass{well, paused, well},
			[]string{
				"Normal Ready: all is well", "Normal Paused: the cluster is paused by its annotation: only status, users and certificates are kept up",
				"Normal Resumed: the pause of the cluster ended",
			},
		},
		"paused with work to do": {
			[]pass{well, func(s *status.Seen) { paused(s); decides(plan.Wait, plan.Paused, "paused")(s) }},
			[]string{
				"Normal Ready: all is well", "Normal Paused: the cluster is paused by its annotation: only status, users and certificates are kept up",
			},
		},
		"a certificate ends": {
			[]pass{well, until(now.AddDate(0, 0, 3)), until(now), well, until(now.AddDate(2, 0, 0))},
			[]string{
				"Normal Ready: all is well",
				"Warning CertificateExpiring: the certificate of the TLS Secret expires on 2026-03-04T12:00:00Z",
				"Warning CertificateExpired: the certificate of the TLS Secret expired on 2026-03-01T12:00:00Z",
				"Normal CertificateValid: the certificate of the TLS Secret is valid until 2027-03-01T12:00:00Z",
			},
		},
		"a certificate is replaced by another that ends": {
			[]pass{well, until(now.AddDate(0, 0, 3)), until(now.AddDate(0, 0, 4))},
			[]string{
				"Normal Ready: all is well",
				"Warning CertificateExpiring: the certificate of the TLS Secret expires on 2026-03-04T12:00:00Z",
				"Warning CertificateExpiring: the certificate of the TLS Secret expires on 2026-03-05T12:00:00Z",
			},
		},
		"passes that fail": {
			[]pass{
				well, func(s *status.Seen) { s.Failure = "forbidden" }, well,
				func(s *status.Seen) { s.Decision, s.Failure = plan.Decision{}, "forbidden" }, well,
			},
			[]string{
				"Normal Ready: all is well", "Warning PassFailed: a step of the last pass failed: forbidden",
				"Warning Undecided: the last pass ended before a decision: forbidden", "Normal Ready: all is well",
			},
		},
		"data is lost": {
			[]pass{well, lose, func(s *status.Seen) { s.Losses = []status.Loss{{Shard: 1, Time: now}} }},
			[]string{
				"Normal Ready: all is well", "Warning DataLoss: shard 0 lost the data of 16384 slots (0-16383) at 2026-03-01T12:00:00Z",
				"Warning DataLoss: shard 1 lost the data of 0 slots () at 2026-03-01T12:00:00Z",
			},
		},
		"deleted while paused": {
			[]pass{well, paused, func(s *status.Seen) { paused(s); s.Cluster.DeletionTimestamp = &metav1.Time{Time: now} }},
			[]string{
				"Normal Ready: all is well", "Normal Paused: the cluster is paused by its annotation: only status, users and certificates are kept up",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			before := v1alpha1.ValkeyClusterStatus{}
			for _, does := range test.passes {
				for range 2 {
					after := look(before, does)
					for _, e := range events.Between(before, after) {
						got = append(got, e.Type+" "+e.Reason+": "+e.Message)
					}
					before = after
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Events (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBetweenManagedDirectives(t *testing.T) {
	condition := func(message string) v1alpha1.ValkeyClusterStatus {
		return v1alpha1.ValkeyClusterStatus{Conditions: []metav1.Condition{{
			Type: status.ConditionManagedDirective, Status: metav1.ConditionTrue, Reason: status.ReasonManagedDirective, Message: message,
		}}}
	}
	none := v1alpha1.ValkeyClusterStatus{}
	for name, test := range map[string]struct {
		before, after v1alpha1.ValkeyClusterStatus
		want          []events.Event
	}{
		"set":   {none, condition("one"), []events.Event{events.ManagedDirective("one")}},
		"more":  {condition("one"), condition("two"), []events.Event{events.ManagedDirective("two")}},
		"same":  {condition("one"), condition("one"), nil},
		"unset": {condition("one"), none, nil},
	} {
		if diff := cmp.Diff(test.want, events.Between(test.before, test.after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
