package krm

import (
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func errorResult(err error) *framework.Result {
	return &framework.Result{Message: err.Error(), Severity: framework.Error}
}

// results are the wire form of a report. Suppressed results are left out: an
// orchestrator counts every error it is given.
func results(r report.Report) framework.Results {
	var all framework.Results
	for _, one := range r.Results {
		if !one.Suppressed {
			all = append(all, result(one))
		}
	}
	return all
}

func result(r report.Result) *framework.Result {
	severities := map[lint.Severity]framework.Severity{
		lint.Error: framework.Error, lint.Warning: framework.Warning, lint.Info: framework.Info,
	}
	out := &framework.Result{
		Message:  fmt.Sprintf("%s (%s)", r.Message, r.Rule),
		Severity: severities[r.Severity],
		ResourceRef: &yaml.ResourceIdentifier{
			TypeMeta: yaml.TypeMeta{APIVersion: r.Object.APIVersion, Kind: r.Object.Kind},
			NameMeta: yaml.NameMeta{Name: r.Object.Name, Namespace: r.Object.Namespace},
		},
		Tags: map[string]string{"rule": r.Rule, "slug": r.Slug},
	}
	if r.Path != "" {
		out.Field = &framework.Field{Path: r.Path}
	}
	if r.File != "" {
		out.File = &framework.File{Path: r.File}
	}
	return out
}
