//go:build !unix

package toolchain

// This file ends a tool where processes have no groups.

import "os/exec"

// ownGroup does nothing.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
