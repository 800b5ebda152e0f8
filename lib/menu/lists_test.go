package menu

import (
	"slices"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// The menu is shared between goroutines, so a list that is handed out is the
// caller's own.
func TestCallersOwnTheLists(t *testing.T) {
	m := New(Objects{
		Images:   []v1alpha1.ValkeyImage{image("b", ""), image("a", ""), image("a", "")},
		Clusters: []v1alpha1.ValkeyCluster{cluster("x", "d"), cluster("x", "c")},
	})
	slices.Reverse(m.Images())
	slices.Reverse(m.Clusters())
	m.Duplicates()[0] = ImageRef("other")
	if m.Images()[0].Name != "a" || m.Clusters()[0].Name != "c" || m.Duplicates()[0] != ImageRef("a") {
		t.Error("changing a list that was handed out changes the menu")
	}
}
