package site_test

// This file drives the page of the tasks, ends workers that exceed their limits, and looks
// for what hinders people who use a keyboard or a screen reader.

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/internal/axe"
	"gpucourse/workbench/site"
)

// TestCourse is the way of a learner: a stub, a right kernel, a number, a choice, a launch,
// an exercise, and the file of progress out of the browser and into it.
func TestCourse(t *testing.T) {
	x := open(t)
	x.visit(t, x.address+"course.html#00.2")
	t.Run("a kernel", func(t *testing.T) { x.solvesKernel(t) })
	t.Run("a number, a choice and a launch", func(t *testing.T) { x.answers(t) })
	t.Run("an exercise", func(t *testing.T) { x.solvesExercise(t) })
	t.Run("progress", func(t *testing.T) { x.movesProgress(t) })
	if len(x.foreign) > 0 {
		t.Errorf("the page asks other hosts: %s", x.foreign)
	}
}

// check presses Check and returns what the page says.
func (x *tab) check(t testing.TB) string {
	t.Helper()
	x.eval(t, `document.getElementById("check").click()`)
	x.eval(t, `course.queue.done`)
	return x.status(t)
}

// shows opens an item of the course.
func (x *tab) shows(t testing.TB, id string) {
	t.Helper()
	x.eval(t, fmt.Sprintf(`location.hash = %q`, id))
	x.await(t, fmt.Sprintf(`location.hash === "#" + %q && document.querySelector("#items [aria-current]")?.hash === location.hash`, id))
}

func (x *tab) says(t testing.TB, want string) {
	t.Helper()
	if got := x.check(t); !strings.Contains(got, want) {
		t.Errorf("the page says %s, want %q", got, want)
	}
}

func find(t testing.TB, id string) *task.Task {
	t.Helper()
	row, err := task.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func (x *tab) solvesKernel(t testing.TB) {
	row := find(t, "00.2")
	x.says(t, "not started")
	if got := x.eval(t, `[...document.querySelectorAll("#hints details details details details summary")].map(e => e.textContent)`); got != `["Hint 4 of 4: the solution"]` {
		t.Errorf("the innermost hint is %s", got)
	}
	x.eval(t, fmt.Sprintf(`course.editor.text = %s`, quoted(string(row.Code("solution.go")))))
	x.says(t, "done, ")
	if got := x.eval(t, `document.querySelector("#items [aria-current]").textContent`); !strings.Contains(got, "✓ done") {
		t.Errorf("the list says %s", got)
	}
	x.visit(t, x.address+"course.html#00.2")
	if got := x.eval(t, fmt.Sprintf(`course.editor.text === %s`, quoted(string(row.Code("solution.go"))))); got != "true" {
		t.Error("after a reload the editor has another text")
	}
}

func (x *tab) answers(t testing.TB) {
	x.shows(t, "07.1")
	x.says(t, "There is no answer yet.")
	x.eval(t, fmt.Sprintf(`document.getElementById("number").value = %q`, fmt.Sprint(find(t, "07.1").Ask.(task.Number).Answer())))
	x.says(t, "done, ")
	x.shows(t, "07.3")
	x.eval(t, `course.queue.done`)
	if got := x.eval(t, `[document.getElementById("result").textContent.includes("gld_transactions"), /the cell/i.test(document.body.textContent)]`); got != "[true,false]" {
		t.Errorf("before a choice the page shows the counters and speaks of no cell: got %s", got)
	}
	var order int
	if err := json.Unmarshal([]byte(x.eval(t, `JSON.parse(localStorage.getItem("gpucourse.progress")).order`)), &order); err != nil {
		t.Fatal(err)
	}
	x.eval(t, fmt.Sprintf(`document.querySelector("input[value=%s]").click()`, find(t, "07.3").RightLetter(order)))
	x.says(t, "done, ")
	launch := find(t, "07.5").Ask.(task.Configuration).Solution
	x.shows(t, "07.5")
	x.says(t, "not started")
	x.eval(t, fmt.Sprintf(`document.getElementById("grid").value = %q`, extent(launch.Grid.X, launch.Grid.Y, launch.Grid.Z)))
	x.eval(t, fmt.Sprintf(`document.getElementById("block").value = %q`, extent(launch.Block.X, launch.Block.Y, launch.Block.Z)))
	x.says(t, "done, ")
}

func (x *tab) solvesExercise(t testing.TB) {
	x.shows(t, "00.exercise")
	x.says(t, "not started, 0 of 8 marks; not started")
	solution, err := os.ReadFile("../../solutions/00_start/kernel.go")
	if err != nil {
		t.Fatal(err)
	}
	x.eval(t, fmt.Sprintf(`course.editor.text = %s`, quoted(string(solution))))
	x.says(t, "done, 8 of 8 marks; done, 6 of 6 marks; done, 8 of 8 marks")
}

// movesProgress reads the exported progress with the grader's own package, and joins it with
// progress of a terminal.
func (x *tab) movesProgress(t *testing.T) {
	exported := filepath.Join(t.TempDir(), "progress.json")
	var content string
	if err := json.Unmarshal([]byte(x.eval(t, `(async () => {
		let blob;
		const make = URL.createObjectURL;
		URL.createObjectURL = (b) => make.call(URL, (blob = b));
		document.getElementById("export").click();
		return blob.text();
	})()`)), &content); err != nil {
		t.Fatal(err)
	}
	write(t, exported, []byte(content))
	p, err := progress.At(exported).Read()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"00.2", "07.1", "07.3", "07.5", "00_start/Add"} {
		if item := p.Item(id); !item.Done() {
			t.Errorf("%s is not done in the exported file: %+v", id, item)
		}
	}
	other := progress.At(filepath.Join(t.TempDir(), "progress.json"))
	if err := other.Record(map[string]progress.Attempt{"00.1": *p.Items["07.1"].Best}); err != nil {
		t.Fatal(err)
	}
	x.eval(t, `document.getElementById("import").scrollIntoView()`)
	if err := chromedp.Do(x.browser, chromedp.SetUploadFiles("#import", []string{other.Path()})); err != nil {
		t.Fatal(err)
	}
	x.await(t, `document.getElementById("status").textContent === "progress.json is imported."`)
	defer x.takesVariants(t)
	if got := x.eval(t, `[...document.querySelectorAll("#items a")].filter(a => a.textContent.includes("✓")).length`); got != "3" {
		t.Errorf("%s items of chapter 00 are done after the import, want two tasks and the exercise", got)
	}
}

