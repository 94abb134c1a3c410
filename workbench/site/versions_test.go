package site_test

// This file tests what stays when a learner tries one kernel after another.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/workbench/site"
)

// versions compares a kernel with the one before.
func (x *tab) versions(t *testing.T) {
	x.set(t, "other", "")
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "4", Block: "256", Values: "x=1024:ramp n=1024"})
	x.press(t, "pin")
	x.eval(t, fmt.Sprintf(`(e => e.view.dispatch({changes: {from: e.text.indexOf("\tif i"), insert: %s}}))(workbench.editor)`, quoted("\ti = i * 32 % n\n")))
	x.eval(t, `window.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", ctrlKey: true}))`)
	x.eval(t, `workbench.queue.done`)
	if got := x.compared(t); got != versionsCompared {
		t.Errorf("the page compares %s, want %s; it says %s", got, versionsCompared, x.status(t))
	}
	x.keep(t, "versions")
}

// versionsCompared is: two reports, rows for the two versions, one row for the time, more
// counters behind a fold, and both sources.
const versionsCompared = `[2,"|the version kept|this version; sectors per global load|4|32",1,true,2]`

func (x *tab) compared(t *testing.T) string {
	return x.eval(t, `[document.querySelectorAll(".report").length, [...document.querySelectorAll(".differences > table tr")].map(r => [...r.cells].map(c => c.textContent).join("|")).filter(r => /^.the version|global load/.test(r)).join("; "),
		[...document.querySelectorAll(".differences > table td")].filter(c => c.textContent === "time").length,
		document.querySelectorAll(".differences details tr").length > 10, document.querySelectorAll(".sources .cm-content").length]`)
}

// links opens a link to two versions, one made by a page of the course, a short one, and a
// frame.
func (x *tab) links(t *testing.T) {
	x.press(t, "link")
	x.await(t, `document.getElementById("shared").open`)
	var address, frame string
	if err := errors.Join(json.Unmarshal([]byte(x.eval(t, `document.getElementById("address").value`)), &address), json.Unmarshal([]byte(x.eval(t, `document.getElementById("frame").value`)), &frame)); err != nil {
		t.Fatal(err)
	}
	x.eval(t, `localStorage.clear()`)
	x.visit(t, address)
	if got := x.compared(t); got != versionsCompared {
		t.Errorf("the link opens %s; the page says %s", got, x.status(t))
	}
	_, framed, _ := strings.Cut(frame, `src="`)
	framed, _, _ = strings.Cut(framed, `"`)
	x.visit(t, framed)
	if got := x.eval(t, `[document.querySelector(".bar").offsetParent === null, document.getElementById("whole").href, document.querySelectorAll(".report").length]`); got != fmt.Sprintf(`[true,%q,2]`, address) {
		t.Errorf("the frame has %s", got)
	}
	x.visit(t, x.address+site.Link(site.Shared{Source: double}))
	x.reported(t)
	if got := x.eval(t, `[workbench.editor.text, document.getElementById("kernel").value]`); unquoted(t, got) != double+sep+"Double" {
		t.Errorf("the link of a page opens %s", got)
	}
	x.visit(t, x.address+"#example/sum")
	x.reported(t)
	if got := x.eval(t, `document.getElementById("kernel").value`); got != `"Sum"` {
		t.Errorf("the short link opens %s", got)
	}
}

// everyExample is how many examples share a choice without -every.
const everyExample = 3

// kept opens the page again: the kernel that was typed is still there, until an example is
// chosen.
func (x *tab) kept(t *testing.T) {
	x.visit(t, x.address)
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "1", Block: "64", Values: "x=64 n=64"})
	x.set(t, "value-n", "60")
	x.visit(t, x.address)
	if got := x.eval(t, `[workbench.editor.text, workbench.launch.values]`); unquoted(t, got) != double+sep+"x=64 n=60" {
		t.Errorf("a second visit shows %s", got)
	}
	var examples []string
	if err := json.Unmarshal([]byte(x.eval(t, `[...document.getElementById("example").options].map(o => o.value)`)), &examples); err != nil || len(examples) < 2 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	for i, e := range slices.Backward(examples) {
		if !*every && i%everyExample != 0 {
			continue
		}
		x.set(t, "example", e)
		x.eval(t, `workbench.queue.done`)
		x.press(t, "profile")
		x.reported(t)
	}
	if got := x.eval(t, `[workbench.editor.text, document.getElementById("example").selectedOptions[0].text]`); unquoted(t, got) != double+sep+"your own: Double" {
		t.Errorf("after the examples, the learner's own kernel is %s", got)
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
