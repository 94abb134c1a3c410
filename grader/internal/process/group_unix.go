//go:build unix

package process

// This file ends a process with all that it started, and limits its memory, on Unix.

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup gives the process a group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process and its group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// limitMemory makes the kernel refuse private memory above the limit. Where the kernel
// knows no such limit, the process's own watch remains.
func limitMemory(bytes int64) {
	limit := syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	syscall.Setrlimit(syscall.RLIMIT_DATA, &limit)
}

// processorTime returns the processor time that this process has taken, and whether the
// system tells it.
func processorTime() (used time.Duration, told bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
