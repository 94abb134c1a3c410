package chart

// This file draws warps in time: a row for each warp, cycles from left to right, a
// colour for what it waited for.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Measures of the picture.
const (
	mostWarps = 32
	warpNames = 62.0 // pixels left of the rows
	mostCells = 280  // pieces of a row
)

// Warps draws what the followed warps of a launch did, cycle by cycle: see
// Options.Follow. Where a piece of a row stands for several cycles it shows what took
// most of them, and a dark stroke below that the warp also issued.
func Warps(r *report.Report) *Picture {
	const top, rowGap = 74.0, 2.0
	m := newWarpMap(r)
	c := &canvas{width: pageWidth}
	c.pattern(len(r.Spans))
	title := fmt.Sprintf("%s on %s: warps in time", r.Kernel, r.Spec.Name)
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, m.figures(), textSize, ink, left)
	height := max(13, min(20, 320/float64(max(1, len(m.rows)))))
	c.text(margin, top-9, "block, warp", smallSize, faint, left)
	y := top
	for _, row := range m.rows {
		c.text(margin+warpNames-8, y+height/2, fmt.Sprintf("%d, %d", row.block, row.warp), smallSize, faint, right)
		m.drawRow(c, row, y, height)
		y += height + rowGap
	}
	m.axis(c, y+3)
	c.height = m.legend(c, y+38) + 4
	return &Picture{Title: title, Alt: m.figures() + " " + m.tell(), Width: int(c.width), Height: int(c.height), svg: c.svg()}
}

// warpMap is rows of spans, and where their cycles stand.
type warpMap struct {
	rows   []warpRow
	hidden int   // warps that have no room
	cycles int64 // up to the end of the last span
	cells  int
	spent  [issues + 1]int64
}

// warpRow is one warp.
type warpRow struct {
	block, warp int
	spans       []report.Span
}

func newWarpMap(r *report.Report) *warpMap {
	m := &warpMap{}
	at := map[[2]int]int{}
	for _, s := range r.Spans {
		key := [2]int{s.Block, s.Warp}
		i, seen := at[key]
		switch {
		case seen:
		case len(m.rows) == mostWarps:
			i = -1
			m.hidden++
		default:
			i = len(m.rows)
			m.rows = append(m.rows, warpRow{block: s.Block, warp: s.Warp})
		}
		at[key] = i
		if i >= 0 {
			m.rows[i].spans = append(m.rows[i].spans, s)
			m.cycles = max(m.cycles, s.To)
			m.spent[kindOf(s)] += s.To - s.From
		}
	}
	m.cells = int(min(max(1, m.cycles), mostCells))
	return m
}

// kindOf is what a warp did in a span.
func kindOf(s report.Span) trace.StallReason {
	if s.Issued {
		return issues
	}
	return s.Reason
}

// x is where a cell begins.
func (m *warpMap) x(cell int) float64 {
	return margin + warpNames + float64(cell)*(pageWidth-2*margin-warpNames)/float64(m.cells)
}

// begins is the first cycle of a cell.
func (m *warpMap) begins(cell int) int64 { return int64(cell) * m.cycles / int64(m.cells) }

// interval is what a warp did in the cycles of one cell.
type interval struct {
	kind   trace.StallReason
	main   *report.Span // what took longest of that kind; nil: the warp was not there
	issued bool
}

// cellsOf divides a warp's time.
func (m *warpMap) cellsOf(row warpRow) []interval {
	cells := make([]interval, m.cells)
	next := 0
	for i := range cells {
		from, to := m.begins(i), m.begins(i+1)
		var spent [issues + 1]int64
		var longest int64
		for next < len(row.spans) && row.spans[next].To <= from {
			next++
		}
		for k := next; k < len(row.spans) && row.spans[k].From < to; k++ {
			s := &row.spans[k]
			inside := min(to, s.To) - max(from, s.From)
			kind := kindOf(*s)
			spent[kind] += inside
			if cells[i].main == nil || spent[kind] > longest {
				cells[i].kind, cells[i].main, longest = kind, s, spent[kind]
			}
			cells[i].issued = cells[i].issued || s.Issued
		}
	}
	return cells
}

