package setup

// This file holds the steps of the set-up. Either all steps of a layer succeed,
// or the layer is made again.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// step is one piece of the set-up.
type step struct {
	name string
	run  func(context.Context, *progress) error
}

// Prepare makes the layers of .venv that are out of date and prints one line per
// step to w. On failure it removes what it made.
func (e *Env) Prepare(ctx context.Context, w io.Writer) error {
	if err := supported(runtime.GOOS); err != nil {
		return err
	}
	all, err := e.layers()
	if err != nil {
		return err
	}
	e.removeOldLogs()
	todo := e.outdated(ctx, all)
	if len(todo) > 0 && e.foreign() {
		return &Problem{
			What:   fmt.Sprintf("%s exists, but this program did not make it.", e.venv),
			Remedy: "move that folder away or delete it, then run this again.",
		}
	}
	if len(todo) == len(all) {
		if err := os.RemoveAll(e.venv); err != nil {
			return diagnose("remove the old "+venvName, err.Error())
		}
	}
	if err := e.build(ctx, newProgress(w), todo); err != nil {
		return e.cleanUp(ctx, err, all[0])
	}
	return e.buildDrawer(ctx, newProgress(w))
}

func supported(goos string) error {
	if goos != "windows" {
		return nil
	}
	return &Problem{
		What:   "GoNB, the Go kernel for Jupyter, does not run on Windows.",
		Remedy: "install WSL2 (wsl --install), open the repository there, and run this again. The simulator, the exercises and the grader work on Windows too.",
	}
}

