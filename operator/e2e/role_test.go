//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestRoleDeletedWhileBound: users stay as they were loaded, also on a node that
// is made meanwhile, the condition names the role, and a lost replica is replaced.
// The cluster heals when the role is back.
func TestRoleDeletedWhileBound(t *testing.T) {
	t.Parallel()
	allowed := get(t, "", role(t), &v1alpha1.ValkeyRole{})
	c := cluster(t, menu(t), 1, 1, withUsers(bind("app", allowed.Name, appPassword)))
	ready(t, c)
	app := login{user: "app", password: appPassword}
	primary := addressOf(t, c, c.Status.Shards[0].Primary)
	asked(t, primary, app, "SET", "app:1", "v")
	if err := bed.client.Delete(t.Context(), allowed); err != nil {
		t.Fatal(err)
	}
	missing := fmt.Sprintf("ValkeyRole %q not found (referenced by user %q)", allowed.Name, "app")
	stalled(t, c, "RoleNotFound", missing)
	asked(t, primary, app, "SET", "app:1", "w")
	lost := c.Status.Shards[0].Replicas[0]
	killed(t, c, lost)
	fresh := ""
	eventually(t, patience, "the replica is replaced", func() error {
		for _, n := range nodes(t, c) {
			if n.Name == lost {
				return fmt.Errorf("node %s is there", lost)
			}
			if n.Spec.Lifecycle == v1alpha1.LifecycleActive && n.Name != c.Status.Shards[0].Primary {
				fresh = n.Name
			}
		}
		if fresh == "" {
			return fmt.Errorf("no new node is Active")
		}
		return nil
	})
	address := get(t, c.Namespace, fresh, &corev1.Pod{}).Status.PodIP
	if info := asked(t, address, operatorLogin(t, c), "INFO", "replication"); !strings.Contains(info, "master_link_status:up") {
		t.Errorf("the new replica says %s", info)
	}
	asked(t, address, app, "READONLY")
	if got := asked(t, address, app, "PING"); got != "PONG" {
		t.Errorf("the new replica answers the user with %q", got)
	}
	refused(t, address, app, "NOPERM", "CONFIG", "GET", "*")
	if message := condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "RoleNotFound"); !strings.HasPrefix(message, missing) {
		t.Errorf("the condition says %q, want %q", message, missing)
	}
	create(t, &v1alpha1.ValkeyRole{ObjectMeta: metav1.ObjectMeta{Name: allowed.Name}, Spec: allowed.Spec})
	ready(t, c)
	settled(t, c)
	asked(t, primary, app, "GET", "app:1")
	remove(t, c)
}
