package schema

import (
	"context"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
)

// verdict is what the server's checks of one object came to.
type verdict struct {
	prepared
	meta           *metadata
	errs, ruleErrs field.ErrorList
	// skipped says that the CEL rules were left out.
	skipped bool
}

// create runs the server's checks in the server's order: metadata, schema,
// embedded objects, list types, then CEL unless an error blocks it.
func (c *compiled) create(p prepared, m *metadata) verdict {
	v := verdict{prepared: p, meta: m}
	v.errs = validation.ValidateCustomResource(nil, p.object, c.schema)
	v.errs = append(v.errs, objectmeta.Validate(context.Background(), nil, p.object, c.structural, false)...)
	v.errs = append(v.errs, listtype.ValidateListSetsAndMaps(nil, c.structural, p.object)...)
	if v.skipped = v.blocked() && c.hasRules; !v.blocked() {
		v.ruleErrs, _ = c.rules().Validate(context.Background(), nil, c.structural, p.object, nil, celconfig.RuntimeCELCostBudget)
	}
	return v
}

// update is create for an object that replaces old. An error in a part that is
// as it was is dropped, but for transition rules.
func (c *compiled) update(p, old prepared, m *metadata) verdict {
	v := verdict{prepared: p, meta: m}
	related := common.NewCorrelatedObject(p.object, old.object, &model.Structural{Structural: c.structural})
	v.errs = validation.ValidateCustomResourceUpdate(nil, p.object, old.object, c.schema, validation.WithRatcheting(related))
	v.errs = append(v.errs, objectmeta.Validate(context.Background(), nil, p.object, c.structural, false)...)
	if len(listtype.ValidateListSetsAndMaps(nil, c.structural, old.object)) == 0 {
		v.errs = append(v.errs, listtype.ValidateListSetsAndMaps(nil, c.structural, p.object)...)
	}
	if v.skipped = v.blocked() && c.hasRules; !v.blocked() {
		v.ruleErrs, _ = c.rules().Validate(context.Background(), nil, c.structural, p.object, old.object,
			celconfig.RuntimeCELCostBudget, cel.WithRatcheting(related))
	}
	return v
}

// blocked says whether the server would skip the CEL rules.
func (v verdict) blocked() bool {
	return slices.ContainsFunc(v.meta.errs, blocking) || slices.ContainsFunc(v.errs, blocking) ||
		slices.ContainsFunc(v.meta.found, func(found Violation) bool { return found.Blocking })
}

func blocking(err *field.Error) bool {
	return slices.Contains([]field.ErrorType{
		field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong,
		field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid,
	}, err.Type)
}
