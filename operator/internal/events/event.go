package events

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// maxMessage is the limit of events.k8s.io/v1 on the note, in bytes (Kubernetes
// 1.27 to 1.37).
const maxMessage = 1024

// Event is one Event to be.
type Event struct {
	// Type is Normal or Warning, as in k8s.io/api/core/v1.
	Type   string
	Reason string
	// Action is what the operator did or does about it, as a word.
	Action  string
	Message string
	// Node is the ValkeyNode that it is about; empty if it is about the cluster.
	Node string
}

// The reasons that no condition has.
const (
	ReasonActionFailed         = "ActionFailed"
	ReasonStallResolved        = "StallResolved"
	ReasonTLSSecretValid       = "TLSSecretValid"
	ReasonResumed              = "Resumed"
	ReasonCertificateNotServed = "CertificateNotServed"
	ReasonACLLoadFailed        = "ACLLoadFailed"
	ReasonACLPropagated        = "ACLPropagated"
	ReasonNodeDeleted          = "NodeDeleted"
	ReasonDeleted              = "Deleted"
)

// Reasons lists the constants above.
func Reasons() []string {
	return []string{
		ReasonActionFailed, ReasonStallResolved, ReasonTLSSecretValid, ReasonResumed, ReasonCertificateNotServed,
		ReasonACLLoadFailed, ReasonACLPropagated, ReasonNodeDeleted, ReasonDeleted,
	}
}

// The actions of Events that are not about an action of the plan.
const (
	actionPlan   = "Plan"
	actionReport = "Report"
	actionACL    = "LoadACL"
	actionTLS    = "LoadCertificate"
	actionDelete = "Delete"
)

func normal(reason, action, message string) Event {
	return Event{Type: corev1.EventTypeNormal, Reason: reason, Action: action, Message: status.Bound(message, maxMessage)}
}

func warning(reason, action, message string) Event {
	return Event{Type: corev1.EventTypeWarning, Reason: reason, Action: action, Message: status.Bound(message, maxMessage)}
}

func (e Event) about(node string) Event {
	e.Node = node
	return e
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
