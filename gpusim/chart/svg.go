package chart

// This file writes SVG. Shapes that look alike are written as one path and texts that
// look alike as one group, because every picture is kept in the notebook that shows it.

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"slices"
	"strings"
)

// canvas collects shapes, and texts that lie above all shapes. Coordinates are pixels
// from the upper left corner.
type canvas struct {
	width, height float64
	layered       bool // no shape covers another of its layer: their order does not count
	flat          bool // the same, and no shape has a tip
	layer         int  // of the shapes to come
	shapes        []shape
	labels        []label
	inner         strings.Builder // finished drawings, below the shapes
}

// shape is a path. Shapes may cover each other, so their order counts.
type shape struct {
	layer        int
	look, d, tip string
}

// label is a line of text. Labels never overlap, so their order does not count.
type label struct {
	look   string
	x, y   float64
	turned bool // it runs upwards, around x and y
	shift  float64
	text   string
}

// Font sizes. The smallest is still 9 pixels high when a picture shrinks to three quarters.
const (
	titleSize = 16.0
	textSize  = 13.0
	smallSize = 12.0
)

// Neutral colours. live.js has a second set of them for dark pages, so each means one thing.
const (
	ink   = "#1b1f24" // text
	faint = "#626b78" // text that explains, and outlines
	rule  = "#c4c9d1" // thin lines
	ghost = "#e2e6ea" // what is not in use
	white = "#ffffff" // boxes without content
	panel = "#f4f5f7" // the ground of a picture
)

// Colours that are the same on dark pages.
const (
	darkInk  = "#1b1f23" // text on a pale colour
	lightInk = "#fffffe" // text on a deep colour
	common   = "#8b95a5" // what is alike everywhere
)

// palette is Okabe and Ito's colour-blind safe set, without yellow and black.
var palette = []string{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"}

// colour gives the i-th series its colour.
func colour(i int) string { return palette[i%len(palette)] }

// tint is a pale form of a colour: little of it, on whatever lies below.
func tint(hex string) string { return hex + "33" }

// inkOn returns the text colour to be read on fill.
func inkOn(fill string) string {
	switch fill {
	case "#0072b2", "#009e73", "#d55e00":
		return lightInk
	case white, ghost:
		return ink
	}
	return darkInk
}

// textWidth estimates the width of s in pixels, on the wide side for the
// sans-serif fonts that browsers take.
func textWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("ijlI.,:;'|! ", r):
			w += 0.36
		case strings.ContainsRune("mwMW@%", r):
			w += 0.95
		case r >= 'A' && r <= 'Z':
			w += 0.72
		default:
			w += 0.62
		}
	}
	return w * size
}

// rect draws a box; tip, when not empty, answers the mouse in a live picture.
func (c *canvas) rect(x, y, w, h float64, fill, stroke, tip string) {
	look := fmt.Sprintf(`fill="%s"`, fill)
	if stroke != "" {
		look += fmt.Sprintf(` stroke="%s"`, stroke)
	}
	if c.flat && (stroke == "" || stroke == rule) && fill != hatch { // a thick line is half as long to write
		c.stroke(fmt.Sprintf("M%s %sh%s", num(x), num(y+h/2), num(w)), fill, fmt.Sprintf(` stroke-width="%s"`, num(h)))
		return
	}
	c.shapes = append(c.shapes, shape{c.layer, look, box(x, y, w, h), tip})
}

// box is the path of a box.
func box(x, y, w, h float64) string {
	return fmt.Sprintf("M%s %sh%sv%sh%sz", num(x), num(y), num(w), num(h), num(-w))
}

// shape fills a path.
func (c *canvas) shape(d, fill, tip string) {
	c.shapes = append(c.shapes, shape{c.layer, fmt.Sprintf(`fill="%s"`, fill), d, tip})
}

// dashed draws the outline of a box.
func (c *canvas) dashed(x, y, w, h float64, stroke string) {
	c.stroke(box(x, y, w, h), stroke, ` stroke-width="1.5" stroke-dasharray="4 3"`)
}

// link draws a curve from a lane down to memory.
func (c *canvas) link(x1, y1, x2, y2 float64, stroke string) {
	half := (y2 - y1) / 2
	c.stroke(fmt.Sprintf("M%s %sc0 %s %s %s %s %s", num(x1), num(y1), num(half), num(x2-x1), num(half), num(x2-x1), num(y2-y1)), stroke, ` stroke-width="1.4"`)
}

