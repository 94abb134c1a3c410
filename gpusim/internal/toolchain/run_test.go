//go:build unix

package toolchain

// This file runs programs that do not end.

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pipeVariable names the pipe of a program that this test starts and ends.
const pipeVariable = "GPUSIM_TEST_PIPE"

// TestSignal: a program that is asked to end ends the tool that it runs, with all that the tool has started. Each of these
// processes holds a pipe open for writing, so the pipe has an end when the last one is gone.
func TestSignal(t *testing.T) {
	if pipe := os.Getenv(pipeVariable); pipe != "" {
		_, err := Run(t.Context(), "/bin/sh", "-c", `exec 3>"$0"; sleep 1000 & wait`, pipe)
		t.Fatal("the program goes on: ", err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	program := exec.Command(os.Args[0], "-test.run=^TestSignal$")
	program.Env = append(os.Environ(), pipeVariable+"="+pipe)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	running, err := os.Open(pipe) // waits for the tool
	if err != nil {
		t.Fatal(err)
	}
	defer running.Close()
	program.Process.Signal(syscall.SIGTERM)
	program.Wait()
	if status := program.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
		t.Errorf("the program: got %v, want it to end by SIGTERM", program.ProcessState)
	}
	if _, err := io.Copy(io.Discard, running); err != nil {
		t.Error(err)
	}
}

// TestProcessorTime: a program that computes for ever ends, and so does what it has started.
func TestProcessorTime(t *testing.T) {
	const forever = "while :; do :; done"
	for _, script := range []string{forever, "sh -c '" + forever + "'; echo done; exit 1"} {
		out := run(t.Context(), time.Second, "/bin/sh", "-c", script)
		if out.err == nil || !strings.Contains(out.err.Error(), "after 1s of processor time") {
			t.Errorf("%s: %v, %q", script, out.err, out.text)
		}
	}
	if out := run(t.Context(), time.Second, "/bin/sh", "-c", "exit 3"); out.err == nil || strings.Contains(out.err.Error(), "processor time") {
		t.Errorf("a program that fails at once: %v", out.err)
	}
}
