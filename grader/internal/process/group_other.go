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

// processorTime returns 0: it is not known.
func processorTime() time.Duration { return 0 }
