package main

// This file is the environment: where things lie in .venv, what a child
// process sees, and whether what lies there can be used as it is.

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// requirements pins every Python package with its hashes. It was made by
//
//	uv pip compile --universal --python-version 3.9 --generate-hashes --no-annotate --no-header
//
// from the two names jupyterlab and nbconvert.
//
//go:embed requirements.txt
var requirements string

const venvName = ".venv"

// env is the course's Python and Jupyter environment.
type env struct {
	root string // of the repository, absolute
	venv string // root/.venv
}

func newEnv(root string) *env {
	return &env{root: root, venv: filepath.Join(root, venvName)}
}

// repoRoot finds the folder of gpucourse's go.mod from the working directory.
func repoRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "gpucourse").Output()
	root := strings.TrimSpace(string(out))
	if err != nil || root == "" {
		return "", fmt.Errorf("the course is not here: run `go run ./notebooks` in the folder that holds its go.mod")
	}
	return root, nil
}

func (e *env) bin(name string) string { return filepath.Join(e.venv, "bin", name) }
func (e *env) python() string         { return e.bin("python") }
func (e *env) share(elem ...string) string {
	return filepath.Join(append([]string{e.venv, "share", "jupyter"}, elem...)...)
}
func (e *env) markFile() string { return filepath.Join(e.venv, "gpucourse.begun") }
func (e *env) labConfigFile() string {
	return filepath.Join(e.venv, "etc", "jupyter", "jupyter_server_config.json")
}

// places maps each variable that tells Python, Jupyter and IPython where to
// write to a folder inside .venv.
func (e *env) places() map[string]string {
	return map[string]string{
		"JUPYTER_DATA_DIR":          e.share(),
		"JUPYTER_RUNTIME_DIR":       e.share("runtime"),
		"JUPYTER_CONFIG_DIR":        filepath.Join(e.venv, "etc", "jupyter-user"),
		"JUPYTERLAB_SETTINGS_DIR":   e.share("lab", "user-settings"),
		"JUPYTERLAB_WORKSPACES_DIR": e.share("lab", "workspaces"),
		"IPYTHONDIR":                filepath.Join(e.venv, "share", "ipython"),
		"VIRTUAL_ENV":               e.venv,
		"PYTHONNOUSERSITE":          "1",
		"PYTHONUTF8":                "1",
		"JUPYTER_PREFER_ENV_PATH":   "1",
		// Settings of the caller that would lead elsewhere; empty ones are taken away.
		"PIP_USER":            "0",
		"PIP_TARGET":          "",
		"PIP_PREFIX":          "",
		"JUPYTER_PATH":        "",
		"JUPYTER_CONFIG_PATH": "",
		"JUPYTER_NO_CONFIG":   "",
		"PYTHONHOME":          "",
		"PYTHONPATH":          "",
	}
}

// environ is the environment of every child process: the caller's, with
// places on top and .venv's programs first on PATH.
func (e *env) environ() []string {
	set := e.places()
	set["PATH"] = filepath.Join(e.venv, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	var out []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if _, ours := set[name]; !ours {
			out = append(out, kv)
		}
	}
	for name, value := range set {
		if value != "" {
			out = append(out, name+"="+value)
		}
	}
	slices.Sort(out)
	return out
}

// command makes a child process that runs in the repository root and ends
// with the context.
func (e *env) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = e.root
	cmd.Env = e.environ()
	cmd.WaitDelay = grace
	return cmd
}

// A layer is a part of .venv that is made as a whole. Its stamp, a file
// written last, names what it was made from; a layer without a matching stamp
// is made again, and so is every layer above it.
type layer struct {
	name  string
	from  []string // texts it depends on
	files []string // that must exist
	steps []step
}

// layers lists the parts of .venv from the ground up. Both hold absolute
// paths, so both depend on the place.
func (e *env) layers() ([]layer, error) {
	var modules []string
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(e.root, name))
		if err != nil {
			return nil, err
		}
		modules = append(modules, string(text))
	}
	return []layer{
		{
			name:  "python",
			from:  []string{"layout 2", e.root, requirements},
			files: []string{e.python(), e.labConfigFile()},
			steps: []step{
				{"make the Python environment " + venvName, e.makeVenv},
				{"install JupyterLab (about 100 packages)", e.installJupyter},
				{"configure JupyterLab", e.configureLab},
			},
		},
		{
			name:  "kernel",
			from:  append(modules, "layout 2", e.root),
			files: []string{e.bin("gonb"), e.bin("goimports"), e.kernelFile()},
			steps: []step{
				{"build the Go kernel for Jupyter", e.buildKernel},
				{"compile what notebooks import", e.warmCache},
			},
		},
	}, nil
}

func (e *env) kernelFile() string       { return e.share("kernels", "gonb", "kernel.json") }
func (e *env) stampFile(l layer) string { return filepath.Join(e.venv, "gpucourse."+l.name) }

func (l layer) stamp() string {
	sum := sha256.Sum256([]byte(strings.Join(l.from, "\x00")))
	return hex.EncodeToString(sum[:])
}

// whole reports whether l is there and was made from what it would be made
// from today.
func (e *env) whole(l layer) bool {
	have, err := os.ReadFile(e.stampFile(l))
	if err != nil || string(have) != l.stamp() {
		return false
	}
	return !slices.ContainsFunc(l.files, func(file string) bool {
		_, err := os.Stat(file)
		return err != nil
	})
}

// missing returns the layers that must be made.
func (e *env) missing(ctx context.Context, layers []layer) []layer {
	for i, l := range layers {
		if !e.whole(l) || i == 0 && !e.pythonWorks(ctx) {
			return layers[i:]
		}
	}
	return nil
}

// pythonWorks reports whether .venv's interpreter starts and finds what the
// course uses: a removed or upgraded Python leaves a dead link behind.
func (e *env) pythonWorks(ctx context.Context) bool {
	const probe = `import importlib.util as u, sys
sys.exit(not all(map(u.find_spec, ["jupyterlab", "jupyter_server", "nbconvert", "nbclient"])))`
	return e.command(ctx, e.python(), "-c", probe).Run() == nil
}

// foreign reports whether .venv exists and was not begun by this program.
func (e *env) foreign() bool {
	entries, err := os.ReadDir(e.venv)
	if err != nil || len(entries) == 0 {
		return false
	}
	_, err = os.Stat(e.markFile())
	return err != nil
}
