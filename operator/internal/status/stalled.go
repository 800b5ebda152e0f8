package status

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// stalled is True while a person must mend something.
func stalled(seen Seen) condition {
	c := condition{
		kind: v1alpha1.ConditionStalled, status: metav1.ConditionFalse,
		reason: ReasonNotStalled, message: "nothing needs to be mended",
	}
	stall, isStalled := stallOf(seen)
	switch {
	case deleting(seen):
	case isStalled:
		c.status, c.reason, c.message = metav1.ConditionTrue, stall.Reason, stall.Message
	case undecided(seen):
		c.status, c.reason, c.message = metav1.ConditionUnknown, ReasonUndecided, undecidedMessage(seen)
	}
	return c
}

// stallOf joins all that is to be mended under the most basic reason, so that it
// can be mended in one go. An invalid TLS Secret comes before the menu.
func stallOf(seen Seen) (Stall, bool) {
	all := make([]Stall, 0, len(seen.TLSProblems)+len(seen.Stalls)+1)
	for _, problem := range seen.TLSProblems {
		all = append(all, Stall{ReasonTLSSecretInvalid, problem})
	}
	if seen.State == v1alpha1.StateInvalid && len(all) == 0 {
		all = append(all, Stall{ReasonTLSSecretInvalid, message(seen)})
	}
	all = append(all, seen.Stalls...)
	if len(all) == 0 {
		return Stall{}, false
	}
	var messages []string
	for _, one := range all {
		if !slices.Contains(messages, one.Message) {
			messages = append(messages, one.Message)
		}
	}
	return Stall{Reason: all[0].Reason, Message: strings.Join(messages, "; ")}, true
}
