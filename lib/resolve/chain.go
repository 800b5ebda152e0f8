package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// MaxDepth is the largest number of configs in a chain.
const MaxDepth = 10

// chain walks from the named config to its root, child first. The config that
// was asked for is known to exist.
func chain(m *menu.Menu, selected *v1alpha1.ValkeyConfig) ([]*v1alpha1.ValkeyConfig, *Error) {
	walked := []*v1alpha1.ValkeyConfig{selected}
	for {
		last := walked[len(walked)-1]
		if last.Spec.BaseRef == "" {
			return walked, nil
		}
		base := m.Config(last.Spec.BaseRef)
		if base == nil {
			return nil, configNotFound(ReasonBaseConfigNotFound, menu.ConfigRef(last.Name), "spec.baseRef", last.Spec.BaseRef)
		}
		seen := slices.Contains(walked, base)
		if seen || len(walked) == MaxDepth {
			return nil, depthExceeded(append(walked, base), seen)
		}
		walked = append(walked, base)
	}
}

// depthExceeded reports the walk whose last config is one too many. A cycle is
// reported at the config that closes it, a deep chain at the one that was
// selected: there is no single wrong reference in it.
func depthExceeded(walked []*v1alpha1.ValkeyConfig, cycle bool) *Error {
	reason, at := ReasonBaseRefTooDeep, walked[0]
	if cycle {
		reason, at = ReasonBaseRefCycle, walked[len(walked)-2]
	}
	return &Error{
		Reason:  reason,
		Object:  menu.ConfigRef(at.Name),
		Path:    "spec.baseRef",
		Message: fmt.Sprintf("config inheritance depth exceeds %d (cycle?): %s", MaxDepth, path(walked)),
	}
}

func configNotFound(reason Reason, object menu.Ref, field, name string) *Error {
	return &Error{
		Reason: reason, Object: object, Path: field, Missing: menu.ConfigRef(name),
		Message: fmt.Sprintf("ValkeyConfig %q not found", name),
	}
}

// path prints a walk, child first.
func path(configs []*v1alpha1.ValkeyConfig) string {
	return strings.Join(chainNames(configs), " -> ")
}

func chainNames(configs []*v1alpha1.ValkeyConfig) []string {
	names := make([]string, len(configs))
	for i, c := range configs {
		names[i] = c.Name
	}
	return names
}
