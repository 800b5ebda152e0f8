//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestWhatAPersonMustMend shows the stalls that are no dangling reference, and
// that each ends when it is mended.
func TestWhatAPersonMustMend(t *testing.T) {
	t.Parallel()
	config := menu(t)
	t.Run("the credentials are gone", func(t *testing.T) {
		c := cluster(t, config, 1, 0)
		ready(t, c)
		secret := get(t, c.Namespace, names.AuthSecret(c.Name), &corev1.Secret{})
		if err := bed.client.Delete(t.Context(), secret.DeepCopy()); err != nil {
			t.Fatal(err)
		}
		condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "CredentialsLost")
		create(t, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: secret.Name}, Data: secret.Data})
		ready(t, c)
	})
	t.Run("a Service of the name is somebody else's", func(t *testing.T) {
		ns := namespace(t)
		theirs := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "cache"},
			Spec: corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 80}}}}
		create(t, theirs)
		c := cluster(t, config, 1, 0, inNamespace(ns))
		condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "ForeignObject")
		if got := get(t, ns, "cache", &corev1.Service{}); got.Spec.Ports[0].Port != 80 || len(got.OwnerReferences) > 0 {
			t.Errorf("their Service was changed: %+v", got)
		}
		if err := bed.client.Delete(t.Context(), theirs); err != nil {
			t.Fatal(err)
		}
		ready(t, c)
	})
	t.Run("users.acl is too large", func(t *testing.T) {
		r := &v1alpha1.ValkeyRole{ObjectMeta: metav1.ObjectMeta{GenerateName: "large-"}}
		for i := range 256 {
			r.Spec.Commands = append(r.Spec.Commands, v1alpha1.CommandRule{Name: "get", Subcommand: fmt.Sprintf("s%d%s", i, strings.Repeat("x", 55)), Access: v1alpha1.Deny})
		}
		create(t, r)
		b := bind("app", r.Name, appPassword)
		for range 15 {
			b.Permissions = append(b.Permissions, b.Permissions[0])
		}
		var all []v1alpha1.ACLBinding
		for i := range 10 {
			b.Username = fmt.Sprintf("app-%d", i)
			all = append(all, b)
		}
		c := cluster(t, config, 1, 0, withUsers(all...))
		condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "ACLTooLarge")
		edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.ACL = nil })
		ready(t, c)
	})
	t.Run("a leftover of an earlier cluster of the name", func(t *testing.T) {
		ns, yes := namespace(t), true
		create(t, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "cache-acl", OwnerReferences: []metav1.OwnerReference{{
			APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.KindCluster, Name: "cache", UID: "gone-long-ago", Controller: &yes,
		}}}})
		c := cluster(t, config, 1, 0, inNamespace(ns))
		ready(t, c)
	})
}
