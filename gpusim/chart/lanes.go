package chart

// This file draws what one warp's access does to memory: lanes above, the
// touched lines below, a link from each lane to its bytes, and under the
// memory one bar for each piece that is moved.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Measures of the picture, pixels.
const (
	pageWidth  = 720.0
	margin     = 20.0
	laneHeight = 26.0
	memHeight  = 30.0
	linkHeight = 96.0
	barHeight  = 15.0
	gapWidth   = 7.0 // between lines that are not neighbours
)

// Lanes draws how the first warp of a launch uses global memory: every access
// of the kernel, or only those to the named variables.
func Lanes(r *report.Report, variables ...string) *Picture {
	return pile(r, trace.Global, variables, func(s *report.Sample) *Picture { return newWarp(r.Spec, s).draw() })
}

func (w *warp) draw() *Picture {
	m := newMemory(w)
	c := &canvas{width: pageWidth, layered: true}
	title := w.name + " on " + w.spec.Name
	c.text(margin, 24, title, titleSize, ink, left)
	c.code(pageWidth-margin, 24, w.source, pageWidth-3*margin-textWidth(title, titleSize), right)
	c.text(margin, 48, w.figures(), textSize, ink, left)
	laneY := 84.0
	c.text(margin, laneY-14, fmt.Sprintf("lanes of one warp, %d bytes each", w.access.Bytes), smallSize, faint, left)
	owner := w.owners()
	w.drawLanes(c, laneY, func(lane int) (string, string) {
		if !w.access.Active.Has(lane) {
			return white, fmt.Sprintf("lane %d takes no part", lane)
		}
		return colour(owner[lane]), fmt.Sprintf("lane %d: byte %d", lane, w.offset(w.access.Lane(lane)))
	})
	memY := laneY + laneHeight + linkHeight
	c.layer++
	w.drawLinks(c, m, laneY+laneHeight, memY, owner)
	c.layer++
	m.draw(c, memY, w, owner)
	c.layer++
	y := w.drawPieces(c, m, memY+memHeight+26)
	c.height = drawKey(c, y+18) + 14
	return &Picture{Title: title, Alt: w.alt(), Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}

// laneX is the middle of a lane's box, and the box's width.
func (w *warp) laneX(lane int) (x, width float64) {
	width = (pageWidth - 2*margin) / float64(w.spec.WarpSize)
	return margin + (float64(lane)+0.5)*width, width
}

// drawLanes draws the row of lanes; look gives a lane its fill and its tip.
func (w *warp) drawLanes(c *canvas, y float64, look func(lane int) (fill, tip string)) {
	for lane := range w.spec.WarpSize {
		x, width := w.laneX(lane)
		fill, tip := look(lane)
		text := inkOn(fill)
		if fill == white {
			text = rule
		}
		c.rect(x-width/2+1, y, width-2, laneHeight, fill, rule, tip)
		c.text(x, y+laneHeight/2, fmt.Sprint(lane), smallSize, text, middle)
	}
}

func (w *warp) drawLinks(c *canvas, m *memory, y1, y2 float64, owner []int) {
	for lane := range w.spec.WarpSize {
		if w.access.Active.Has(lane) {
			x, _ := w.laneX(lane)
			b := w.bytes(lane)
			c.link(x, y1, (m.x(b.from)+m.end(b.to))/2, y2, colour(owner[lane]))
		}
	}
}

// drawPieces draws the pieces under the bytes they move, in as many rows as
// keep them apart, and returns the y below.
func (w *warp) drawPieces(c *canvas, m *memory, y float64) float64 {
	c.text(margin, y, "what memory moves, one bar per "+w.unit, smallSize, faint, left)
	y += 14
	var rows [][]extent // bytes taken, by row
	for i, t := range w.pieces {
		e := piece(t)
		r := slices.IndexFunc(rows, func(row []extent) bool {
			return !slices.ContainsFunc(row, func(o extent) bool { return e.from < o.to && o.from < e.to })
		})
		if r < 0 {
			r, rows = len(rows), append(rows, nil)
		}
		rows[r] = append(rows[r], e)
		w.drawPiece(c, m, i, y+float64(r)*(barHeight+2), c.layer)
	}
	return y + float64(len(rows))*(barHeight+2)
}

// drawPiece draws the i-th piece, from a layer on: hatched where nobody uses it.
func (w *warp) drawPiece(c *canvas, m *memory, i int, y float64, layer int) {
	defer func() { c.layer = layer }()
	t, fill := w.pieces[i], colour(i)
	e := piece(t)
	x1, x2 := m.x(e.from), m.end(e.to)
	c.rect(x1, y, x2-x1, barHeight, hatch, fill,
		fmt.Sprintf("%s %d: %d bytes at byte %d for %s", w.unit, i+1, t.Bytes, w.offset(t.Addr), diag.Count(t.Lanes.Count(), "lanes")))
	c.layer++
	for _, u := range w.used(e, t.Lanes) {
		m.fill(c, u, y+1, barHeight-2, fill)
	}
	label := fmt.Sprint(t.Bytes)
	c.layer++
	if wide := textWidth(label, smallSize) + 6; x2-x1 > wide {
		mid := (x1 + x2) / 2
		c.rect(mid-wide/2, y+1.5, wide, barHeight-3, white, "", "")
		c.text(mid, y+barHeight/2, label, smallSize, ink, middle)
	}
}

// drawKey explains the fills and returns the y below.
func drawKey(c *canvas, y float64) float64 {
	x := margin
	for _, k := range []struct{ fill, text string }{
		{colour(0), "asked for by a lane (colours tell pieces apart)"},
		{hatch, "moved, but nobody asked"},
		{white, "not moved"},
	} {
		c.rect(x, y-6, 22, 12, k.fill, rule, "")
		c.text(x+28, y, k.text, smallSize, ink, left)
		x += 28 + textWidth(k.text, smallSize) + 20
	}
	return y + 8
}
