package status_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

const (
	upToDate   = "False UpToDate: nothing is in flight; ACL: 6 of 6 nodes at revision 0f1e2d3c4b5a"
	isReady    = "True Ready: every shard has its primary and its replicas, and all slots are served"
	notStalled = "False NotStalled: nothing needs to be mended"
	mendFirst  = "False Stalled: the condition Stalled says what must be mended first"
)

// TestProgress is over the three conditions that say where the cluster stands.
func TestProgress(t *testing.T) {
	tests := map[string]struct {
		edit                        func(*status.Seen)
		ready, reconciling, stalled string
	}{
		"done": {func(*status.Seen) {}, isReady, upToDate, notStalled},
		"a step is taken": {
			func(s *status.Seen) { s.Decision = act(plan.MeetingNodes, "introducing 2 nodes to node a") },
			"False MeetingNodes: introducing 2 nodes to node a", "True MeetingNodes: introducing 2 nodes to node a", notStalled,
		},
		"a pod is blocked": {
			func(s *status.Seen) {
				s.Decision = wait(plan.PodBlocked, "a", "pod a does not run: Unschedulable: 0/3 nodes are available")
			},
			"False PodBlocked: pod a does not run: Unschedulable: 0/3 nodes are available",
			"True PodBlocked: pod a does not run: Unschedulable: 0/3 nodes are available", notStalled,
		},
		"users spread": {
			func(s *status.Seen) { s.ACLRevision = oldRevision },
			isReady, "True ACLPropagating: ACL: 0 of 6 nodes at revision ffff2d3c4b5a", notStalled,
		},
		"users of one node are not known": {
			func(s *status.Seen) {
				edit(s.View, nodeName(1, 1), func(x *topology.Server) { x.ACLRevision = topology.Unknown[string]("denied") })
			},
			isReady, "True ACLPropagating: ACL: 5 of 6 nodes at revision 0f1e2d3c4b5a (not known of 1)", notStalled,
		},
		"a node that is deleted holds nobody up": {
			func(s *status.Seen) {
				edit(s.View, nodeName(1, 1), func(x *topology.Server) { x.ACLRevision = topology.Known(oldRevision) })
				s.View.Nodes[index(s.View, nodeName(1, 1))].Deleting = true
			},
			isReady, "False UpToDate: nothing is in flight; ACL: 5 of 5 nodes at revision 0f1e2d3c4b5a", notStalled,
		},
		"a certificate spreads": {
			func(s *status.Seen) {
				withTLS(s, now.AddDate(1, 0, 0))
				edit(s.View, nodeName(0, 0), func(x *topology.Server) { x.ServedLeaf = topology.Known(oldLeaf) })
			},
			isReady, "True CertificatePropagating: 5 of 6 nodes serve the certificate of the TLS Secret", notStalled,
		},
		"an unresolved reference, though it serves": {
			func(s *status.Seen) {
				s.Resolved, s.ACLRevision = nil, ""
				s.Stalls = []status.Stall{{"ConfigNotFound", `ValkeyConfig "large" not found`}}
			},
			`False ConfigNotFound: ValkeyConfig "large" not found`, mendFirst, `True ConfigNotFound: ValkeyConfig "large" not found`,
		},
		"several things to mend, a step goes on": {
			func(s *status.Seen) {
				s.Decision = act(plan.MeetingNodes, "introducing 2 nodes to node a")
				s.Stalls = []status.Stall{{"RoleNotFound", "one"}, {"ImageNotFound", "two"}, {"ImageNotFound", "two"}}
			},
			"False RoleNotFound: one; two", mendFirst, "True RoleNotFound: one; two",
		},
		"an invalid TLS Secret comes first": {
			func(s *status.Seen) {
				withTLS(s, now)
				s.State, s.TLSProblems = v1alpha1.StateInvalid, []string{"no key", "no root"}
				s.Stalls = []status.Stall{{"ImageNotFound", "two"}}
			},
			"False TLSSecretInvalid: no key; no root; two", mendFirst, "True TLSSecretInvalid: no key; no root; two",
		},
		"paused and healthy": {
			func(s *status.Seen) { s.Paused = true },
			isReady + "; the cluster is paused by its annotation",
			"False Paused: the cluster is paused by its annotation; ACL: 6 of 6 nodes at revision 0f1e2d3c4b5a", notStalled,
		},
		"paused with work to do": {
			func(s *status.Seen) {
				s.Paused, s.Decision = true, wait(plan.Paused, "", "the cluster is paused by its annotation; the next step would be: x")
			},
			"False Paused: the cluster is paused by its annotation; the next step would be: x",
			"False Paused: the cluster is paused by its annotation; ACL: 6 of 6 nodes at revision 0f1e2d3c4b5a", notStalled,
		},
		"paused and unhealthy": {
			func(s *status.Seen) {
				s.Paused, s.Decision = true, wait(plan.ServerUnreachable, "a", "the server is silent")
			},
			"False ServerUnreachable: the server is silent; the cluster is paused by its annotation",
			"False Paused: the cluster is paused by its annotation; ACL: 6 of 6 nodes at revision 0f1e2d3c4b5a", notStalled,
		},
		"being deleted": {
			func(s *status.Seen) {
				s.Cluster.DeletionTimestamp = &metav1.Time{Time: now}
				s.Stalls = []status.Stall{{"ImageNotFound", "two"}}
			},
			"False Deleting: the cluster is being deleted", "True Deleting: the cluster is being deleted", notStalled,
		},
		"no decision": {
			func(s *status.Seen) { s.Decision, s.Failure = plan.Decision{}, "listing pods: forbidden" },
			"Unknown Undecided: the last pass ended before a decision: listing pods: forbidden",
			"True Undecided: the last pass ended before a decision: listing pods: forbidden",
			"Unknown Undecided: the last pass ended before a decision: listing pods: forbidden",
		},
		"a step failed": {
			func(s *status.Seen) { s.Decision, s.Failure = act(plan.MeetingNodes, "introducing"), "no route" },
			"False MeetingNodes: introducing", "True MeetingNodes: introducing; a step of the last pass failed: no route", notStalled,
		},
		"nothing is due and a step failed": {
			func(s *status.Seen) { s.Failure = "applying Service: forbidden" },
			isReady, "True PassFailed: a step of the last pass failed: applying Service: forbidden", notStalled,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			seen := healthy(t)
			test.edit(&seen)
			got := status.Compute(seen).Conditions
			for kind, want := range map[string]string{"Ready": test.ready, "Reconciling": test.reconciling, "Stalled": test.stalled} {
				if diff := cmp.Diff(want, brief(find(got, kind))); diff != "" {
					t.Errorf("%s (-want +got):\n%s", kind, diff)
				}
			}
		})
	}
}

