//go:build e2e

package e2e

import (
	"fmt"
	"strconv"
	"syscall"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

func TestDeletion(t *testing.T) {
	t.Parallel()
	config := menu(t)
	ways := []metav1.DeletionPropagation{metav1.DeletePropagationForeground}
	if full {
		ways = append(ways, metav1.DeletePropagationBackground)
	}
	for _, how := range ways {
		t.Run("of an active cluster, "+string(how), func(t *testing.T) {
			c := cluster(t, config, 1, 1)
			ready(t, c)
			remove(t, c, client.PropagationPolicy(how))
		})
		t.Run("while it is created, "+string(how), func(t *testing.T) {
			c := cluster(t, config, 2, 1)
			eventually(t, patience, "nodes exist", func() error {
				if n := len(nodes(t, c)); n == 0 {
					return fmt.Errorf("there are %d", n)
				}
				return nil
			})
			remove(t, c, client.PropagationPolicy(how))
		})
	}
	t.Run("while it is Invalid", func(t *testing.T) {
		c := cluster(t, config, 1, 0, withTLS("nowhere"))
		condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "TLSSecretInvalid")
		remove(t, c)
	})
	t.Run("while it is Invalid and was Active", func(t *testing.T) {
		c := secureCluster(t, config, namespace(t), 1, 1)
		ready(t, c)
		secret := tlsSecret(c.Namespace, nil)
		if err := bed.client.Delete(t.Context(), secret); err != nil {
			t.Fatal(err)
		}
		looked(t, c)
		invalid(t, c, tlssecret.NotFound(secret.Name, c.Namespace))
		if n := len(pods(t, c)); n != 2 {
			t.Errorf("%d pods are to be removed, want 2", n)
		}
		remove(t, c)
	})
	t.Run("while its config is missing", func(t *testing.T) {
		c := cluster(t, "nowhere", 1, 0)
		condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "ConfigNotFound")
		remove(t, c)
	})
	t.Run("while its servers do not heed that they are to stop", func(t *testing.T) {
		c := cluster(t, config, 1, 1)
		ready(t, c)
		for _, p := range pods(t, c) {
			must(testbed("kill-valkey", "--signal", strconv.Itoa(int(syscall.SIGSTOP)), p.Namespace+"/"+p.Name))
		}
		remove(t, c, client.PropagationPolicy(metav1.DeletePropagationForeground))
	})
	t.Run("while Valkey is unreachable", func(t *testing.T) {
		c := cluster(t, config, 1, 1)
		ready(t, c)
		for _, p := range pods(t, c) {
			must(testbed("partition", p.Namespace+"/"+p.Name))
		}
		remove(t, c)
	})
}

func withTLS(secret string) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) { c.Spec.TLS = &v1alpha1.TLS{SecretRef: secret} }
}
