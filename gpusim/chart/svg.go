package chart

// This file writes SVG: shapes with a class of colour, text that knows how
// wide it is.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"strings"
)

// canvas collects shapes. Coordinates are pixels from the upper left corner.
type canvas struct {
	width, height float64
	body          strings.Builder
}

// Font sizes.
const (
	titleSize = 17.0
	textSize  = 13.0
	smallSize = 11.0
)

// Colours that are not a series: Okabe and Ito's set is in palette.
const (
	ink   = "#1b1f24"
	faint = "#6b7280"
	rule  = "#c4c9d1"
	ghost = "#eceff3"
	white = "#ffffff"

	common = "#8b95a5" // what is alike everywhere
)

// palette is Okabe and Ito's colour-blind safe set, without yellow and black.
var palette = []string{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"}

// colour gives the i-th series its colour.
func colour(i int) string { return palette[i%len(palette)] }

// inkOn returns the text colour to be read on fill.
func inkOn(fill string) string {
	switch fill {
	case "#0072b2", "#009e73", "#d55e00":
		return white
	}
	return ink
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
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"`, num(x), num(y), num(w), num(h), fill)
	if stroke != "" {
		fmt.Fprintf(&c.body, ` stroke="%s"`, stroke)
	}
	c.end("rect", tip)
}

// shape fills a path.
func (c *canvas) shape(d, fill, tip string) {
	fmt.Fprintf(&c.body, `<path d="%s" fill="%s"`, d, fill)
	c.end("path", tip)
}

// dashed draws the outline of a box.
func (c *canvas) dashed(x, y, w, h float64, stroke string) {
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="%s" stroke-width="1.5" stroke-dasharray="4 3"/>`+"\n",
		num(x), num(y), num(w), num(h), stroke)
}

// link draws a curve from a lane down to memory.
func (c *canvas) link(x1, y1, x2, y2 float64, stroke string) {
	mid := (y1 + y2) / 2
	fmt.Fprintf(&c.body, `<path d="M%s %sC%s %s %s %s %s %s" fill="none" stroke="%s" stroke-width="1.4" stroke-opacity="0.75"/>`+"\n",
		num(x1), num(y1), num(x1), num(mid), num(x2), num(mid), num(x2), num(y2), stroke)
}

func (c *canvas) line(x1, y1, x2, y2 float64, stroke string) {
	fmt.Fprintf(&c.body, `<path d="M%s %sL%s %s" stroke="%s"/>`+"\n", num(x1), num(y1), num(x2), num(y2), stroke)
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
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" font-size="%s" fill="%s" text-anchor="%s"%s>%s</text>`+"\n",
		num(x), num(y+size*0.35), num(size), fill, at, weight, html.EscapeString(s))
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
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" font-size="%s" fill="%s" text-anchor="%s" font-family="DejaVu Sans Mono, Consolas, monospace">%s</text>`+"\n",
		num(x), num(y+smallSize*0.35), num(smallSize), faint, at, html.EscapeString(string(runes)))
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

func (c *canvas) end(element, tip string) {
	if tip == "" {
		c.body.WriteString("/>\n")
		return
	}
	fmt.Fprintf(&c.body, "><title>%s</title></%s>\n", html.EscapeString(tip), element)
}

// hatch is the fill of bytes that were moved and not used. The name of the
// pattern gets the picture's own ending, because a page holds many pictures.
const hatch = "url(#unused)"

const hatchPattern = `<defs><pattern id="unused" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
	`<rect width="6" height="6" fill="#e3e6eb"/><rect width="2" height="6" fill="#a9b0bb"/></pattern></defs>` + "\n"

// svg returns the finished file.
func (c *canvas) svg() string {
	body := c.body.String()
	if strings.Contains(body, hatch) {
		sum := sha256.Sum256([]byte(body))
		own := "unused-" + hex.EncodeToString(sum[:6])
		body = strings.Replace(hatchPattern, "unused", own, 1) + strings.ReplaceAll(body, hatch, "url(#"+own+")")
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">`+
		"\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n%s</svg>\n",
		num(c.width), num(c.height), num(c.width), num(c.height), body)
}

// num prints a coordinate with at most two decimals.
func num(v float64) string {
	s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
