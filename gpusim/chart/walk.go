package chart

// This file draws where a CPU found the elements of an array.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
)

// Walk draws an array of a run as rows of so many elements, each in the colour
// of the level that had its line when it was first used, with the order of the
// first uses. Elements that came along with a line and were never used are
// hatched. Dark strokes part the lines.
func Walk(rep *cpu.Report, array string, columns int) *Picture {
	const head, rowLabel, rowHeight, foot = 84.0, 56.0, 17.0, 34.0
	w := newWalkMap(rep, array)
	rows := padding.Units(w.length, columns)
	wide := min(2*rowHeight, (pageWidth-2*margin-rowLabel)/float64(columns))
	c := &canvas{width: pageWidth, height: head + float64(rows)*rowHeight + foot}
	c.pattern(rows * columns)
	title := fmt.Sprintf("%s: where %s found %s", rep.CPU, rep.Function, array)
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, w.figures(), textSize, ink, left)
	for column := range columns {
		c.text(margin+rowLabel+(float64(column)+0.5)*wide, head-12, fmt.Sprint(column), smallSize, faint, middle)
	}
	for i := range rows * columns {
		x, y := margin+rowLabel+float64(i%columns)*wide, head+float64(i/columns)*rowHeight
		w.drawElement(c, i, x, y, wide-1, rowHeight-1)
	}
	for row := range rows {
		c.text(margin, head+(float64(row)+0.5)*rowHeight, fmt.Sprintf("row %d", row), smallSize, faint, left)
	}
	w.drawKey(c, c.height-16)
	return &Picture{Title: title, Alt: w.figures() + " " + w.key(), Width: int(c.width), Height: int(c.height), svg: c.svg()}
}

// walkMap is an array and how it was used.
type walkMap struct {
	spec    *cpu.Spec
	name    string
	elem    uint64 // bytes
	base    uint64 // address of element 0
	length  int    // elements up to the end of the last line that moved
	first   map[int]firstUse
	fetched map[uint64]bool // lines
	uses    int
	byLevel []int // uses by the level that had the line
}

// firstUse is the first load or store of an element.
type firstUse struct{ order, level int }

func newWalkMap(rep *cpu.Report, array string) *walkMap {
	w := &walkMap{spec: &rep.Spec, name: array, first: map[int]firstUse{}, fetched: map[uint64]bool{}, byLevel: make([]int, len(rep.Spec.Levels)+1)}
	for _, t := range rep.Walk {
		if t.Array != array {
			continue
		}
		w.uses++
		w.elem, w.base = uint64(t.Bytes), t.Addr-uint64(t.Index*t.Bytes)
		if _, used := w.first[t.Index]; !used {
			w.first[t.Index] = firstUse{w.uses, t.Level}
		}
		w.byLevel[t.Level]++
		line := uint64(w.spec.LineBytes)
		w.fetched[t.Addr/line] = true
		w.length = max(w.length, int(((t.Addr/line+1)*line-w.base)/w.elem))
	}
	return w
}

func (w *walkMap) drawElement(c *canvas, i int, x, y, width, height float64) {
	addr := w.base + uint64(i)*w.elem
	fill, tip := ghost, fmt.Sprintf("%s[%d]", w.name, i)
	use, used := w.first[i]
	switch {
	case used:
		fill = w.colour(use.level)
		tip += fmt.Sprintf(": use %d, found in %s", use.order, w.level(use.level))
	case w.fetched[addr/uint64(w.spec.LineBytes)]:
		fill = hatch
		tip += ": came with its line, never used"
	}
	c.rect(x, y, width, height, fill, "", c.tip(tip))
	if label := fmt.Sprint(use.order); used && textWidth(label, smallSize) < width {
		c.text(x+width/2, y+height/2, label, smallSize, inkOn(fill), middle)
	}
	if addr%uint64(w.spec.LineBytes) == 0 {
		c.layer = 1
		c.line(x-0.5, y, x-0.5, y+height, ink)
		c.layer = 0
	}
}

// colour is that of a level: memory stands out.
func (w *walkMap) colour(level int) string {
	if level == len(w.spec.Levels) {
		return palette[5]
	}
	near := []string{palette[4], palette[2], palette[1], palette[3]}
	return near[level%len(near)]
}

// level names a level.
func (w *walkMap) level(i int) string {
	if i == len(w.spec.Levels) {
		return "memory"
	}
	return w.spec.Levels[i].Name
}

// figures counts all uses.
func (w *walkMap) figures() string {
	var parts []string
	for i, n := range w.byLevel {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d in %s", n, w.level(i)))
		}
	}
	return fmt.Sprintf("%s of %s found their line: %s. Different lines: %d.", diag.Count(w.uses, "uses"), w.name, strings.Join(parts, ", "), len(w.fetched))
}

func (w *walkMap) key() string {
	return "In each element stands the number of its first use, on the colour of the level that had its line then."
}

// drawKey names the colours that occur.
func (w *walkMap) drawKey(c *canvas, y float64) {
	const box, gap = 12.0, 18.0
	x := margin
	item := func(fill, text string) {
		c.rect(x, y-box/2, box, box, fill, rule, "")
		c.text(x+box+6, y, text, smallSize, ink, left)
		x += box + 6 + textWidth(text, smallSize) + gap
	}
	for i, n := range w.byLevel {
		if n > 0 {
			item(w.colour(i), "first found in "+w.level(i))
		}
	}
	item(hatch, "came with its line, not used")
	if note := "dark stroke: a line begins"; x+textWidth(note, smallSize) < pageWidth-margin {
		c.text(x, y, note, smallSize, ink, left)
	} else {
		c.text(margin, y+legendRow, note, smallSize, ink, left)
		c.height += legendRow
	}
}