// takesVariants imports what a lecturer hands out. The page then asks with the numbers of the variant, and grades by them.
func (x *tab) takesVariants(t *testing.T) {
	given := progress.Progress{Version: progress.Version, Order: 2, Variants: map[string]int{"07.1": 1}}
	name := filepath.Join(t.TempDir(), "a1.json")
	write(t, name, given.Text())
	if err := chromedp.Do(x.browser, chromedp.SetUploadFiles("#import", []string{name})); err != nil {
		t.Fatal(err)
	}
	x.await(t, `document.getElementById("status").textContent === "a1.json is imported."`)
	x.shows(t, "07.1")
	row := find(t, "07.1").As(1)
	if got := x.eval(t, `document.getElementById("statement").textContent`); !strings.Contains(got, "3 blocks of 96 threads") {
		t.Errorf("the page asks %s, want %q", got, row.Text)
	}
	x.eval(t, fmt.Sprintf(`document.getElementById("number").value = "%v"`, row.Ask.(task.Number).Answer()))
	x.says(t, "done, ")
}

// TestLimits: what takes too much time or memory ends its worker with an error that names the
// limit, and the page goes on.
func TestLimits(t *testing.T) {
	x := open(t)
	x.eval(t, `workbench.simulator.mostTime = 4000`)
	x.eval(t, fmt.Sprintf(`workbench.queue.add(() => workbench.fill(%s))`, quoted(endlessLaunch)))
	x.eval(t, `workbench.queue.done`)
	if got := x.status(t); got != `"out of time: the launch takes more than 4 s"` {
		t.Errorf("an endless loop: the page says %s", got)
	}
	x.eval(t, fmt.Sprintf(`workbench.simulator.mostTime = %d`, patience.Milliseconds()))
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "1", Block: "256", Values: "x=400000000 n=4"})
	if got := x.status(t); !strings.Contains(got, "out of memory: the launch takes more than 1024 MB") {
		t.Errorf("a huge array: the page says %s", got)
	}
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "4", Block: "256", Values: "x=1024 n=1024"})
	if got := x.status(t); !strings.HasPrefix(got, `"Done in `) {
		t.Errorf("afterwards the page says %s", got)
	}
}

