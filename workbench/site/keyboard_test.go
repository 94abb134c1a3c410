package site_test

// This file uses the page by keys alone: it chooses an example, edits and runs it, moves the
// separator, goes from a rule to its line, compares two versions and shares them.

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard presses real keys; what it looks at is what has the focus.
func TestKeyboard(t *testing.T) {
	x := open(t)
	x.focuses(t, "#example", 30)
	x.keys(t, kb.ArrowDown)
	x.await(t, `workbench.editor.text.includes("TransposeTile")`)
	x.eval(t, `workbench.queue.done`)
	x.keys(t, kb.ArrowUp)
	x.await(t, `!workbench.editor.text.includes("TransposeTile")`)
	x.eval(t, `workbench.queue.done`)

	x.focuses(t, "#separator", 30)
	before := x.number(t, `document.getElementById("left").offsetWidth`)
	x.keys(t, kb.ArrowRight)
	if after := x.number(t, `document.getElementById("left").offsetWidth`); after <= before {
		t.Errorf("the separator leaves the editor as wide as it was: %v and %v pixels", before, after)
	}

	x.focuses(t, ".rules button", 30)
	x.keys(t, kb.Enter)
	if got := x.eval(t, `[!!document.activeElement.closest("#editor"), document.querySelector(".cm-activeLine").textContent.includes("out[x*n+y]")]`); got != "[true,true]" {
		t.Errorf("the editor has the focus, and the line of the rule: got %s", got)
	}

	x.focuses(t, "#pin", 30)
	x.keys(t, kb.Enter)
	x.focuses(t, ".cm-content", 60)
	x.keys(t, kb.Enter)
	if err := chromedp.Do(x.browser, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2))); err != nil { // Ctrl
		t.Fatal(err)
	}
	x.await(t, `document.querySelectorAll(".report").length === 2`)
	x.eval(t, `workbench.queue.done`)

	x.focuses(t, "#link", 60)
	x.keys(t, kb.Enter)
	x.await(t, `document.getElementById("shared").open && document.getElementById("shared").contains(document.activeElement)`)
	x.keys(t, kb.Escape)
	x.await(t, `!document.getElementById("shared").open && document.activeElement.id === "link"`)
}

func (x *tab) keys(t testing.TB, keys string) {
	t.Helper()
	if err := chromedp.Do(x.browser, chromedp.KeyEvent(keys)); err != nil {
		t.Fatal(err)
	}
}

// focuses presses Tab until an element has the focus, and fails after some presses.
func (x *tab) focuses(t testing.TB, selector string, most int) {
	t.Helper()
	var seen []string
	for range most {
		if x.eval(t, `document.activeElement.matches(`+quoted(selector)+`)`) == "true" {
			return
		}
		seen = append(seen, x.eval(t, `document.activeElement.id || document.activeElement.tagName + "." + document.activeElement.className`))
		x.keys(t, kb.Tab)
	}
	t.Fatalf("Tab does not come to %s; it passes %s", selector, strings.Join(seen, " "))
}
