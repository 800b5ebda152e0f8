// Command valkey-menu is a KRM function and a command line for the Valkey menu.
package main

import (
	"os"

	"github.com/valkey-menu/valkey-menu/fn/cli"
)

// version is set by the linker (make build).
var version string

func main() {
	os.Exit(cli.Main(version, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
