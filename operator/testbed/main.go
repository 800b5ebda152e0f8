// Program testbed runs a real Kubernetes with real Valkey images on one Linux machine.
package main

import (
	"os"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) }
