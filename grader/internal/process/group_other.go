//go:build !unix && !js

package process

// This file ends a process where there are no groups of Unix. The processes of this
// package start no others.

import (
	"os/exec"
	"time"
)

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

// limitMemory does nothing: the process's own watch of its memory remains.
func limitMemory(int64) {}

// processorTime reports that the system does not tell it.
func processorTime() (used time.Duration, told bool) { return 0, false }
