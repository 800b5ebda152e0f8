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

// create runs the server's checks in the server's order: metadata, schema,
// embedded objects, list types, then CEL unless an error blocks it.
func (c *compiled) create(p prepared, m *metadata) []Violation {
	errs := validation.ValidateCustomResource(nil, p.object, c.schema)
	errs = append(errs, objectmeta.Validate(context.Background(), nil, p.object, c.structural, false)...)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, c.structural, p.object)...)
	if !blocks(m.errs) && !blocks(errs) && !blockedBy(m.found) {
		ruleErrs, _ := c.rules().Validate(context.Background(), nil, c.structural, p.object, nil, celconfig.RuntimeCELCostBudget)
		return c.violations(p, m, errs, ruleErrs)
	}
	return c.violations(p, m, errs, nil)
}

// update is create for an object that replaces old. An error in a part that is
// as it was is dropped, but for transition rules.
func (c *compiled) update(p, old prepared, m *metadata) []Violation {
	related := common.NewCorrelatedObject(p.object, old.object, &model.Structural{Structural: c.structural})
	errs := validation.ValidateCustomResourceUpdate(nil, p.object, old.object, c.schema, validation.WithRatcheting(related))
	errs = append(errs, objectmeta.Validate(context.Background(), nil, p.object, c.structural, false)...)
	if len(listtype.ValidateListSetsAndMaps(nil, c.structural, old.object)) == 0 {
		errs = append(errs, listtype.ValidateListSetsAndMaps(nil, c.structural, p.object)...)
	}
	if !blocks(m.errs) && !blocks(errs) && !blockedBy(m.found) {
		ruleErrs, _ := c.rules().Validate(context.Background(), nil, c.structural, p.object, old.object,
			celconfig.RuntimeCELCostBudget, cel.WithRatcheting(related))
		return c.violations(p, m, errs, ruleErrs)
	}
	return c.violations(p, m, errs, nil)
}

// blocks says whether the server would skip the CEL rules after errs.
func blocks(errs field.ErrorList) bool {
	for _, err := range errs {
		if blocking(err) {
			return true
		}
	}
	return false
}

func blocking(err *field.Error) bool {
	return slices.Contains([]field.ErrorType{
		field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong,
		field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid,
	}, err.Type)
}

func blockedBy(found []Violation) bool {
	for _, v := range found {
		if v.Blocking {
			return true
		}
	}
	return false
}
