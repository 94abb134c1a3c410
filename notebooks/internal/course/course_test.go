package course

// This file executes every notebook with the Go kernel. It makes the environment
// first if it is missing.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "gpucourse/internal/collect"
	"gpucourse/notebooks/internal/setup"
)

// executed holds the environment and the executed copies of all notebooks.
type executed struct {
	env      *setup.Env
	dir      string // of the executed copies
	outcomes []outcome
}

// beforeTimeout returns a context that ends some seconds before -timeout ends the test
// binary. Processes that the tests start end with the context, so a timeout leaves none.
func beforeTimeout(t *testing.T) context.Context {
	const margin = 20 * time.Second
	deadline, ok := t.Deadline()
	if !ok {
		return context.Background()
	}
	ctx, cancel := context.WithDeadline(context.Background(), deadline.Add(-margin))
	t.Cleanup(cancel)
	return ctx
}

// prepare returns the environment, which it makes if it is missing.
var prepare = sync.OnceValues(func() (*setup.Env, error) {
	root, err := setup.FindRoot(context.Background())
	if err != nil {
		return nil, err
	}
	env := setup.New(root)
	return env, env.Prepare(context.Background(), os.Stderr)
})

// theEnvironment returns the environment, or skips the test if it cannot be prepared here.
func theEnvironment(t *testing.T) *setup.Env {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: it installs JupyterLab when .venv is missing")
	}
	env, err := prepare()
	var problem *setup.Problem
	if errors.As(err, &problem) {
		t.Skipf("the course cannot be set up here: %v", problem)
	}
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// executeOnce guards the run of the notebooks that all tests share.
var executeOnce sync.Once

var (
	sharedRun *executed
	sharedErr error
)

// ran is the folder of notebooks that are executed already, for a second look.
var ran = flag.String("ran", "", "look at the executed notebooks in `DIR` and execute none: what -check -out DIR has left")

var every = flag.Bool("every", false, "execute every notebook and every attempt at a task, not a choice of them")

// oneIn returns the first of n elements, the one after the next n and so on, with -every all.
func oneIn[T any](n int, list []T) (some []T) {
	for i, x := range list {
		if *every || i%n == 0 {
			some = append(some, x)
		}
	}
	return some
}

// executeAll executes the notebooks, without -every the first: each cell is a program that is
// built, and .ci/run checks all notebooks in a step of its own.
func executeAll(ctx context.Context, env *setup.Env) (*executed, error) {
	x := &executed{env: env, dir: *ran}
	if x.dir != "" {
		files, err := notebooksIn(x.dir)
		for _, file := range files {
			x.outcomes = append(x.outcomes, outcome{Notebook: filepath.Join(env.Root(), "notebooks", filepath.Base(file))})
		}
		return x, err
	}
	var err error
	if x.dir, err = os.MkdirTemp("", "gpucourse-test-"); err != nil {
		return nil, err
	}
	files, err := findNotebooks(env.Root(), nil)
	if err != nil {
		return nil, err
	}
	err = execute(ctx, x.env, oneIn(len(files), files), x.dir, func(o outcome) { x.outcomes = append(x.outcomes, o) })
	slices.SortFunc(x.outcomes, func(a, b outcome) int { return cmp.Compare(a.Notebook, b.Notebook) })
	return x, err
}

func TestMain(m *testing.M) {
	if what := os.Getenv(testLab); what != "" {
		fmt.Println(runTestLab(what))
		return
	}
	code := m.Run()
	if sharedRun != nil && sharedRun.dir != *ran {
		os.RemoveAll(sharedRun.dir)
	}
	os.Exit(code)
}

// theCourse returns the executed course, or skips the test if the environment
// cannot be prepared here.
func theCourse(t *testing.T) *executed {
	t.Helper()
	env := theEnvironment(t)
	executeOnce.Do(func() { sharedRun, sharedErr = executeAll(beforeTimeout(t), env) })
	if sharedErr != nil {
		t.Fatal(sharedErr)
	}
	return sharedRun
}

