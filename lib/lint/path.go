package lint

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// settingPath is the path of a directive in a ValkeyConfig.
func settingPath(key string) string { return fmt.Sprintf("spec.valkey[%q]", key) }

func bindingPath(index int) string { return fmt.Sprintf("spec.acl[%d]", index) }

func clusterRef(c *v1alpha1.ValkeyCluster) menu.Ref { return menu.ClusterRef(c.Namespace, c.Name) }
