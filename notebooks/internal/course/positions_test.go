package course

// This file executes a notebook whose kernels fail, and looks up the places that the
// messages name.

import (
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpucourse/notebooks/internal/setup"
)

// theEnvironment returns the course's environment, or skips the test where it cannot be
// prepared.
func theEnvironment(t *testing.T) *setup.Env {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: it installs JupyterLab when .venv is missing, and starts a kernel")
	}
	ctx := beforeTimeout(t)
	root, err := setup.FindRoot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	env := setup.New(root)
	err = env.Prepare(ctx, os.Stderr)
	var problem *setup.Problem
	if errors.As(err, &problem) {
		t.Skipf("the course cannot be set up here: %v", problem)
	}
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// cellPosition is a position as GoNB writes it.
var cellPosition = regexp.MustCompile(`Cell\[(\d+)\]: Line (\d+)`)

// TestPositions executes kernels that do not compile, leave their arrays, race, never
// end, or are kept or redefined by later cells. Each message, those of GoNB too, names a
// cell and a line, and that line, which a comment marks, is the quoted source.
func TestPositions(t *testing.T) {
	env := theEnvironment(t)
	file, err := filepath.Abs("testdata/positions.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	err = execute(beforeTimeout(t), env, []string{file}, out, func(o outcome) {
		if o.Error != "" {
			t.Errorf("cell %d: %s", o.Cell, o.Error)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	cells := readNotebook(t, filepath.Join(out, "positions.ipynb")).Cells
	origin := map[string]string{"kept": "out-of-bounds"} // the cells of kernels that are not in the cell that fails
	for i, cell := range cells[1:] {
		text := outputText(cell.Outputs)
		m := cellPosition.FindStringSubmatch(text)
		if m == nil {
			t.Errorf("%s: the output names no cell:\n%s", cell.ID, text)
			continue
		}
		n, _ := strconv.Atoi(m[1])
		line, _ := strconv.Atoi(m[2])
		want := cells[i+1]
		for _, c := range cells {
			if c.ID == origin[cell.ID] {
				want = c
			}
		}
		if n < 1 || n > len(cells) || cells[n-1].ID != want.ID || line < 1 || line > len(want.Source) {
			t.Errorf("%s: the output names %s, want a line of cell %s:\n%s", cell.ID, m[0], want.ID, text)
			continue
		}
		source := strings.TrimSpace(want.Source[line-1])
		if !strings.HasSuffix(source, "// here") || !strings.Contains(text, source) {
			t.Errorf("%s: %s is %q, which the output must quote:\n%s", cell.ID, m[0], source, text)
		}
		if strings.Contains(text, "main.go") && cell.ID != "gonb" {
			t.Errorf("%s: the output names a file that the learner has not written:\n%s", cell.ID, text)
		}
	}
}

// outputText is what a cell has put out: text, HTML without its entities, errors.
func outputText(outputs []notebookOutput) string {
	var b strings.Builder
	for _, o := range outputs {
		fmt.Fprintln(&b, o.Text, strings.Join(o.Traceback, "\n"))
		for _, data := range o.Data {
			switch data := data.(type) {
			case string:
				b.WriteString(html.UnescapeString(data))
			case []any:
				for _, line := range data {
					b.WriteString(html.UnescapeString(fmt.Sprint(line)))
				}
			}
		}
	}
	return b.String()
}
