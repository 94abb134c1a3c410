// Package setup makes the course's Jupyter environment: one folder, .venv in
// the repository root, with a Python environment, a pinned JupyterLab, the GoNB
// kernel at the version of go.mod, and a warm Go build cache.
//
// The folder has three layers: Python, the kernel, and gopls, which the kernel can do
// without. Each layer has a stamp, a file
// written last, with a hash of what the layer was made from and of the
// repository's path. A layer with a matching stamp is kept. A set-up that fails
// or is interrupted removes what it made.
//
// The book has an environment of its own, .venv-book, which is made in the same way.
//
// Invariants: setup writes nothing outside the repository, except to Go's caches
// and to temporary files that it removes. It never touches a .venv that it did
// not make.
//
// Limits: GoNB does not compile on Windows; the error message points to WSL2.
// Two set-ups must not run at the same time.
package setup

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// requirements pins every Python package with its hashes. This command wrote it
// from the two names jupyterlab and nbconvert:
//
//	uv pip compile --universal --python-version 3.9 --generate-hashes --no-annotate --no-header
//
//go:embed requirements.txt
var requirements string

const venvName = ".venv"

// goplsPackage is the Go language server with its version. It is no tool of go.mod,
// because it needs other versions of golang.org/x/tools than GoNB.
const goplsPackage = "golang.org/x/tools/gopls@v0.23.0"

const (
	goplsMemory   = 3 << 30 // bytes of a machine with less of which gopls would take too much
	goplsPatience = 10 * time.Minute
)

// fullDisk is so little free space that a program may have failed for lack of it, and
// cells may not compile.
const fullDisk = 100 << 20 // bytes

// killDelay is how long a child process may take to end after Ctrl-C.
const killDelay = 10 * time.Second

// Env is a Python environment in the repository: the course's, with Jupyter, or the book's.
type Env struct {
	root    string // of the repository, absolute
	venv    string // root/.venv
	layers  func() ([]layer, error)
	imports []string // packages of Python that must be found
}

// New returns the course's environment in the repository whose root folder is root. It
// creates nothing.
func New(root string) *Env {
	e := &Env{root: root, venv: filepath.Join(root, venvName), imports: []string{"jupyterlab", "jupyter_server", "nbconvert", "nbclient"}}
	e.layers = e.courseLayers
	return e
}

// FindRoot returns the folder of gpucourse's go.mod. The working directory must
// lie inside the repository.
func FindRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "gpucourse").Output()
	root := strings.TrimSpace(string(out))
	if err != nil || root == "" {
		return "", fmt.Errorf("this folder is not part of the course: run `go run ./notebooks` in the folder that holds the course's go.mod")
	}
	return root, nil
}

// Root returns the repository's root folder, an absolute path.
func (e *Env) Root() string { return e.root }

// Python returns the path of the environment's interpreter.
func (e *Env) Python() string { return e.bin("python") }

// Share returns a path inside the environment's folder of Jupyter data.
func (e *Env) Share(elem ...string) string {
	return filepath.Join(append([]string{e.venv, "share", "jupyter"}, elem...)...)
}

// KernelGo returns the version of Go that the kernel is built with, such as go1.26.1, which is what
// the kernel says of itself; "" if there is no kernel.
func (e *Env) KernelGo() string {
	info, err := buildinfo.ReadFile(e.bin("gonb"))
	if err != nil {
		return ""
	}
	return info.GoVersion
}

// LogFile returns the file for what JupyterLab and the kernels print.
func (e *Env) LogFile() string { return filepath.Join(e.venv, "jupyterlab.log") }

// Gopls returns the path of the script that starts the language server. It may be missing.
func (e *Env) Gopls() string { return filepath.Join(e.goplsFolder(), "gopls") }

func (e *Env) goplsFolder() string { return filepath.Join(e.venv, "gopls") }

// goFolder is the folder of the go command that the kernel runs.
func (e *Env) goFolder() string { return filepath.Join(e.venv, "go") }

// drawer is the program that draws the pictures of ECharts for cells.
func (e *Env) drawer() string { return e.bin("gpucourse-draw") }

func (e *Env) bin(name string) string { return filepath.Join(e.venv, "bin", name) }

// markerFile is the first file of .venv. Its presence shows that this package
// made the folder.
func (e *Env) markerFile() string { return filepath.Join(e.venv, "gpucourse.begun") }

func (e *Env) labConfigFile() string {
	return filepath.Join(e.venv, "etc", "jupyter", "jupyter_server_config.json")
}

// configFolder is where Jupyter looks for what a user configures.
func (e *Env) configFolder() string { return filepath.Join(e.venv, "etc", "jupyter-user") }

func (e *Env) kernelFile() string { return e.Share("kernels", "gonb", "kernel.json") }

// variables returns the environment variables that keep Python, Jupyter and
// IPython inside .venv. An empty value removes a variable of the caller that
// would make them write or read elsewhere.
func (e *Env) variables() map[string]string {
	return map[string]string{
		"JUPYTER_DATA_DIR":          e.Share(),
		"JUPYTER_RUNTIME_DIR":       e.Share("runtime"),
		"JUPYTER_CONFIG_DIR":        e.configFolder(),
		"JUPYTERLAB_SETTINGS_DIR":   e.Share("lab", "user-settings"),
		"JUPYTERLAB_WORKSPACES_DIR": e.Share("lab", "workspaces"),
		"IPYTHONDIR":                filepath.Join(e.venv, "share", "ipython"),
		"VIRTUAL_ENV":               e.venv,
		"PYTHONNOUSERSITE":          "1",
		"PYTHONUTF8":                "1",
		"JUPYTER_PREFER_ENV_PATH":   "1",
		"PIP_USER":                  "0",
		"PIP_TARGET":                "",
		"PIP_PREFIX":                "",
		"JUPYTER_PATH":              "",
		"JUPYTER_CONFIG_PATH":       "",
		"JUPYTER_NO_CONFIG":         "",
		"PYTHONHOME":                "",
		"PYTHONPATH":                "",
	}
}

