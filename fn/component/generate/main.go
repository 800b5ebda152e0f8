package main

import (
	"fmt"
	"os"

	"github.com/valkey-menu/valkey-menu/fn/component"
	"github.com/valkey-menu/valkey-menu/lib/api/crds"
)

func main() {
	text, err := component.OpenAPI(crds.All())
	if err == nil {
		_, err = os.Stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generating the OpenAPI document of the Component:", err)
		os.Exit(1)
	}
}
