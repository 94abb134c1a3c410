package course

// This file talks to the Go kernel as JupyterLab does.

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/notebooks/internal/setup"
)

//go:embed testdata/kernel.py
var kernelScript string

// request is what kernel.py reads: the code of a cell, and what to do with it.
type request struct {
	Execute   string `json:"execute,omitempty"`
	Interrupt string `json:"interrupt,omitempty"`
	Complete  string `json:"complete,omitempty"` // a text that ends at the cursor
	Inspect   string `json:"inspect,omitempty"`  // a text with | in the name
}

// reply is what kernel.py answers.
type reply struct {
	Status string `json:"status"`
	Output string `json:"output"`
}

// kernel is a running Go kernel in which the first cell, the imports, was executed.
type kernel struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

const importCell = `%noautoget
import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/notebooks/notebook"
)`

// startKernel starts a kernel in the folder of the notebooks, until the test ends.
func startKernel(t *testing.T, env *setup.Env) *kernel {
	t.Helper()
	return start(t, env.Command(beforeTimeout(t), env.Python(), "-c", kernelScript, filepath.Join(env.Root(), "notebooks")), importCell)
}

// start runs kernel.py until the test ends, and executes a first cell.
func start(t *testing.T, cmd *exec.Cmd, first string) *kernel {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Logf("kernel.py: %v\n%s", err, setup.LastLines(log.String(), 15))
		}
	})
	k := &kernel{t, in, bufio.NewReader(out)}
	if got := k.ask(request{Execute: first}); got.Status != "ok" {
		t.Fatalf("the imports failed: %+v", got)
	}
	return k
}

func (k *kernel) ask(r request) reply {
	k.t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		k.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(k.in, "%s\n", text); err != nil {
		k.t.Fatal(err)
	}
	line, err := k.out.ReadBytes('\n')
	if err != nil {
		k.t.Fatalf("the kernel gave no answer: %v", err)
	}
	var got reply
	if err := json.Unmarshal(line, &got); err != nil {
		k.t.Fatal(err)
	}
	return got
}

// spin is a kernel whose block 1 does not end. Its turns are not alike.
const spin = `func Spin(x []int32) {
	for n := int64(1); gpu.BlockIdx.X > 0 && gpu.LoadVolatile(&x[0]) == 0 && n != 0; n++ { // here
	}
}
`

// spinning launches Spin, and says when block 0 has ended, so that block 1 is next.
var spinning = strings.Replace(launchOf("Spin", "notebook.Show(notebook.Must(rep, err))"),
	"Grid: gpusim.Dim(1)", `Grid: gpusim.Dim(2), Instructions: 1 << 40, Options: gpusim.Options{Progress: func(int, int) { fmt.Println("begun") }}`, 1)

// launchOf launches a kernel on one warp.
func launchOf(kernel, then string) string {
	return `%%
dev := notebook.Must(gpusim.Open("H200"))
x := notebook.Must(gpusim.Malloc[int32](dev, 32))
rep, err := dev.Launch(` + kernel + `, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x)
` + then
}

// TestBrokenCells: whatever stops a cell, the learner reads why. The kernel leaves no log among
// the temporary files.
func TestBrokenCells(t *testing.T) {
	env := theEnvironment(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	k := startKernel(t, env)
	for _, c := range []struct {
		name   string
		cell   request
		status string
		want   []string
		never  string
	}{
		{"interrupted launch", request{Execute: spin + spinning, Interrupt: "begun"}, "error",
			[]string{"interrupted: the launch ends", "kernel Spin was stopped: interrupted, running, 1 of 2 blocks", "it was at thread (0,0,0) of block (1,0,0)", "gpu.LoadVolatile(&amp;x[0]) == 0 &amp;&amp; n != 0; n++ {"}, "signal: interrupt"},
		{"interrupted elsewhere", request{Execute: "%%\nnotebook.Must(gpusim.Open(\"H200\"))\nfmt.Println(\"begun\")\nfor i := 0; ; i++ {\n}", Interrupt: "begun"}, "error",
			[]string{"interrupted outside of a launch"}, "signal: interrupt"},
		{"interrupted before a device is opened", request{Execute: "%%\nfmt.Println(\"begun\")\nfor i := 0; ; i++ {\n}\nnotebook.Must(gpusim.Open(\"H200\"))", Interrupt: "begun"}, "error",
			[]string{"interrupted outside of a launch"}, "signal: interrupt"},
		{"no report shown", request{Execute: outOfBounds + launchOf("Past", "_ = err\nnotebook.Show(rep)")}, "ok",
			[]string{"no report: the launch failed"}, "goroutine"},
		{"no report printed", request{Execute: outOfBounds + launchOf("Past", "_ = err\nfmt.Println(rep)")}, "ok",
			[]string{"no report: the launch failed"}, "goroutine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := k.ask(c.cell)
			if got.Status != c.status || strings.Contains(got.Output, c.never) {
				t.Errorf("status %s, want %s and no %q in\n%s", got.Status, c.status, c.never, got.Output)
			}
			for _, want := range c.want {
				if !strings.Contains(got.Output, want) {
					t.Errorf("the output lacks %q:\n%s", want, got.Output)
				}
			}
		})
	}
	t.Run("interrupted build", func(t *testing.T) { interruptBuild(t, k) })
	if logs, _ := filepath.Glob(filepath.Join(temporary, "gonb.*")); len(logs) > 0 {
		t.Errorf("the kernel left %v", logs)
	}
}

