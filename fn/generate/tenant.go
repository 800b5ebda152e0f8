package generate

import (
	"cmp"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// MenuReaderName is the ClusterRole that lets product teams read the menu.
const MenuReaderName = "valkey-menu-reader"

// Tenant returns the shared ClusterRole, unless it is only referred to, and for
// each team its Namespace, Role and RoleBinding, ClusterRoleBinding and, if
// asked for, NetworkPolicy. Several teams may share a namespace, which is then
// written once. Two teams of one name are an error.
func Tenant(t *config.Tenant) ([]runtime.Object, error) {
	var objects []runtime.Object
	if t.MenuReader != config.MenuReaderReference {
		objects = append(objects, menuReader())
	}
	teams, namespaces := map[string]int{}, map[string]bool{}
	for i, team := range t.Tenants {
		if first, taken := teams[team.Name]; taken {
			return nil, fmt.Errorf("spec.tenants[%d].name: %q is the name of spec.tenants[%d] already", i, team.Name, first)
		}
		teams[team.Name] = i
		namespace := cmp.Or(team.Namespace, team.Name)
		if !namespaces[namespace] {
			objects = append(objects, &corev1.Namespace{
				TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"}, ObjectMeta: metav1.ObjectMeta{Name: namespace},
			})
		}
		namespaces[namespace] = true
		objects = append(objects, clustersRole(team, namespace), clustersBinding(team, namespace), menuBinding(team))
		if team.NetworkPolicy != nil {
			objects = append(objects, networkPolicy(team, namespace))
		}
	}
	return objects, nil
}

func rbac(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: rbacv1.SchemeGroupVersion.String(), Kind: kind}
}

// menuReader reads the cluster-scoped kinds: what a team may read does not
// depend on its namespace.
func menuReader() *rbacv1.ClusterRole {
	return &rbacv1.ClusterRole{
		TypeMeta: rbac("ClusterRole"), ObjectMeta: metav1.ObjectMeta{Name: MenuReaderName},
		Rules: []rbacv1.PolicyRule{{
			APIGroups: []string{v1alpha1.Group},
			Resources: []string{"valkeyimages", "valkeyconfigs", "valkeyroles"},
			Verbs:     []string{"get", "list", "watch"},
		}},
	}
}

func clustersRole(team config.Team, namespace string) *rbacv1.Role {
	return &rbacv1.Role{
		TypeMeta: rbac("Role"), ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: team.Name + "-clusters"},
		Rules: []rbacv1.PolicyRule{{
			APIGroups: []string{v1alpha1.Group},
			Resources: []string{"valkeyclusters"},
			Verbs:     []string{"get", "list", "watch", "create", "update", "patch", "delete"},
		}, {
			APIGroups: []string{v1alpha1.Group},
			Resources: []string{"valkeynodes"},
			Verbs:     []string{"get", "list", "watch"},
		}},
	}
}

func clustersBinding(team config.Team, namespace string) *rbacv1.RoleBinding {
	return &rbacv1.RoleBinding{
		TypeMeta:   rbac("RoleBinding"),
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: team.Name + "-clusters"},
		Subjects:   subjects(team, namespace),
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: team.Name + "-clusters"},
	}
}

func menuBinding(team config.Team) *rbacv1.ClusterRoleBinding {
	return &rbacv1.ClusterRoleBinding{
		TypeMeta:   rbac("ClusterRoleBinding"),
		ObjectMeta: metav1.ObjectMeta{Name: team.Name + "-menu-reader"},
		Subjects:   subjects(team, cmp.Or(team.Namespace, team.Name)),
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: MenuReaderName},
	}
}

// subjects completes what RBAC demands and people leave out: the API group of
// users and groups, and the namespace of a service account.
func subjects(team config.Team, namespace string) []rbacv1.Subject {
	out := make([]rbacv1.Subject, len(team.Subjects))
	for i, s := range team.Subjects {
		switch {
		case s.Kind == rbacv1.ServiceAccountKind:
			s.Namespace = cmp.Or(s.Namespace, namespace)
		default:
			s.APIGroup = cmp.Or(s.APIGroup, rbacv1.GroupName)
		}
		out[i] = s
	}
	return out
}