// Environ returns the environment of every child process: the caller's
// variables, those that keep Jupyter inside .venv, and .venv's programs first on
// the PATH.
func (e *Env) Environ() []string {
	set := e.variables()
	set["PATH"] = filepath.Join(e.venv, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	var out []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if _, replaced := set[name]; !replaced {
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

// Command returns a child process that runs in the repository root and ends
// when ctx does.
func (e *Env) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = e.root
	cmd.Env = e.Environ()
	cmd.WaitDelay = killDelay
	return cmd
}

// CommandWithGopls returns a child process as Command does. Kernels that it starts find
// gopls, which takes up to 1 GB of memory for each: too much for many kernels at a time.
func (e *Env) CommandWithGopls(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := e.Command(ctx, name, args...)
	for i, kv := range cmd.Env {
		if path, ok := strings.CutPrefix(kv, "PATH="); ok {
			cmd.Env[i] = "PATH=" + e.goplsFolder() + string(os.PathListSeparator) + path
		}
	}
	return cmd
}

// WarnOfFullDisk tells w if a disk that cells need has little space left: the
// compiler's messages do not always name the cause.
func (e *Env) WarnOfFullDisk(w io.Writer) {
	for _, folder := range []string{e.root, os.TempDir()} {
		if diskFull(folder) {
			fmt.Fprintf(w, "Warning: the disk that holds %s is almost full. Cells will not compile; free about 1 GB.\n", folder)
		}
	}
}

func diskFull(folder string) bool {
	free, known := freeBytes(folder)
	return known && free < fullDisk
}

// layer is a part of .venv that is made as a whole. When a layer is out of date,
// it and every layer above it are made again.
type layer struct {
	name    string
	inputs  []string // texts that the stamp is a hash of
	outputs []string // files that must exist
	steps   []step

	optional bool   // the set-up goes on without the layer
	without  string // what the user then does without, a sentence
}

// courseLayers lists the parts of .venv, the lowest first. Both layers hold absolute
// paths, so the repository's path is an input of both.
func (e *Env) courseLayers() ([]layer, error) {
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
			name:    "python",
			inputs:  []string{"layout 3", e.root, requirements, fmt.Sprint(labSettings)},
			outputs: []string{e.Python(), e.labConfigFile()},
			steps: []step{
				{"make the Python environment " + venvName, e.makeVenv},
				{"install JupyterLab (about 100 packages)", e.installer(requirements)},
				{"configure JupyterLab", e.configureLab},
			},
		},
		{
			name:    "kernel",
			inputs:  append(modules, "layout 6", sayInterrupted, e.root),
			outputs: []string{e.bin("gonb"), e.bin("goimports"), e.kernelFile()},
			steps: []step{
				{"build the Go kernel for Jupyter", e.buildKernel},
				{"compile what notebooks import", e.warmCache},
				{"build the program that draws curves and bars", e.buildDrawer},
			},
		},
		{
			name:     "gopls",
			inputs:   []string{goplsPackage, startGopls, e.root},
			outputs:  []string{e.Gopls()},
			steps:    []step{{"build gopls, for completion in cells", e.buildGopls}},
			optional: true,
			without:  "The course works without gopls: Tab completes no names, and hovering explains none. The next start tries again.",
		},
	}, nil
}

func (e *Env) stampFile(l layer) string { return filepath.Join(e.venv, "gpucourse."+l.name) }

func (l layer) stamp() string {
	sum := sha256.Sum256([]byte(strings.Join(l.inputs, "\x00")))
	return hex.EncodeToString(sum[:])
}

// upToDate reports whether l exists and was made from its present inputs.
func (e *Env) upToDate(l layer) bool {
	have, err := os.ReadFile(e.stampFile(l))
	if err != nil || string(have) != l.stamp() {
		return false
	}
	return !slices.ContainsFunc(l.outputs, func(file string) bool {
		_, err := os.Stat(file)
		return err != nil
	})
}

// outdated returns the layers that must be made.
func (e *Env) outdated(ctx context.Context, layers []layer) []layer {
	for i, l := range layers {
		if !e.upToDate(l) || i == 0 && !e.pythonWorks(ctx) {
			return layers[i:]
		}
	}
	return nil
}

// pythonWorks reports whether .venv's interpreter starts and finds the packages
// that are used. A removed or upgraded Python leaves a dead link in .venv.
func (e *Env) pythonWorks(ctx context.Context) bool {
	const probe = `import importlib.util as u, sys
sys.exit(not all(map(u.find_spec, sys.argv[1:])))`
	return e.Command(ctx, e.Python(), append([]string{"-c", probe}, e.imports...)...).Run() == nil
}

// foreign reports whether .venv exists and another program made it.
func (e *Env) foreign() bool {
	entries, err := os.ReadDir(e.venv)
	if err != nil || len(entries) == 0 {
		return false
	}
	_, err = os.Stat(e.markerFile())
	return err != nil
}
