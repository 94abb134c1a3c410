package feedback

// This file opens pages in Chromium: in light and dark, on a desk and on a phone.

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"gpucourse/internal/axe"
)

// TestAccessible: axe-core finds no serious fault, no page is wider than its window, and what names
// and code hold is no part of the page.
func TestAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it starts a browser")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	folder := t.TempDir()
	files := Pages(class(t), Options{Hints: 4})
	if err := Write(folder, files); err != nil {
		t.Fatal(err)
	}
	const patience = 5 * time.Minute
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), flags...)
	defer stop()
	ctx, cancel := chromedp.NewContext(ctx)
	defer cancel()
	for _, c := range []struct {
		scheme string
		width  int64
	}{{"light", 1400}, {"dark", 768}, {"dark", 360}, {"light", 360}} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: c.scheme}}}
		if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.EmulateViewport(c.width, 900)); err != nil {
			t.Fatal(err)
		}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if err := chromedp.Do(ctx, chromedp.Navigate("file://"+filepath.Join(folder, name))); err != nil {
				t.Fatal(err)
			}
			text, err := chromedp.Run(ctx, chromedp.Evaluate[string](look+axe.Serious+foreign, chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			var faults []string
			if err := json.Unmarshal([]byte(text), &faults); err != nil {
				t.Fatal(err)
			}
			for _, f := range faults {
				t.Errorf("%s, %s, %d pixels: %s", name, c.scheme, c.width, f)
			}
			if artifacts := flag.Lookup("test.artifacts"); artifacts != nil && artifacts.Value.String() == "true" {
				png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err == nil {
					err = os.WriteFile(filepath.Join(t.ArtifactDir(), fmt.Sprintf("%s_%s_%d.png", name, c.scheme, c.width)), png, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// look opens all that is folded, and foreign adds faults that axe-core does not look for.
var look = axe.Script() + `; document.querySelectorAll("details").forEach(d => (d.open = true)); `

const foreign = `.then(faults => {
	if (document.documentElement.scrollWidth > innerWidth) faults.push("it is " + document.documentElement.scrollWidth + " pixels wide");
	for (const e of document.querySelectorAll("script, iframe, object, embed, link, form, [onclick], [onerror], [onload]")) faults.push("there is a " + e.outerHTML);
	for (const a of document.querySelectorAll("[href], [src]")) {
		const to = a.getAttribute("href") ?? a.getAttribute("src");
		if (!/^\.\/[a-z0-9_~-]+\.html$|^data:image\/svg/.test(to)) faults.push("there is a way to " + to);
	}
	for (const i of document.images) if (!i.naturalWidth) faults.push("a picture is not drawn: " + i.alt);
	return JSON.stringify(faults);
})`
