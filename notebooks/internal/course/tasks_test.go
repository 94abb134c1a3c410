package course

// This file gives the kernels of tasks to lesson.Try in cells and in Go files, and compares
// what it says.

import (
	"fmt"
	"go/parser"
	gotoken "go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/notebooks/internal/setup"
)

// attempts are kernels of several tasks that one program can declare: no name twice.
type attempts struct {
	names        map[string]bool
	declarations string
	labels       []string // of the kernels: "07.2 solution.go"
	calls        string   // of lesson.Try, one for each label
}

// asksForKernel returns the tasks whose answer is a kernel or a host program.
func asksForKernel() []task.Task {
	return slices.DeleteFunc(slices.Clone(task.Tasks), func(row task.Task) bool {
		return nameOf(&row) == ""
	})
}

// nameOf returns the function that a task asks for; "" for other tasks.
func nameOf(row *task.Task) string {
	switch ask := row.Ask.(type) {
	case task.Kernel:
		return ask.Name
	case task.Program:
		return ask.Name
	}
	return ""
}

// allAttempts returns the stub, the solution and the wrong answers of tasks, in groups.
func allAttempts(t *testing.T, tasks []task.Task) (groups []*attempts) {
	for _, row := range tasks {
		files, err := filepath.Glob(filepath.Join("../../..", filepath.FromSlash(row.CodePath("*.go"))))
		if err != nil || len(files) < 3 {
			t.Fatalf("task %s has the files %v, %v", row.ID, files, err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			groups = withAttempt(t, groups, row.Cell(name), row.ID+" "+name, fmt.Sprintf("lesson.Try(%q, %s)", row.ID, nameOf(&row)))
		}
	}
	return groups
}

// withAttempt adds a kernel to the first group that it fits.
func withAttempt(t *testing.T, groups []*attempts, cell, label, call string) []*attempts {
	t.Helper()
	tree, err := parser.ParseFile(gotoken.NewFileSet(), label, "package main\n"+cell, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := declaredNames(tree)
	i := slices.IndexFunc(groups, func(g *attempts) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return g.names[name] })
	})
	if i < 0 {
		i, groups = len(groups), append(groups, &attempts{names: map[string]bool{}})
	}
	g := groups[i]
	for _, name := range names {
		g.names[name] = true
	}
	g.declarations += strings.TrimSpace(cell) + "\n\n"
	g.labels = append(g.labels, label)
	g.calls += fmt.Sprintf("fmt.Println(%q); %s\n", divider, call)
	return groups
}

// divider is printed in front of what is said of a kernel.
const divider = "=== attempt"

// importsOfAttempts is in every program; "_" keeps what one of them does not use.
const importsOfAttempts = `
import (
	"fmt"
	"math/bits"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/lesson"
	"gpucourse/notebooks/notebook"
)

var (
	_ = bits.Len
	_ gpusim.Config
	_ notebook.Table
)

`

// cell returns the group as a cell, which forgets those before it. Its lines have the numbers that
// they have in file.
func (g *attempts) cell() codesCell {
	return codesCell{id: "g" + strings.NewReplacer(" ", "-", ".", "-").Replace(g.labels[0]),
		text: "%noautoget\n%reset" + importsOfAttempts + g.declarations + "%%\n" + g.calls}
}

func (g *attempts) file() string {
	return "package main\n" + importsOfAttempts + g.declarations + "func main() {\n" + g.calls + "}\n"
}

// saidOfFile runs the group as a program and returns what it prints of each kernel.
func (g *attempts) saidOfFile(env *setup.Env, folder string) ([]string, error) {
	file := filepath.Join(folder, "main.go")
	if err := os.WriteFile(file, []byte(g.file()), 0o600); err != nil {
		return nil, err
	}
	command := exec.Command("go", "run", "-ldflags=-w", file) // as the Go kernel links cells
	command.Dir = env.Root()
	out, err := command.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", g.labels[0], err, setup.LastLines(string(out), 20))
	}
	return strings.Split(string(out), divider+"\n")[1:], nil
}

// Positions of a cell, and of the program that holds the same text.
var cellOrFile = regexp.MustCompile(`Cell\[\d+\]: Line (\d+)|\S*main\.go:(\d+)(:\d+)?`)

// withoutFile replaces cells and files in front of line numbers, the only thing in which a verdict
// on a cell and on a file may differ.
func withoutFile(text string) string {
	return strings.TrimSpace(cellOrFile.ReplaceAllString(text, "KERNEL:$1$2"))
}

// TestCellsAndFilesGetTheSameVerdicts: what lesson.Try says of a kernel in a cell of the real Go
// kernel is, byte for byte, what it says of that kernel in a Go file. One task in forty is tried;
// `go test ./notebooks/internal/course -every -run CellsAndFiles` tries all.
func TestCellsAndFilesGetTheSameVerdicts(t *testing.T) {
	env := theEnvironment(t)
	t.Setenv(progress.Variable, "off")
	tasks := asksForKernel()
	chosen := oneIn(40, tasks)
	groups := allAttempts(t, chosen)
	inFiles := make([][]string, len(groups))
	var files errgroup.Group
	folders := t.TempDir()
	files.Go(func() (err error) {
		for i, g := range groups {
			if inFiles[i], err = g.saidOfFile(env, folders); err != nil {
				return err
			}
		}
		return nil
	})
	var cells []codesCell
	for _, g := range groups {
		cells = append(cells, g.cell())
	}
	nb := executedCells(t, cells)
	if err := files.Wait(); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, g := range groups {
		inCell := plainTexts(nb.Cells[i].Outputs)
		if len(inCell) != len(g.labels) || len(inFiles[i]) != len(g.labels) {
			t.Fatalf("%s: %d verdicts in the cell and %d in the file, want %d:\n%s", g.labels[0], len(inCell), len(inFiles[i]), len(g.labels), outputText(nb.Cells[i].Outputs))
		}
		for k, label := range g.labels {
			compared++
			if diff := cmp.Diff(withoutFile(inFiles[i][k]), withoutFile(inCell[k])); diff != "" {
				t.Errorf("%s: in a file -, in a cell +:\n%s", label, diff)
			}
		}
	}
	t.Logf("%d kernels of %d of %d tasks in %d cells", compared, len(chosen), len(tasks), len(groups))
}

// plainTexts returns what a cell has shown, as text.
func plainTexts(outputs []notebookOutput) (texts []string) {
	for _, o := range outputs {
		switch data := o.Data["text/plain"].(type) {
		case string:
			texts = append(texts, data)
		case []any:
			text := ""
			for _, line := range data {
				text += fmt.Sprint(line)
			}
			texts = append(texts, text)
		}
	}
	return texts
}
