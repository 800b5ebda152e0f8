package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

func TestIgnoreAnnotationsThatAcceptNothing(t *testing.T) {
	const prefix = "valkey.gomomento.com/ignore-check."
	tests := map[string]struct{ key, value, want string }{
		"a reason":         {prefix + "VK056", "why", ""},
		"no reason":        {prefix + "VK056", "", "accepts nothing: the value has to say why, and is empty"},
		"a blank reason":   {prefix + "VK056", " \n", "accepts nothing: the value has to say why, and is empty"},
		"an unknown id":    {prefix + "VK56", "why", `accepts nothing: no rule has the id "VK56" (did you mean "VK056"?)`},
		"another case":     {prefix + "vk056", "why", `accepts nothing: no rule has the id "vk056" (did you mean "VK056"?)`},
		"a slug":           {prefix + "NoResources", "why", "accepts nothing: a rule is named by its id here, which is VK056"},
		"almost a slug":    {prefix + "NoResource", "why", `accepts nothing: no rule has the id "NoResource" (did you mean "VK056"?)`},
		"far from all ids": {prefix + "everything-else", "why", `accepts nothing: no rule has the id "everything-else"`},
		"no id":            {prefix, "why", `accepts nothing: no rule has the id ""`},
		"one of others":    {"example.com/ignore-check.VK56", "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			annotations := map[string]string{test.key: test.value}
			object := menu.ConfigRef("standard")
			var want []lint.Finding
			if test.want != "" {
				want = []lint.Finding{{
					Rule: "VK007", Slug: "MetadataInvalid", Severity: lint.Warning, Object: object,
					Path: `metadata.annotations["` + test.key + `"]`, Message: test.want,
				}}
			}
			for where, in := range map[string]lint.Input{
				"in the menu":      {Menu: annotated("standard", annotations)},
				"beside the menu":  {Annotations: map[menu.Ref]map[string]string{object: annotations}},
				"known from both":  {Menu: annotated("standard", annotations), Annotations: map[menu.Ref]map[string]string{object: annotations}},
				"with another one": {Menu: annotated("standard", annotations), Annotations: map[menu.Ref]map[string]string{menu.RoleRef("r"): nil}},
			} {
				var got []lint.Finding
				for _, f := range lint.Run(in) {
					if f.Rule == "VK007" {
						got = append(got, f)
					}
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", where, diff)
				}
			}
		})
	}
}
