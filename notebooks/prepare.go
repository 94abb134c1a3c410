package main

// This file holds the steps of the set-up and the rule that they are done
// together or not at all.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// step is one piece of the set-up.
type step struct {
	name string
	do   func(context.Context, *progress) error
}

// prepare makes .venv ready, in no time when it already is. On failure it
// removes what it began.
func (e *env) prepare(ctx context.Context, p *progress) error {
	if err := supported(runtime.GOOS); err != nil {
		return err
	}
	all, err := e.layers()
	if err != nil {
		return err
	}
	todo := e.missing(ctx, all)
	if len(todo) > 0 && e.foreign() {
		return &trouble{
			What:   fmt.Sprintf("%s exists, but this program did not make it.", e.venv),
			Remedy: "move that folder away or delete it, then run this again.",
		}
	}
	if len(todo) == len(all) {
		if err := os.RemoveAll(e.venv); err != nil {
			return diagnose("remove the old "+venvName, err.Error())
		}
	}
	if err := e.build(ctx, p, todo); err != nil {
		return e.undo(ctx, err, all[0])
	}
	return nil
}

func supported(goos string) error {
	if goos != "windows" {
		return nil
	}
	return &trouble{
		What:   "GoNB, the Go kernel for Jupyter, does not run on Windows itself.",
		Remedy: "install WSL2 (wsl --install), open the repository there, and run this again. The simulator, the exercises and the grader work on Windows as they are.",
	}
}

// build makes layers, each stamped when it is whole.
func (e *env) build(ctx context.Context, p *progress, layers []layer) error {
	p.n, p.of = 0, 0
	for _, l := range layers {
		p.of += len(l.steps)
	}
	for _, l := range layers {
		os.Remove(e.stampFile(l))
		for _, s := range l.steps {
			if err := p.step(s.name, func() error { return s.do(ctx, p) }); err != nil {
				return err
			}
		}
		if err := os.WriteFile(e.stampFile(l), []byte(l.stamp()), 0o644); err != nil {
			return diagnose("finish "+venvName, err.Error())
		}
	}
	return nil
}

// undo removes a .venv whose ground layer is not whole. A failed layer above
// it has no stamp and is made again by the next run.
func (e *env) undo(ctx context.Context, why error, ground layer) error {
	if !e.whole(ground) {
		if err := os.RemoveAll(e.venv); err != nil {
			return errors.Join(why, fmt.Errorf("%s is half made and cannot be removed: %w", e.venv, err))
		}
	}
	if ctx.Err() != nil {
		return errors.New("interrupted; nothing half made was left behind")
	}
	return why
}

func (e *env) makeVenv(ctx context.Context, p *progress) error {
	python, err := findPython(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(e.venv, 0o755); err != nil {
		return diagnose("make "+venvName, err.Error())
	}
	if err := os.WriteFile(e.markFile(), nil, 0o644); err != nil {
		return diagnose("write to "+venvName, err.Error())
	}
	return e.do(ctx, p, python, "-m", "venv", "--prompt", "gpucourse", e.venv)
}

// installJupyter installs the pinned packages, ready-made ones only, and
// keeps no cache outside .venv.
func (e *env) installJupyter(ctx context.Context, p *progress) error {
	file := filepath.Join(e.venv, "requirements.txt")
	if err := os.WriteFile(file, []byte(requirements), 0o644); err != nil {
		return diagnose("write the list of packages", err.Error())
	}
	return e.do(ctx, p, e.python(), "-m", "pip", "install", "--no-cache-dir", "--disable-pip-version-check", "--no-input",
		"--progress-bar", "off", "--retries", "3", "--only-binary", ":all:", "--require-hashes", "-r", file)
}

// buildKernel builds GoNB and goimports at go.mod's versions and writes the
// kernel's description.
func (e *env) buildKernel(ctx context.Context, p *progress) error {
	install := e.command(ctx, "go", "install", "github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports")
	install.Env = append(install.Env, "GOBIN="+filepath.Join(e.venv, "bin"), "GOFLAGS=", "GOWORK=off", "GOOS=", "GOARCH=")
	if err := e.start(ctx, p, install); err != nil {
		return err
	}
	if err := e.do(ctx, p, e.bin("gonb"), "--install", "--force_deps", "--raw_error", "-go_work="+e.root); err != nil {
		return err
	}
	return e.amendKernel()
}

// amendKernel gives the kernel the environment that its cells compile in:
// goimports on the PATH, and none of the reader's Go settings that forbid a
// workspace.
func (e *env) amendKernel() error {
	file := e.kernelFile()
	text, err := os.ReadFile(file)
	if err != nil {
		return diagnose("install the Go kernel", err.Error())
	}
	var spec map[string]any
	if err := json.Unmarshal(text, &spec); err != nil {
		return diagnose("read kernel.json", err.Error())
	}
	spec["env"] = map[string]string{
		"PATH":    filepath.Join(e.venv, "bin") + string(os.PathListSeparator) + "${PATH}",
		"GOFLAGS": "-ldflags=-w", // no debugger looks at a cell, and linking is most of its time
		"GOWORK":  "",
	}
	return writeJSON(file, spec)
}

// warmCache compiles what cells import, so that the first cell is quick. It
// leaves out the exercises: a half-written answer must not stop the set-up.
func (e *env) warmCache(ctx context.Context, p *progress) error {
	return e.do(ctx, p, "go", "build", "./gpusim/...")
}

// configureLab lets the server hand out ECharts for live charts and keeps
// JupyterLab from asking the network for news and from taking charts down.
func (e *env) configureLab(context.Context, *progress) error {
	server := map[string]any{"ServerApp": map[string]any{
		"extra_static_paths": []string{filepath.Join(e.root, "gpusim", "chart", "static")},
	}}
	if err := writeJSON(e.labConfigFile(), server); err != nil {
		return diagnose("configure JupyterLab", err.Error())
	}
	settings := map[string]any{
		"@jupyterlab/apputils-extension:notification":   map[string]any{"fetchNews": "false", "checkForUpdates": false},
		"@jupyterlab/extensionmanager-extension:plugin": map[string]any{"enabled": false},
		// Else cells that scroll out of sight are taken down, and live charts with them.
		"@jupyterlab/notebook-extension:tracker": map[string]any{"windowingMode": "defer"},
	}
	if err := writeJSON(e.share("lab", "settings", "overrides.json"), settings); err != nil {
		return diagnose("configure JupyterLab", err.Error())
	}
	return nil
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

// do runs a program as part of a step; its output is a sign of life and, when
// it fails, the diagnosis.
func (e *env) do(ctx context.Context, p *progress, name string, args ...string) error {
	return e.start(ctx, p, e.command(ctx, name, args...))
}

func (e *env) start(ctx context.Context, p *progress, cmd *exec.Cmd) error {
	out := &tail{p: p}
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	if err == nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	return diagnose(filepath.Base(cmd.Path)+" "+strings.Join(cmd.Args[1:], " "), string(out.text)+err.Error())
}
