//go:build unix

package command

// This file runs what SWEEPS.md shows: a sweep, and the same sweep as the processes of a job array, one of which
// is killed.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smaller makes the sweep of the page one of 30 launches.
var smaller = strings.NewReplacer("n=1024:524288:x2", "n=32:128:x2")

// TestSweepProcesses: the processes of a job array, one of them killed and started again, write the file that one
// process writes.
func TestSweepProcesses(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "SWEEPS.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, f := range regexp.MustCompile("(?s)```[a-z]+\n(?://|#) (\\S+)\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if err := os.WriteFile(f[1], []byte(smaller.Replace(f[2])), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table := script(t, "sweep.sh", -1)
	want := textOf(t, "sweep.jsonl")
	if got := strings.Count(want, "\n"); got != 31 || !strings.Contains(table, "share of the roof") || strings.Count(textOf(t, "sweep.html"), "<img ") != 8 {
		t.Fatalf("got %d lines, want 31, and 8 pictures:\n%s", got, table)
	}
	const parts = 4
	killed := exec.Command("bash", "array.sh")
	killed.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=2")
	killAfterRow(t, killed, "part-2.jsonl")
	for part := range parts {
		script(t, "array.sh", part)
	}
	if got := script(t, "merge.sh", -1); got != table {
		t.Errorf("got\n%s\nwant\n%s", got, table)
	}
	if got := textOf(t, "sweep.jsonl"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// killAfterRow starts a process, and kills it with all that it started when a file of results has a row. It may
// have ended by itself before. The rest of a line behind the rows is what a process leaves that dies in a
// write.
func killAfterRow(t *testing.T, c *exec.Cmd, file string) {
	t.Helper()
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for running := true; running; {
		select {
		case <-ended:
			running = false
		default:
			if text, _ := os.ReadFile(file); bytes.Count(text, []byte("\n")) > 1 {
				syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
				<-ended
				running = false
			}
			time.Sleep(time.Millisecond)
		}
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"point":{"blo`); err != nil {
		t.Fatal(err)
	}
}

// script runs a script, as a task of a job array if it has a number, and returns its output.
func script(t *testing.T, file string, task int) string {
	t.Helper()
	var errors bytes.Buffer
	c := exec.Command("bash", "-e", file)
	c.Stderr = &errors
	if task >= 0 {
		c.Env = append(os.Environ(), fmt.Sprint("SLURM_ARRAY_TASK_ID=", task))
	}
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", file, err, out, &errors)
	}
	return string(out)
}

// textOf is the text of a file.
func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
