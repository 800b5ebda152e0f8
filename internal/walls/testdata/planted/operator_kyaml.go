// Planted by a test into operator/internal/act: kyaml stays in fn, and the two
// programs never import each other.
package act

import (
	_ "github.com/valkey-menu/valkey-menu/fn/krm"
	_ "sigs.k8s.io/kustomize/kyaml/yaml"
)
