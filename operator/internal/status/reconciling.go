package status

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// reconciling is True while the operator works, or waits for what it expects to
// happen by itself. Users and certificates that still spread count as work, so
// that whoever applied them can wait for their end; Ready does not depend on
// them.
//
// Its reason is Paused exactly while the cluster is paused.
func reconciling(seen Seen) condition {
	c := condition{kind: v1alpha1.ConditionReconciling, status: metav1.ConditionTrue}
	users, leaf := aclProgress(seen), leafProgress(seen)
	_, isStalled := stallOf(seen)
	switch {
	case deleting(seen):
		c.reason, c.message = ReasonDeleting, deletingMessage
	case seen.Paused:
		c.status, c.reason, c.message = metav1.ConditionFalse, ReasonPaused, join(pausedMessage, users.String())
	case isStalled:
		c.status, c.reason, c.message = metav1.ConditionFalse, ReasonStalled, "the condition Stalled says what must be mended first"
	case undecided(seen):
		c.reason, c.message = ReasonUndecided, undecidedMessage(seen)
	case seen.Decision.Verb != plan.Done:
		c.reason, c.message = string(seen.Decision.Reason), join(seen.Decision.Message, moved(seen), failed(seen))
	case seen.Failure != "":
		c.reason, c.message = ReasonPassFailed, failed(seen)
	case users.behind():
		c.reason, c.message = ReasonACLPropagating, users.String()
	case leaf.behind():
		c.reason, c.message = ReasonCertificatePropagating, leaf.String()
	default:
		c.status, c.reason, c.message = metav1.ConditionFalse, ReasonUpToDate, join("nothing is in flight", users.String())
	}
	return c
}

// moved says how far a redistribution of slots is.
func moved(seen Seen) string {
	p := seen.Decision.Progress
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%d slots moved, %d to go", p.Moved, p.Remaining)
}

func failed(seen Seen) string {
	if seen.Failure == "" {
		return ""
	}
	return "a step of the last pass failed" + because(seen)
}

func join(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "; ")
}
