//go:build unix && !linux

package program

import "os/exec"

// endsWithUs does nothing: the program ends at its next call of the runtime.
func endsWithUs(*exec.Cmd) {}
