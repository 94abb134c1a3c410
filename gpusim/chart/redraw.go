package chart

// This file redraws a picture of ECharts on a canvas, which takes a third of the bytes:
// ECharts repeats all attributes on each element and draws much that cannot be seen.

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
)

var (
	definitions = regexp.MustCompile(`(?s)<defs ?>.*?</defs>`)
	element     = regexp.MustCompile(`<(path|text) ([^>]*)>([^<]*)</`)
	attribute   = regexp.MustCompile(`([\w-]+)="([^"]*)"`)
	fontSize    = regexp.MustCompile(`font-size:([\d.]+)px`)
	pathToken   = regexp.MustCompile(`[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?`)
)

// redraw returns the same picture as an SVG of a canvas.
func redraw(svg string, width, height int) string {
	c := &canvas{width: float64(width), height: float64(height)}
	for _, m := range element.FindAllStringSubmatch(definitions.ReplaceAllString(svg, ""), -1) {
		e := drawn{}
		for _, a := range attribute.FindAllStringSubmatch(m[2], -1) {
			e[a[1]] = a[2]
		}
		switch {
		case m[1] == "text":
			e.label(c, html.UnescapeString(m[3]))
		case e.visible():
			c.shapes = append(c.shapes, shape{look: e.look(), d: e.path()})
		}
	}
	return c.svg()
}

// drawn is the attributes of an element that ECharts drew.
type drawn map[string]string

func (e drawn) number(name string) float64 { return parseFloat(e[name]) }

// parseFloat reads a number. Other text gives 0.
func parseFloat(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return v
}

// visible reports whether something of a path is painted.
func (e drawn) visible() bool {
	filled := e["fill"] != "none" && e["fill-opacity"] != "0"
	stroked := e["stroke"] != "" && e["stroke-width"] != "0" && e["stroke-opacity"] != "0"
	return filled || stroked
}

// look is the attributes of a path that say how it is painted.
func (e drawn) look() string {
	look := fmt.Sprintf(`fill="%s"`, e["fill"])
	for _, name := range []string{"fill-opacity", "stroke", "stroke-dasharray"} {
		if v := e[name]; v != "" {
			look += fmt.Sprintf(` %s="%s"`, name, v)
		}
	}
	if w := e.number("stroke-width"); w > 0 {
		scale, _, _ := e.place()
		look += fmt.Sprintf(` stroke-width="%s"`, num(w*scale))
	}
	return look
}

// place is the scale and the origin that the element's transform stands for.
func (e drawn) place() (scale, x, y float64) {
	t := pathToken.FindAllString(strings.TrimLeft(e["transform"], "abcdefghijklmnopqrstuvwxyz"), -1)
	switch {
	case len(t) == 6:
		return parseFloat(t[0]), parseFloat(t[4]), parseFloat(t[5])
	case len(t) == 2:
		return 1, parseFloat(t[0]), parseFloat(t[1])
	}
	return 1, 0, 0
}

// label writes a text with its vertical middle where ECharts has it.
func (e drawn) label(c *canvas, text string) {
	scale, x, y := e.place()
	size := textSize
	if m := fontSize.FindStringSubmatch(e["style"]); m != nil {
		size = parseFloat(m[1])
	}
	if scale == 0 { // a quarter turn: the name of the other axis
		look := fmt.Sprintf(`font-size="%s" fill="%s" text-anchor="%s"`, num(size), e["fill"], e["text-anchor"])
		c.labels = append(c.labels, label{look, x, y, true, e.number("y") + size*0.35, text})
		return
	}
	c.text(x+e.number("x"), y+e.number("y"), text, size, e["fill"], anchor(e["text-anchor"]))
}

// operands is how many numbers follow the commands of ECharts' paths.
var operands = map[string]int{"M": 2, "L": 2, "l": 2, "A": 7, "C": 6, "Z": 0, "z": 0}

// path is the path in the coordinates of the picture.
func (e drawn) path() string {
	scale, x, y := e.place()
	p := pen{scale: scale, dx: x, dy: y}
	tokens := pathToken.FindAllString(e["d"], -1)
	for i := 0; i < len(tokens); {
		n, known := operands[tokens[i]]
		if !known || i+n >= len(tokens) {
			panic(fmt.Sprintf("BUG: chart: ECharts drew the path %q", e["d"]))
		}
		numbers := make([]float64, n)
		for k := range numbers {
			numbers[k] = parseFloat(tokens[i+1+k])
		}
		p.draw(tokens[i], numbers)
		i += n + 1
	}
	return p.path.String()
}

// pen writes a path, scaled and moved.
type pen struct {
	scale, dx, dy float64
	x, y          float64 // where it is
	path          strings.Builder
}

func (p *pen) draw(command string, n []float64) {
	switch command {
	case "M":
		p.x, p.y = p.at(n[0], n[1])
		fmt.Fprintf(&p.path, "M%s %s", num(p.x), num(p.y))
	case "L":
		p.line(p.at(n[0], n[1]))
	case "l":
		p.line(p.x+n[0]*p.scale, p.y+n[1]*p.scale)
	case "A":
		p.arc(n)
	case "C":
		x1, y1 := p.at(n[0], n[1])
		x2, y2 := p.at(n[2], n[3])
		p.x, p.y = p.at(n[4], n[5])
		fmt.Fprintf(&p.path, "C%s %s %s %s %s %s", num(x1), num(y1), num(x2), num(y2), num(p.x), num(p.y))
	default:
		p.path.WriteString("z")
	}
}

// at is a place in the coordinates of the picture.
func (p *pen) at(x, y float64) (float64, float64) { return p.dx + x*p.scale, p.dy + y*p.scale }

// line draws to a place.
func (p *pen) line(x, y float64) {
	switch {
	case num(y) == num(p.y):
		fmt.Fprintf(&p.path, "H%s", num(x))
	case num(x) == num(p.x):
		fmt.Fprintf(&p.path, "V%s", num(y))
	default:
		fmt.Fprintf(&p.path, "L%s %s", num(x), num(y))
	}
	p.x, p.y = x, y
}

// arc draws a part of a circle. A whole circle is drawn as two halves, because an arc
// between equal places is nothing.
func (p *pen) arc(n []float64) {
	r := n[0] * p.scale
	x, y := p.at(n[5], n[6])
	if num(x) == num(p.x) && num(y) == num(p.y) {
		if n[3] == 1 {
			fmt.Fprintf(&p.path, "a%s %s 0 1 1 %s 0a%s %s 0 1 1 %s 0", num(r), num(r), num(-2*r), num(r), num(r), num(2*r))
		}
		return
	}
	p.x, p.y = x, y
	fmt.Fprintf(&p.path, "A%s %s 0 %s %s %s %s", num(r), num(r), num(n[3]), num(n[4]), num(x), num(y))
}
