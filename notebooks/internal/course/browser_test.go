package course

// This file opens the executed notebooks in JupyterLab, in Chromium, trusted and
// untrusted, and checks that their pictures are drawn.

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"gpucourse/notebooks/internal/setup"
)

const token = "course"

// The size of the browser's window in pixels.
const windowWidth, windowHeight = 1280, 1400

// findings is what inspect.js reports about a page.
type findings struct {
	Images   int      `json:"images"`   // static pictures that are visible
	Live     int      `json:"live"`     // pictures that the script has replaced by live charts
	Pending  int      `json:"pending"`  // pictures not yet loaded
	Problems []string `json:"problems"` // clipped or overlapping text, outputs that are too wide
}

//go:embed testdata/inspect.js
var inspectScript string

// TestPicturesAreDrawnInJupyterLab opens the executed notebooks one after another in one
// page: loading JupyterLab takes longer than showing a notebook. With -every it opens all.
func TestPicturesAreDrawnInJupyterLab(t *testing.T) {
	x := theCourse(t)
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	server := startServer(t, x)
	browser := startBrowser(t, chromium)
	openLab(t, browser, server)
	for _, trust := range []string{"untrusted", "trusted"} {
		for _, o := range x.outcomes {
			name := filepath.Base(o.Notebook)
			want := countPictures(t, filepath.Join(x.dir, name))
			t.Run(strings.TrimSuffix(name, ".ipynb")+"/"+trust, func(t *testing.T) {
				got := openNotebook(t, browser, trust+"/"+name, want, trust == "trusted")
				for _, p := range got.Problems {
					t.Error(p)
				}
				if trust == "trusted" && (got.Live != want || got.Images != 0) {
					t.Errorf("%d of %d pictures are live, %d static", got.Live, want, got.Images)
				}
				if trust == "untrusted" && (got.Images != want || got.Live != 0) {
					t.Errorf("%d of %d static pictures are drawn, %d are live", got.Images, want, got.Live)
				}
			})
		}
	}
}

// TestPicturesReadWell checks that no text is clipped and no texts overlap in the
// pictures of the chart package's tests, at two widths of the page.
func TestPicturesReadWell(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it starts a browser")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	files, err := filepath.Glob("../../../gpusim/chart/testdata/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures (%v)", err)
	}
	browser := startBrowser(t, chromium)
	for _, width := range []int{700, 1100} {
		page := filepath.Join(t.TempDir(), "pictures.html")
		writeFile(t, page, picturesPage(t, files, width))
		if err := chromedp.Do(browser, chromedp.Navigate("file://"+page)); err != nil {
			t.Fatal(err)
		}
		got := inspect(t, browser)
		for _, p := range got.Problems {
			t.Errorf("%d px: %s", width, p)
		}
		if got.Live != len(files) {
			t.Errorf("%d px: %d of %d pictures are drawn", width, got.Live, len(files))
		}
	}
}

// picturesPage returns a page that shows SVG files as a notebook shows live charts.
func picturesPage(t *testing.T, files []string, width int) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `<meta charset="utf-8"><body><div class="jp-Notebook" style="width:%dpx">`, width)
	for _, file := range files {
		svg, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		svg = bytes.Replace(svg, []byte("<svg "), []byte(`<svg style="display:block;width:100%;height:auto" `), 1)
		fmt.Fprintf(&b, `<div class="jp-Cell" title="%s"><div class="gpucourse-live" style="max-width:960px">%s</div></div>`, filepath.Base(file), svg)
	}
	return b.String()
}

// countPictures counts the pictures in the outputs of an executed notebook.
func countPictures(t *testing.T, file string) int {
	n := 0
	for _, cell := range readNotebook(t, file).Cells {
		for _, out := range cell.Outputs {
			n += strings.Count(fmt.Sprint(out.Data["text/html"]), "data:image/svg+xml,")
		}
	}
	if n == 0 {
		t.Errorf("%s has no pictures", file)
	}
	return n
}

