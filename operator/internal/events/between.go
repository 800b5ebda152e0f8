package events

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// change is a status and the one that follows it.
type change struct{ before, after v1alpha1.ValkeyClusterStatus }

// Between says what the change of a status is worth telling, in a fixed order.
// Equal statuses give nothing. The former status of a cluster that was never seen
// has no conditions.
func Between(before, after v1alpha1.ValkeyClusterStatus) []Event {
	c := change{before, after}
	var out []Event
	for _, of := range []func() []Event{c.paused, c.invalid, c.stalled, c.ready, c.failed, c.managed, c.certificate, c.users, c.losses} {
		out = append(out, of()...)
	}
	return out
}

// pair returns a condition before and after; one that is not listed is empty.
func (c change) pair(kind string) (before, after metav1.Condition) {
	return find(c.before.Conditions, kind), find(c.after.Conditions, kind)
}

func find(conditions []metav1.Condition, kind string) metav1.Condition {
	for _, one := range conditions {
		if one.Type == kind {
			return one
		}
	}
	return metav1.Condition{}
}

func isTrue(c metav1.Condition) bool { return c.Status == metav1.ConditionTrue }

func (c change) paused() []Event {
	before, after := c.pair(v1alpha1.ConditionReconciling)
	was, is := before.Reason == status.ReasonPaused, after.Reason == status.ReasonPaused
	switch {
	case is && !was:
		return []Event{Paused()}
	case was && !is && after.Reason != status.ReasonDeleting:
		return []Event{Resumed()}
	}
	return nil
}

func (c change) invalid() []Event {
	was, is := c.before.State == v1alpha1.StateInvalid, c.after.State == v1alpha1.StateInvalid
	switch {
	case is && (!was || c.before.Message != c.after.Message):
		return []Event{Invalid(c.after.Message)}
	case was && !is:
		return []Event{Valid()}
	}
	return nil
}

// stalled leaves the TLS Secret to invalid.
func (c change) stalled() []Event {
	before, after := c.pair(v1alpha1.ConditionStalled)
	switch {
	case isTrue(after) && after.Reason != status.ReasonTLSSecretInvalid:
		if !isTrue(before) || before.Reason != after.Reason || before.Message != after.Message {
			return []Event{Stalled(after.Reason, after.Message)}
		}
	case isTrue(before) && before.Reason != status.ReasonTLSSecretInvalid && after.Status == metav1.ConditionFalse:
		return []Event{StallResolved(before.Message)}
	}
	return nil
}

// ready tells that a cluster became Ready and why one is not. A wait is told once,
// however often its words change: those of a scheduler change with every try.
func (c change) ready() []Event {
	before, after := c.pair(v1alpha1.ConditionReady)
	_, stalled := c.pair(v1alpha1.ConditionStalled)
	switch {
	case isTrue(after):
		if !isTrue(before) {
			return []Event{Ready(after.Message)}
		}
	case isTrue(stalled), before.Reason == after.Reason && before.Status == after.Status, acts(after.Reason):
	case after.Reason == status.ReasonPaused, after.Reason == status.ReasonDeleting, after.Reason == "":
	case after.Status == metav1.ConditionUnknown:
		return []Event{Undecided(after.Message)}
	default:
		return []Event{Waiting(after.Reason, after.Message, isTrue(before))}
	}
	return nil
}

func (c change) failed() []Event {
	before, after := c.pair(v1alpha1.ConditionReconciling)
	if after.Reason == status.ReasonPassFailed && before.Reason != after.Reason {
		return []Event{StepFailed(after.Message)}
	}
	return nil
}

func (c change) managed() []Event {
	before, after := c.pair(status.ConditionManagedDirective)
	if isTrue(after) && (!isTrue(before) || before.Message != after.Message) {
		return []Event{ManagedDirective(after.Message)}
	}
	return nil
}

func (c change) certificate() []Event {
	before, after := c.pair(v1alpha1.ConditionCertificateExpiring)
	same := before.Reason == after.Reason && before.Message == after.Message
	switch {
	case same:
	case after.Reason == status.ReasonCertificateExpiring:
		return []Event{CertificateExpiring(after.Message)}
	case after.Reason == status.ReasonCertificateExpired:
		return []Event{CertificateExpired(after.Message)}
	case after.Reason == status.ReasonCertificateValid && isTrue(before):
		return []Event{CertificateRenewed(after.Message)}
	}
	return nil
}

// users tells the end of a spread that the former status was in the middle of.
// Counts alone would tell it again after every node that was silent for a while.
func (c change) users() []Event {
	before, after := c.pair(v1alpha1.ConditionReconciling)
	acl := c.after.ACL
	if before.Reason != status.ReasonACLPropagating || after.Reason == status.ReasonACLPropagating || acl == nil {
		return nil
	}
	nodes := 0
	for _, s := range c.after.Shards {
		nodes += len(s.Replicas)
		if s.Primary != "" {
			nodes++
		}
	}
	if nodes == 0 || int(acl.NodesAtRevision) < nodes {
		return nil
	}
	return []Event{ACLPropagated(acl.Revision, int(acl.NodesAtRevision))}
}

// losses tells each loss that the former status did not.
func (c change) losses() []Event {
	before, after := c.pair(v1alpha1.ConditionDataLoss)
	told := status.LossTexts(before)
	var out []Event
	for _, text := range status.LossTexts(after) {
		if !slices.Contains(told, text) {
			out = append(out, DataLoss(text))
		}
	}
	return out
}