// build makes layers and stamps each one that is complete.
func (e *Env) build(ctx context.Context, p *progress, layers []layer) error {
	p.n, p.total = 0, 0
	for _, l := range layers {
		p.total += len(l.steps)
	}
	for _, l := range layers {
		err := e.buildLayer(ctx, p, l)
		if err != nil && l.optional && ctx.Err() == nil {
			fmt.Fprintf(p.w, "%s\n%s\n", l.without, indent(err.Error()))
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// buildLayer makes one layer and stamps it.
func (e *Env) buildLayer(ctx context.Context, p *progress, l layer) error {
	os.Remove(e.stampFile(l))
	for _, s := range l.steps {
		if err := p.step(s.name, func() error { return s.run(ctx, p) }); err != nil {
			return err
		}
	}
	if err := os.WriteFile(e.stampFile(l), []byte(l.stamp()), 0o644); err != nil {
		return diagnose("finish "+venvName, err.Error())
	}
	return nil
}

func indent(s string) string { return "    " + strings.ReplaceAll(s, "\n", "\n    ") }

// cleanUp removes .venv if its lowest layer is incomplete, and returns the error
// to report. A failed layer above has no stamp, so the next run makes it again.
func (e *Env) cleanUp(ctx context.Context, cause error, lowest layer) error {
	if !e.upToDate(lowest) {
		if err := os.RemoveAll(e.venv); err != nil {
			return errors.Join(cause, fmt.Errorf("%s is incomplete and cannot be removed: %w", e.venv, err))
		}
	}
	if ctx.Err() != nil {
		return errors.New("interrupted; no incomplete files were left behind")
	}
	return cause
}

func (e *Env) makeVenv(ctx context.Context, p *progress) error {
	python, err := findPython(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(e.venv, 0o755); err != nil {
		return diagnose("make "+venvName, err.Error())
	}
	if err := os.WriteFile(e.markerFile(), nil, 0o644); err != nil {
		return diagnose("write to "+venvName, err.Error())
	}
	return e.run(ctx, p, python, "-m", "venv", "--prompt", "gpucourse", e.venv)
}

// installer returns a step that installs pinned packages. It accepts ready-made packages
// only, and keeps no cache outside .venv. The list is complete, so pip looks for no dependencies. Python
// compiles a module when a program imports it: most are never imported.
func (e *Env) installer(packages string) func(context.Context, *progress) error {
	return func(ctx context.Context, p *progress) error {
		file := filepath.Join(e.venv, "requirements.txt")
		if err := os.WriteFile(file, []byte(packages), 0o644); err != nil {
			return diagnose("write the list of packages", err.Error())
		}
		return e.run(ctx, p, e.Python(), "-m", "pip", "install", "--no-cache-dir", "--disable-pip-version-check", "--no-input",
			"--progress-bar", "off", "--retries", "3", "--only-binary", ":all:", "--require-hashes", "--no-deps", "--no-compile", "-r", file)
	}
}

// buildKernel builds GoNB and goimports at the versions of go.mod and registers
// the kernel with Jupyter.
func (e *Env) buildKernel(ctx context.Context, p *progress) error {
	install := e.Command(ctx, "go", "install", "github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports")
	install.Env = append(install.Env, "GOBIN="+filepath.Join(e.venv, "bin"), "GOFLAGS=", "GOWORK=off", "GOOS=", "GOARCH=")
	if err := runCommand(ctx, p, install); err != nil {
		return err
	}
	args := append([]string{"--install", "--force_deps", "--raw_error", "-go_work=" + e.root}, kernelLogFlags...)
	if err := e.run(ctx, p, e.bin("gonb"), args...); err != nil {
		return err
	}
	if err := e.writeGo(); err != nil {
		return err
	}
	return e.setKernelEnv()
}

// writeGo writes the go command of the kernel.
func (e *Env) writeGo() error {
	if err := os.MkdirAll(e.goFolder(), 0o755); err != nil {
		return diagnose("make the folder of the go command", err.Error())
	}
	if err := os.WriteFile(filepath.Join(e.goFolder(), "go"), []byte(sayInterrupted), 0o755); err != nil {
		return diagnose("write the go command", err.Error())
	}
	return nil
}

// sayInterrupted is a shell script that runs the go command behind its own folder on the PATH.
// An interrupt ends a build without a word, so the script says what happened. It fails then even if the
// build was over: GoNB would run the cell.
const sayInterrupted = `#!/bin/sh
PATH=${PATH#*:}
trap 'echo "the cell was interrupted during: go $1" >&2; exit 130' INT
go "$@"
`

// kernelLogFlags makes GoNB log the text of each cell that it executes, and only fatal
// errors to the terminal. From this log, which package cells of gpusim reads, messages
// know the cells of kernels. GoNB's own logs, three files per kernel in the folder of temporary
// files, are not kept.
var kernelLogFlags = []string{"-vmodule=execcode=1,dispatcher=1", "-logtostderr=false", "-stderrthreshold=3", "-log_file=" + os.DevNull}

// startKernel is a shell script that starts GoNB, its argument 0, with the log PID.log,
// or without a log where it cannot be written. exec keeps the PID, so that a cell finds
// the log by the PID of its parent.
const startKernel = `log="$GPUCOURSE_CELL_LOGS/$$.log"
true 2>/dev/null >"$log" && set -- "$@" "-extra_log=$log"
exec "$0" "$@"`

// cellLogs is the folder of the logs of kernels.
func (e *Env) cellLogs() string { return e.Share("cells") }

// removeOldLogs removes the logs of kernels that have ended.
func (e *Env) removeOldLogs() {
	logs, _ := filepath.Glob(filepath.Join(e.cellLogs(), "*.log")) // the pattern is well-formed
	for _, log := range logs {
		pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(log), ".log"))
		if err != nil || !running(pid) {
			os.Remove(log)
		}
	}
}

// running reports whether a process exists.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// setKernelEnv writes the environment in which cells are compiled to kernel.json:
// goimports on the PATH, no settings of the user that forbid a Go workspace, and where
// the logs of cells are. An interrupt is a signal to all processes of the kernel. GoNB has
// only messages, which do not stop the build of a cell: it would run uninterrupted.
func (e *Env) setKernelEnv() error {
	file := e.kernelFile()
	text, err := os.ReadFile(file)
	if err != nil {
		return diagnose("install the Go kernel", err.Error())
	}
	var spec map[string]any
	if err := json.Unmarshal(text, &spec); err != nil {
		return diagnose("read kernel.json", err.Error())
	}
	argv, _ := spec["argv"].([]any)
	spec["argv"] = append([]any{"/bin/sh", "-c", startKernel}, argv...)
	if err := os.MkdirAll(e.cellLogs(), 0o755); err != nil {
		return diagnose("make the folder of logs", err.Error())
	}
	spec["interrupt_mode"] = "signal"
	spec["env"] = map[string]string{
		"GPUCOURSE_CELL_LOGS": e.cellLogs(),
		"PATH":                strings.Join([]string{e.goFolder(), filepath.Join(e.venv, "bin"), "${PATH}"}, string(os.PathListSeparator)),
		"GPUCOURSE_DRAW":      e.drawer(),
		"GOFLAGS":             "-ldflags=-w -tags=" + cellTag, // cells need no debug information, and linking takes most of a cell's build time
		"GOWORK":              "",
	}
	return writeJSON(file, spec)
}

// cellTag is the build tag of programs that have their pictures drawn by the program drawer.
const cellTag = "notebookcell"

// buildDrawer builds the program that draws for cells. It is built at each start, so that it
// is of the same version as what cells import; Go builds it only when something has changed.
func (e *Env) buildDrawer(ctx context.Context, p *progress) error {
	build := e.Command(ctx, "go", "build", "-buildvcs=false", "-o", e.drawer(), "./notebooks/internal/draw")
	build.Env = append(build.Env, "GOFLAGS=", "GOWORK=off", "GOOS=", "GOARCH=")
	return runCommand(ctx, p, build)
}

// buildGopls installs gopls, with which the kernel completes and explains names.
func (e *Env) buildGopls(ctx context.Context, p *progress) error {
	if bytes, known := memoryBytes(); known && bytes < goplsMemory {
		return fmt.Errorf("gopls takes up to 1 GB of memory, and this machine has %.1f GB", float64(bytes)/1e9)
	}
	ctx, cancel := context.WithTimeout(ctx, goplsPatience)
	defer cancel()
	install := e.Command(ctx, "go", "install", goplsPackage)
	install.Dir = e.venv // outside of the module, whose go.mod does not name gopls
	bin := filepath.Join(e.goplsFolder(), "bin")
	install.Env = append(install.Env, "GOBIN="+bin, "GOFLAGS=", "GOWORK=off", "GOOS=", "GOARCH=")
	if err := runCommand(ctx, p, install); err != nil {
		return err
	}
	script := fmt.Sprintf(startGopls, filepath.Join(bin, "gopls"))
	if err := os.WriteFile(e.Gopls(), []byte(script), 0o755); err != nil {
		return diagnose("install gopls", err.Error())
	}
	return nil
}

// startGopls is the program that kernels start: gopls, which ends by itself a minute
// after its kernel. Otherwise it would outlive a kernel that is killed. It ignores interrupts,
// which are for cells. Without the limit it takes 1.8 GB when it reads the course for the first time,
// and is a third faster then.
const startGopls = `#!/bin/sh
trap '' INT
export GOMEMLIMIT="${GOMEMLIMIT:-1000MiB}"
exec '%s' -listen.timeout=1m "$@"
`

// memoryBytes returns the memory of this machine, and whether it is known: Linux only.
func memoryBytes() (bytes uint64, known bool) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	_, err = fmt.Sscanf(string(text), "MemTotal: %d kB", &bytes)
	return bytes << 10, err == nil
}

// warmCache compiles what cells import, so that the first cell starts quickly and needs no
// network. It compiles in a workspace, as cells do: there Go looks into more modules. It
// leaves out the exercises, because a half-written answer must not stop the set-up. It lists the
// packages with their compiled files, because go build would link each command, too.
func (e *Env) warmCache(ctx context.Context, p *progress) error {
	version, err := e.Command(ctx, "go", "mod", "edit", "-json").Output()
	var mod struct{ Go string }
	if err == nil {
		err = json.Unmarshal(version, &mod)
	}
	work := filepath.Join(e.venv, "go.work")
	if err == nil {
		err = os.WriteFile(work, fmt.Appendf(nil, "go %s\n\nuse %q\n", mod.Go, e.root), 0o644)
	}
	if err != nil {
		return diagnose("write a Go workspace", err.Error())
	}
	build := e.Command(ctx, "go", "list", "-export", "-f", `{{""}}`, "-tags", cellTag, "gpucourse/gpusim/...", "gpucourse/grader/...")
	build.Env = append(build.Env, "GOWORK="+work, "GOFLAGS=")
	return runCommand(ctx, p, build)
}

// completionPatience is how long JupyterLab waits for the kernel's completions.
const completionPatience = 10 * time.Second

// configureLab makes the server serve ECharts, which live charts need. It also
// turns off JupyterLab's requests for news and updates.
func (e *Env) configureLab(context.Context, *progress) error {
	server := map[string]any{"ServerApp": map[string]any{
		"extra_static_paths": []string{filepath.Join(e.root, "gpusim", "chart", "static")},
	}}
	if err := writeJSON(e.labConfigFile(), server); err != nil {
		return diagnose("configure JupyterLab", err.Error())
	}
	if err := writeJSON(e.Share("lab", "settings", "overrides.json"), labSettings); err != nil {
		return diagnose("configure JupyterLab", err.Error())
	}
	return nil
}

// WriteLabStyle writes what JupyterLab adds to its styles with the option custom_css.
func (e *Env) WriteLabStyle(css []byte) error {
	file := filepath.Join(e.configFolder(), "custom", "custom.css")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return Diagnose("write "+file, err)
	}
	if err := os.WriteFile(file, css, 0o644); err != nil {
		return Diagnose("write "+file, err)
	}
	return nil
}

