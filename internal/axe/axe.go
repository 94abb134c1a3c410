// Package axe holds axe-core, which finds faults of pages that hinder people who use a
// keyboard or a screen reader. Tests run it in a browser; no page that we publish has it.
//
// axe.min.js.gz is axe.min.js of the npm package axe-core, in the version that
// workbench/page/package-lock.json pins, compressed with gzip -9n. Its licence, MPL-2.0, is
// LICENSE.axe-core.
package axe

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:embed axe.min.js.gz
var packed []byte

// Script returns axe-core; it defines axe.
func Script() string {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(text)
}

// Serious is an expression: a promise of the serious and critical faults of the page, each a
// text with its rule, its place and what is wrong.
const Serious = `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations
	.filter(v => v.impact === "serious" || v.impact === "critical")
	.flatMap(v => v.nodes.map(n => v.id + " at " + n.target.join(" ") + ": " + (n.failureSummary ?? v.help))))`
