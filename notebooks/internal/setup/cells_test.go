package setup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOldLogsAreRemoved: the log of this process stays, that of a process that has ended
// goes.
func TestOldLogsAreRemoved(t *testing.T) {
	e := repository(t, "")
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Skip(err)
	}
	if err := os.MkdirAll(e.cellLogs(), 0o755); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(e.cellLogs(), fmt.Sprintf("%d.log", os.Getpid()))
	old := filepath.Join(e.cellLogs(), fmt.Sprintf("%d.log", ended.Process.Pid))
	write(t, own, "", 0o644)
	write(t, old, "", 0o644)
	e.removeOldLogs()
	if left, _ := filepath.Glob(filepath.Join(e.cellLogs(), "*")); !slices.Equal(left, []string{own}) {
		t.Errorf("got %v, want %s", left, own)
	}
}

// TestKernelStarts: the script starts the kernel under its own PID, with a log of that
// name, and without a log where none can be written.
func TestKernelStarts(t *testing.T) {
	dir := t.TempDir()
	kernel := filepath.Join(dir, "kernel")
	write(t, kernel, "#!/bin/sh\necho $$ \"$@\"\n", 0o755)
	start := func(logs string) (pid int, said string) {
		cmd := exec.Command("/bin/sh", "-c", startKernel, kernel, "--kernel", "a file.json")
		cmd.Env = append(os.Environ(), "GPUCOURSE_CELL_LOGS="+logs)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return cmd.Process.Pid, strings.TrimSpace(string(out))
	}
	pid, said := start(dir)
	if want := fmt.Sprintf("%d --kernel a file.json -extra_log=%s/%d.log", pid, dir, pid); said != want {
		t.Errorf("got %q, want %q", said, want)
	}
	pid, said = start(filepath.Join(dir, "nowhere"))
	if want := fmt.Sprintf("%d --kernel a file.json", pid); said != want {
		t.Errorf("without a folder: got %q, want %q", said, want)
	}
}

// TestCellsLinkNoInterpreter: cells import everything but the interpreter that draws curves
// and bars, which took a quarter of the time of linking them.
func TestCellsLinkNoInterpreter(t *testing.T) {
	const interpreter = "github.com/dop251/goja"
	imported := func(tags string) bool {
		out, err := exec.Command("go", "list", "-deps", "-tags", tags, "gpucourse/notebooks/notebook", "gpucourse/grader/lesson").Output()
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(strings.Fields(string(out)), interpreter)
	}
	if imported(cellTag) {
		t.Errorf("cells import %s", interpreter)
	}
	if !imported("") {
		t.Errorf("no program imports %s: does this test look for the right package?", interpreter)
	}
}
