//go:build e2e

package parity

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/fn/schema"
)

// reply is what the server said.
type reply struct {
	code   int
	object map[string]any // of a success
	status metav1.Status  // of a failure
}

func (r reply) String() string {
	if r.code < 300 {
		return "accepted"
	}
	return fmt.Sprintf("%d %s", r.code, r.status.Message)
}

// causes are those of a refusal, sorted and without repetition. A message has
// the refused value in front of the detail: the detail is taken from want where
// the message ends in one of want's, and is the whole message where it does not.
func (r reply) causes(want []schema.Cause) []schema.Cause {
	if r.status.Details == nil {
		return nil
	}
	var all []schema.Cause
	for _, said := range r.status.Details.Causes {
		got := schema.Cause{Reason: said.Type, Field: said.Field, Detail: said.Message}
		for _, ours := range want {
			if ours.Reason == got.Reason && ours.Field == got.Field && endsIn(said.Message, ours) {
				got.Detail = ours.Detail
			}
		}
		all = append(all, got)
	}
	slices.SortFunc(all, func(a, b schema.Cause) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Detail, b.Detail))
	})
	return slices.Compact(all)
}

// faults are the causes as the corpus names them.
func (r reply) faults() []Fault {
	var all []Fault
	for _, c := range r.causes([]schema.Cause{{Reason: metav1.CauseTypeFieldValueInvalid, Field: noField, Detail: schema.RulesSkipped}}) {
		if c.Detail != schema.RulesSkipped {
			all = append(all, Fault{Reason: string(c.Reason), Field: c.Field})
		}
	}
	return slices.Compact(all)
}

func endsIn(message string, cause schema.Cause) bool {
	switch {
	case cause.Detail != "":
		return strings.HasSuffix(message, ": "+cause.Detail)
	case cause.Reason == metav1.CauseTypeFieldValueDuplicate:
		return strings.HasPrefix(message, "Duplicate value: ")
	}
	return message == "Required value"
}

// unknownFields reads the sorted paths out of an answer to a request with
// strict fields, and whether it is such an answer.
func unknownFields(message string) ([]string, bool) {
	_, list, ok := strings.Cut(message, "strict decoding error: ")
	if !ok {
		return nil, false
	}
	var paths []string
	for _, part := range strings.Split(list, `unknown field "`)[1:] {
		paths = append(paths, strings.TrimSuffix(strings.TrimSuffix(part, ", "), `"`))
	}
	slices.Sort(paths)
	return paths, true
}

// asSent returns an object without what only a server sets, status among
// it, and its metadata apart, as the server reads it.
func asSent(t *testing.T, object map[string]any) (map[string]any, metav1.ObjectMeta) {
	t.Helper()
	object = cloneObject(object)
	meta, _, err := objectmeta.GetObjectMeta(object, false)
	if err != nil {
		t.Fatal(err)
	}
	delete(object, "status")
	delete(object, "metadata")
	if meta.GenerateName != "" {
		meta.Name = ""
	}
	return object, metav1.ObjectMeta{
		Name: meta.Name, GenerateName: meta.GenerateName, Labels: meta.Labels, Annotations: meta.Annotations,
		Finalizers: meta.Finalizers, OwnerReferences: meta.OwnerReferences,
	}
}
