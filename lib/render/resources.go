package render

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

var errNegative = errors.New("a resource cannot be negative")

// checkResources refuses quantities that no pod can ask for and names the
// config that supplied them.
func checkResources(c *resolve.Config) error {
	for _, r := range []struct {
		name  string
		value resolve.Value
	}{{"cpu", c.CPU}, {"memory", c.Memory}} {
		if r.value.Value == "" {
			continue
		}
		if _, err := quantity(r.value.Value); err != nil {
			return fail(ReasonBadQuantity, "reading resources.%s %q of ValkeyConfig %q: %w", r.name, r.value.Value, r.value.Config, err)
		}
	}
	return nil
}

// quantity reads a Kubernetes quantity. Kubernetes writes it in a canonical
// form ("1000m" becomes "1"), which a pod then shows.
func quantity(s string) (resource.Quantity, error) {
	q, err := resource.ParseQuantity(s)
	if err == nil && q.Sign() < 0 {
		err = errNegative
	}
	return q, err
}

// requirements ask for cpu and memory as both request and limit; what is empty
// is left unset.
func requirements(cpu, memory string) (corev1.ResourceRequirements, error) {
	list := corev1.ResourceList{}
	// In a fixed order, so that of two bad quantities always the same is named.
	for _, r := range []struct {
		name  corev1.ResourceName
		value string
	}{{corev1.ResourceCPU, cpu}, {corev1.ResourceMemory, memory}} {
		if r.value == "" {
			continue
		}
		q, err := quantity(r.value)
		if err != nil {
			return corev1.ResourceRequirements{}, fmt.Errorf("reading %s %q: %w", r.name, r.value, err)
		}
		list[r.name] = q
	}
	if len(list) == 0 {
		return corev1.ResourceRequirements{}, nil
	}
	return corev1.ResourceRequirements{Requests: list, Limits: list.DeepCopy()}, nil
}