func (c *canvas) line(x1, y1, x2, y2 float64, stroke string) {
	c.stroke(fmt.Sprintf("M%s %sl%s %s", num(x1), num(y1), num(x2-x1), num(y2-y1)), stroke, "")
}

// stroke draws a path without a fill; more is attributes of it.
func (c *canvas) stroke(d, stroke, more string) {
	c.shapes = append(c.shapes, shape{c.layer, fmt.Sprintf(`fill="none" stroke="%s"%s`, stroke, more), d, ""})
}

// anchor is where text hangs on its x.
type anchor string

const (
	left   anchor = "start"
	middle anchor = "middle"
	right  anchor = "end"
)

// text writes s with its vertical middle at y.
func (c *canvas) text(x, y float64, s string, size float64, fill string, at anchor) {
	weight := ""
	if size == titleSize {
		weight = ` font-weight="bold"`
	}
	c.label(x, y, s, size, fmt.Sprintf(`font-size="%s" fill="%s" text-anchor="%s"%s`, num(size), fill, at, weight))
}

func (c *canvas) label(x, y float64, s string, size float64, look string) {
	if s != "" {
		c.labels = append(c.labels, label{look: look, x: x, y: y + size*0.35, text: s})
	}
}

// upright writes s upwards, with its middle at x and y.
func (c *canvas) upright(x, y float64, s string, size float64, fill string, at anchor) {
	if s != "" {
		look := fmt.Sprintf(`font-size="%s" fill="%s" text-anchor="%s"`, num(size), fill, at)
		c.labels = append(c.labels, label{look: look, x: x, y: y, turned: true, shift: size * 0.35, text: s})
	}
}

// code writes a line of source hanging on x, cut with … when it is wider than
// width, or not at all when little would be left of it.
func (c *canvas) code(x, y float64, source string, width float64, at anchor) {
	const advance = 0.61 // of a monospaced font, in sizes
	const least = 12
	room := int(width / (smallSize * advance))
	runes := []rune(source)
	if len(runes) > room {
		if room < least {
			return
		}
		runes = append(runes[:room-1:room-1], '…')
	}
	c.label(x, y, string(runes), smallSize, fmt.Sprintf(`font-size="%s" fill="%s" text-anchor="%s" font-family="DejaVu Sans Mono, Consolas, monospace"`, num(smallSize), faint, at))
}

// wrapped writes s in lines no wider than width, the first with its middle at
// y, and returns the y below the last.
func (c *canvas) wrapped(x, y, width float64, s string, size float64, fill string) float64 {
	line := ""
	flush := func() {
		c.text(x, y, line, size, fill, left)
		y += size * 1.4
	}
	for _, word := range strings.Fields(s) {
		if line != "" && textWidth(line+" "+word, size) > width {
			flush()
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		flush()
	}
	return y
}

// mostTips is how many shapes of a picture answer the mouse. A picture of more shapes is
// one of a pattern, and its tips would take most of its file: it is made without.
const mostTips = 130

// pattern says that a picture has many boxes that do not cover each other.
func (c *canvas) pattern(boxes int) { c.flat = boxes > mostTips }

// tip is text that answers the mouse, in a picture that has tips.
func (c *canvas) tip(text string) string {
	if c.flat {
		return ""
	}
	return text
}

// drawing returns the shapes and, above them, the texts.
func (c *canvas) drawing() string {
	var b strings.Builder
	b.WriteString(c.inner.String())
	shapes := slices.Clone(c.shapes)
	if c.flat || c.layered {
		slices.SortStableFunc(shapes, func(a, b shape) int {
			return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(a.look, b.look))
		})
	}
	for len(shapes) > 0 {
		shapes = writeShapes(&b, shapes)
	}
	writeLabels(&b, c.labels)
	return b.String()
}

