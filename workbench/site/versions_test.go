package site_test

// This file tests what stays when a learner tries one kernel after another.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// versions compares a kernel with the one before.
func (x *tab) versions(t *testing.T) {
	for id, value := range map[string]string{"kernel": "Double", "grid": "4", "block": "256", "values": "x=1024:ramp n=1024", "other": "before", "flags": ""} {
		x.set(t, id, value)
	}
	x.compiled(t, double)
	x.press(t, "profile")
	x.compiled(t, strings.Replace(double, "if i < n", "i = i * 32 % n\n\tif i < n", 1))
	x.eval(t, `window.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", ctrlKey: true}))`)
	x.eval(t, `workbench.queue.done`)
	got := x.eval(t, `[document.querySelectorAll(".report").length, [...document.querySelectorAll(".differences > table tr")].map(r => [...r.cells].map(c => c.textContent).join("|")).filter(r => /^the run|global load$/.test(r)).join("; "),
		[...document.querySelectorAll(".differences td")].some(c => c.textContent === "time"), document.getElementById("example").value,
		document.querySelectorAll(".differences details tr").length > 10]`)
	if want := `[2,"the run before|this run|; 4|32|sectors per global load",true,"",true]`; got != want {
		t.Errorf("the page compares %s, want %s; it says %s", got, want, x.status(t))
	}
	x.keep(t, "versions")
	x.set(t, "other", "")
	x.compiled(t, double)
}

// kept opens the page again: the kernel that was typed is still there, until an example is
// chosen.
func (x *tab) kept(t *testing.T) {
	x.visit(t, x.address)
	x.compiled(t, double)
	x.set(t, "values", "x=64 n=64")
	x.visit(t, x.address)
	if got := x.eval(t, `[workbench.editor.text, document.getElementById("values").value]`); unquoted(t, got) != double+sep+"x=64 n=64" {
		t.Errorf("a second visit shows %s", got)
	}
	n := 0
	for ; x.eval(t, `document.getElementById("example").length`) != quoted(n); n++ {
		x.eval(t, `document.getElementById("status").textContent = ""`)
		x.set(t, "example", quoted(n))
		x.await(t, `document.getElementById("status").textContent === "compiles"`)
		x.press(t, "profile")
		if got := x.status(t); !strings.HasPrefix(got, `"Done in`) || x.eval(t, `document.querySelectorAll(".report img").length > 0`) != "true" {
			t.Errorf("example %d: no report with pictures; the page says %s", n, got)
		}
	}
	if n == 0 {
		t.Error("no examples")
	}
}

// TestTypes checks the types of the scripts, which the bundler leaves out.
func TestTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it installs packages")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("no npm on the PATH (Debian: apt install npm)")
	}
	page := t.TempDir()
	if err := os.CopyFS(page, os.DirFS(filepath.Join("..", "page"))); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"ci", "--no-audit", "--no-fund"}, {"exec", "--", "tsc", "-p", "."}} {
		cmd := exec.CommandContext(t.Context(), npm, words...)
		cmd.Dir = page
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("npm %s: %v\n%s", strings.Join(words, " "), err, out)
		}
	}
}
