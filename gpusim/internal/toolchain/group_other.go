//go:build !unix

package toolchain

// This file ends a tool where processes have no groups and no limits.

import (
	"os/exec"
	"time"
)

// ownGroup does nothing.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

// limitCPU does nothing.
func limitCPU(*exec.Cmd, time.Duration) {}

// overCPU reports nothing.
func overCPU(*exec.Cmd, string) bool { return false }
