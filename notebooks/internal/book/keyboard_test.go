package book

// This file walks through pages with a keyboard only.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// mostTabs is how often the key Tab is pressed before something counts as out of reach.
const mostTabs = 150

// walk checks that Tab reaches what leads on from a page, on a screen and on a phone, and that
// Enter works there.
func walk(t *testing.T, dir string) {
	r := newReader(t, dir)
	for _, width := range []int64{widths[0], widths[2]} {
		t.Run(fmt.Sprintf("%d px", width), func(t *testing.T) {
			open := func(page string) {
				t.Helper()
				r.do(t, chromedp.EmulateViewport(width, windowHeight), chromedp.Navigate(r.address+page))
			}
			open("index.html")
			r.tab(t, ".book-start a")
			open("notebooks/07_coalescing.html")
			r.tab(t, "p.workbench a")
			open("notebooks/07_coalescing.html")
			r.tab(t, ".search-button__button, .search-button-field")
			r.do(t, chromedp.KeyEvent("\r"))
			r.until(t, `document.activeElement.matches("input[type=search]")`)
			r.do(t, chromedp.KeyEvent("wavefront\r"))
			r.until(t, `location.pathname.endsWith("search.html") && document.querySelector("#search-results li a") !== null`)
			open("notebooks/07_coalescing.html")
			r.tab(t, ".primary-toggle")
			was, err := chromedp.Run(r.browser, chromedp.Evaluate[bool](menuShown))
			if err != nil {
				t.Fatal(err)
			}
			r.do(t, chromedp.KeyEvent("\r"))
			r.until(t, fmt.Sprintf("(%s) !== %t", menuShown, was))
		})
	}
}

// tab presses Tab until an element that the selector names has the focus and is in view.
func (r *reader) tab(t *testing.T, selector string) {
	t.Helper()
	var passed []string
	for range mostTabs {
		r.do(t, chromedp.KeyEvent("\t"))
		got := r.faults(t, fmt.Sprintf(`(() => {
			const e = document.activeElement, b = e.getBoundingClientRect();
			const seen = b.width > 0 && b.right > 0 && b.left < innerWidth;
			return JSON.stringify([e.matches(%q) && seen ? "there" : e.tagName + "." + e.className]);
		})()`, selector))
		if slices.Equal(got, []string{"there"}) {
			return
		}
		passed = append(passed, got...)
	}
	t.Errorf("%d times Tab do not reach %s, but %s", mostTabs, selector, strings.Join(passed[:10], ", "))
}

// menuShown is whether the list of chapters is in view.
const menuShown = `(() => { const b = document.querySelector(".bd-sidebar-primary").getBoundingClientRect(); return b.width > 0 && b.right > 0 && b.left < innerWidth })()`

// until waits until a condition holds. On the way to another page nothing holds.
func (r *reader) until(t *testing.T, condition string) {
	t.Helper()
	for start := time.Now(); time.Since(start) < patience; time.Sleep(50 * time.Millisecond) {
		if holds, err := chromedp.Run(r.browser, chromedp.Evaluate[bool](condition)); err == nil && holds {
			return
		}
	}
	t.Errorf("never %s", condition)
}
