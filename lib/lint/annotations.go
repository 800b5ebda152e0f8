package lint

import (
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// menuAnnotations returns the annotations of an object of the menu, nil when
// there is no such object.
func menuAnnotations(m *menu.Menu, object menu.Ref) map[string]string {
	if m == nil {
		return nil
	}
	switch object.Kind {
	case v1alpha1.KindImage:
		if found := m.Image(object.Name); found != nil {
			return found.Annotations
		}
	case v1alpha1.KindConfig:
		if found := m.Config(object.Name); found != nil {
			return found.Annotations
		}
	case v1alpha1.KindRole:
		if found := m.Role(object.Name); found != nil {
			return found.Annotations
		}
	case v1alpha1.KindCluster:
		if found := m.Cluster(object.Namespace, object.Name); found != nil {
			return found.Annotations
		}
	}
	return nil
}