// writeShapes writes the first shapes of a list that look alike, and returns the others.
// Those without tips become one path.
func writeShapes(b *strings.Builder, list []shape) []shape {
	n := 1
	for n < len(list) && list[n].look == list[0].look && (list[n].tip == "") == (list[0].tip == "") {
		n++
	}
	alike, rest := list[:n], list[n:]
	if alike[0].tip == "" {
		fmt.Fprintf(b, `<path %s d="`, alike[0].look)
		for _, s := range alike {
			b.WriteString(s.d)
		}
		b.WriteString("\"/>\n")
		return rest
	}
	fmt.Fprintf(b, "<g %s>\n", alike[0].look)
	for _, s := range alike {
		fmt.Fprintf(b, "<path d=\"%s\"><title>%s</title></path>\n", s.d, html.EscapeString(s.tip))
	}
	b.WriteString("</g>\n")
	return rest
}

// writeLabels writes texts, those that look alike as a group.
func writeLabels(b *strings.Builder, list []label) {
	var looks []string
	groups := map[string][]label{}
	for _, l := range list {
		if groups[l.look] == nil {
			looks = append(looks, l.look)
		}
		groups[l.look] = append(groups[l.look], l)
	}
	for _, look := range looks {
		fmt.Fprintf(b, "<g %s>\n", look)
		for _, line := range lines(groups[look]) {
			writeLine(b, line)
		}
		b.WriteString("</g>\n")
	}
}

// lines divides labels that look alike into those that are written as one text: numbers on
// one line, where there are several.
func lines(list []label) [][]label {
	const several = 6
	var out [][]label
	at := map[float64][]label{}
	for _, l := range list {
		if l.digits() {
			at[l.y] = append(at[l.y], l)
		}
	}
	for _, l := range list {
		switch numbers := at[l.y]; {
		case !l.digits() || len(numbers) < several:
			out = append(out, []label{l})
		case numbers[0] == l:
			out = append(out, numbers)
		}
	}
	return out
}

// digits reports whether a label is a number of one or two digits around its x.
func (l *label) digits() bool {
	return len(l.text) <= 2 && strings.Trim(l.text, "0123456789") == "" && !l.turned && strings.Contains(l.look, `"middle"`)
}

// writeLine writes one label, or numbers on one line with a place for each digit.
func writeLine(b *strings.Builder, line []label) {
	l := line[0]
	switch {
	case l.turned:
		fmt.Fprintf(b, "<text transform=\"rotate(-90 %s %s)\" x=\"%s\" y=\"%s\">%s</text>\n", num(l.x), num(l.y), num(l.x), num(l.y+l.shift), html.EscapeString(l.text))
		return
	case len(line) == 1:
		fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\">%s</text>\n", num(l.x), num(l.y), html.EscapeString(l.text))
		return
	}
	const half = 3.5 // of a digit's width, pixels
	var places []string
	var text strings.Builder
	for _, l := range line {
		text.WriteString(l.text)
		if len(l.text) == 1 {
			places = append(places, num(l.x))
		} else {
			places = append(places, num(l.x-half), num(l.x+half))
		}
	}
	fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\">%s</text>\n", strings.Join(places, " "), num(l.y), text.String())
}

// hatch is the fill of bytes that were moved and not used. The name of the
// pattern gets the picture's own ending, because a page holds many pictures.
const hatch = "url(#unused)"

const hatchPattern = `<defs><pattern id="unused" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
	`<rect width="6" height="6" fill="#e3e6eb"/><rect width="2" height="6" fill="#a9b0bb"/></pattern></defs>` + "\n"

// ground is the panel that pictures lie on: calm on light pages and on dark ones.
const ground = `<rect width="100%" height="100%" rx="8" fill="` + panel + `"/>` + "\n"

// font is what pictures are written in.
const font = `font-family="Helvetica, Arial, DejaVu Sans, sans-serif"`

// svg returns the finished file.
func (c *canvas) svg() string {
	body := c.drawing()
	if strings.Contains(body, hatch) {
		sum := sha256.Sum256([]byte(body))
		own := "unused-" + hex.EncodeToString(sum[:2])
		body = strings.Replace(hatchPattern, "unused", own, 1) + strings.ReplaceAll(body, hatch, "url(#"+own+")")
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" %s>`+"\n%s%s</svg>\n",
		num(c.width), num(c.height), num(c.width), num(c.height), font, ground, body)
}

// num prints a coordinate with at most one decimal.
func num(v float64) string {
	s := strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
	switch {
	case s == "-0":
		return "0"
	case strings.HasPrefix(s, "0."):
		return s[1:]
	}
	return s
}
