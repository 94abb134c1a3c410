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

// processorTime returns the processor time that this process has taken; 0 where the system
// does not say.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
