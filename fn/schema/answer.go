package schema

import (
	"cmp"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Answer is what the API server would answer, in its own terms. Validate says
// the same to people: in better words, at the author's path, and together with
// what the server would say only later. What only Validate refuses (VK003 and
// VK008) is not in it.
type Answer struct {
	// Undecodable says that the server could not read the object: it answers
	// BadRequest and looks no further, so that the rest is empty.
	Undecodable bool
	// UnknownFields are paths as the server spells them. With strict field
	// validation it answers BadRequest with these alone; otherwise it drops them
	// and goes on.
	UnknownFields []string
	// Causes are the details.causes of its answer Invalid, sorted, without
	// repetition.
	Causes []Cause
}

// Cause is one entry of an answer's details.causes.
type Cause struct {
	Reason metav1.CauseType
	// Field as the server spells it; "<nil>" where it names none.
	Field string
	// Detail is the end of the message, behind the refused value. It repeats no
	// value but numbers.
	Detail string
}

// RulesSkipped is the detail of the cause by which the server says that it left
// out the CEL rules, because an error in the schema or metadata came first.
const RulesSkipped = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"

// Answer returns what the API server would answer if obj were created. It is
// the zero Answer for an object that it would store, and for objects that
// Handles does not know.
func (v *Validator) Answer(obj map[string]any) Answer {
	id := v.identify(obj)
	if id.kind == nil {
		return Answer{Undecodable: len(id.refused) > 0}
	}
	meta := id.kind.readMetadata(obj)
	meta.checkCreate(id.kind)
	p, bad := id.kind.prepare(obj)
	if len(bad) > 0 {
		return Answer{Undecodable: true}
	}
	p.nameIfGenerated(meta)
	return id.kind.create(p, meta).answer()
}

// AnswerUpdate returns what the API server would answer if it held old and obj
// replaced it. Both must be of one kind and have names; it equals Answer when
// they do not.
func (v *Validator) AnswerUpdate(obj, old map[string]any) Answer {
	id, was := v.identify(obj), v.identify(old)
	if id.kind == nil || was.kind != id.kind {
		return v.Answer(obj)
	}
	meta, oldMeta := id.kind.readMetadata(obj), id.kind.readMetadata(old)
	if meta.Name == "" || oldMeta.Name == "" {
		return v.Answer(obj)
	}
	meta.checkUpdate(id.kind, oldMeta)
	p, bad := id.kind.prepare(obj)
	before, badBefore := id.kind.prepare(old)
	if len(bad)+len(badBefore) > 0 {
		return Answer{Undecodable: true}
	}
	return id.kind.update(p, before, meta).answer()
}

func (v verdict) answer() Answer {
	if v.meta.undecodable() {
		return Answer{Undecodable: true}
	}
	a := Answer{UnknownFields: slices.Concat(v.meta.unknown, v.unknown)}
	for _, err := range slices.Concat(v.meta.errs, v.errs, v.ruleErrs) {
		a.Causes = append(a.Causes, causeOf(err))
	}
	if v.skipped {
		a.Causes = append(a.Causes, Cause{metav1.CauseTypeFieldValueInvalid, "<nil>", RulesSkipped})
	}
	slices.SortFunc(a.Causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Detail, b.Detail))
	})
	a.Causes = slices.Compact(a.Causes)
	slices.Sort(a.UnknownFields)
	return a
}

func causeOf(err *field.Error) Cause {
	return Cause{Reason: metav1.CauseType(err.Type), Field: err.Field, Detail: err.Detail}
}
