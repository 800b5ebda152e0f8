package status

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Limits of a condition (metav1.Condition, Kubernetes 1.27 to 1.37). The message
// is bounded in bytes, which also keeps it below the API's limit in characters.
const (
	maxMessage    = 32768
	maxReason     = 1024
	maxConditions = 16
)

// condition is what was found out about one type.
type condition struct {
	kind    string
	status  metav1.ConditionStatus
	reason  string
	message string
	// keep leaves the former condition, if there is one, as it is, also its
	// generation: the pass could not see what it is about.
	keep bool
}

// absent is a condition that is not listed.
func absent(kind string) condition { return condition{kind: kind} }

// conditions lists what was found in the order given. Conditions of types that are
// not among them are somebody else's and stay behind these, by type.
func conditions(former []metav1.Condition, found []condition, generation int64, now time.Time) []metav1.Condition {
	before := make(map[string]metav1.Condition, len(former))
	for _, c := range former {
		before[c.Type] = c
	}
	var out []metav1.Condition
	for _, c := range found {
		old, listed := before[c.kind]
		delete(before, c.kind)
		switch {
		case c.keep && listed:
			out = append(out, old)
		case c.status != "":
			out = append(out, c.after(old, generation, now))
		}
	}
	var others []metav1.Condition
	for _, c := range before {
		others = append(others, c)
	}
	slices.SortFunc(others, func(a, b metav1.Condition) int { return cmp.Compare(a.Type, b.Type) })
	out = append(out, others...)
	return out[:min(len(out), maxConditions)]
}

// after writes the condition. Its time is that of the last change of its status,
// in whole seconds as the API keeps it.
func (c condition) after(old metav1.Condition, generation int64, now time.Time) metav1.Condition {
	since := metav1.NewTime(now.UTC().Truncate(time.Second))
	if old.Status == c.status && !old.LastTransitionTime.IsZero() {
		since = old.LastTransitionTime
	}
	return metav1.Condition{
		Type: c.kind, Status: c.status, ObservedGeneration: generation, LastTransitionTime: since,
		Reason: validReason(c.reason), Message: Bound(c.message, maxMessage),
	}
}

// validReason keeps a reason that the API accepts. One that it refuses would
// cost the whole status.
func validReason(reason string) string {
	if reason == "" || len(reason) > maxReason || !isLetter(reason[0]) {
		return ReasonUnspecified
	}
	for i := range len(reason) {
		inner := reason[i] == ',' || reason[i] == ':'
		if !isWord(reason[i]) && (!inner || i == len(reason)-1) {
			return ReasonUnspecified
		}
	}
	return reason
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isWord(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' }

// Bound shortens a message to a number of bytes, which must be at least 3. It
// ends in "..." where something was cut, and is valid UTF-8.
func Bound(message string, limit int) string {
	const cut = "..."
	message = strings.ToValidUTF8(message, "?")
	if len(message) <= limit {
		return message
	}
	end := limit - len(cut)
	for end > 0 && !utf8.RuneStart(message[end]) {
		end--
	}
	return message[:end] + cut
}
