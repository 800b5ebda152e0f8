package kustomize

import (
	"slices"
	"strings"
	"testing"
)

// TestPromises holds the table of wants against what the documentation says of
// each column; every exception is named here and there.
func TestPromises(t *testing.T) {
	foreignSchema := []string{"openapi at the root", "openapi of another base"}
	// The renaming is done below the kustomization that lists the Component.
	renamedBelow := []string{
		"prefix in base", "menu prefixed, tenant apart", "menu prefixed, tenant prefixed otherwise",
		"two copies", "own menu beside a shared one",
	}
	tests := map[column]struct {
		// not ok, and doubted though ok.
		exceptions, doubted []string
	}{
		inOverlay: {append([]string{"generated secret"}, foreignSchema...), renamedBelow},
		inBase:    {exceptions: foreignSchema},
		render:    {exceptions: []string{"generated secret", "shards"}},
		both:      {},
	}
	for c, promise := range tests {
		t.Run(string(c), func(t *testing.T) {
			var exceptions, doubted []string
			for name, cells := range wants {
				what, _, _ := strings.Cut(cells[slices.Index(columns, c)], ";")
				switch what {
				case "ok":
				case "ok, doubted":
					doubted = append(doubted, name)
				default:
					exceptions = append(exceptions, name)
				}
			}
			same(t, "exceptions", exceptions, promise.exceptions)
			same(t, "doubted", doubted, promise.doubted)
		})
	}
}

// same compares lists whatever their order.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
