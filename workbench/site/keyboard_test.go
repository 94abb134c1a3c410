package site_test

// This file uses the page by keys alone: it chooses an example, edits and runs it, moves the
// separator, goes from a rule to its line, compares two versions and shares them.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gpucourse/grader/task"
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

// TestKeyboardOnAPhone goes from a paste to a result, and through a task, on a page as wide as a phone, in the
// dark: all that has the focus is seen, and marked.
func TestKeyboardOnAPhone(t *testing.T) {
	x := open(t)
	x.looksLikeAPhone(t)
	x.visit(t, x.address)
	t.Run("a paste", func(t *testing.T) { x.pastesByKeys(t) })
	t.Run("a result", func(t *testing.T) { x.readsByKeys(t) })
	x.visit(t, x.address+"course.html#00.1")
	t.Run("a task", func(t *testing.T) { x.solvesByKeys(t) })
}

func (x *tab) looksLikeAPhone(t testing.TB) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}
	if _, err := chromedp.Call(x.browser, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(x.browser, chromedp.EmulateViewport(390, 800)); err != nil {
		t.Fatal(err)
	}
}

func (x *tab) pastesByKeys(t testing.TB) {
	x.focuses(t, ".cm-content", 30)
	x.paste(t, ":focus", program)
	x.reported(t)
	x.focuses(t, "#heat", 40)
	x.keys(t, kb.ArrowDown)
	x.await(t, `document.getElementById("heat").value === "sectors"`)
}

func (x *tab) readsByKeys(t testing.TB) {
	x.focuses(t, ".rules button", 30)
	x.focuses(t, "#show-report", 30)
	x.keys(t, kb.ArrowRight)
	x.await(t, `document.activeElement.matches("#show-check[aria-selected=true]")`)
	x.eval(t, `workbench.queue.done`)
	x.keys(t, kb.ArrowLeft)
	x.await(t, `document.activeElement.matches("#show-report[aria-selected=true]")`)
	x.eval(t, `workbench.queue.done`)
	x.comesTo(t, `document.activeElement.textContent.startsWith("All counters")`, 30)
	x.keys(t, kb.Enter)
	x.focuses(t, "[type=search]", 2)
	x.keys(t, "sectors")
	x.await(t, `(() => {
		const rows = [...document.querySelectorAll("table.counters tr")], shown = rows.filter(r => r.checkVisibility());
		return shown.length > 0 && shown.length < rows.length && shown.every(r => /sectors/i.test(r.textContent));
	})()`)
}

// solvesByKeys answers a task with a number, goes on to the next one, and writes its kernel.
func (x *tab) solvesByKeys(t testing.TB) {
	x.focuses(t, "#number", 40)
	x.keys(t, fmt.Sprint(find(t, "00.1").Ask.(task.Number).Answer())+kb.Enter)
	x.await(t, `document.getElementById("status").textContent.includes("done, ")`)
	x.focuses(t, "#onward", 10)
	x.keys(t, kb.Enter)
	x.await(t, `location.hash === "#00.2" && document.activeElement.id === "title"`)
	x.focuses(t, ".cm-content", 40)
	if err := chromedp.Do(x.browser, chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(x.browser, input.InsertText, input.InsertTextParams{Text: string(find(t, "00.2").Code("solution.go"))}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(x.browser, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))); err != nil {
		t.Fatal(err)
	}
	x.await(t, `document.getElementById("status").textContent.includes("done, ")`)
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
	x.comesTo(t, `document.activeElement.matches(`+quoted(selector)+`)`, most)
}

// comesTo presses Tab until a condition holds, and fails after some presses. All that has the focus on the way
// lies in the window, and is marked.
func (x *tab) comesTo(t testing.TB, condition string, most int) {
	t.Helper()
	x.eval(t, follow)
	var seen []string
	for range most + 1 {
		x.await(t, marked)
		if x.eval(t, condition) == "true" {
			return
		}
		seen = append(seen, x.eval(t, `document.activeElement.id || document.activeElement.tagName + "." + document.activeElement.className`))
		x.keys(t, kb.Tab)
	}
	t.Fatalf("Tab does not come to %s; it passes %s", condition, strings.Join(seen, " "))
}

// follow lets the page note where the element with the focus lies in the first frame after it has got the focus: what comes
// into the page later may move it. Where something came before that frame, the page looks after it has scrolled to the element.
const follow = `(() => {
	if (window.followed) return;
	window.followed = {};
	let changes = 0;
	const outside = record => !record.target.parentElement?.closest(".cm-editor");
	new MutationObserver(records => changes += records.filter(outside).length).observe(document.body, { subtree: true, childList: true, characterData: true });
	window.lies = e => {
		const b = (e.closest(".cm-editor") ?? e).getBoundingClientRect();
		return b.left >= 0 && b.right <= innerWidth && b.bottom > 0 && b.top < innerHeight;
	};
	document.addEventListener("focusin", ({ target }) => {
		const before = changes;
		requestAnimationFrame(() => {
			if (changes !== before) target.scrollIntoView({ block: "nearest", inline: "nearest" });
			window.followed = { target, lies: lies(target) };
		});
	});
})()`

// marked says whether what has the focus lay in the window when it got the focus, and has an outline. The editor has one around
// its text.
const marked = `(() => {
	const e = document.activeElement, { target, lies: lay } = window.followed;
	if (e === document.body) return true;
	return (target === e ? lay : !target && lies(e)) && (e.id === "separator" || getComputedStyle(e.closest(".cm-editor") ?? e).outlineStyle !== "none");
})()`
