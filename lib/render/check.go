package render

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Reasons of an [Error], beside those of package resolve: each is the slug of the
// rule that finds the same offline.
const (
	ReasonBadQuantity       resolve.Reason = "BadQuantity"
	ReasonBadDirectiveValue resolve.Reason = "BadDirectiveValue"
	ReasonControlCharacter  resolve.Reason = "ControlCharacter"
	ReasonRenderedTooLarge  resolve.Reason = "RenderedTooLarge"
	ReasonTLSSecretInvalid  resolve.Reason = "TLSSecretInvalid"
)

// Error is why no node can be made of what was resolved or stored.
type Error struct {
	Reason resolve.Reason
	cause  error
}

// Error names the object to mend and what is wrong with it.
func (e *Error) Error() string { return e.cause.Error() }

// Unwrap returns what the error was made from.
func (e *Error) Unwrap() error { return e.cause }

func fail(reason resolve.Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, cause: fmt.Errorf(format, args...)}
}

const (
	// maxSettings is the most settings of a ValkeyNode (its CRD). A ValkeyConfig may
	// have 512, and a chain of them more.
	maxSettings = 640
	// anySuffix stands for the five digits that the name of a node gets.
	anySuffix = "00000"
)

// Check makes what a node of the cluster that is made now would need, its recipe,
// ConfigMap and Pod, and throws it away. The error is an [Error]: no node can be
// made before somebody mends what it names.
func Check(c *resolve.Cluster) error {
	n, err := Node(c, Member{Name: names.Node(c.Name, anySuffix), Lifecycle: v1alpha1.LifecycleJoining})
	if err != nil {
		return err
	}
	if count := len(n.Spec.ValkeySettings); count > maxSettings {
		return fail(ReasonRenderedTooLarge, "ValkeyConfig %q: it comes to %d settings with those of its chain and the forced ones, and a node has at most %d",
			c.Config.Name, count, maxSettings)
	}
	file, err := NodeConfigMap(n)
	if err != nil {
		return err
	}
	if size := ConfigMapBytes(file); size > names.MaxConfigMapBytes {
		return fail(ReasonRenderedTooLarge, "ValkeyConfig %q: %s has %d bytes, and a ConfigMap holds at most %d",
			c.Config.Name, names.ConfFile, size, names.MaxConfigMapBytes)
	}
	_, err = Pod(n, c.Options, c.PodAnnotations)
	return err
}

// CheckConfig is [Check] for a config that a cluster without anything special would
// select.
func CheckConfig(c *resolve.Config, o resolve.Options) error {
	return Check(&resolve.Cluster{Config: c, Options: o})
}

// ConfigMapBytes is what counts of a ConfigMap towards [names.MaxConfigMapBytes].
func ConfigMapBytes(m *corev1.ConfigMap) int {
	size := 0
	for _, value := range m.Data {
		size += len(value)
	}
	for _, value := range m.BinaryData {
		size += len(value)
	}
	return size
}
