//go:build !linux

package debs

import "os/exec"

// endWithParent does nothing: apt is found on Linux only, and this is here so that the testbed can say so elsewhere.
func endWithParent(*exec.Cmd) {}
