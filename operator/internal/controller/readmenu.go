package controller

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// readMenu indexes the images, configs, roles and clusters of the cache. It shares
// their objects with the cache: nobody may change them.
func readMenu(ctx context.Context, r client.Reader) (*menu.Menu, error) {
	var images v1alpha1.ValkeyImageList
	var configs v1alpha1.ValkeyConfigList
	var roles v1alpha1.ValkeyRoleList
	var clusters v1alpha1.ValkeyClusterList
	for _, list := range []client.ObjectList{&images, &configs, &roles, &clusters} {
		if err := r.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
			return nil, fmt.Errorf("reading the menu: %w", err)
		}
	}
	return menu.New(menu.Objects{Images: images.Items, Configs: configs.Items, Roles: roles.Items, Clusters: clusters.Items}), nil
}
