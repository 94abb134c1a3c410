package chart

// This file lays the touched lines of memory out on the page.

import (
	"fmt"
	"slices"
)

// memory maps addresses to x. Lines that are neighbours in memory touch; a
// gap stands between others.
type memory struct {
	line   uint64 // bytes
	sector uint64 // bytes
	base   uint64
	lines  []uint64 // address of each touched line, ascending
	left   []float64
	wide   float64 // of one line
}

// narrowestSectors is the width from which on a line shows its sectors.
const narrowestSectors = 16.0

// widestLine keeps a picture of one line from looking like a wall.
const widestLine = 460.0

func newMemory(w *warp) *memory {
	m := &memory{line: uint64(w.spec.Global.LineBytes), sector: uint64(w.spec.Global.SectorBytes), base: w.base}
	touch := func(from, to uint64) {
		for a := from / m.line * m.line; a < to; a += m.line {
			m.lines = append(m.lines, a)
		}
	}
	for lane := range w.spec.WarpSize {
		if w.access.Active.Has(lane) {
			touch(w.bytes(lane).from, w.bytes(lane).to)
		}
	}
	for _, t := range w.pieces {
		touch(piece(t).from, piece(t).to)
	}
	slices.Sort(m.lines)
	m.lines = slices.Compact(m.lines)
	m.place()
	return m
}

// place centres the lines on the page.
func (m *memory) place() {
	gaps := 0.0
	for i := 1; i < len(m.lines); i++ {
		if m.lines[i] != m.lines[i-1]+m.line {
			gaps += gapWidth
		}
	}
	n := float64(len(m.lines))
	m.wide = min(widestLine, (pageWidth-2*margin-gaps)/n)
	x := (pageWidth - n*m.wide - gaps) / 2
	for i, a := range m.lines {
		if i > 0 && a != m.lines[i-1]+m.line {
			x += gapWidth
		}
		m.left = append(m.left, x)
		x += m.wide
	}
}

// x is where the byte at addr begins; its line must be touched.
func (m *memory) x(addr uint64) float64 {
	i, _ := slices.BinarySearch(m.lines, addr/m.line*m.line)
	return m.left[i] + float64(addr%m.line)/float64(m.line)*m.wide
}

// end is where the byte before addr ends.
func (m *memory) end(addr uint64) float64 {
	return m.x(addr-1) + m.wide/float64(m.line)
}

// fill paints the bytes of e, at least wide enough to be seen.
func (m *memory) fill(c *canvas, e extent, y, h float64, paint string) {
	const visible = 2.0
	x1, x2 := m.x(e.from), m.end(e.to)
	if x2-x1 < visible {
		x2 = x1 + visible
	}
	c.rect(x1, y, x2-x1, h, paint, "", "")
}

// draw draws the lines, their sectors, the bytes in use and the addresses.
func (m *memory) draw(c *canvas, y float64, w *warp, owner []int) {
	for i, addr := range m.lines {
		c.rect(m.left[i], y, m.wide, memHeight, white, faint, fmt.Sprintf("line at byte %d", w.offset(addr)))
	}
	c.layer++
	for lane := range w.spec.WarpSize {
		if w.access.Active.Has(lane) {
			m.fill(c, w.bytes(lane), y+1, memHeight-2, colour(owner[lane]))
		}
	}
	c.layer++
	for i := range m.lines {
		for s := m.sector; s < m.line && m.wide >= narrowestSectors; s += m.sector {
			x := m.left[i] + float64(s)/float64(m.line)*m.wide
			c.line(x, y, x, y+memHeight, rule)
		}
		c.rect(m.left[i], y, m.wide, memHeight, "none", faint, "")
	}
	m.label(c, y+memHeight+9)
}

// label writes the lines' addresses, as many as have room.
func (m *memory) label(c *canvas, y float64) {
	free := 0.0
	for i, addr := range m.lines {
		text := fmt.Sprintf("%+d", int64(addr-m.base))
		if i == 0 {
			text = fmt.Sprintf("byte %d", int64(addr-m.base))
		}
		if x := m.left[i]; x >= free && x+textWidth(text, smallSize) < pageWidth-margin/2 {
			c.text(x, y, text, smallSize, faint, left)
			free = x + textWidth(text, smallSize) + 8
		}
	}
}
