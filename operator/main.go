// Command valkey-operator runs the clusters that the ValkeyCluster resources of a
// Kubernetes cluster describe.
package main

import (
	"os"

	"github.com/valkey-menu/valkey-menu/operator/internal/run"
)

// version is set at build time.
var version = "unknown"

func main() { os.Exit(run.Main(version)) }