// TestAccessible: axe-core finds no serious fault of a page, light and wide or dark and as wide
// as a phone, with -every as a tablet too, no page is wider than its window, and no result wider
// than its place. What is shared is judged in the dark alone, with -every in both.
func TestAccessible(t *testing.T) {
	x := open(t)
	for _, c := range []struct {
		scheme string
		width  int64
		every  bool // needs -every
	}{{"light", 1400, false}, {"dark", 360, false}, {"dark", 768, true}} {
		if c.every && !*every {
			continue
		}
		scheme, width := c.scheme, c.width
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
		if _, err := chromedp.Call(x.browser, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(x.browser, chromedp.EmulateViewport(width, 1024)); err != nil {
			t.Fatal(err)
		}
		x.visit(t, x.address)
		x.press(t, "profile")
		x.eval(t, `document.querySelectorAll("details").forEach(d => (d.open = true))`)
		x.judge(t, fmt.Sprintf("workbench %s %d", scheme, width))
		x.press(t, "show-sweep")
		x.judge(t, fmt.Sprintf("sweep %s %d", scheme, width))
		x.press(t, "show-report")
		if *every || scheme == "dark" {
			x.judgeShared(t, fmt.Sprintf("%s %d", scheme, width))
		}
		x.visit(t, x.address+"course.html#07.3")
		x.judge(t, fmt.Sprintf("choice %s %d", scheme, width))
		x.shows(t, "07.2")
		x.check(t)
		x.eval(t, `document.querySelectorAll("details").forEach(d => (d.open = true))`)
		x.judge(t, fmt.Sprintf("task %s %d", scheme, width))
		x.shows(t, "07.exercise")
		x.judge(t, fmt.Sprintf("exercise %s %d", scheme, width))
	}
}

// judgeShared judges a mistake, a comparison, the dialog that shares it, and its frame.
func (x *tab) judgeShared(t testing.TB, how string) {
	t.Helper()
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "4", Block: "256", Values: "x=1024:ramp n=1024"})
	x.press(t, "pin")
	x.source(t, strings.Replace(double, "x[i] *= 2", "x[j] *= 2", 1))
	x.judge(t, "mistake "+how)
	x.source(t, strings.Replace(double, "*= 2", "*= 3", 1))
	x.judge(t, "comparison "+how)
	x.press(t, "link")
	x.await(t, `document.getElementById("shared").open`)
	x.judge(t, "share "+how)
	framed := x.eval(t, `document.getElementById("frame").value.split('"')[1]`)
	x.visit(t, strings.Trim(framed, `"`))
	x.judge(t, "frame "+how)
}

func (x *tab) judge(t testing.TB, what string) {
	t.Helper()
	x.eval(t, `(() => { `+axe.Script()+`; window.axe = axe; return true })()`)
	var faults []string
	if err := json.Unmarshal([]byte(x.eval(t, axe.Serious)), &faults); err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Errorf("%s: %s", what, f)
	}
	if wider := x.eval(t, `document.documentElement.scrollWidth - window.innerWidth`); strings.TrimPrefix(wider, "-") == wider && wider != "0" {
		t.Errorf("%s: the page is %s pixels wider than its window", what, wider)
	}
	// What scrolls, such as a picture, does so in a part of its own.
	if wider := x.eval(t, `[document.getElementById("result")].filter(e => e && !e.querySelector(":scope > .listing")).map(e => e.scrollWidth - e.clientWidth).filter(n => n > 0)`); wider != "[]" {
		t.Errorf("%s: the result is %s pixels wider than its place", what, wider)
	}
	x.keep(t, strings.ReplaceAll(what, " ", "_"))
}

// keep keeps a screenshot with `go test -artifacts`.
func (x *tab) keep(t testing.TB, name string) {
	t.Helper()
	if artifacts := flag.Lookup("test.artifacts"); artifacts == nil || artifacts.Value.String() != "true" {
		return
	}
	png, err := chromedp.Run(x.browser, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(t.ArtifactDir(), name+".png"), png)
}