// copyNotebooks copies the executed notebooks to root/untrusted and root/trusted.
// The trusted copies have one more entry in their metadata, because a notebook with
// the content of a trusted one is trusted too.
func copyNotebooks(t *testing.T, x *executed, root string) {
	t.Helper()
	for _, folder := range []string{"untrusted", "trusted"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range x.outcomes {
		name := filepath.Base(o.Notebook)
		text, err := os.ReadFile(filepath.Join(x.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, "untrusted", name), string(text))
		marked := strings.Replace(string(text), `"metadata": {`+"\n"+`  "kernelspec"`, `"metadata": {`+"\n"+`  "copy": "trusted",`+"\n"+`  "kernelspec"`, 1)
		if marked == string(text) {
			t.Fatalf("%s: the notebook's metadata was not found", name)
		}
		writeFile(t, filepath.Join(root, "trusted", name), marked)
	}
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// startServer serves two copies of the executed notebooks, one of them trusted, and
// returns the address. The signatures of trusted notebooks go to a temporary folder.
func startServer(t *testing.T, x *executed) string {
	t.Helper()
	root, data := t.TempDir(), t.TempDir()
	copyNotebooks(t, x, root)
	environ := []string{"JUPYTER_DATA_DIR=" + data, "JUPYTER_PATH=" + x.env.Share(), "JUPYTERLAB_WORKSPACES_DIR=" + data}
	trusted, _ := filepath.Glob(filepath.Join(root, "trusted", "*.ipynb"))
	sign := exec.Command(x.env.Python(), append([]string{"-m", "jupyter", "trust"}, trusted...)...)
	sign.Env = append(x.env.Environ(), environ...)
	if out, err := sign.CombinedOutput(); err != nil {
		t.Fatalf("jupyter trust: %v\n%s", err, out)
	}
	return serve(t, x.env, root, environ)
}

// serve runs JupyterLab on the folder root until the test ends, and returns the
// server's address.
func serve(t *testing.T, env *setup.Env, root string, environ []string) string {
	t.Helper()
	l := &lab{env: env, folder: root, port: freePort(t), environ: environ,
		arguments: []string{"--IdentityProvider.token=" + token, "--LabApp.expose_app_in_browser=True"}}
	ctx := beforeTimeout(t)
	cmd, _, err := l.command(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if t.Failed() {
			t.Log(setup.LastLines(log.String(), 15))
		}
	})
	address, err := url.Parse(l.await(ctx, cmd.Process.Pid, ended))
	if err != nil || address.Host == "" {
		t.Fatalf("JupyterLab did not start (%v)", err)
	}
	return "http://" + address.Host
}

func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// startBrowser starts Chromium with a temporary profile.
func startBrowser(t *testing.T, path string) context.Context {
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.WindowSize(windowWidth, windowHeight),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(beforeTimeout(t), flags...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return ctx
}

// openLab opens JupyterLab without a notebook, and lets notebooks start no kernels: these
// are executed already.
func openLab(t *testing.T, browser context.Context, server string) {
	t.Helper()
	evaluate(t, browser, "true", chromedp.Navigate(server+"/lab?token="+token), chromedp.WaitVisible(chromedp.CSS(".jp-DirListing-item")))
	evaluate(t, browser, withoutKernels+", true")
}

// withoutKernels lets notebooks that are opened from now on start no kernels.
const withoutKernels = `Object.defineProperty(jupyterapp.docRegistry.getWidgetFactory("Notebook"), "preferKernel", {value: false})`

// evaluate does some steps and returns whether a condition is true then.
func evaluate(t *testing.T, browser context.Context, condition string, steps ...chromedp.Action[chromedp.Void]) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(browser, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
	is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](condition, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", condition, err)
	}
	return is
}

// openNotebook opens a notebook in place of the one that is open, waits for its pictures and
// returns what the page shows. With `go test -artifacts` it
// also keeps pictures of all of a live page.
func openNotebook(t *testing.T, browser context.Context, path string, want int, live bool) findings {
	t.Helper()
	await := func(condition string) bool {
		for start := time.Now(); !evaluate(t, browser, condition); time.Sleep(100 * time.Millisecond) {
			if time.Since(start) > patience {
				return false
			}
		}
		return true
	}
	evaluate(t, browser, closeScript)
	if !await(`document.querySelector(".jp-Notebook") === null`) {
		t.Fatal("the notebook before does not close")
	}
	evaluate(t, browser, fmt.Sprintf(`jupyterapp.commands.execute("docmanager:open", {path: %q}), true`, path))
	if !await(`document.querySelector(".jp-Notebook .jp-Cell") !== null`) {
		t.Fatalf("%s does not open", path)
	}
	shown := func(f findings) bool { return live && f.Live == want || !live && f.Images == want }
	for start := time.Now(); !shown(look(t, browser, false)) && time.Since(start) < patience; {
		time.Sleep(100 * time.Millisecond)
	}
	got := inspect(t, browser)
	if artifacts := flag.Lookup("test.artifacts"); live && artifacts != nil && artifacts.Value.String() == "true" {
		keepViews(t, browser, path)
	}
	return got
}

// closeScript closes what is open, without a question.
const closeScript = `(() => {
	for (const open of [...jupyterapp.shell.widgets("main")]) open.dispose();
	return true;
})()`

// layout is how long a page may take until nothing on it is in the way: JupyterLab lays it out in
// several frames.
const layout = time.Minute

// inspect reports everything about the page once it is laid out.
func inspect(t *testing.T, ctx context.Context) (f findings) {
	t.Helper()
	for start := time.Now(); time.Since(start) < layout; time.Sleep(100 * time.Millisecond) {
		if f = look(t, ctx, true); len(f.Problems) == 0 {
			break
		}
	}
	return f
}

// look reports everything about the page, or counts its pictures only.
func look(t *testing.T, ctx context.Context, whole bool) findings {
	t.Helper()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf("(%s)(%v)", strings.TrimSpace(inspectScript), whole)))
	if err != nil {
		t.Fatalf("inspect: %v", err)
	}
	var f findings
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	return f
}
