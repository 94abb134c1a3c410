//go:build !unix

package toolchain

// This file ends a tool where processes have no groups and no limits.

import (
	"os"
	"os/exec"
	"time"
)

// ownGroup does nothing.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

// raise ends the program: it cannot send itself a signal.
func raise(os.Signal) { os.Exit(1) }

// limitCPU does nothing.
func limitCPU(*exec.Cmd, time.Duration) {}

// overCPU reports nothing.
func overCPU(*exec.Cmd, string) bool { return false }
