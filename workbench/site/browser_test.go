package site_test

// This file drives the workbench in Chromium, and compares what the simulator prints there
// with what it prints natively.

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"gpucourse/workbench/site"
)

var every = flag.Bool("every", false, "compare every measured launch that ends within 10 s natively, every verdict and every program, not a choice of them")

// tab is a page of the workbench in a browser.
type tab struct {
	browser context.Context
	server  *httptest.Server
	dir     string // of the files that a test adds
	address string

	mu      sync.Mutex
	held    chan struct{}   // the simulator is sent when it is closed
	foreign []string        // requests to other hosts
	fetched map[string]bool // addresses that the server was asked for
}

// built is the folder of the workbench, which is built once.
var (
	built = sync.OnceValue(func() error { return site.Build(context.Background(), folder, effort()) })
	// folder is empty until then.
	folder string
)

// effort is as for publishing when sizes are measured.
func effort() site.Effort {
	if flag.Lookup("test.bench").Value.String() != "" {
		return site.Small
	}
	return site.Quick
}

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "workbench"); err != nil {
		panic(err)
	}
	code := m.Run()
	closeBrowser()
	os.RemoveAll(folder)
	os.Exit(code)
}

// place is where the workbench stands on its server: under a folder, as on GitHub Pages.
const place = "/course/workbench"

// open serves the workbench and opens its page.
func open(t testing.TB) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: it compiles to WebAssembly and starts a browser")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	if err := built(); err != nil {
		t.Fatal(err)
	}
	x := &tab{dir: t.TempDir(), fetched: map[string]bool{}}
	files := http.NewServeMux()
	files.Handle("/data/", http.FileServer(http.Dir(x.dir)))
	files.Handle("/", http.FileServer(http.Dir(folder)))
	x.server = httptest.NewServer(http.StripPrefix(place, x.noting(files)))
	t.Cleanup(x.server.Close)
	x.address = x.server.URL + place + "/"
	x.start(t)
	x.visitAnd(t, x.address, x.firstShown)
	return x
}

// firstShown looks for the first report while the server holds the simulator back.
func (x *tab) firstShown(t testing.TB) {
	t.Helper()
	x.await(t, ready)
	x.eval(t, done)
	if got := x.eval(t, `[document.querySelectorAll(".report img").length > 0, performance.getEntriesByName("first report").length]`); got != "[true,1]" {
		t.Errorf("without the simulator the page shows no report: %s", got)
	}
	t.Logf("the first report is shown %s ms after navigation", x.eval(t, `Math.round(performance.getEntriesByName("first report")[0].startTime)`))
}

// noting notes what the server is asked for.
func (x *tab) noting(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x.mu.Lock()
		x.fetched[r.URL.Path] = true
		held := x.held
		x.mu.Unlock()
		if strings.HasSuffix(r.URL.Path, site.ProgramFile) {
			<-held
		}
		files.ServeHTTP(w, r)
	})
}

// closeBrowser ends the browser that the tests share, if there is one.
var closeBrowser = func() {}

// browser starts the browser that the tests share.
var browser = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	data, err := os.MkdirTemp("", "chromium")
	if err != nil {
		return nil, err
	}
	// The tabs share a process, and so the simulator that it has compiled.
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.Flag("process-per-site", true),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(data), chromedp.WindowSize(1400, 1400),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(patience))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, cancel := chromedp.NewContext(allocator)
	closeBrowser = func() {
		cancel()
		stop()
		os.RemoveAll(data)
	}
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
})

// start opens a tab of the browser.
func (x *tab) start(t testing.TB) {
	t.Helper()
	shared, err := browser()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	ctx, cancel := chromedp.NewContext(shared)
	t.Cleanup(cancel)
	x.browser = ctx
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	x.listen(t)
}

// listen notes requests to other hosts.
func (x *tab) listen(t testing.TB) {
	t.Helper()
	err := chromedp.Listen(x.browser, func(event any) {
		sent, ok := event.(*network.EventRequestWillBeSent)
		if ok && !strings.HasPrefix(sent.Request.URL, x.address) && strings.HasPrefix(sent.Request.URL, "http") {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.foreign = append(x.foreign, sent.Request.URL)
		}
	})
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
}

