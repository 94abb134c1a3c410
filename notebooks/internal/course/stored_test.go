package course

// This file tests what is kept of outputs, and looks at the stored ones.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/chart"
	"gpucourse/grader/stubs"
	"gpucourse/internal/ipynb"
)

// shown is HTML as cells send it.
func shown(html string) output { return display(map[string]ipynb.Text{ipynb.HTML: ipynb.Text(html)}) }

// TestKept: pictures become outputs of their own between the HTML around them, folds that
// are closed go, those that are open stay, and so do text and places in tables.
func TestKept(t *testing.T) {
	picture := chart.Bars("It's <A & B>", "sectors", chart.Bar{Name: "one", Value: 4})
	got, err := kept([]output{
		shown(`<div class="x" style="margin:2px 0" title="tip">a &lt; b&nbsp;<wbr>c</div><script>if (a < b) {}</script>`),
		shown(`<table><tr><th></th><th>n</th></tr><tr><td></td><td>1</td></tr></table><details><summary>closed</summary>secret<details><summary>inner</summary>x</details></details>`),
		shown(`<div>before` + picture.HTML() + `<br>after</div><details open><summary>open</summary>seen</details>`),
		{Type: "stream", Stream: "stdout", Text: "\x1b[31mred\x1b[0m\n"},
		shown(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []output{
		shown(`<div style="margin:2px 0">a &lt; b&nbsp;<wbr>c</div>` + "\n" + `<table><tr><th></th><th>n</th></tr><tr><td></td><td>1</td></tr></table>` + "\n" + `<div>before</div>`),
		display(map[string]ipynb.Text{ipynb.SVG: "", ipynb.Plain: "It's <A & B>. sectors: one 4."}),
		shown(`<div><br>after</div><div><b>open</b>seen</div>`),
		{Type: "stream", Stream: "stdout", Text: "red\n"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %d outputs, want %d: %+v", len(got), len(want), got)
	}
	for i := range want {
		if svg, ok := got[i].Data[ipynb.SVG]; ok {
			sameDrawing(t, string(svg), picture)
			got[i].Data[ipynb.SVG] = ""
		}
		a, b := (&documentCell{Outputs: got[i : i+1]}).outputLines(), (&documentCell{Outputs: want[i : i+1]}).outputLines()
		if !slices.Equal(a, b) {
			t.Errorf("output %d: got\n%q, want\n%q", i, a, b)
		}
	}
}

// sameDrawing compares a picture with what is kept of it: quotes, lines and tips may differ.
func sameDrawing(t *testing.T, kept string, p *chart.Picture) {
	t.Helper()
	plainly := strings.NewReplacer("\n", "", `"`, "'")
	if got, want := plainly.Replace(kept), tips.ReplaceAllString(plainly.Replace(p.SVG()), "/>"); got != want {
		t.Errorf("got the picture\n%s\nwant\n%s", got, want)
	}
}

// TestTipsAreLeftOut: texts for the mouse take half of some pictures.
func TestTipsAreLeftOut(t *testing.T) {
	const svg = `data:image/svg+xml,<svg><path d='M1 1h2'><title>lane 0%27s byte</title></path><text>100 %25 %26amp; more</text></svg>`
	if got, want := keptSVG(svg), `<svg><path d='M1 1h2'/><text>100 % &amp; more</text></svg>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNotebooksKeepTheirForm: a notebook that is read and written is the same file, as
// Jupyter would write it.
func TestNotebooksKeepTheirForm(t *testing.T) {
	files, err := notebooksIn("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := readDocument(file)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ipynb.Encode(d, " ")
		if err != nil || string(again) != string(text) {
			t.Errorf("%s changes when it is written anew (%v)", file, err)
		}
	}
}

// mostStored is the most bytes that all notebooks with their outputs may have.
const mostStored = 6 << 20

// unstable is what would differ on another machine or day, or do nothing on a code host.
var unstable = regexp.MustCompile(`(?i)<script|/tmp/|/home/|/root/|/Users/|gonb_|\bgo1\.\d+|\b20\d\d-\d\d-\d\d\b|goroutine \d`)

// TestStoredOutputs: outputs are stored, in all no more than a few megabytes, with pictures
// that need no script and nothing of the machine that ran them.
func TestStoredOutputs(t *testing.T) {
	files, err := notebooksIn("../..")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range files {
		d, err := readDocument(file)
		if err != nil {
			t.Fatal(err)
		}
		text, pictures := 0, 0
		for _, c := range d.Cells {
			for _, line := range c.outputLines() {
				text += len(line)
				if found := unstable.FindString(line); found != "" {
					t.Errorf("%s: cell %s has stored %q", filepath.Base(file), c.ID, found)
				}
			}
			for _, o := range c.Outputs {
				if o.Data[ipynb.SVG] != "" {
					pictures++
				}
			}
		}
		if text == 0 || pictures == 0 {
			t.Errorf("%s: %d bytes of outputs and %d pictures are stored; run go run ./notebooks -update", filepath.Base(file), text, pictures)
		}
		total += text
		t.Logf("%-28s %7d bytes of outputs, %2d pictures", filepath.Base(file), text, pictures)
	}
	if t.Logf("%d bytes in all", total); total > mostStored {
		t.Errorf("outputs have %d bytes, at most %d", total, mostStored)
	}
}

// ranCopy writes a notebook of the course of two cells, its executed copy, and the exercise
// that goes with it, into a new repository.
func ranCopy(t *testing.T, exercise string) (root, notebook, executed string) {
	t.Helper()
	root, executed = t.TempDir(), t.TempDir()
	notebook = filepath.Join(root, "notebooks", "07_coalescing.ipynb")
	for _, folder := range []string{"notebooks", "exercises/07_coalescing"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cells := func(outputs string) string {
		return `{"cells":[{"cell_type":"code","id":"run","metadata":{},"source":[],"outputs":[` + outputs + `]},
			{"cell_type":"code","id":"exercise-run","metadata":{},"source":[],"outputs":[` + outputs + `]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	}
	writeFile(t, notebook, cells(`{"output_type":"stream","name":"stdout","text":"old"}`))
	writeFile(t, filepath.Join(executed, filepath.Base(notebook)), cells(`{"output_type":"stream","name":"stdout","text":["n","ew"]}`))
	writeFile(t, filepath.Join(root, "exercises/07_coalescing/kernel.go"), exercise)
	return root, notebook, executed
}

// TestUpdateStoresOutputs: what differs is told by cell, and stored on demand.
func TestUpdateStoresOutputs(t *testing.T) {
	stub, err := stubs.Source("07_coalescing")
	if err != nil {
		t.Fatal(err)
	}
	root, notebook, executed := ranCopy(t, string(stub))
	got, err := compareStored(root, notebook, executed, false)
	if err != nil || len(got) != 2 || !strings.Contains(got[0], "cell 1 (run)") || !strings.Contains(got[0], "stored: stdout: old") || !strings.Contains(got[0], "now:    stdout: new") {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := compareStored(root, notebook, executed, true); err != nil {
		t.Fatal(err)
	}
	if got, err := compareStored(root, notebook, executed, false); len(got) != 0 || err != nil {
		t.Errorf("after the update: got %q, %v", got, err)
	}
}

// TestChangedExerciseDiffers: the cells of an exercise that a learner has begun show the
// learner's work, which is no difference.
func TestChangedExerciseDiffers(t *testing.T) {
	root, notebook, executed := ranCopy(t, "package coalescing // mine")
	got, err := compareStored(root, notebook, executed, false)
	if err != nil || len(got) != 1 || !strings.Contains(got[0], "(run)") {
		t.Errorf("got %q, %v", got, err)
	}
}
