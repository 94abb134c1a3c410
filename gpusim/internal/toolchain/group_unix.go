//go:build unix

package toolchain

// This file ends a tool with all that it started, on Unix.

import (
	"os/exec"
	"syscall"
)

// ownGroup gives the process a group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process and its group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
