package events_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

var errRefused = errors.New("connection refused")

func action(kind plan.ActionKind) plan.Action {
	return plan.Action{Kind: kind, Shard: 2, Node: "cache-a", Peer: "cache-b", Epoch: 7, Slots: slots.Between(0, 99)}
}

// every is one Event of each constructor.
func every() []events.Event {
	const text = "words"
	all := []events.Event{
		events.Ready(text), events.Waiting("PodBlocked", text, false), events.Waiting("PodStarting", text, false),
		events.Undecided(text), events.StepFailed(text), events.Stalled("ConfigNotFound", text), events.StallResolved(text),
		events.Invalid(text), events.Valid(), events.ManagedDirective(text), events.Paused(), events.Resumed(),
		events.CertificateExpiring(text), events.CertificateExpired(text), events.CertificateRenewed(text),
		events.CertificateNotServed("cache-a", errRefused), events.ACLLoadFailed("cache-a", errRefused), events.ACLPropagated("r", 2),
		events.DataLoss(text), events.Deleting(3), events.NodeDeleted("cache-a"), events.Deleted(),
	}
	for _, kind := range plan.ActionKinds() {
		all = append(all, events.Done("Because", action(kind)), events.Failed(action(kind), errRefused))
	}
	return all
}

// The patterns and limits of events.k8s.io/v1.
func TestEventsFitTheAPI(t *testing.T) {
	word := regexp.MustCompile(`^[A-Z][A-Za-z0-9]{0,127}$`)
	for _, e := range every() {
		if e.Type != corev1.EventTypeNormal && e.Type != corev1.EventTypeWarning {
			t.Errorf("%+v is neither Normal nor Warning", e)
		}
		if !word.MatchString(e.Reason) || !word.MatchString(e.Action) || e.Message == "" || len(e.Message) > 1024 {
			t.Errorf("%+v does not fit", e)
		}
	}
}

func TestLongMessagesAreBounded(t *testing.T) {
	long := errors.New(strings.Repeat("é", 1000))
	for _, e := range []events.Event{
		events.Failed(action(plan.Meet), long), events.ACLLoadFailed("a", long), events.Stalled("ConfigNotFound", long.Error()),
		events.Waiting("PodBlocked", long.Error(), false), events.Done(plan.AssigningSlots, plan.Action{Kind: plan.AssignSlots, Slots: everySecond()}),
	} {
		if len(e.Message) > 1024 || len(e.Message) < 1000 || !utf8.ValidString(e.Message) || !strings.HasSuffix(e.Message, "...") {
			t.Errorf("%s: message of %d bytes, valid UTF-8: %t", e.Reason, len(e.Message), utf8.ValidString(e.Message))
		}
	}
}

func everySecond() slots.Set {
	var s slots.Set
	for i := range s {
		s[i] = 0xaaaaaaaaaaaaaaaa
	}
	return s
}

