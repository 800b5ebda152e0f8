package controller

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// One server below 9.0 keeps users.acl of all in the old form. An image that the
// menu does not declare, or whose version says nothing, counts as new.
func TestOldServers(t *testing.T) {
	image := func(tag, version string) v1alpha1.ValkeyImage {
		return v1alpha1.ValkeyImage{
			ObjectMeta: metav1.ObjectMeta{Name: "v-" + tag}, Spec: v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: tag, Version: version},
		}
	}
	m := menu.New(menu.Objects{Images: []v1alpha1.ValkeyImage{image("8.1.1", "8.1.1"), image("9.1.2", "9.1.2"), image("odd", "next")}})
	for images, want := range map[[2]string]bool{
		{"valkey:9.1.2", "valkey:9.1.2"}: false,
		{"valkey:9.1.2", "valkey:8.1.1"}: true,
		{"valkey:odd", "valkey:gone"}:    false,
	} {
		w := observe.World{Nodes: map[string]*v1alpha1.ValkeyNode{}}
		for _, ref := range images {
			w.Nodes["cache-"+ref] = &v1alpha1.ValkeyNode{Spec: v1alpha1.ValkeyNodeSpec{Image: ref}}
		}
		if got := oldServers(m, w); got != want {
			t.Errorf("servers of %v are old: %t, want %t", images, got, want)
		}
	}
}
