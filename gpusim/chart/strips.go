package chart

// This file draws where things lie in memory: one strip a row, with the
// boundaries of sectors and lines running through all of them.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
)

// Strip is one stretch of memory. All strips of a picture show the same number
// of bytes, from byte 0.
type Strip struct {
	Name  string
	Parts []Part
}

// Part is some bytes of a strip that belong together.
type Part struct {
	Name   string // written into the part when there is room
	From   int    // first byte
	Bytes  int
	Series int // parts of one series have one colour
}

// Strips draws strips of so many bytes, with the sectors and lines of a device.
func Strips(title string, spec *arch.Spec, bytes int, strips ...Strip) *Picture {
	const head, rowHeight, rowGap = 64.0, 26.0, 8.0
	names := 0.0
	for _, s := range strips {
		names = max(names, textWidth(s.Name, textSize))
	}
	first := margin + names + 14
	x := func(at int) float64 { return first + float64(at)/float64(bytes)*(pageWidth-margin-first) }
	c := &canvas{width: pageWidth, height: head + float64(len(strips))*(rowHeight+rowGap) + 34}
	c.text(margin, 24, title, titleSize, ink, left)
	for i, s := range strips {
		y := head + float64(i)*(rowHeight+rowGap)
		c.text(margin, y+rowHeight/2, s.Name, textSize, ink, left)
		c.rect(x(0), y, x(bytes)-x(0), rowHeight, ghost, "", "")
		for _, p := range s.Parts {
			drawPart(c, p, x, y, rowHeight, bytes)
		}
	}
	drawBoundaries(c, spec, bytes, x, head-6, c.height-30)
	alt := fmt.Sprintf("%d bytes of memory in %s.", bytes, diag.Count(len(strips), "strips"))
	for _, s := range strips {
		alt += " " + s.tell()
	}
	return &Picture{Title: title, Alt: alt, Width: int(c.width), Height: int(c.height), svg: c.svg()}
}

// drawPart draws what of p lies within the strip.
func drawPart(c *canvas, p Part, x func(int) float64, y, height float64, bytes int) {
	from, to := max(p.From, 0), min(p.From+p.Bytes, bytes)
	if from >= to {
		return
	}
	fill := colour(p.Series)
	c.rect(x(from)+0.5, y, x(to)-x(from)-1, height, fill, "", fmt.Sprintf("%s: bytes %d to %d", p.Name, p.From, p.From+p.Bytes-1))
	if textWidth(p.Name, smallSize) < x(to)-x(from)-2 {
		c.text((x(from)+x(to))/2, y+height/2, p.Name, smallSize, inkOn(fill), middle)
	}
}

// drawBoundaries draws a thin line at each sector and a dark one at each line
// of memory, with its byte below.
func drawBoundaries(c *canvas, spec *arch.Spec, bytes int, x func(int) float64, top, bottom float64) {
	for at := 0; at <= bytes; at += spec.Global.SectorBytes {
		stroke := faint
		if at%spec.Global.LineBytes == 0 {
			stroke = ink
		}
		c.line(x(at), top, x(at), bottom, stroke)
		anchored := middle
		if at == bytes {
			anchored = right
		}
		c.text(x(at), bottom+10, fmt.Sprint(at), smallSize, faint, anchored)
	}
}

// tell lists the first parts of a strip in words.
func (s Strip) tell() string {
	const most = 4
	var parts []string
	for _, p := range s.Parts {
		if len(parts) == most {
			parts = append(parts, "and so on")
			break
		}
		if p.Bytes > 0 {
			parts = append(parts, fmt.Sprintf("%s from byte %d to %d", p.Name, p.From, p.From+p.Bytes-1))
		}
	}
	return s.Name + ": " + strings.Join(parts, ", ") + "."
}