// labSettings are the settings of JupyterLab that are not its own defaults.
var labSettings = map[string]any{
	"@jupyterlab/apputils-extension:notification":   map[string]any{"fetchNews": "false", "checkForUpdates": false},
	"@jupyterlab/extensionmanager-extension:plugin": map[string]any{"enabled": false},
	// By default JupyterLab removes cells that scroll out of view, and live charts with them.
	"@jupyterlab/notebook-extension:tracker": map[string]any{
		"windowingMode":  "defer",
		"codeCellConfig": map[string]any{"lineWrap": true}, // code does not scroll sideways in a narrow window
	},
	// On a busy machine gopls takes longer than the second that JupyterLab waits for completions.
	"@jupyterlab/completer-extension:manager": map[string]any{"providerTimeout": completionPatience.Milliseconds()},
	// The texts of the exercises open as pages, not as source.
	"@jupyterlab/docmanager-extension:plugin": map[string]any{"defaultViewers": map[string]string{"markdown": "Markdown Preview"}},
}

func writeJSON(file string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// run runs a program as part of a step and explains its failure.
func (e *Env) run(ctx context.Context, p *progress, name string, args ...string) error {
	return runCommand(ctx, p, e.Command(ctx, name, args...))
}

// runCommand runs cmd. Its output shows progress and, if it fails, the reason.
func runCommand(ctx context.Context, p *progress, cmd *exec.Cmd) error {
	out := &tail{p: p}
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	if err == nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	text := string(out.text) + err.Error()
	if recognise(text) == nil && diskFull(cmd.Dir) {
		text += "\nno space left on device" // some programs do not say why they failed
	}
	return diagnose(filepath.Base(cmd.Path)+" "+strings.Join(cmd.Args[1:], " "), text)
}
