//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestDanglingReferences shows the exact text of each in condition, Event and
// log, and heals them one after the other by making the object.
func TestDanglingReferences(t *testing.T) {
	t.Parallel()
	id := namespace(t) // a name that nobody else has
	image := &v1alpha1.ValkeyImage{ObjectMeta: metav1.ObjectMeta{Name: id + "-image"},
		Spec: v1alpha1.ValkeyImageSpec{Repository: valkeyRepository, Tag: valkeyTag, Version: valkeyTag}}
	base := &v1alpha1.ValkeyConfig{ObjectMeta: metav1.ObjectMeta{Name: id + "-base"}}
	config := &v1alpha1.ValkeyConfig{ObjectMeta: metav1.ObjectMeta{Name: id + "-config"}, Spec: v1alpha1.ValkeyConfigSpec{
		BaseRef: base.Name, Resources: &v1alpha1.Resources{CPU: "20m", Memory: "64Mi"}}}
	allowed := &v1alpha1.ValkeyRole{ObjectMeta: metav1.ObjectMeta{Name: id + "-role"}}
	c := cluster(t, config.Name, 1, 0, inNamespace(id), withUsers(bind("app", allowed.Name, appPassword)))

	stalled(t, c, "ConfigNotFound", fmt.Sprintf("ValkeyConfig %q not found", config.Name))
	create(t, config)
	stalled(t, c, "BaseConfigNotFound", fmt.Sprintf("ValkeyConfig %q not found", base.Name))
	menuCondition(t, config, "BaseConfigNotFound")
	create(t, base)
	stalled(t, c, "NoImageInChain", fmt.Sprintf("no image_ref in config chain ending at %q", config.Name))
	edit(t, config, func(c *v1alpha1.ValkeyConfig) { c.Spec.ImageRef = image.Name })
	stalled(t, c, "ImageNotFound", fmt.Sprintf("ValkeyImage %q not found", image.Name))
	menuCondition(t, config, "ImageNotFound")
	create(t, image)
	stalled(t, c, "RoleNotFound", fmt.Sprintf("ValkeyRole %q not found (referenced by user %q)", allowed.Name, "app"))
	create(t, allowed)
	ready(t, c)
	edit(t, base, func(c *v1alpha1.ValkeyConfig) { c.Spec.BaseRef = config.Name })
	stalled(t, c, "BaseRefCycle", "config inheritance depth exceeds 10 (cycle?)")
	edit(t, base, func(c *v1alpha1.ValkeyConfig) { c.Spec.BaseRef = "" })
	ready(t, c)
	edit(t, config, func(c *v1alpha1.ValkeyConfig) {
		c.Spec.ACL = []v1alpha1.ACLBinding{bind("app", allowed.Name, appPassword)}
	})
	stalled(t, c, "DuplicateUsername", `duplicate username "app" in merged ACL bindings`)
	if n := len(pods(t, c)); n != 1 {
		t.Errorf("the stalled cluster has %d pods, want its one", n)
	}
	menuCondition(t, config, "Resolved")
}

// stalled waits for the condition, the Event and the log line with the text.
func stalled(t *testing.T, c *v1alpha1.ValkeyCluster, reason, text string) {
	t.Helper()
	staysStalled(t, c, reason, text)
	told(t, c, reason, reason+": "+text)
	logged(t, "WARN", "cluster needs attention", c.Namespace, text)
}

// staysStalled is for one that was told already.
func staysStalled(t *testing.T, c *v1alpha1.ValkeyCluster, reason, text string) {
	t.Helper()
	message := condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, reason)
	if !strings.HasPrefix(message, text) {
		t.Errorf("the condition says %q, want %q", message, text)
	}
	if r := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionReconciling); r == nil || r.Status == metav1.ConditionTrue {
		t.Errorf("a stalled cluster is Reconciling: %+v", r)
	}
}

func menuCondition(t *testing.T, config *v1alpha1.ValkeyConfig, reason string) {
	t.Helper()
	eventually(t, patience, "config is "+reason, func() error {
		get(t, "", config.Name, config)
		r := meta.FindStatusCondition(config.Status.Conditions, v1alpha1.ConditionReady)
		if r == nil || r.Reason != reason || r.ObservedGeneration != config.Generation {
			return fmt.Errorf("got %+v", r)
		}
		return nil
	})
}
