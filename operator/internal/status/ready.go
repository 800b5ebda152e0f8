package status

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

const (
	deletingMessage = "the cluster is being deleted"
	pausedMessage   = "the cluster is paused by its annotation"
)

// ready is True when what the spec asks for is what runs and serves.
func ready(seen Seen) condition {
	c := condition{kind: v1alpha1.ConditionReady, status: metav1.ConditionFalse}
	stall, isStalled := stallOf(seen)
	switch {
	case deleting(seen):
		c.reason, c.message = ReasonDeleting, deletingMessage
		return c
	case isStalled:
		c.reason, c.message = stall.Reason, stall.Message
	case undecided(seen):
		c.status, c.reason, c.message = metav1.ConditionUnknown, ReasonUndecided, undecidedMessage(seen)
	default:
		c.reason, c.message = string(seen.Decision.Reason), seen.Decision.Message
		if seen.Decision.Verb == plan.Done {
			c.status = metav1.ConditionTrue
		}
	}
	// A decision that waits for the pause to end says so itself.
	if seen.Paused && c.reason != ReasonPaused {
		c.message += "; " + pausedMessage
	}
	return c
}

func deleting(seen Seen) bool { return !seen.Cluster.DeletionTimestamp.IsZero() }

// undecided reports whether the pass ended before it knew what to do.
func undecided(seen Seen) bool { return seen.Decision.Verb == "" }

func undecidedMessage(seen Seen) string {
	return "the last pass ended before a decision" + because(seen)
}

func because(seen Seen) string {
	if seen.Failure == "" {
		return ""
	}
	return ": " + seen.Failure
}