// drawRow draws runs of cells of one kind and line as one box.
func (m *warpMap) drawRow(c *canvas, row warpRow, y, height float64) {
	cells := m.cellsOf(row)
	var strokes strings.Builder
	for from := 0; from < len(cells); {
		to := from + 1
		for to < len(cells) && alike(cells[from], cells[to]) {
			to++
		}
		if s := cells[from].main; s != nil {
			c.rect(m.x(from), y, m.x(to)-m.x(from), height, reasonColours[cells[from].kind], "", c.tip(m.tip(row, cells[from], from, to)))
		}
		from = to
	}
	for i, at := range cells {
		if at.issued && at.kind != issues {
			fmt.Fprintf(&strokes, "M%s %sh%sv3h-%sz", num(m.x(i)), num(y+height-3), num(m.x(i+1)-m.x(i)), num(m.x(i+1)-m.x(i)))
		}
	}
	if strokes.Len() > 0 {
		c.layer = 1
		c.shape(strokes.String(), ink, "")
		c.layer = 0
	}
}

// alike reports whether two cells are drawn as one.
func alike(a, b interval) bool {
	if a.main == nil || b.main == nil {
		return a.main == b.main
	}
	return a.kind == b.kind && a.main.Pos == b.main.Pos
}

// tip says what a box is.
func (m *warpMap) tip(row warpRow, at interval, from, to int) string {
	return fmt.Sprintf("block %d, warp %d, cycles %d to %d: %s at %s %s", row.block, row.warp, m.begins(from), m.begins(to),
		reasonName(at.kind), at.main.Pos.Where(), at.main.Source)
}

// axis draws the cycles.
func (m *warpMap) axis(c *canvas, y float64) {
	first, last := m.x(0), m.x(m.cells)
	all := float64(max(1, m.cycles))
	step := roundStep(all)
	c.line(first, y, last, y, rule)
	for i := 0; float64(i)*step <= all; i++ {
		x := first + float64(i)*step/all*(last-first)
		c.line(x, y, x, y+4, faint)
		label := fmt.Sprintf("%.6g", float64(i)*step)
		if x+textWidth(label, smallSize)/2 < last-60 {
			c.text(x, y+12, label, smallSize, faint, middle)
		}
	}
	c.text(last, y+12, "cycles", smallSize, faint, right)
}

// legend explains the colours that are there and returns the y below.
func (m *warpMap) legend(c *canvas, y float64) float64 {
	for why := range issues + 1 {
		kind := issues - why // what is issued comes first
		if m.spent[kind] == 0 {
			continue
		}
		c.rect(margin+warpNames, y-6, 22, 12, reasonColours[kind], "", "")
		c.text(margin+warpNames+30, y, fmt.Sprintf("%s, %s: %s", reasonName(kind), m.share(kind), reasonMeaning(kind)), smallSize, ink, left)
		y += legendRow
	}
	c.rect(margin+warpNames, y+2, 22, 3, ink, "", "")
	c.text(margin+warpNames+30, y, "it issued, too", smallSize, ink, left)
	return y + legendRow
}

// share is the part of the warps' time that went into one thing.
func (m *warpMap) share(kind trace.StallReason) string {
	all := int64(0)
	for _, n := range m.spent {
		all += n
	}
	return fmt.Sprintf("%.3g %%", 100*float64(m.spent[kind])/float64(max(1, all)))
}

// figures counts what is drawn.
func (m *warpMap) figures() string {
	if len(m.rows) == 0 {
		return "No warps were followed: Options.Follow says how many blocks are."
	}
	text := fmt.Sprintf("%s in %d cycles.", diag.Count(len(m.rows), "warps"), m.cycles)
	if m.hidden > 0 {
		text += fmt.Sprintf(" %d more have no room.", m.hidden)
	}
	return text
}

// tell says where the time went.
func (m *warpMap) tell() string {
	var texts []string
	for kind, n := range m.spent {
		if n > 0 {
			texts = append(texts, reasonName(trace.StallReason(kind))+" "+m.share(trace.StallReason(kind)))
		}
	}
	return strings.Join(texts, ", ")
}