// interruptBuild: a cell that is interrupted while it is built says so, and never runs. Between
// the build and the run there is nothing to interrupt: then the cell, which says that the
// building is over, is interrupted again and the test repeated.
func interruptBuild(t *testing.T, k *kernel) {
	const attempts = 5 // the build of a cell may end before it is seen
	var got reply
	for range attempts {
		got = k.ask(request{Execute: "%%\nfmt.Println(\"the building is over\")\nfor i := 0; ; i++ {\n}", Interrupt: "building"})
		if got.Status == "error" && strings.Contains(got.Output, "the cell was interrupted during: go build") {
			return
		}
	}
	t.Errorf("interrupted %d times while it was built, the cell at last ends with status %s and shows\n%s", attempts, got.Status, got.Output)
}

// outOfBounds is a kernel that writes behind its 32 elements.
const outOfBounds = `func Past(x []int32) {
	x[gpu.ThreadIdx.X+100] = 1
}
`

// TestCompletion: the kernel completes a name of package gpu, and explains one, with the script that starts
// gopls. Its workspace is that package with what it imports: gopls reads the whole course for half a
// minute.
func TestCompletion(t *testing.T) {
	env := theEnvironment(t)
	if _, err := os.Stat(env.Gopls()); err != nil {
		t.Skipf("gopls is not installed: %v", err)
	}
	cmd := env.CommandWithGopls(beforeTimeout(t), env.Python(), "-c", kernelScript, t.TempDir())
	cmd.Env = append(cmd.Env, "JUPYTER_PATH="+kernelOn(t, env, moduleOfPackage(t, env, "gpu")))
	k := start(t, cmd, "%noautoget\nimport \"gpucourse/gpusim/gpu\"")
	for _, c := range []struct {
		asked request
		want  []string
	}{
		{request{Complete: "func K(x []float32) {\n\tx[gpu.Thr"}, []string{"ThreadIdx", "Threadfence"}},
		{request{Inspect: "func K(x []float32) { x[gpu.Thread|Idx.X] = 1 }"}, []string{"var gpu.ThreadIdx gpu.Dim3", "position of the running thread"}},
	} {
		got := k.ask(c.asked)
		for _, want := range c.want {
			if got.Status != "ok" || !strings.Contains(got.Output, want) {
				t.Errorf("%+v: status %s, want %q in\n%s", c.asked, got.Status, want, got.Output)
			}
		}
	}
}

// moduleOfPackage makes a module of a package of gpusim and what it imports there.
func moduleOfPackage(t *testing.T, env *setup.Env, name string) (root string) {
	t.Helper()
	root = t.TempDir()
	gpusim := filepath.Join(env.Root(), "gpusim")
	for _, file := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(gpusim, file), filepath.Join(root, file))
	}
	list := env.Command(t.Context(), "go", "list", "-deps", "-f", `{{if .Module}}{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}`, "./gpusim/"+name)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Fields(string(out)) {
		if place, err := filepath.Rel(gpusim, file); err == nil && !strings.HasPrefix(place, "..") {
			copyFile(t, file, filepath.Join(root, place))
		}
	}
	return root
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, to, string(text))
}

// kernelOn makes a folder of Jupyter's data whose kernel works on another module.
func kernelOn(t *testing.T, env *setup.Env, root string) (data string) {
	t.Helper()
	data = t.TempDir()
	text, err := os.ReadFile(env.Share("kernels", "gonb", "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	place, other := "-go_work="+env.Root()+`"`, "-go_work="+root+`"`
	if !strings.Contains(string(text), place) {
		t.Fatalf("the kernel has no %s:\n%s", place, text)
	}
	folder := filepath.Join(data, "kernels", "gonb")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "kernel.json"), strings.Replace(string(text), place, other, 1))
	return data
}
