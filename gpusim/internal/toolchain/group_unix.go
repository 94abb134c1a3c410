//go:build unix

package toolchain

// This file ends a tool with all that it started, and limits its processor time, on Unix.

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ownGroup gives the process a group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process and its group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// raise sends a signal to the program itself.
func raise(s os.Signal) { syscall.Kill(syscall.Getpid(), s.(syscall.Signal)) }

// limitCPU has the shell limit the processor time of the command and of each process that it starts.
func limitCPU(cmd *exec.Cmd, most time.Duration) {
	shell, err := exec.LookPath("sh")
	if err != nil || cmd.Err != nil {
		return // the other bounds hold
	}
	seconds := strconv.Itoa(int(most / time.Second))
	cmd.Args = append([]string{shell, "-c", `ulimit -S -t "$0"; exec "$@"`, seconds, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = shell
}

// overCPU reports whether the limit of processor time ended a command, or a process of which it tells.
func overCPU(cmd *exec.Cmd, printed string) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGXCPU || strings.Contains(printed, "SIGXCPU") || strings.Contains(printed, syscall.SIGXCPU.String())
}