func TestDone(t *testing.T) {
	want := map[plan.ActionKind]events.Event{
		plan.Snapshot:       {"Normal", "Because", "Snapshot", "the shape that creation works towards stands in status.targetSpec", ""},
		plan.CreateNode:     {"Normal", "Because", "CreateNode", "created a node of shard 2", ""},
		plan.SetConfigEpoch: {"Normal", "Because", "SetConfigEpoch", "config epoch set to 7", "cache-a"},
		plan.Meet:           {"Normal", "Because", "Meet", "cluster meet issued: cache-a and cache-b", "cache-a"},
		plan.AssignSlots:    {"Normal", "Because", "AssignSlots", "took 100 slots of shard 2: 0-99", "cache-a"},
		plan.Replicate:      {"Normal", "Because", "Replicate", "became a replica of cache-b", "cache-a"},
		plan.CompleteJoin:   {"Normal", "Because", "CompleteJoin", "completed join", "cache-a"},
		plan.FailOver:       {"Normal", "Because", "FailOver", "took the part of primary of shard 2 over from cache-b", "cache-a"},
		plan.ForceFailOver:  {"Normal", "Because", "ForceFailOver", "forced the election as primary of shard 2 in place of cache-b, at offset 0", "cache-a"},
		plan.TakeOver:       {"Normal", "Because", "TakeOver", "took over shard 2 from cache-b without a vote, at offset 0", "cache-a"},
		plan.Forget:         {"Normal", "Because", "Forget", "forgot server cache-b", "cache-a"},
		plan.CopyFunctions:  {"Normal", "Because", "CopyFunctions", "took over the functions of cache-b", "cache-a"},
		plan.MoveSlots:      {"Normal", "Because", "MoveSlots", "began to move 100 slots to cache-b: 0-99", "cache-a"},
		plan.MarkLeaving:    {"Normal", "Because", "MarkLeaving", "leaves the cluster", "cache-a"},
		plan.StopPod:        {"Normal", "Because", "StopPod", "its pod is being deleted", "cache-a"},
		plan.DeleteNode:     {"Normal", "Because", "DeleteNode", "removed node cache-a", ""},
		plan.Activate:       {"Normal", "Because", "Activate", "cluster formed, transitioning to Active", ""},
	}
	got := map[plan.ActionKind]events.Event{}
	for _, kind := range plan.ActionKinds() {
		got[kind] = events.Done("Because", action(kind))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Events of actions (-want +got):\n%s", diff)
	}
}

func TestFailed(t *testing.T) {
	for kind, node := range map[plan.ActionKind]string{plan.Meet: "cache-a", plan.CreateNode: ""} {
		want := events.Event{"Warning", "ActionFailed", string(kind), string(kind) + " failed and is tried again: connection refused", node}
		if diff := cmp.Diff(want, events.Failed(action(kind), errRefused)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}

// A kind that somebody forgot to word is told all the same.
func TestUnknownKind(t *testing.T) {
	want := events.Event{"Normal", "Because", "Juggle", "done", "cache-a"}
	if diff := cmp.Diff(want, events.Done("Because", action("Juggle"))); diff != "" {
		t.Errorf("Event (-want +got):\n%s", diff)
	}
}

func TestReasonsAreOfOnePlace(t *testing.T) {
	seen := map[string]bool{}
	for _, reason := range append(events.Reasons(), status.Reasons()...) {
		if seen[reason] {
			t.Errorf("reason %s is there twice", reason)
		}
		seen[reason] = true
	}
}

func TestWhatWarns(t *testing.T) {
	got := map[string]bool{}
	for _, reason := range []plan.Reason{
		plan.PodBlocked, plan.PodTerminated, plan.PodMissing, plan.ForeignPeer, plan.SlotsDisputed,
		plan.PodStarting, plan.ServerUnreachable, plan.ViewsDiffer, plan.ReplicaSyncing,
	} {
		if events.Waiting(string(reason), "x", false).Type == corev1.EventTypeWarning {
			got[string(reason)] = true
		}
		if events.Waiting(string(reason), "x", true).Type != corev1.EventTypeWarning {
			t.Errorf("%s does not warn although the cluster was Ready", reason)
		}
	}
	want := map[string]bool{"PodBlocked": true, "ForeignPeer": true, "SlotsDisputed": true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("waits that warn (-want +got):\n%s", diff)
	}
}

func TestWordsOfFailures(t *testing.T) {
	for want, e := range map[string]events.Event{
		"ACL LOAD failed, will retry next tick: connection refused":                                                events.ACLLoadFailed("a", errRefused),
		"the server does not serve the certificate of the TLS Secret and keeps its former one":                     events.CertificateNotServed("a", nil),
		"the server does not serve the certificate of the TLS Secret and keeps its former one: connection refused": events.CertificateNotServed("a", errRefused),
	} {
		if e.Message != want || e.Node != "a" {
			t.Errorf("got %q about %q, want %q about a", e.Message, e.Node, want)
		}
	}
}
