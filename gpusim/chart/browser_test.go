package chart

// This file shows every kind of picture on a page as JupyterLab does, in Chromium: light and
// dark, wide and narrow, static and live.

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// inspector is the script that finds what a reader could not read.
const inspector = "../../notebooks/internal/course/testdata/inspect.js"

// seen is what the script reports.
type seen struct {
	Images, Live, Pending int
	Problems              []string
}

var every = flag.Bool("every", false, "show all pictures at each width in both themes, not in one")

// TestPicturesReadWellInABrowser shows all pictures as they are stored and live, at three widths,
// each in one of two themes. In both: go test ./gpusim/chart -every -run Browser
func TestPicturesReadWellInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it starts a browser")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	all := pictures()
	server := httptest.NewServer(site(all))
	defer server.Close()
	browser := startChromium(t, chromium)
	for i, width := range []int{400, 640, 1300} {
		for k, theme := range []string{"light", "dark"} {
			for l, form := range []string{"static", "live"} {
				if (i+k+l)%2 != 0 && !*every {
					continue
				}
				name := fmt.Sprintf("%s-%s-%d", form, theme, width)
				t.Run(name, func(t *testing.T) {
					judge(t, browser, fmt.Sprintf("%s/%s?width=%d&theme=%s", server.URL, form, width, theme), len(all), form == "live" && width > 700)
				})
			}
		}
	}
}

// TestLiveChartsFollowTheTheme switches the theme of an open page.
func TestLiveChartsFollowTheTheme(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it starts a browser")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	all := map[string]*Picture{"bars": pictures()["bars"], "lanes": pictures()["lanes_unit"]}
	server := httptest.NewServer(site(all))
	defer server.Close()
	browser := startChromium(t, chromium)
	await(t, browser, server.URL+"/live?width=900&theme=light", len(all), true)
	for _, light := range []bool{true, false, true} {
		script := fmt.Sprintf(`document.body.dataset.jpThemeLight = "%v"; new Promise(ok => setTimeout(() => ok([...document.querySelectorAll(".gpucourse-live")].map(e => e.innerHTML).join("")), 200))`, light)
		drawn, err := chromedp.Run(browser, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(drawn, panel) >= len(all) && strings.Contains(drawn, ink); got != light {
			t.Errorf("light %v: the pictures are light: %v", light, got)
		}
	}
}

// site serves pages of all pictures as notebooks hold them: /static without scripts, /live
// with the files of the notebook server.
func site(all map[string]*Picture) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/files/static/", http.StripPrefix("/files/static/", http.FileServer(http.Dir("static"))))
	mux.HandleFunc("/{form}", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		light, ground := q.Get("theme") == "light", "#111"
		if light {
			ground = "#fff"
		}
		fmt.Fprintf(w, `<!DOCTYPE html><meta charset="utf-8"><body data-base-url="/files/" data-jp-theme-light="%v" style="margin:0;background:%s"><div class="jp-Notebook" style="width:%spx">`, light, ground, q.Get("width"))
		for _, name := range slices.Sorted(maps.Keys(all)) {
			html := all[name].HTML()
			if r.PathValue("form") == "static" {
				html = `<div style="overflow-x:auto">` + all[name].Image() + "</div>"
			}
			fmt.Fprintf(w, `<div class="jp-Cell" title="%s" style="margin:8px"><div class="jp-OutputArea-output">%s</div></div>`, name, html)
		}
	})
	return mux
}

// judge opens a page and checks that all its pictures can be read. With `go test -artifacts`
// it also keeps a screenshot.
func judge(t *testing.T, browser context.Context, address string, pictures int, live bool) {
	t.Helper()
	got := await(t, browser, address, pictures, live)
	for _, p := range got.Problems {
		t.Error(p)
	}
	if got.Images+got.Live != pictures || live && got.Live != pictures {
		t.Errorf("%d pictures are static and %d live, want %d in all", got.Images, got.Live, pictures)
	}
	if artifacts := flag.Lookup("test.artifacts"); artifacts != nil && artifacts.Value.String() == "true" {
		png, err := chromedp.Run(browser, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(t.ArtifactDir(), "page.png"), png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// patience is how long a browser may take to start, and to draw a page: far more than it does
// on a busy machine.
const patience = 5 * time.Minute

// layout is how long a page may take until no picture is in the way of another.
const layout = time.Minute

// await opens a page and returns what it shows as soon as all pictures are drawn and laid out.
func await(t *testing.T, browser context.Context, address string, pictures int, live bool) (got seen) {
	t.Helper()
	script, err := os.ReadFile(inspector)
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(browser, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); time.Since(start) < patience; time.Sleep(100 * time.Millisecond) {
		text, err := chromedp.Run(browser, chromedp.Evaluate[string](fmt.Sprintf("(%s)(true)", strings.TrimSpace(string(script)))))
		if err != nil {
			t.Fatal(err)
		}
		got = seen{}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		drawn := got.Images+got.Live == pictures && (!live || got.Live == pictures)
		if drawn && (len(got.Problems) == 0 || time.Since(start) > layout) {
			break
		}
	}
	return got
}

// startChromium starts a browser with a temporary profile.
func startChromium(t *testing.T, path string) context.Context {
	t.Helper()
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1400, 1000),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return ctx
}
