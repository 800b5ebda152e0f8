//go:build e2e

package e2e

import (
	"os"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestNamespaced starts an operator with the permissions of the variant for
// chosen namespaces: it runs the cluster of its namespace, leaves one elsewhere
// alone, and writes no status of the menu.
func TestNamespaced(t *testing.T) {
	watched := "my-app" // the namespace of operator/deploy/namespaced
	create(t, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: watched}})
	t.Setenv("WATCH_NAMESPACES", watched)
	t.Cleanup(func() { _ = os.Unsetenv("WATCH_NAMESPACES"); startOperator(t) })
	startOperator(t, "--from", "namespaced")
	config := menu(t)
	c := cluster(t, config, 1, 1, inNamespace(watched))
	elsewhere := cluster(t, config, 1, 0)
	ready(t, c)
	verify(t, c)
	time.Sleep(2 * time.Second)
	if n := len(nodes(t, elsewhere)); n != 0 {
		t.Errorf("the cluster of another namespace has %d nodes", n)
	}
	if got := meta.FindStatusCondition(get(t, "", config, &v1alpha1.ValkeyConfig{}).Status.Conditions, v1alpha1.ConditionReady); got != nil {
		t.Errorf("the config has a condition: %+v", got)
	}
	remove(t, c)
}
