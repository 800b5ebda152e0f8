package debs

import (
	"os/exec"
	"syscall"
)

// endWithParent makes the command end when this process is killed.
func endWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
