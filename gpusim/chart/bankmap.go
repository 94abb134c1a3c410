package chart

// This file draws an array in shared memory with the bank of every element,
// and which elements a warp uses.

import (
	"fmt"

	"gpucourse/gpusim"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// Tile is a two-dimensional array that begins at byte 0 of shared memory, and
// how one load of a warp uses it.
type Tile struct {
	Name          string // "tile[tx][0]"
	Rows, Columns int
	Pad           int // elements at the end of each row that nobody uses
	Bytes         int // an element: 4, 8 or 16
	// At returns the element that a lane loads.
	At func(lane int) (row, column int)
}

// BankMap draws the bank in which each element of a tile begins. A bank has one
// colour throughout; the elements that lanes load have it in full. Colours
// repeat on devices with more banks than there are colours, numbers do not.
func BankMap(spec *arch.Spec, t Tile) *Picture {
	const head, rowLabel, rowHeight, foot = 84.0, 56.0, 17.0, 34.0
	m := newBankMap(spec, t)
	c := &canvas{width: pageWidth, height: head + float64(t.Rows)*rowHeight + foot}
	c.pattern(t.Rows * (t.Columns + t.Pad))
	title := fmt.Sprintf("Banks of %s on %s", t.Name, spec.Name)
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, m.figures(), textSize, ink, left)
	wide := min(2*rowHeight, (pageWidth-2*margin-rowLabel)/float64(t.Columns+t.Pad))
	for column := range t.Columns + t.Pad {
		x := margin + rowLabel + float64(column)*wide
		c.text(x+wide/2, head-12, fmt.Sprint(column), smallSize, faint, middle)
		for row := range t.Rows {
			m.drawCell(c, row, column, x, head+float64(row)*rowHeight, wide-1, rowHeight-1)
		}
	}
	for row := range t.Rows {
		c.text(margin, head+(float64(row)+0.5)*rowHeight, fmt.Sprintf("row %d", row), smallSize, faint, left)
	}
	c.text(margin, c.height-16, m.key(), smallSize, ink, left)
	return &Picture{Title: title, Alt: m.figures() + " " + m.key(), Width: int(c.width), Height: int(c.height), svg: c.svg()}
}

// bankMap is a tile with the access to it.
type bankMap struct {
	Tile
	spec   *arch.Spec
	access trace.Access
	result trace.BankResult
	users  map[int]int // lane by element, the lowest of those that share one
}

func newBankMap(spec *arch.Spec, t Tile) *bankMap {
	m := &bankMap{Tile: t, spec: spec, users: map[int]int{}}
	m.access = trace.Access{Kind: trace.Load, Space: trace.Shared, Bytes: t.Bytes, Addr: new(trace.Lanes)}
	for lane := range spec.WarpSize {
		element := m.element(t.At(lane))
		m.access.Active |= 1 << lane
		m.access.Addr[lane] = uint64(element * t.Bytes)
		if _, taken := m.users[element]; !taken {
			m.users[element] = lane
		}
	}
	m.result = gpusim.Explain(spec, &m.access).Banks
	return m
}

// element is the number of an element in memory.
func (m *bankMap) element(row, column int) int { return row*(m.Columns+m.Pad) + column }

func (m *bankMap) drawCell(c *canvas, row, column int, x, y, w, h float64) {
	at := m.element(row, column) * m.Bytes
	bank, _ := m.spec.Shared.Bank(uint64(at))
	fill, text := tint(colour(bank)), faint
	tip := fmt.Sprintf("row %d, column %d: byte %d, bank %d", row, column, at, bank)
	if lane, used := m.users[m.element(row, column)]; used {
		fill, tip = colour(bank), fmt.Sprintf("%s, lane %d, wavefront %d", tip, lane, m.wave(lane)+1)
		text = inkOn(fill)
	}
	if column >= m.Columns {
		fill, text, tip = hatch, ink, tip+", padding"
	}
	c.rect(x, y, w, h, fill, "", c.tip(tip))
	if label := fmt.Sprint(bank); textWidth(label, smallSize) < w {
		c.text(x+w/2, y+h/2, label, smallSize, text, middle)
	}
}

// wave is the number of the wavefront that serves a lane.
func (m *bankMap) wave(lane int) int {
	for i, w := range m.result.Waves {
		if w.Lanes.Has(lane) {
			return i
		}
	}
	panic(fmt.Sprintf("BUG: no wavefront serves lane %d", lane))
}

func (m *bankMap) figures() string {
	return fmt.Sprintf("One load of a warp takes %s, %d without conflicts.", diag.Count(m.result.Wavefronts, "wavefronts"), m.result.Ideal)
}

func (m *bankMap) key() string {
	text := "In each element stands its bank. Full colour: loaded by a lane."
	if m.Pad > 0 {
		text += " Hatched: padding."
	}
	return text
}
