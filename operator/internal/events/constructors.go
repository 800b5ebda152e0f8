package events

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// Ready is a cluster that became Ready.
func Ready(message string) Event { return normal(status.ReasonReady, actionReport, message) }

// Waiting is a wait that began, in the words of the decision. It is a warning if
// a person may have to help, and if the cluster was Ready before it.
func Waiting(reason, message string, wasReady bool) Event {
	if wasReady || mayNeedHelp(reason) {
		return warning(reason, actionPlan, message)
	}
	return normal(reason, actionPlan, message)
}

// mayNeedHelp reports whether a wait often does not end by itself.
func mayNeedHelp(reason string) bool {
	switch plan.Reason(reason) {
	case plan.PodBlocked, plan.ForeignPeer, plan.SlotsDisputed, plan.SlotsOpen, plan.OldPrimaryNotFenced, plan.DepartedNotFenced,
		plan.MigrationStalled, plan.MigrationBackoff, plan.MigrationNotAllowed:
		return true
	default:
		return false
	}
}

// Undecided is a pass that ended before a decision.
func Undecided(message string) Event { return warning(status.ReasonUndecided, actionPlan, message) }

// StepFailed is a pass that had a step fail although nothing is due.
func StepFailed(message string) Event { return warning(status.ReasonPassFailed, actionPlan, message) }

// Stalled is something that a person must mend. The reason is that of the
// condition.
func Stalled(reason, message string) Event { return warning(reason, actionReport, message) }

// StallResolved is a cluster of which nothing needs to be mended any more.
func StallResolved(before string) Event {
	return normal(ReasonStallResolved, actionReport, "mended: "+before)
}

// Invalid is a TLS Secret that fails validation.
func Invalid(message string) Event {
	return warning(status.ReasonTLSSecretInvalid, actionReport, "TLS Secret validation failed, setting cluster Invalid: "+message)
}

// Valid is a TLS Secret that passes validation again.
func Valid() Event {
	return normal(ReasonTLSSecretValid, actionReport, "the TLS Secret is valid again, the cluster goes on through Creating")
}

// ManagedDirective is a menu that sets directives without effect.
func ManagedDirective(message string) Event {
	return warning(status.ReasonManagedDirective, actionReport, message)
}

// Paused is a cluster that was paused by its annotation.
func Paused() Event {
	return normal(status.ReasonPaused, actionReport, "the cluster is paused by its annotation: only status, users and certificates are kept up")
}

// Resumed is a cluster whose pause ended.
func Resumed() Event {
	return normal(ReasonResumed, actionReport, "the pause of the cluster ended")
}

// CertificateExpiring is a certificate that ends within 30 days.
func CertificateExpiring(message string) Event {
	return warning(status.ReasonCertificateExpiring, actionReport, message)
}

// CertificateExpired is a certificate that has ended.
func CertificateExpired(message string) Event {
	return warning(status.ReasonCertificateExpired, actionReport, message)
}

// CertificateRenewed is a certificate in place of one that was about to end or
// had ended.
func CertificateRenewed(message string) Event {
	return normal(status.ReasonCertificateValid, actionReport, message)
}

// CertificateNotServed is a node that goes on with its former certificate. The
// error says why and may be nil.
func CertificateNotServed(node string, err error) Event {
	message := "the server does not serve the certificate of the TLS Secret and keeps its former one"
	if err != nil {
		message += fmt.Sprintf(": %v", err)
	}
	return warning(ReasonCertificateNotServed, actionTLS, message).about(node)
}

// ACLLoadFailed is a node that did not load users.acl.
func ACLLoadFailed(node string, err error) Event {
	return warning(ReasonACLLoadFailed, actionACL, fmt.Sprintf("ACL LOAD failed, will retry next tick: %v", err)).about(node)
}

// ACLPropagated is a users.acl that every node has loaded.
func ACLPropagated(revision string, nodes int) Event {
	return normal(ReasonACLPropagated, actionACL, fmt.Sprintf("%s loaded users.acl, revision %s", count(nodes, "node"), revision))
}

// DataLoss is a shard that lost its last node, in the words of the condition.
func DataLoss(message string) Event { return warning(status.ReasonDataLoss, actionReport, message) }

// Deleting is a cluster whose nodes are being deleted; nodes is how many there
// still are.
func Deleting(nodes int) Event {
	return normal(status.ReasonDeleting, actionDelete, "the cluster is being deleted: deleting "+count(nodes, "node"))
}

// NodeDeleted is a node that is gone with its pod. It is about the cluster, since
// the node is no more.
func NodeDeleted(node string) Event {
	return normal(ReasonNodeDeleted, actionDelete, "node "+node+" and its pod are gone")
}

// Deleted is a cluster that nothing is left of.
func Deleted() Event {
	return normal(ReasonDeleted, actionDelete, "all nodes are gone, the cluster is released")
}