// What a page says of itself: that its scripts have run, and a promise that nothing is left to do.
const (
	ready = `document.body.dataset.ready === "true"`
	done  = `(window.workbench ?? window.course).queue.done`
)

// visit opens a page and waits for the end of what that begins.
func (x *tab) visit(t testing.TB, address string) {
	t.Helper()
	x.visitAnd(t, address, func(testing.TB) {})
}

// visitAnd does something before the simulator is sent. It gives launches of a busy machine more
// time before any begins.
func (x *tab) visitAnd(t testing.TB, address string, before func(testing.TB)) {
	t.Helper()
	release := x.hold()
	defer release()
	if err := chromedp.Do(x.browser, chromedp.Navigate("about:blank"), chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	x.await(t, `(window.workbench ?? window.course)?.simulator`)
	x.eval(t, fmt.Sprintf(`(window.workbench ?? window.course).simulator.mostTime = %d`, patience.Milliseconds()))
	before(t)
	release()
	x.await(t, ready)
	x.eval(t, done)
}

// hold holds the simulator back until the function is called that it returns.
func (x *tab) hold() (release func()) {
	held := make(chan struct{})
	x.mu.Lock()
	defer x.mu.Unlock()
	x.held = held
	return sync.OnceFunc(func() { close(held) })
}

// eval returns the value of an expression, which may be a promise, as JSON.
func (x *tab) eval(t testing.TB, script string) string {
	t.Helper()
	got, err := chromedp.Run(x.browser, chromedp.Evaluate[string](`Promise.resolve(`+script+`).then(v => JSON.stringify(v ?? null))`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return got
}

// patience is how long a browser may take to start, and a step in it: far more than it does on a
// busy machine.
const patience = 5 * time.Minute

// await waits until an expression holds.
func (x *tab) await(t testing.TB, condition string) {
	t.Helper()
	for start := time.Now(); time.Since(start) < patience; time.Sleep(50 * time.Millisecond) {
		if x.eval(t, "!!("+condition+")") == "true" {
			return
		}
	}
	t.Fatalf("never true: %s; the page says: %s", condition, x.eval(t, `document.getElementById("status")?.textContent`))
}

// source replaces the text of the editor, and waits for the end of what that begins.
func (x *tab) source(t testing.TB, text string) {
	t.Helper()
	x.eval(t, fmt.Sprintf(`workbench.editor.text = %s`, quoted(text)))
	x.eval(t, `workbench.queue.done`)
}

// opens opens a kernel with a launch, as a link does, and waits for its report.
func (x *tab) opens(t testing.TB, source string, launch site.Launch) {
	t.Helper()
	if launch.Device == "" {
		launch.Device = "H200"
	}
	x.eval(t, fmt.Sprintf(`workbench.queue.add(() => workbench.fill(%s))`, quoted(site.Shared{Source: source, Launch: &launch})))
	x.eval(t, `workbench.queue.done`)
}

// reported fails unless the page shows a report with pictures.
func (x *tab) reported(t testing.TB) {
	t.Helper()
	if got := x.status(t); !strings.HasPrefix(got, `"Done in`) || x.eval(t, `document.querySelectorAll(".report img").length > 0`) != "true" {
		t.Errorf("no report with pictures; the page says %s", got)
	}
}

// set writes a field of the form.
func (x *tab) set(t testing.TB, id, value string) {
	t.Helper()
	x.eval(t, fmt.Sprintf(`(e => { e.value = %s; e.dispatchEvent(new Event("input")) })(document.getElementById(%q))`, quoted(value), id))
}

// press presses a button and waits for the end of what it began.
func (x *tab) press(t testing.TB, id string) {
	t.Helper()
	x.eval(t, fmt.Sprintf(`document.getElementById(%q).click()`, id))
	x.eval(t, `workbench.queue.done`)
}

func (x *tab) status(t testing.TB) string {
	t.Helper()
	return x.eval(t, `document.getElementById("status").textContent`)
}

func quoted(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

const double = `package kernels

import "gpucourse/gpusim/gpu"

func Double(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] *= 2
	}
}
`

const endless = `package kernels

import "gpucourse/gpusim/gpu"

func Endless(x []float32) {
	for x[gpu.ThreadIdx.X] >= 0 {
		x[gpu.ThreadIdx.X] += 1
	}
}
`

// TestWorkbench is the way of a learner: the first example, a mistake, its repair, a program
// that is pasted, two devices, two versions, links, an endless launch. At last it compares
// reports with those of the terminal.
func TestWorkbench(t *testing.T) {
	x := open(t)
	t.Run("the first report", func(t *testing.T) { x.first(t) })
	t.Run("a mistake is marked", func(t *testing.T) {
		x.source(t, strings.Replace(double, "x[i] *= 2", "x[j] *= 2", 1))
		x.await(t, `document.querySelector(".cm-lint-marker-error")`)
		if got := x.status(t); !strings.HasPrefix(got, `"1 mistake: `) || !strings.HasSuffix(got, `line 8"`) {
			t.Errorf("the page says %s", got)
		}
		x.source(t, double)
		x.await(t, `!document.querySelector(".cm-lint-marker-error")`)
		x.reported(t)
	})
	t.Run("an array is saved", func(t *testing.T) { x.saves(t) })
	t.Run("a program is pasted", func(t *testing.T) { x.pastes(t) })
	t.Run("a program runs", func(t *testing.T) { x.program(t) })
	t.Run("checks", func(t *testing.T) { x.checks(t) })
	t.Run("a sweep", func(t *testing.T) { x.sweeps(t) })
	t.Run("the source", func(t *testing.T) { x.besideSource(t) })
	t.Run("two devices side by side", func(t *testing.T) { x.twoDevices(t) })
	t.Run("two versions side by side", func(t *testing.T) { x.versions(t) })
	t.Run("links", func(t *testing.T) { x.links(t) })
	t.Run("a kernel is kept", func(t *testing.T) { x.kept(t) })
	t.Run("an endless launch is stopped", func(t *testing.T) { x.stops(t) })
	t.Run("reports are those of the terminal", func(t *testing.T) { x.reports(t) })
	t.Run("without a network", func(t *testing.T) { x.offline(t) })
	if len(x.foreign) > 0 {
		t.Errorf("the page asks other hosts: %s", x.foreign)
	}
}

// first compares the report that the page brings with what its simulator prints.
func (x *tab) first(t testing.TB) {
	file, source, propose, profile, err := site.FirstCommands()
	if err != nil {
		t.Fatal(err)
	}
	x.await(t, `document.querySelector(".report img")`)
	if got := x.status(t); got != `"Edit the kernel, or paste your own."` {
		t.Errorf("the page says %s", got)
	}
	for key, words := range map[string][]string{"proposal": propose, "report": profile} {
		got := x.eval(t, fmt.Sprintf(`(async () => {
			const r = await workbench.command(%s, {%q: %s});
			const brought = (await (await fetch("first.json")).json())[%q];
			return r.code === 0 && JSON.stringify(brought) === JSON.stringify(JSON.parse(r.stdout));
		})()`, quoted(append([]string{"gpusim"}, words...)), file, quoted(source), key))
		if got != "true" {
			t.Errorf("the %s that the page brings is not what its simulator prints", key)
		}
	}
}

const program = `#include <cstdio>
#define THREADS 128

__global__ void fill(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 5000;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  fill<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
  twice<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
  cudaDeviceSynchronize();
}
`

// paste pastes a text at the place of a selector.
func (x *tab) paste(t testing.TB, selector, text string) {
	t.Helper()
	x.eval(t, fmt.Sprintf(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		document.querySelector(%q).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	})()`, quoted(text), selector))
	x.eval(t, `workbench.queue.done`)
}

// pastes pastes a program into the untouched example, and beside the editor. Each paste is
// followed by a report.
func (x *tab) pastes(t testing.TB) {
	for _, selector := range []string{".cm-content", "h1"} {
		x.set(t, "example", "0")
		x.eval(t, `workbench.queue.done`)
		x.paste(t, selector, program)
		if got := x.eval(t, `document.getElementById("example").selectedOptions[0].text`); got != `"your own: fill"` {
			t.Errorf("the list of examples says %s", got)
		}
		x.reported(t)
		got := x.eval(t, `[workbench.editor.text, document.getElementById("line").textContent, document.querySelector(".report").textContent.includes("fill<<<40, 128>>>") + ""]`)
		if want := program + sep + "fill<<<40, 128>>> on H200 · x=5000 n=5000" + sep + "true"; unquoted(t, got) != want {
			t.Errorf("pasted at %s: the page has %s", selector, got)
		}
	}
	x.set(t, "kernel", "twice")
	x.press(t, "profile")
	if got := x.eval(t, `document.querySelector(".report").textContent.includes("twice<<<40, 128>>>")`); got != "true" {
		t.Errorf("no report of the other kernel; the page says %s", x.status(t))
	}
	if got := x.eval(t, `[...document.querySelectorAll(".cm-line span")].some(e => e.textContent === "if")`); got != "true" {
		t.Error("CUDA C has no colours")
	}
}

// checks looks for races in the example that has one, and goes to the line of the first.
func (x *tab) checks(t testing.TB) {
	x.set(t, "example", "4")
	x.eval(t, `workbench.queue.done`)
	x.press(t, "show-check")
	x.eval(t, `document.querySelector("#result button").click()`)
	got := x.eval(t, `[document.querySelector("#result h2").textContent, document.querySelector(".cm-activeLine").textContent.trim(), document.querySelectorAll(".cm-lint-marker-error").length + " marks"]`)
	if want := "3 errors, 0 warnings" + sep + "ring[t] = in[t]" + sep + "2 marks"; unquoted(t, got) != want {
		t.Errorf("Check shows %s", got)
	}
	x.press(t, "show-report")
}

// sweeps looks at the sweep over blocks that the page proposes, and at one over a parameter.
func (x *tab) sweeps(t testing.TB) {
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "4", Block: "256", Values: "x=1000 n=1000"})
	x.reported(t)
	x.press(t, "show-sweep")
	const shown = `[document.querySelectorAll(".sweep tr").length + " rows", document.querySelectorAll(".sweep .bar").length + " bars", document.querySelector("#result code").textContent]`
	want := strings.Join([]string{"7 rows", "6 bars", "gpusim sweep -device H200 -grid '(1024-1)/block+1' -over block=32,64,128,256,512,1024 kernel.go Double x=1000 n=1000"}, sep)
	if got := unquoted(t, x.eval(t, shown)); got != want {
		t.Errorf("a sweep over blocks shows %s", got)
	}
	x.set(t, "over", "n=100,1000")
	x.press(t, "profile")
	want = strings.Join([]string{"3 rows", "2 bars", "gpusim sweep -device H200 -grid '(n-1)/block+1' -block 256 -over n=100,1000 kernel.go Double x=n"}, sep)
	if got := unquoted(t, x.eval(t, shown)); got != want {
		t.Errorf("a sweep over n shows %s", got)
	}
	x.press(t, "show-report")
}

// besideSource looks at the heat beside the lines, the accesses of one, the search of the
// counters, the plot of an array, and an expression in a field.
func (x *tab) besideSource(t testing.TB) {
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "(n+255)/256", Block: "256", Values: "x=2*n n=1000"})
	x.reported(t)
	x.set(t, "heat", "sectors")
	if got := x.eval(t, `[...document.querySelectorAll(".cm-heat .heat")].map(e => e.textContent).filter(t => t !== "·").join()`); got != `"250"` {
		t.Errorf("the sectors beside the lines are %s", got)
	}
	x.eval(t, `workbench.editor.go(8)`)
	if got := x.eval(t, `!document.getElementById("chosen").hidden && document.querySelectorAll("#chosen img").length`); got != "1" {
		t.Errorf("line 8 shows %s pictures of its accesses", got)
	}
	shown := x.eval(t, `(() => {
		document.querySelectorAll("details").forEach(d => (d.open = true));
		const search = document.querySelector("input[type=search]");
		search.value = "gld_transactions";
		search.dispatchEvent(new Event("input"));
		return [...document.querySelectorAll(".counters tr")].filter(r => !r.hidden).length;
	})()`)
	if shown == "0" || len(shown) > 1 {
		t.Errorf("the search shows %s counters", shown)
	}
	if got := x.eval(t, `document.querySelectorAll("figure polygon").length`); got != "1" {
		t.Errorf("%s arrays are plotted, want x", got)
	}
	if got := x.eval(t, `document.querySelector(".report").textContent.includes("Double<<<4, 256>>>")`); got != "true" {
		t.Error("the expression of the grid is not 4 blocks")
	}
}

func (x *tab) twoDevices(t testing.TB) {
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "4", Block: "256", Values: "x=1024:ramp n=1024"})
	x.set(t, "other", x.other(t))
	x.press(t, "profile")
	parts := x.eval(t, `[...document.querySelectorAll(".report")].map(e => e.textContent.includes("Double<<<4, 256>>>") && e.querySelectorAll("img").length > 0)`)
	if parts != "[true,true]" {
		t.Errorf("got reports with pictures %s, want two; the page says %s", parts, x.status(t))
	}
	if links := x.eval(t, `[...document.querySelectorAll(".report a[href]")].map(a => a.href)`); links != "[]" {
		t.Errorf("links lead out of the page: %s", links)
	}
	if lost := x.eval(t, `[...document.images].filter(i => i.complete && i.naturalWidth === 0).length`); lost != "0" {
		t.Errorf("%s pictures are missing", lost)
	}
	x.keep(t, "page")
}

// other returns a device beside the H200.
func (x *tab) other(t testing.TB) string {
	t.Helper()
	var name string
	if err := json.Unmarshal([]byte(x.eval(t, `[...document.getElementById("other").options].map(o => o.value).find(v => v && v !== "pinned" && v !== "H200")`)), &name); err != nil {
		t.Fatal(err)
	}
	return name
}

func (x *tab) stops(t testing.TB) {
	x.eval(t, fmt.Sprintf(`workbench.queue.add(() => workbench.fill(%s))`, quoted(endlessLaunch)))
	x.await(t, `document.getElementById("status").textContent === "The simulator runs."`)
	x.await(t, `workbench.simulator.receive`) // the worker has the command
	x.press(t, "stop")
	x.stopped(t)
	// The simulator loads again: a launch that waits for it is stopped, too.
	x.eval(t, fmt.Sprintf(`workbench.queue.add(() => workbench.fill(%s))`, quoted(endlessLaunch)))
	x.await(t, `document.getElementById("status").textContent === "The simulator runs."`)
	x.press(t, "stop")
	x.stopped(t)
	x.compiled(t, double)
}

func (x *tab) stopped(t testing.TB) {
	t.Helper()
	if got := x.status(t); got != `"stopped: you ended the launch"` {
		t.Errorf("the page says %s; it shows %s", got, x.eval(t, `document.getElementById("result").textContent.slice(0, 300)`))
	}
}

var endlessLaunch = site.Shared{Source: endless, Launch: &site.Launch{Device: "H200", Kernel: "Endless", Grid: "8,8", Block: "32,32", Values: "x=1024", Flags: "-instructions 1000000000000"}}

// offline opens the page again when the server is gone, and runs the simulator.
func (x *tab) offline(t testing.TB) {
	x.eval(t, `navigator.serviceWorker.ready.then(() => true)`)
	x.server.CloseClientConnections()
	x.server.Close()
	x.visit(t, x.address)
	x.compiled(t, double)
}

// compiled replaces the text of the editor and waits for its report.
func (x *tab) compiled(t testing.TB, text string) {
	t.Helper()
	x.source(t, text)
	if got := x.status(t); !strings.HasPrefix(got, `"Done in`) {
		t.Errorf("the page says %s; it shows %s", got, x.eval(t, `document.getElementById("result").textContent.slice(0, 300)`))
	}
}
