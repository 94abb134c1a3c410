package site_test

// This file saves an array of a report as a file.

import (
	"strings"
	"testing"

	"gpucourse/workbench/site"
)

// saves presses the buttons beside an array, and reads what the page offers: all of the array,
// as the command line writes it.
func (x *tab) saves(t *testing.T) {
	x.opens(t, double, site.Launch{Kernel: "Double", Grid: "20", Block: "256", Values: "x=5000:ramp n=5000"})
	x.eval(t, `(() => { window.offered = {}; const click = HTMLAnchorElement.prototype.click; window.clicks = click;
		HTMLAnchorElement.prototype.click = function () { if (!this.download) return click.call(this);
			window.offered[this.download] = fetch(this.href).then((r) => r.arrayBuffer()); }; })()`)
	defer x.eval(t, `(() => { HTMLAnchorElement.prototype.click = window.clicks; })()`)
	for _, ending := range []string{".npy", ".csv"} {
		x.eval(t, `document.querySelector('[aria-label="save `+ending+` of x"]').click()`)
		x.await(t, `window.offered["x`+ending+`"]`)
	}
	length := x.eval(t, `document.querySelector("figcaption").textContent.match(/[\d\u202f]+/)[0].replaceAll("\u202f", "")`)
	got := x.eval(t, `Promise.all([window.offered["x.npy"], window.offered["x.csv"]]).then(([npy, csv]) => {
		const head = new TextDecoder("latin1").decode(npy.slice(0, 128));
		return [head.slice(1, 6), head.match(/\((\d+),\)/)[1], String((npy.byteLength - 128) / 4), String(new TextDecoder().decode(csv).trim().split("\n").length)].join(" ");
	})`)
	n := strings.Trim(length, `"`)
	if want := `"NUMPY ` + n + " " + n + " " + n + `"`; got != want {
		t.Errorf("the page offers %s, want %s", got, want)
	}
	if got := x.status(t); got != `"x.csv is saved."` {
		t.Errorf("the page says %s", got)
	}
}
