// Command noop is a KRM function built on kyaml's own reader and writer that
// changes nothing: what any function of that kind costs at the least.
package main

import (
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/kio"
)

func main() {
	err := framework.Execute(framework.ResourceListProcessorFunc(func(*framework.ResourceList) error { return nil }),
		&kio.ByteReadWriter{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
