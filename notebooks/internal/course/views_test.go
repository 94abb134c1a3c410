package course

// This file looks at whole notebooks in light and dark pages of two widths, and keeps what is
// to be seen:
//
//	go test ./notebooks/internal/course -run Pictures -artifacts -outputdir DIR

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// viewHeight is the height of a kept picture in pixels.
const viewHeight = 2000

// keepViews checks the open notebook in each theme and width, and keeps pictures of it, such
// as 00_start-700-dark-03.png.
func keepViews(t *testing.T, browser context.Context, notebook string) {
	t.Helper()
	evaluate(t, browser, "jupyterapp.shell.collapseLeft(), true")
	for _, theme := range []string{"Light", "Dark"} {
		evaluate(t, browser, "jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab "+theme+"'}), true")
		for _, width := range []int64{1400, 700} {
			view := fmt.Sprintf("%s-%d-%s", strings.TrimSuffix(path.Base(notebook), ".ipynb"), width, strings.ToLower(theme))
			evaluate(t, browser, "true", chromedp.EmulateViewport(width, viewHeight))
			evaluate(t, browser, fmt.Sprintf(laidOut, width)+".then(() => true)")
			for _, problem := range inspect(t, browser).Problems {
				t.Errorf("%s: %s", view, problem)
			}
			keepScreens(t, browser, view)
		}
	}
	evaluate(t, browser, "jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'}), true", chromedp.EmulateViewport(windowWidth, windowHeight))
}

// keepScreens scrolls through the notebook and keeps a picture of each screen.
func keepScreens(t *testing.T, browser context.Context, view string) {
	t.Helper()
	evaluate(t, browser, fmt.Sprintf(scrollScript, "0"))
	const most = 60
	for i := range most {
		evaluate(t, browser, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
		png, err := chromedp.Run(browser, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatalf("screenshot: %v", err)
		}
		if err := os.WriteFile(filepath.Join(t.ArtifactDir(), fmt.Sprintf("%s-%02d.png", view, i)), png, 0o644); err != nil {
			t.Fatal(err)
		}
		if evaluate(t, browser, fmt.Sprintf(scrollScript, "e.scrollTop + e.clientHeight - 60")) {
			return
		}
	}
}

// scrollScript scrolls the notebook and reports whether it was already there.
const scrollScript = `(() => {
	const all = [...document.querySelectorAll(".jp-NotebookPanel .jp-WindowedPanel-outer, .jp-NotebookPanel .jp-Notebook")];
	const e = all.find(x => x.scrollHeight > x.clientHeight + 10 && getComputedStyle(x).overflowY !== "visible") || all[0];
	const before = e.scrollTop;
	e.scrollTop = %s;
	return e.scrollTop === before;
})()`
