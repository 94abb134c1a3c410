package book

// This file opens the book's pages in Chromium.

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// The widths of the browser's window in pixels: a screen, a tablet and a narrow phone.
var widths = []int64{1400, 700, 360}

const windowHeight = 1000 // pixels

// patience is how long a browser may take to start, and a search: far more than it does on a
// busy machine.
const patience = 5 * time.Minute

// look opens all folds and reports what a reader would miss on a page: pictures, what is wider
// than the page, and the search.
const look = `(async () => {
	for (const d of document.querySelectorAll("details")) d.open = true;
	for (const i of document.images) i.loading = "eager";
	await Promise.all([...document.images].map(i => i.decode().catch(() => {})));
	const faults = [...document.images].filter(i => i.naturalWidth === 0).map(i => "no picture: " + i.src);
	const page = document.documentElement;
	if (page.scrollWidth > page.clientWidth) {
		const wide = [...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > page.clientWidth);
		faults.push("wider than the page: " + wide.slice(0, 3).map(e => e.tagName + "." + e.className).join(" "));
	}
	const inside = e => { const b = e.getBoundingClientRect(); return b.width > 0 && b.left >= 0 && b.right <= page.clientWidth; };
	if (![...document.querySelectorAll(".search-button__button, input[type=search]")].some(inside)) faults.push("no search in reach");
	return JSON.stringify(faults);
})()`

// judge runs axe-core with some rules, all if none are named, and reports what is serious.
const judge = `axe.run(document, {resultTypes: ["violations"]%s}).then(r => JSON.stringify(r.violations
	.filter(v => v.impact === "serious" || v.impact === "critical")
	.map(v => v.id + ", " + v.nodes.length + " times: " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " (" + n.any.concat(n.all, n.none).map(c => c.message).join("; ") + ")").join(" | "))))`

// dress gives the page a theme at once: on the way from one to the other colours do not fit.
const dress = `;
document.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important }</style>");
document.documentElement.dataset.theme = %q;
`

// reader is a browser that reads the book.
type reader struct {
	browser context.Context
	address string
	plain   string // the address of the same pages without their scripts

	mu      sync.Mutex
	foreign []string // requests to other hosts
}

func newReader(t *testing.T, dir string) *reader {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	server, plain := httptest.NewServer(http.FileServer(http.Dir(dir))), httptest.NewServer(withoutScripts(dir))
	t.Cleanup(server.Close)
	t.Cleanup(plain.Close)
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	r := &reader{browser: ctx, address: server.URL + "/", plain: plain.URL + "/"}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	if err := chromedp.Listen(ctx, r.note); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return r
}

var scriptTag = regexp.MustCompile(`(?s)<script.*?</script>`)

// withoutScripts serves pages as they are before their scripts have run.
func withoutScripts(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(r.URL.Path)))
		if path.Ext(r.URL.Path) != ".html" || err != nil {
			files.ServeHTTP(w, r)
			return
		}
		w.Write(scriptTag.ReplaceAll(page, nil))
	})
}

// note notes requests to other hosts.
func (r *reader) note(event any) {
	sent, ok := event.(*network.EventRequestWillBeSent)
	own := ok && (strings.HasPrefix(sent.Request.URL, r.address) || strings.HasPrefix(sent.Request.URL, r.plain))
	if ok && !own && strings.HasPrefix(sent.Request.URL, "http") {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.foreign = append(r.foreign, sent.Request.URL)
	}
}

// faults evaluates a script that returns a list of faults.
func (r *reader) faults(t *testing.T, script string) (list []string) {
	t.Helper()
	got, err := chromedp.Run(r.browser, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(got), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// read opens a page at some widths. At the first of all, axe-core judges it in light and dark, and
// before scripts have run at the second, unless its script is empty.
func (r *reader) read(t *testing.T, name, axe string, at []int64) {
	t.Helper()
	r.do(t, chromedp.EmulateViewport(at[0], windowHeight), chromedp.Navigate(r.address+name))
	for _, width := range at {
		r.do(t, chromedp.EmulateViewport(width, windowHeight))
		for _, f := range r.faults(t, look) {
			t.Errorf("%d px: %s", width, f)
		}
	}
	if axe == "" {
		return
	}
	r.do(t, chromedp.EmulateViewport(widths[0], windowHeight))
	r.judge(t, axe)
	r.do(t, chromedp.EmulateViewport(widths[1], windowHeight), chromedp.Navigate(r.plain+name))
	for _, f := range r.faults(t, axe+fmt.Sprintf(judge, `, runOnly: ["scrollable-region-focusable"]`)) {
		t.Errorf("without scripts: %s", f)
	}
}

// judge judges the open page.
func (r *reader) judge(t *testing.T, axe string) {
	t.Helper()
	for _, c := range []struct{ theme, rules string }{{"light", ""}, {"dark", `, runOnly: ["color-contrast"]`}} {
		for _, f := range r.faults(t, axe+fmt.Sprintf(dress, c.theme)+fmt.Sprintf(judge, c.rules)) {
			t.Errorf("%s: %s", c.theme, f)
		}
	}
}

func (r *reader) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(r.browser, actions...); err != nil {
		t.Fatal(err)
	}
}

// search searches a book for a word, and waits for a page to be found.
func (r *reader) search(t *testing.T, folder, word string) {
	t.Helper()
	r.do(t, chromedp.Navigate(r.address+path.Join(folder, "search.html")+"?q="+word))
	for start := time.Now(); time.Since(start) < patience; time.Sleep(50 * time.Millisecond) {
		if len(r.faults(t, `JSON.stringify([...document.querySelectorAll("#search-results li a")].map(a => a.href))`)) > 0 {
			return
		}
	}
	t.Errorf("a search for %s in /%s finds nothing", word, folder)
}
