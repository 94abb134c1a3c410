package course

// This file executes a notebook whose kernels fail, and looks up the places that the
// messages name.

import (
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"gpucourse/notebooks/internal/setup"
)

// positionsNotebook is the notebook of these tests. The lines that messages must name
// end with a comment.
const (
	positionsNotebook = "testdata/positions.ipynb"
	marker            = "// here"
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

// executedPositions executes the notebook and returns the path of the executed copy.
func executedPositions(t *testing.T, env *setup.Env) string {
	t.Helper()
	file, err := filepath.Abs(positionsNotebook)
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
	return filepath.Join(out, filepath.Base(file))
}

// TestPositions executes kernels that do not compile, leave their arrays, race, never
// end, or are kept or redefined by later cells. Each message, those of GoNB too, names a
// cell and a line, and that line is the quoted source.
func TestPositions(t *testing.T) {
	cells := readNotebook(t, executedPositions(t, theEnvironment(t))).Cells
	sources, last := map[string][]string{}, ""
	for _, cell := range cells {
		sources[cell.ID] = cell.Source
		last = cell.ID
	}
	sources["kept"] = sources["out-of-bounds"] // its kernel is of an earlier cell
	sources["host"], sources["helpers"] = sources["helpers"], nil
	for _, cell := range cells {
		if !strings.Contains(strings.Join(sources[cell.ID], ""), marker) {
			continue
		}
		t.Run(cell.ID, func(t *testing.T) {
			text := outputText(cell.Outputs)
			source := placeOf(t, text, func(n int) []string { return cells[n-1].Source }, len(cells))
			if !strings.HasSuffix(source, marker) || !strings.Contains(strings.Join(sources[cell.ID], ""), source) || !strings.Contains(text, source) {
				t.Errorf("the output must name and quote the line with %q, it names %q:\n%s", marker, source, text)
			}
			m := gonbPosition.FindStringSubmatch(text)
			if m != nil && !strings.Contains(text, fmt.Sprintf("Cell[%s]: Line %s", m[1], m[2])) || m == nil && cell.ID == "host" {
				t.Errorf("GoNB says %q:\n%s", m, text)
			}
		})
	}
	if text := outputText(cells[len(cells)-1].Outputs); !strings.Contains(text, "solutions/07_coalescing/kernel.go:") {
		t.Errorf("%s: no line of the file:\n%s", last, text)
	}
}

// Positions as GoNB writes them: of compile errors, and in front of file and line in what
// a cell prints to stderr, such as a panic.
var (
	cellPosition = regexp.MustCompile(`Cell\[(\d+)\]: Line (\d+)`)
	gonbPosition = regexp.MustCompile(`\[\[ Cell \[(\d+)\] Line (\d+) \]\]`)
)

// placeOf returns the source line that a text names, of one of so many cells.
func placeOf(t *testing.T, text string, cell func(int) []string, cells int) string {
	t.Helper()
	m := cellPosition.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the output names no cell:\n%s", text)
	}
	n, _ := strconv.Atoi(m[1]) // of digits
	line, _ := strconv.Atoi(m[2])
	if n < 1 || n > cells || line < 1 || line > len(cell(n)) {
		t.Fatalf("there is no %s:\n%s", m[0], text)
	}
	return strings.TrimSpace(cell(n)[line-1])
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

// TestLinksOpenFiles: in a notebook that is not trusted, a line of a file is a link that
// opens the file in JupyterLab's editor.
func TestLinksOpenFiles(t *testing.T) {
	env := theEnvironment(t)
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	text, err := os.ReadFile(executedPositions(t, env))
	if err != nil {
		t.Fatal(err)
	}
	root, data := t.TempDir(), t.TempDir()
	folder, err := filepath.Abs(filepath.Dir(positionsNotebook))
	if err != nil {
		t.Fatal(err)
	}
	inside, err := filepath.Rel(env.Root(), folder)
	if err != nil {
		t.Fatal(err)
	}
	// The links begin at the folder where the notebook was executed.
	for file, text := range map[string]string{
		filepath.Join(inside, "positions.ipynb"): string(text),
		"solutions/07_coalescing/kernel.go":      "package coalescing",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, file), text)
	}
	environ := append(env.Environ(), "JUPYTER_DATA_DIR="+data, "JUPYTER_PATH="+env.Share(), "JUPYTERLAB_WORKSPACES_DIR="+data)
	address := serve(t, env, root, environ)
	browser := startBrowser(t, chromium)
	const link = `.jp-OutputArea a[href*="kernel.go"]`
	err = chromedp.Do(browser,
		chromedp.Navigate(address+"/lab/tree/"+filepath.ToSlash(inside)+"/positions.ipynb?token="+token),
		chromedp.WaitVisible(chromedp.CSS(link)), chromedp.Click(chromedp.CSS(link)),
		chromedp.WaitVisible(chromedp.CSS(".jp-FileEditor")))
	if err != nil {
		t.Error(err)
	}
	shown, err := chromedp.Run(browser, chromedp.Evaluate[string](`document.querySelector(".jp-FileEditor").innerText`))
	if err != nil || !strings.Contains(shown, "package coalescing") {
		t.Errorf("the editor shows %q, %v", shown, err)
	}
}
