package main

// This file runs the course: every notebook through the real kernel, in an
// environment that is made first when it is missing.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
)

// course is the real environment and the executed copies of all notebooks.
type course struct {
	env      *env
	dir      string // of the executed copies
	outcomes []outcome
}

// runCourse prepares .venv and executes the notebooks, once for all tests.
var runCourse = sync.OnceValues(func() (*course, error) {
	ctx := context.Background()
	root, err := repoRoot(ctx)
	if err != nil {
		return nil, err
	}
	c := &course{env: newEnv(root)}
	if err := c.env.prepare(ctx, newProgress(os.Stderr)); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp("", "gpucourse-test-"); err != nil {
		return nil, err
	}
	files, err := c.env.notebooks(nil)
	if err != nil {
		return nil, err
	}
	return c, c.executeAll(ctx, files)
})

// atATime is how many notebooks are executed at a time: the tests of this package take the
// longest, and in the end have the machine for themselves.
const atATime = 2

// executeAll executes notebooks and keeps their outcomes in order.
func (c *course) executeAll(ctx context.Context, files []string) error {
	var lists [atATime][]outcome
	var all errgroup.Group
	for i := range lists {
		var own []string
		for k := i; k < len(files); k += atATime {
			own = append(own, files[k])
		}
		all.Go(func() error {
			return c.env.execute(ctx, own, c.dir, func(o outcome) { lists[i] = append(lists[i], o) })
		})
	}
	err := all.Wait()
	c.outcomes = slices.Concat(lists[:]...)
	slices.SortFunc(c.outcomes, func(a, b outcome) int { return cmp.Compare(a.Notebook, b.Notebook) })
	return err
}

func TestMain(m *testing.M) {
	code := m.Run()
	if ran {
		if c, _ := runCourse(); c != nil && c.dir != "" {
			os.RemoveAll(c.dir)
		}
	}
	os.Exit(code)
}

// ran says that runCourse was asked for, and so has something to clean up.
var ran bool

// theCourse skips a test where the course cannot be run, with the reason.
func theCourse(t *testing.T) *course {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: it installs JupyterLab when .venv is missing, and runs every notebook")
	}
	ran = true
	c, err := runCourse()
	var trouble *trouble
	if errors.As(err, &trouble) {
		t.Skipf("the course cannot be set up here: %v", trouble)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNotebooksRun(t *testing.T) {
	c := theCourse(t)
	if len(c.outcomes) == 0 {
		t.Error("no notebook was run")
	}
	for _, o := range c.outcomes {
		var report strings.Builder
		o.print(&report)
		if o.Error != "" {
			t.Errorf("%s\nmore: go run ./notebooks -check %s", &report, filepath.Base(o.Notebook))
			continue
		}
		t.Log(strings.TrimSpace(report.String()))
	}
}

// TestCheckNamesTheCell: a failing notebook is reported with its cell, the
// cell's source and what the learner would have seen.
func TestCheckNamesTheCell(t *testing.T) {
	c := theCourse(t)
	var out strings.Builder
	err := c.env.checkAll(t.Context(), &out, []string{"testdata/failing.ipynb"}, "")
	if err == nil || err.Error() != "1 of 1 notebooks failed" {
		t.Errorf("got error %v, want one failed notebook", err)
	}
	for _, part := range []string{"FAIL  failing.ipynb", "cell 3 of 4", "    | \tx[gpu.ThreadIdx.X] = 1", "Fill", "thread", "30"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the report lacks %q:\n%s", part, &out)
		}
	}
}

// notebookFile is what the tests look at in an .ipynb file.
type notebookFile struct {
	Cells []struct {
		Type    string           `json:"cell_type"`
		ID      string           `json:"id"`
		Source  []string         `json:"source"`
		Outputs []notebookOutput `json:"outputs"`
		Count   *int             `json:"execution_count"`
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
	Data map[string]any `json:"data"`
}

func readNotebook(t *testing.T, file string) notebookFile {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var nb notebookFile
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return nb
}

// TestNotebooksAreTidy: what is committed has no outputs, which would age, a
// stable readable id a cell, and the metadata that converters need.
func TestNotebooksAreTidy(t *testing.T) {
	files, err := filepath.Glob("*.ipynb")
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
			if len(cell.Outputs) > 0 || cell.Count != nil {
				t.Errorf("%s: cell %s has outputs; clear them before committing", file, cell.ID)
			}
			if cell.Type == "code" && first {
				first = false
				if !strings.HasPrefix(strings.Join(cell.Source, ""), "%noautoget\nimport (") {
					t.Errorf("%s: the first code cell must begin with %%noautoget and the imports", file)
				}
			}
		}
	}
}