// TestNotebooksRun executes chapter 00: no cell fails, and the outputs are
// those that are stored. These commands do so for all chapters:
//
//	go test ./notebooks/internal/course -every -run NotebooksRun
//	go run ./notebooks -check
func TestNotebooksRun(t *testing.T) {
	x := theCourse(t)
	if len(x.outcomes) == 0 {
		t.Error("no notebook was run")
	}
	if files, err := findNotebooks(x.env.Root(), nil); err != nil {
		t.Error(err)
	} else {
		t.Logf("%d of %d notebooks were executed", len(x.outcomes), len(files))
	}
	for _, o := range x.outcomes {
		var report strings.Builder
		o.print(&report)
		if o.Error != "" {
			t.Errorf("%s\nmore: go run ./notebooks -check %s", &report, filepath.Base(o.Notebook))
			continue
		}
		t.Log(strings.TrimSpace(report.String()))
		different, err := compareStored(x.env.Root(), o.Notebook, x.dir, false)
		if err != nil {
			t.Error(err)
		}
		for _, d := range different {
			t.Errorf("%s: other output than stored in %s\nto store it: go run ./notebooks -update %[1]s", filepath.Base(o.Notebook), d)
		}
	}
}

// TestCheckNamesTheCell checks that the report of a failing notebook holds the
// cell's number, its source and the error that a learner would see.
func TestCheckNamesTheCell(t *testing.T) {
	x := theCourse(t)
	var out strings.Builder
	err := checkNotebooks(beforeTimeout(t), x.env, &out, options{files: []string{"testdata/failing.ipynb"}})
	if err == nil || err.Error() != "1 of 1 notebooks failed" {
		t.Errorf("got error %v, want one failed notebook", err)
	}
	for _, part := range []string{"FAIL  failing.ipynb", "cell 3 of 4", "    | \tx[gpu.ThreadIdx.X] = 1", "Fill", "thread", "30"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the report lacks %q:\n%s", part, &out)
		}
	}
}

// notebookFile holds the parts of an .ipynb file that the tests read.
type notebookFile struct {
	Cells []struct {
		Type    string           `json:"cell_type"`
		ID      string           `json:"id"`
		Source  []string         `json:"source"`
		Outputs []notebookOutput `json:"outputs"`
	} `json:"cells"`
	Metadata struct {
		Kernel struct {
			Name string `json:"name"`
		} `json:"kernelspec"`
		Language struct {
			Lexer string `json:"pygments_lexer"`
		} `json:"language_info"`
	} `json:"metadata"`
}

type notebookOutput struct {
	Data      map[string]any `json:"data"`
	Text      any            `json:"text"`
	Traceback []string       `json:"traceback"`
}

func readNotebook(t *testing.T, file string) notebookFile {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parseNotebook(t, file, text)
}

func parseNotebook(t *testing.T, file string, text []byte) notebookFile {
	t.Helper()
	var nb notebookFile
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return nb
}

// TestNotebooksAreTidy checks that every cell has a readable id, and that the metadata is
// complete.
func TestNotebooksAreTidy(t *testing.T) {
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("no notebooks (%v)", err)
	}
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, file := range files {
		nb := readNotebook(t, file)
		if nb.Metadata.Kernel.Name != "gonb" || nb.Metadata.Language.Lexer != "go" {
			t.Errorf("%s: metadata is %+v, want kernel gonb and lexer go", file, nb.Metadata)
		}
		seen, first := map[string]bool{}, true
		for i, cell := range nb.Cells {
			if !id.MatchString(cell.ID) || seen[cell.ID] {
				t.Errorf("%s: cell %d: id %q is not readable or not unique", file, i+1, cell.ID)
			}
			seen[cell.ID] = true
			if cell.Type == "code" && first {
				first = false
				if !strings.HasPrefix(strings.Join(cell.Source, ""), "%noautoget\nimport (") {
					t.Errorf("%s: the first code cell must begin with %%noautoget and the imports", file)
				}
			}
		}
	}
}
