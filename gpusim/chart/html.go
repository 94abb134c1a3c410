package chart

// This file writes pictures as notebooks keep them: an image, and a script that makes it live.

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html"
	"regexp"
	"strings"
)

// loader calls a function with what gpucourse.js defines, where the notebook server hands
// that file out.
//
//go:embed live.js
var loader string

var lineBreaks = regexp.MustCompile(`\s*\n\s*`)

// Script returns a script that runs a call of gpucourse.js: an expression of JavaScript in
// which g is what the file defines and base is the address of the notebook server.
func Script(call string) string {
	return fmt.Sprintf("<script>%s(function(g,base){%s});</script>", lineBreaks.ReplaceAllString(strings.TrimSpace(loader), ""), call)
}

// Class returns a name for elements that hold some content: equal for equal content.
func Class(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "gpucourse-" + hex.EncodeToString(sum[:6])
}

// HTML returns the fragment that notebooks show. It needs no other file: where
// scripts are not allowed the static image stays.
func (p *Picture) HTML() string {
	id, option := Class(p.svg), "null"
	if p.option != nil {
		option = string(p.option)
	}
	return fmt.Sprintf(`<div class="%s" style="overflow-x:auto">%s%s</div>`, id, p.Image(), Script(fmt.Sprintf("g.show(%q,%s,base)", id, option)))
}

// leastShown is the part of its width to which an image shrinks; in a narrower panel it is
// scrolled. The smallest text is then still 9 pixels high.
const leastShown = 0.77

// Image returns the static image as an element of HTML.
func (p *Picture) Image() string {
	return fmt.Sprintf(`<img alt="%s" width="%d" height="%d" style="max-width:100%%;min-width:%.0fpx;height:auto" src="%s">`,
		html.EscapeString(p.Title+". "+p.Alt), p.Width, p.Height, leastShown*float64(p.Width), p.dataURL())
}

// inURL writes an SVG so that it may stand in a data URL between double quotes: base64
// would take a third more, and the quotes of attributes would be escaped once more in the
// notebook's file.
var inURL = strings.NewReplacer("\n", "", "%", "%25", "#", "%23", "&", "%26", "'", "%27", `"`, "'")

// dataURL is the address of the SVG that holds it.
func (p *Picture) dataURL() string { return "data:image/svg+xml," + inURL.Replace(p.svg) }
