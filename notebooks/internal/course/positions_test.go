package course

// This file executes a notebook whose kernels fail, and looks up the places that the
// messages name.

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
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

// runPositions guards the run of the notebook, whose executed copy both tests read.
var (
	runPositions   sync.Once
	ranPositions   string
	positionsError error
)

// executedPositions executes the notebook and returns the text of the executed copy.
func executedPositions(t *testing.T, env *setup.Env) string {
	t.Helper()
	runPositions.Do(func() { ranPositions, positionsError = executePositions(beforeTimeout(t), env, t.TempDir()) })
	if positionsError != nil {
		t.Fatal(positionsError)
	}
	return ranPositions
}

func executePositions(ctx context.Context, env *setup.Env, out string) (string, error) {
	file, err := filepath.Abs(positionsNotebook)
	if err != nil {
		return "", err
	}
	var failed error
	err = execute(ctx, env, []string{file}, out, func(o outcome) {
		if o.Error != "" {
			failed = fmt.Errorf("cell %d: %s", o.Cell, o.Error)
		}
	})
	if err := cmp.Or(err, failed); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(out, filepath.Base(file)))
	return string(text), err
}

// TestPositions executes kernels that do not compile, leave their arrays, race, never
// end, or are kept or redefined by later cells. Each message, those of GoNB too, names a
// cell and a line, and that line is the quoted source.
func TestPositions(t *testing.T) {
	nb := parseNotebook(t, positionsNotebook, []byte(executedPositions(t, theEnvironment(t))))
	outputs, sources := map[string]string{}, map[string]string{}
	for _, cell := range nb.Cells {
		outputs[cell.ID], sources[cell.ID] = outputText(cell.Outputs), strings.Join(cell.Source, "")
	}
	// Two cells use what an earlier cell declares.
	sources["kept"], sources["host"] = sources["out-of-bounds"], sources["helpers"]
	delete(sources, "helpers")
	for id, source := range sources {
		if !strings.Contains(source, marker) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			text := outputs[id]
			line := nb.lineNamedIn(t, text)
			if !strings.HasSuffix(line, marker) || !strings.Contains(source, line) || !strings.Contains(text, line) {
				t.Errorf("the output must name and quote the line with %q, it names %q:\n%s", marker, line, text)
			}
		})
	}
	if m := gonbPosition.FindStringSubmatch(outputs["host"]); m == nil || !strings.Contains(outputs["host"], fmt.Sprintf("Cell[%s]: Line %s", m[1], m[2])) {
		t.Errorf("GoNB says %q:\n%s", m, outputs["host"])
	}
	if text := outputs["file"]; !strings.Contains(text, kernelFile+":") {
		t.Errorf("no line of the file:\n%s", text)
	}
}

// Positions as GoNB writes them: of compile errors, and in front of file and line in what
// a cell prints to stderr, such as a panic.
var (
	cellPosition = regexp.MustCompile(`Cell\[(\d+)\]: Line (\d+)`)
	gonbPosition = regexp.MustCompile(`\[\[ Cell \[(\d+)\] Line (\d+) \]\]`)
)

// lineNamedIn returns the source line that a text names. Every cell of the notebook is
// executed, so that their execution numbers count them.
func (nb notebookFile) lineNamedIn(t *testing.T, text string) string {
	t.Helper()
	m := cellPosition.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the output names no cell:\n%s", text)
	}
	n, _ := strconv.Atoi(m[1]) // of digits
	line, _ := strconv.Atoi(m[2])
	if n < 1 || n > len(nb.Cells) || line < 1 || line > len(nb.Cells[n-1].Source) {
		t.Fatalf("there is no %s:\n%s", m[0], text)
	}
	return strings.TrimSpace(nb.Cells[n-1].Source[line-1])
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
// opens the file in JupyterLab's editor, at the line.
func TestLinksOpenFiles(t *testing.T) {
	env := theEnvironment(t)
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	root, data := t.TempDir(), t.TempDir()
	notebook := copyPositions(t, env, root)
	environ := append(env.Environ(), "JUPYTER_DATA_DIR="+data, "JUPYTER_PATH="+env.Share(), "JUPYTERLAB_WORKSPACES_DIR="+data)
	address := serve(t, env, root, environ) + "/lab/tree/" + notebook + "?token=" + token
	browser := startBrowser(t, chromium)
	link := chromedp.CSS(`.jp-OutputArea a[href*="kernel.go"]`)
	err = chromedp.Do(browser, chromedp.Navigate(address), chromedp.WaitVisible(link), chromedp.Click(link),
		chromedp.WaitVisible(chromedp.CSS(".jp-FileEditor")))
	if err != nil {
		t.Error(err)
	}
	named := lineOfFile.FindStringSubmatch(executedPositions(t, env))
	line, err := strconv.Atoi(named[1])
	if err != nil || line <= 1 || line > strings.Count(kernelSource(t, env), "\n") {
		t.Fatalf("there is no line %q, or it is where the editor begins", named)
	}
	p := &page{t: t, ctx: browser}
	p.await(fmt.Sprintf("[...jupyterapp.shell.widgets('main')].some(w => w.content.editor?.getCursorPosition().line === %d)", line-1))
}

// lineOfFile is a position in the file of kernelSource.
var lineOfFile = regexp.MustCompile(regexp.QuoteMeta(kernelFile) + `:(\d+)`)

// kernelFile is the file whose kernel the notebook of positions launches.
const kernelFile = "solutions/07_coalescing/kernel.go"

func kernelSource(t *testing.T, env *setup.Env) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(env.Root(), kernelFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// copyPositions puts the executed notebook and the file that it links to where they lie
// in the repository, below root. It returns the notebook's path there.
func copyPositions(t *testing.T, env *setup.Env, root string) string {
	t.Helper()
	file, err := filepath.Abs(positionsNotebook)
	if err != nil {
		t.Fatal(err)
	}
	page, err := filepath.Rel(env.Root(), file)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{page: executedPositions(t, env), kernelFile: kernelSource(t, env)} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, name, text)
	}
	return filepath.ToSlash(page)
}
