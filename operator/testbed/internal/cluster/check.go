package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// ErrUnsuitable says that this machine cannot run the testbed; its text names the alternative.
var ErrUnsuitable = errors.New("the testbed needs Linux, root and apt")

// alternative names what works without the testbed.
const alternative = "with any other cluster use delete-pod, cordon and uncordon --kubeconfig FILE, and check --addresses"

// Check says in one line why this machine cannot run the testbed, if so.
func Check() error {
	missing := ""
	switch {
	case runtime.GOOS != "linux":
		missing = "this is " + runtime.GOOS
	case os.Geteuid() != 0:
		missing = "you are not root"
	default:
		for _, program := range []string{"apt-get", "dpkg-deb", "ip", "nsenter", "unshare"} {
			if _, err := exec.LookPath(program); err != nil {
				missing = program + " is missing"
				break
			}
		}
	}
	if missing == "" {
		return nil
	}
	return fmt.Errorf("%w: %s; %s", ErrUnsuitable, missing, alternative)
}
