package check

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// checked lists the objects that were judged, in an order that is not that of
// the input.
func (w *World) checked() []report.Checked {
	all := make([]report.Checked, len(w.counted))
	for i, o := range w.counted {
		all[i] = report.Checked{
			Object: report.Object{APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name}, File: o.File,
		}
	}
	slices.SortFunc(all, func(a, b report.Checked) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Object.Kind, b.Object.Kind),
			cmp.Compare(a.Object.Namespace, b.Object.Namespace),
			cmp.Compare(a.Object.Name, b.Object.Name),
			cmp.Compare(a.Object.APIVersion, b.Object.APIVersion),
		)
	})
	return all
}
