package program

import (
	"os/exec"
	"syscall"
)

// endsWithUs lets a program be killed when the simulator is.
func endsWithUs(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
