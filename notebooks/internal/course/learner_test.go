package course

// This file works through a chapter as a learner does: in JupyterLab as the launcher
// opens it, with a keyboard and a mouse.

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gpucourse/notebooks/internal/setup"
)

// newCourse makes a folder that looks like the repository, of links to it, and its work
// folder. What a test does there changes nothing of the user's.
func newCourse(t *testing.T, env *setup.Env) string {
	t.Helper()
	root := t.TempDir()
	entries, err := os.ReadDir(env.Root())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && name != workFolder {
			if err := os.Symlink(filepath.Join(env.Root(), name), filepath.Join(root, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := prepareWork(root, env.KernelGo(), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	return root
}

// announced is the part of the launcher's output that holds the address.
var announced = regexp.MustCompile(`http://localhost:\S+`)

// startCourse runs the launcher on a new course until the test ends, and returns the
// address that it tells.
func startCourse(t *testing.T, env *setup.Env) string {
	t.Helper()
	root, data := newCourse(t, env), t.TempDir()
	l := &lab{
		env: env, folder: filepath.Join(root, workFolder), notebook: "notebooks/" + whereLearnerStopped(root), port: freePort(t),
		arguments: []string{"--LabApp.expose_app_in_browser=True"},
		environ: []string{"JUPYTERLAB_WORKSPACES_DIR=" + data, "JUPYTERLAB_SETTINGS_DIR=" + data,
			"GPUCOURSE_PROGRESS=" + filepath.Join(data, "progress.json")},
	}
	if !*every { // the kernel starts without gopls, which reads the whole course for half a minute
		environ := env.Environ()
		path := slices.IndexFunc(environ, func(kv string) bool { return strings.HasPrefix(kv, "PATH=") })
		l.environ = append(l.environ, environ[path])
	}
	ctx, cancel := context.WithCancel(beforeTimeout(t))
	address, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- l.run(ctx, writerFunc(func(b []byte) (int, error) {
			if found := announced.Find(b); found != nil {
				address <- string(found)
			}
			return len(b), nil
		}))
	}()
	t.Cleanup(func() { cancel(); <-ended })
	select {
	case a := <-address:
		return a
	case err := <-ended:
		ended <- err
		t.Fatalf("JupyterLab did not start: %v", err)
		return ""
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// page is the notebook in the browser.
type page struct {
	t     *testing.T
	ctx   context.Context
	cells []string // ids
	looks int
	shots int
}

// openCourse opens the address in a browser and waits for the notebook and its kernel.
func openCourse(t *testing.T, address string, notebook string) *page {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	p := &page{t: t, ctx: startBrowser(t, chromium)}
	for _, cell := range readNotebook(t, notebook).Cells {
		p.cells = append(p.cells, cell.ID)
	}
	p.do(chromedp.EmulateViewport(1400, 1000))
	p.do(chromedp.Navigate(address))
	p.await("document.querySelector('.jp-Notebook .jp-Cell') !== null")
	p.await(`document.querySelector('.jp-Notebook-ExecutionIndicator[data-status="idle"]') !== null`)
	p.await(fmt.Sprintf("document.querySelectorAll('.jp-Notebook .jp-Cell').length === %d", len(p.cells)))
	return p
}

// patience is how long one step in the browser, or the start of a program, may take: far more
// than it does on a busy machine.
const patience = 5 * time.Minute

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// text evaluates an expression whose value is a text, or the promise of one.
func (p *page) text(expression string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%v in %s", err, expression)
	}
	return text
}

// await waits until an expression is true.
func (p *page) await(condition string) {
	p.t.Helper()
	for start := time.Now(); p.text("String("+condition+")") != "true"; time.Sleep(50 * time.Millisecond) {
		if time.Since(start) > patience {
			p.shoot("timeout")
			p.t.Fatalf("after %v this is not true: %s", patience, condition)
		}
	}
}

// element returns an expression for a part of the cell with an id.
func (p *page) element(id, selector string) string {
	p.t.Helper()
	i := slices.Index(p.cells, id)
	if i < 0 {
		p.t.Fatalf("there is no cell %s", id)
	}
	return fmt.Sprintf("document.querySelectorAll('.jp-Notebook .jp-Cell')[%d].querySelector(%s)", i, strconv.Quote(selector))
}

// click clicks on the middle of an element.
func (p *page) click(element string) {
	p.t.Helper()
	p.await(element + " !== null")
	at, before := p.place(element), point{}
	for at != before { // the page moves until it is laid out
		time.Sleep(20 * time.Millisecond)
		at, before = p.place(element), at
	}
	p.do(chromedp.MouseClickXY(at.X, at.Y))
}

// point is a place in the window, in pixels.
type point struct{ X, Y float64 }

// place scrolls to an element and returns where it is clicked.
func (p *page) place(element string) (at point) {
	p.t.Helper()
	text := p.text(fmt.Sprintf("(e => { e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); "+
		"return JSON.stringify({x: r.left + Math.min(r.width, 60) / 2, y: r.top + Math.min(r.height, 20) / 2}) })(%s)", element))
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		p.t.Fatal(err)
	}
	return at
}

// write replaces the text of a cell.
func (p *page) write(id, source string) {
	p.t.Helper()
	p.focus(id)
	p.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	if _, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: source}); err != nil {
		p.t.Fatal(err)
	}
}

// start runs a cell and does not wait for its end.
func (p *page) start(id string) {
	p.t.Helper()
	prompt := p.element(id, ".jp-InputPrompt") + ".innerText"
	before := p.text(prompt)
	waits := func() bool { return p.text(prompt) == before }
	// JupyterLab loses a click while it draws the page again, and with it the key.
	for start := time.Now(); waits() && time.Since(start) < patience; {
		p.focus(id)
		p.do(chromedp.KeyEvent("\r", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
		for pressed := time.Now(); waits() && time.Since(pressed) < again; {
			time.Sleep(50 * time.Millisecond)
		}
	}
	p.await(fmt.Sprintf("%s !== %q", prompt, before))
}

// again is how long a cell may take to begin before its key is pressed once more.
const again = 20 * time.Second

// focus puts the cursor into a cell.
func (p *page) focus(id string) {
	p.t.Helper()
	content := p.element(id, ".cm-content")
	focused := func() bool { return p.text("String(document.activeElement === "+content+")") == "true" }
	for start := time.Now(); time.Since(start) < patience; {
		p.click(content)
		for clicked := time.Now(); time.Since(clicked) < time.Second; time.Sleep(50 * time.Millisecond) {
			if focused() {
				return
			}
		}
	}
	p.t.Fatalf("cell %s does not take the cursor", id)
}

// finish waits for the end of a cell that runs and returns what it shows.
func (p *page) finish(id string) string {
	p.t.Helper()
	p.await(`/\d/.test(` + p.element(id, ".jp-InputPrompt") + ".innerText)")
	p.await(`document.querySelector('.jp-Notebook-ExecutionIndicator[data-status="idle"]') !== null`)
	return p.output(id)
}

func (p *page) run(id string) string {
	p.t.Helper()
	p.start(id)
	return p.finish(id)
}

// output returns the text that a cell shows: what is folded does not count.
func (p *page) output(id string) string {
	p.t.Helper()
	return p.text("(" + p.element(id, ".jp-Cell-outputArea") + " || {innerText: ''}).innerText")
}

// shows waits until a cell shows some texts, and returns what it shows at last.
func (p *page) shows(id string, want ...string) (got string) {
	p.t.Helper()
	lacks := func(text string) bool { return !strings.Contains(got, text) }
	for start := time.Now(); time.Since(start) < layout; time.Sleep(50 * time.Millisecond) {
		if got = p.output(id); !slices.ContainsFunc(want, lacks) {
			break
		}
	}
	return got
}

// answer writes a cell, runs it and checks what it shows.
func (p *page) answer(id, source string, want ...string) string {
	p.t.Helper()
	p.write(id, source)
	p.run(id)
	got := p.shows(id, want...)
	for _, part := range want {
		if !strings.Contains(got, part) {
			p.t.Errorf("%s: the output lacks %q:\n%s", id, part, got)
		}
	}
	return got
}

// theme switches to the light or the dark theme.
func (p *page) theme(name string) {
	p.t.Helper()
	p.text("window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab " + name + "'}), ''")
	p.await(fmt.Sprintf("document.body.dataset.jpThemeLight === '%v'", name == "Light"))
}

// The views of a page: its themes, and the widths of its window in pixels.
var (
	themes = []string{"Dark", "Light"}
	widths = []int64{390, 700, 1400}
)

// look checks that all can be read: at the first look each width in one of the themes, later one theme
// and width, in turn; with -every each theme and width.
func (p *page) look(what string) {
	p.t.Helper()
	for i, theme := range themes {
		if !*every && p.looks > 0 && i != p.looks%len(themes) {
			continue
		}
		p.theme(theme)
		for j, width := range widths {
			if *every || p.looks == 0 && j%len(themes) == i || p.looks > 0 && j == p.looks%len(widths) {
				p.view(what, theme, width)
			}
		}
	}
	p.looks++
	p.resize(widths[len(widths)-1])
}

// resize makes the window as wide as a screen, a tablet or a phone, which shows no files.
func (p *page) resize(width int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, 1000))
	p.text(fmt.Sprintf("jupyterapp.shell.%s(), ''", map[bool]string{true: "collapseLeft", false: "expandLeft"}[width < 700]))
	p.text(fmt.Sprintf(laidOut, width))
}

// view checks that all can be read at a width.
func (p *page) view(what, theme string, width int64) {
	p.t.Helper()
	p.resize(width)
	for _, problem := range inspect(p.t, p.ctx).Problems {
		p.t.Errorf("%s, %d px, %s: %s", what, width, theme, problem)
	}
	p.shoot(fmt.Sprintf("%s-%d-%s", what, width, strings.ToLower(theme)))
}

// laidOut is a promise that the window has a width, and that the notebook was the same twice.
const laidOut = `new Promise(done => {
	let before = "";
	const look = () => {
		const notebook = [...document.querySelectorAll(".jp-Notebook")].find(e => e.getClientRects().length);
		const now = [notebook.clientWidth, notebook.scrollHeight, notebook.getBoundingClientRect().left].join();
		if (innerWidth === %d && now === before) done("");
		before = now;
		setTimeout(look, 100);
	};
	look();
})`

// shoot keeps a picture of the page with `go test -artifacts`.
func (p *page) shoot(name string) {
	p.t.Helper()
	if flag.Lookup("test.artifacts").Value.String() != "true" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatalf("screenshot: %v", err)
	}
	p.shots++
	file := filepath.Join(p.t.ArtifactDir(), fmt.Sprintf("%02d-%s.png", p.shots, name))
	if err := os.WriteFile(file, png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// TestLearner walks through chapter 00 from the first look to broken kernels.
func TestLearner(t *testing.T) {
	env := theEnvironment(t)
	notebook := filepath.Join(env.Root(), "notebooks", "00_start.ipynb")
	p := openCourse(t, startCourse(t, env), notebook)
	p.firstLook()
	if got := p.run("imports"); got != "" {
		t.Errorf("the first cell shows\n%s", got)
	}
	p.predict()
	p.complete()
	p.completes(env)
	p.grade()
	p.breakKernels()
	p.follow()
}

// firstLook: the chapter's text is in view, and nothing else asks for attention; the file
// browser shows the chapters.
func (p *page) firstLook() {
	p.t.Helper()
	p.await("document.querySelector('.jp-Notebook h1') !== null")
	if got := p.text("document.querySelector('.jp-Notebook h1').innerText"); !strings.HasPrefix(got, "00") {
		p.t.Errorf("the first heading is %q, want chapter 00", got)
	}
	if got := p.text("String([...document.querySelectorAll('.jp-Launcher, .jp-Dialog')].filter(e => e.getClientRects().length).length)"); got != "0" {
		p.t.Errorf("%s launchers or dialogs are in view, want none", got)
	}
	names := strings.Split(p.text(`[...document.querySelectorAll(".jp-DirListing-itemText")].map(e => e.innerText).join("\n")`), "\n")
	if names[0] != "00_start.ipynb" || !slices.IsSorted(names) {
		p.t.Errorf("the file browser shows %q, want the chapters in order", names)
	}
	for _, name := range names {
		if ext := filepath.Ext(name); ext != ".ipynb" && ext != ".md" {
			p.t.Errorf("the file browser shows %s", name)
		}
	}
	if got := p.text("String(document.querySelectorAll('.jp-mod-dirty').length)"); got != "0" {
		p.t.Error("the notebook counts as unsaved, and nothing was written")
	}
	if got := p.text("document.querySelector('.jp-KernelName').innerText"); got != "Go (gonb)" {
		p.t.Errorf("the kernel is called %q", got)
	}
	if got, err := strconv.Atoi(p.text(columnsScript)); err != nil || got < codeColumns {
		p.t.Errorf("code is shown with %d columns, want %d (%v)", got, codeColumns, err)
	}
	p.look("first-look")
}

// columnsScript tells how many characters a line of code may have before it is wrapped.
const columnsScript = `(() => {
	const line = document.querySelector(".jp-CodeCell .cm-line"), style = getComputedStyle(line);
	const pen = document.createElement("canvas").getContext("2d");
	pen.font = style.fontSize + " " + style.fontFamily;
	const width = line.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	return String(Math.floor(width / pen.measureText("0").width));
})()`

// predict answers a question wrong, reads the hints and answers it right.
func (p *page) predict() {
	p.t.Helper()
	const task = "task-00-1"
	if got := p.run(task); strings.Contains(got, "48") {
		p.t.Errorf("without a guess the answer is given away:\n%s", got)
	}
	p.answer(task, `%%`+"\n"+`lesson.Try("00.1", 16)`, "that is the number of blocks")
	for i, text := range []string{"How many blocks of 128 threads are needed", "run it, and look at what it says", "idle := blocks*128", "have nothing to do"} {
		if strings.Contains(p.output(task), text) {
			p.t.Errorf("step %d of the hints is in view before it was asked for", i+1)
		}
		p.click(fmt.Sprintf("([...%s.querySelectorAll('summary')].find(e => e.innerText.startsWith('Hint %d of 4')) || null)", p.element(task, ".jp-Cell-outputArea"), i+1))
		if got := p.shows(task, text); !strings.Contains(got, text) {
			p.t.Errorf("step %d of the hints lacks %q:\n%s", i+1, text, got)
		}
	}
	p.look("hints")
	p.answer(task, `%%`+"\n"+`lesson.Try("00.1", 48)`, "16 blocks have 2048 threads")
}

// complete completes a kernel: first wrong, then right.
func (p *page) complete() {
	p.t.Helper()
	const task = "task-00-2"
	negate := func(i string) string {
		return "func Negate(out, in []float32, n int) {\n\ti := " + i + "\n\tif i < n {\n\t\tout[i] = -in[i]\n\t}\n}\n\n%%\nlesson.Try(\"00.2\", Negate)"
	}
	p.answer(task, negate("gpu.BlockIdx.X + gpu.ThreadIdx.X"), "and for thread 0 of block 1")
	p.look("wrong-kernel")
	p.answer(task, negate("gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X"), "00.3")
	p.look("right-kernel")
}

// broken are kernels that fail, with the mark "here" on the line that is to be named.
var broken = []struct {
	name, cell string
	interrupt  bool
	want       []string
}{
	{"compile error", "func Broken(x []int32) {\n\tx[gpu.ThreadIdx.X] = y // here\n}", false, []string{"undefined: y"}},
	{"forgotten %%", "const n = 3\nfmt.Println(n) // here", false, []string{"write %% on a line of its own"}},
	{"shown error", "%%\nnotebook.Must(gpusim.Open(\"H20\")) // here", false, []string{"H200", "exit status 1"}},
	{"refused", "func Broken(x []int32) {\n\tm := map[int]int{} // here\n\tx[0] = int32(len(m))\n}\n" + launchOf("Broken", "notebook.Show(notebook.Must(rep, err))"), false, []string{"map"}},
	{"out of bounds", "func Broken(x []int32) {\n\tx[gpu.ThreadIdx.X+100] = 1 // here\n}\n" + launchOf("Broken", "notebook.Show(notebook.Must(rep, err))"), false, []string{"thread", "100"}},
	{"race", "func Broken(x []int32) {\n\tx[0] = int32(gpu.ThreadIdx.X) // here\n}\n" + strings.Replace(launchOf("Broken", "notebook.Show(notebook.Must(rep, err).Check.Diagnostics())"), "gpusim.Dim(32)", "gpusim.Dim(64), Options: gpusim.Options{Check: gpusim.Racecheck}", 1), false, []string{"GlobalRace"}},
	{"endless loop", spin + spinning, true, []string{"was stopped: interrupted"}},
}

// breakKernels: every message names a cell and a line that exist and hold the mistake. TestPositions has
// the same messages without a browser, so one in two is looked at here.
func (p *page) breakKernels() {
	p.t.Helper()
	const cell = "device-query"
	for _, b := range oneIn(2, broken) {
		p.write(cell, b.cell)
		p.start(cell)
		if b.interrupt {
			p.await(p.element(cell, ".jp-Cell-outputArea") + "?.innerText.includes('begun')")
			p.click("document.querySelector('.jp-NotebookPanel-toolbar [data-jp-item-name=\"interrupt\"]')")
		}
		p.finish(cell)
		got := p.shows(cell, b.want...)
		for _, want := range b.want {
			if !strings.Contains(got, want) {
				p.t.Errorf("%s: the output lacks %q:\n%s", b.name, want, got)
			}
		}
		if n := strings.Count(got, "exit status"); n > 1 {
			p.t.Errorf("%s: the exit status is shown %d times:\n%s", b.name, n, got)
		}
		p.placeExists(b.name, cell, b.cell, got)
		p.look("broken-" + strings.ReplaceAll(b.name, " ", "-"))
	}
}

// completes has Tab complete a name, and Shift+Tab explain one. TestCompletion asks the kernel for both
// without a browser.
func (p *page) completes(env *setup.Env) {
	p.t.Helper()
	if !*every {
		return
	}
	if _, err := os.Stat(env.Gopls()); err != nil {
		p.t.Logf("gopls is not installed: %v", err)
		return
	}
	const cell = "device-query"
	p.write(cell, "func K(x []float32) {\n\tx[gpu.Thr")
	for _, name := range []string{"ThreadIdx", "Threadfence"} {
		p.presses("\t", fmt.Sprintf(`[...document.querySelectorAll(".jp-Completer:not(.lm-mod-hidden) .jp-Completer-match")].some(e => e.innerText === %q)`, name))
	}
	p.shoot("completion")
	p.do(chromedp.KeyEvent("\x1b"))
	p.write(cell, "func K(x []float32) { x[gpu.ThreadIdx.X] = 1 }")
	p.do(chromedp.KeyEvent(strings.Repeat(kb.ArrowLeft, len("Idx.X] = 1 }"))))
	for _, text := range []string{"var gpu.ThreadIdx gpu.Dim3", "position of the running thread"} {
		p.presses("\t", fmt.Sprintf(`document.querySelector(".jp-Tooltip")?.innerText.includes(%q)`, text), chromedp.KeyModifiers(chromedp.ModifierShift))
	}
	p.shoot("explanation")
	p.do(chromedp.KeyEvent("\x1b"))
}

// presses presses a key until a condition holds. A busy machine may answer after JupyterLab has
// stopped to wait; then the learner presses it again.
func (p *page) presses(key, condition string, options ...chromedp.KeyOption) {
	p.t.Helper()
	holds := func() bool { return p.text("String(!!("+condition+"))") == "true" }
	for start := time.Now(); !holds(); {
		if time.Since(start) > patience {
			p.shoot("timeout")
			p.t.Errorf("the key %q does not make this true: %s", key, condition)
			return
		}
		p.do(chromedp.KeyEvent(key, options...))
		for pressed := time.Now(); !holds() && time.Since(pressed) < again; {
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// grade checks the exercise, follows the link to its file and comes back, and shows the progress.
func (p *page) grade() {
	p.t.Helper()
	const cell = "exercise-add"
	p.run(cell)
	p.look("exercise")
	p.click(p.element(cell, `a[href*="kernel.go"]`))
	p.await("document.querySelector('.jp-FileEditor .cm-content') !== null")
	p.shoot("file")
	p.text("jupyterapp.commands.execute('docmanager:open', {path: 'notebooks/00_start.ipynb'}), ''")
	p.await("document.querySelector('.jp-NotebookPanel').getClientRects().length > 0")
	p.answer(cell, "%%\nlesson.Progress()", "all chapters", "2 of 6")
	p.look("progress")
}

// follow leads from the progress to a task of another chapter, as the last step: its notebook is
// open beside the first one. A second kernel and its gopls would take a gigabyte.
func (p *page) follow() {
	p.t.Helper()
	p.text(withoutKernels + `, ""`)
	p.click(p.element("exercise-add", `a[href*="01_cpu_memory.ipynb"][href*="cell-id=task-01-1"]`))
	p.await(`[...document.querySelectorAll('.jp-NotebookPanel')].some(e => e.getClientRects().length && e.querySelector('h1')?.innerText.startsWith("01"))`)
	p.shoot("task-of-chapter-01")
}

// place is a line of a cell as GoNB and gpusim name it.
var placeInCell = regexp.MustCompile(`Cell ?\[(\d+)\]:? Line (\d+)`)

// placeExists checks that the output names this run of the cell and the marked line.
func (p *page) placeExists(name, cell, source, output string) {
	p.t.Helper()
	m := placeInCell.FindStringSubmatch(output)
	if m == nil {
		p.t.Errorf("%s: the output names no cell:\n%s", name, output)
		return
	}
	prompt := strings.Trim(p.text(p.element(cell, ".jp-InputPrompt")+".innerText"), "[]: ")
	line, _ := strconv.Atoi(m[2])
	lines := strings.Split(source, "\n")
	if m[1] != prompt || line < 1 || line > len(lines) || !strings.HasSuffix(strings.TrimSpace(lines[line-1]), "// here") {
		p.t.Errorf("%s: the output names %s, want cell %s and the marked line:\n%s", name, m[0], prompt, output)
	}
}
