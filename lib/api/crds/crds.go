package crds

import (
	_ "embed" // the CRDs below are embedded
)

//go:embed valkey.gomomento.com_valkeyimages.yaml
var images string

//go:embed valkey.gomomento.com_valkeyconfigs.yaml
var configs string

//go:embed valkey.gomomento.com_valkeyroles.yaml
var roles string

//go:embed valkey.gomomento.com_valkeyclusters.yaml
var clusters string

//go:embed valkey.gomomento.com_valkeynodes.yaml
var nodes string

// All returns the five CRDs as YAML documents, in the order in which they are
// listed in the documentation: image, config, role, cluster, node. Each starts
// with a "---" line.
func All() []string {
	return []string{images, configs, roles, clusters, nodes}
}