func TestCertificateExpiring(t *testing.T) {
	end := time.Date(2026, 6, 1, 0, 0, 0, 0, time.FixedZone("east", 3600))
	month := 30 * 24 * time.Hour
	tests := map[string]struct {
		now  time.Time
		want string
	}{
		"long before":       {now, "False CertificateValid: the certificate of the TLS Secret is valid until 2026-05-31T23:00:00Z"},
		"just before":       {end.Add(-month - time.Second), "False CertificateValid: the certificate of the TLS Secret is valid until 2026-05-31T23:00:00Z"},
		"30 days before":    {end.Add(-month), "True CertificateExpiring: the certificate of the TLS Secret expires on 2026-05-31T23:00:00Z"},
		"the second before": {end.Add(-time.Second), "True CertificateExpiring: the certificate of the TLS Secret expires on 2026-05-31T23:00:00Z"},
		"the end":           {end, "True CertificateExpired: the certificate of the TLS Secret expired on 2026-05-31T23:00:00Z"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			seen := healthy(t)
			withTLS(&seen, end)
			seen.Now = test.now
			after := status.Compute(seen)
			if diff := cmp.Diff(test.want, brief(find(after.Conditions, "CertificateExpiring"))); diff != "" {
				t.Errorf("condition (-want +got):\n%s", diff)
			}
			if after.State != v1alpha1.StateActive || find(after.Conditions, "Ready").Status != metav1.ConditionTrue {
				t.Errorf("state %s, Ready %s: a date must touch neither", after.State, brief(find(after.Conditions, "Ready")))
			}
		})
	}
}

func TestCertificateOfWhichNothingIsKnown(t *testing.T) {
	seen := healthy(t)
	if got := brief(find(status.Compute(seen).Conditions, "CertificateExpiring")); got != "absent" {
		t.Errorf("without TLS: got %s, want none", got)
	}
	withTLS(&seen, now.AddDate(1, 0, 0))
	known := again(seen)
	unread := known
	unread.Certificate = nil
	if diff := cmp.Diff(known.Cluster.Status.Conditions, status.Compute(unread).Conditions); diff != "" {
		t.Errorf("a Secret that was not fetched changed something (-before +after):\n%s", diff)
	}
	unread.TLSProblems, unread.State = []string{"the Secret has no data"}, v1alpha1.StateInvalid
	want := "Unknown CertificateUnknown: the Secret has no data"
	if got := brief(find(status.Compute(unread).Conditions, "CertificateExpiring")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	first := seen
	first.Certificate = nil
	want = "Unknown CertificateUnknown: no certificate could be read from the TLS Secret"
	if got := brief(find(status.Compute(first).Conditions, "CertificateExpiring")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestManagedDirective(t *testing.T) {
	seen := healthy(t)
	kind := status.ConditionManagedDirective
	if got := brief(find(status.Compute(seen).Conditions, kind)); got != "absent" {
		t.Errorf("got %s, want none", got)
	}
	seen.Managed = []string{"daemonize", "user"}
	seen = again(seen)
	want := `True ManagedDirective: "daemonize" is never rendered: the process is run by the pod; "user" is never rendered: users come from ACL bindings`
	if got := brief(find(seen.Cluster.Status.Conditions, kind)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// While nothing resolves, nobody knows what the menu sets.
	seen.Cluster.Generation++
	seen.Resolved, seen.Managed = nil, nil
	if diff := cmp.Diff(find(seen.Cluster.Status.Conditions, kind), find(status.Compute(seen).Conditions, kind)); diff != "" {
		t.Errorf("it changed while nothing resolved (-before +after):\n%s", diff)
	}
}

// How far slots have moved stands beside what is done now.
func TestProgressOfSlots(t *testing.T) {
	seen := healthy(t)
	seen.Decision = plan.Decision{
		Verb: plan.Wait, Reason: plan.SlotsMoving, Message: "slots are on their way", Progress: &plan.Progress{Moved: 1365, Remaining: 4096},
	}
	want := "True SlotsMoving: slots are on their way; 1365 slots moved, 4096 to go"
	if got := brief(find(status.Compute(seen).Conditions, "Reconciling")); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
