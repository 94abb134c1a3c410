package chart

// This file draws a part of an array after a launch beside what it should hold: the
// threads above, the elements below, a link from each thread to what it wrote.

import (
	"fmt"
	"slices"
)

// Difference is a part of an array after a launch.
type Difference struct {
	Array    string
	First    int       // index of the first wrong element, among Elements
	Elements []Element // neighbours, by index
}

// Element is an element after a launch, with what it should hold.
type Element struct {
	Index     int
	Got, Want string
	Written   bool // its value is not that from before the launch
	Wrong     bool
	Fixed     bool    // it is no part of the result: it must not change
	Thread    *Writer // the last that wrote it; nil for none
	// Owner is drawn with a dashed line where a wrong element was not written: the thread
	// with the element's number. Nil when the launch has no such thread.
	Owner *Writer
}

// Writer is a thread of a launch.
type Writer struct {
	Block, Thread string // "3", or "(3, 1)"
	Lane          int
}

// Measures of the picture.
const (
	diffWidth   = 720.0 // of the picture: its text stays readable on a narrow page
	diffLabels  = 56.0  // pixels left of the columns
	diffColumns = 10    // at least: fewer elements get no wider
	writerRow   = 17.0
	writerBox   = 3 * writerRow
	diffLink    = 54.0
	valueRow    = 24.0
)

// Draw draws the difference. Wrong elements are orange, and so are threads that wrote one.
func (d *Difference) Draw() *Picture {
	c := &canvas{width: diffWidth}
	title := fmt.Sprintf("%s[%d] is the first wrong element", d.Array, d.First)
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, d.figures(), textSize, ink, left)
	const top = 70.0
	d.drawWriters(c, top)
	y := top + writerBox + diffLink
	d.drawRow(c, y, "element", smallSize, func(e *Element) (string, string) { return fmt.Sprint(e.Index), "" })
	d.drawRow(c, y+writerRow, "wanted", smallSize, func(e *Element) (string, string) { return e.wanted(), ghost })
	d.drawRow(c, y+writerRow+valueRow, "is", smallSize, func(e *Element) (string, string) { return e.is(), e.fill() })
	c.height = drawDiffKey(c, y+writerRow+2*valueRow+18) + 12
	return &Picture{Title: title, Alt: d.figures(), Width: int(diffWidth), Height: int(c.height), svg: c.svg()}
}

// figures says in words what is wrong with the first element.
func (d *Difference) figures() string {
	i := slices.IndexFunc(d.Elements, func(e Element) bool { return e.Index == d.First })
	if i < 0 {
		return ""
	}
	e := &d.Elements[i]
	switch {
	case e.Thread != nil && e.Fixed:
		return fmt.Sprintf("Thread %s of block %s wrote it. It is no part of the result.", e.Thread.Thread, e.Thread.Block)
	case e.Thread != nil:
		return fmt.Sprintf("Thread %s of block %s wrote %s. It should be %s.", e.Thread.Thread, e.Thread.Block, e.Got, e.Want)
	case e.Owner != nil:
		return fmt.Sprintf("No thread wrote it. Thread %s of block %s has its number.", e.Owner.Thread, e.Owner.Block)
	}
	return "No thread wrote it."
}

// wanted returns what the element should hold.
func (e *Element) wanted() string {
	if e.Fixed {
		return "old"
	}
	return e.Want
}

// is returns the value, or a dash for an element that nobody wrote.
func (e *Element) is() string {
	if !e.Written {
		return "–"
	}
	return e.Got
}

func (e *Element) fill() string {
	switch {
	case e.Wrong:
		return palette[5]
	case e.Written:
		return palette[4]
	}
	return white
}

// column returns the left edge of the i-th element and its width.
func (d *Difference) column(i int) (x, width float64) {
	width = (diffWidth - 2*margin - diffLabels) / float64(max(diffColumns, len(d.Elements)))
	return margin + diffLabels + float64(i)*width, width
}

// drawRow draws a row of boxes; look gives an element its text and its fill, "" for no box.
func (d *Difference) drawRow(c *canvas, y float64, label string, size float64, look func(*Element) (text, fill string)) {
	height := valueRow
	if _, fill := look(&d.Elements[0]); fill == "" {
		height = writerRow
	}
	c.text(margin, y+height/2, label, smallSize, faint, left)
	for i := range d.Elements {
		e := &d.Elements[i]
		x, width := d.column(i)
		text, fill := look(e)
		colour := faint
		if fill != "" {
			c.rect(x+1, y+1, width-2, height-2, fill, rule, fmt.Sprintf("%s[%d] is %s, wanted %s", d.Array, e.Index, e.Got, e.Want))
			colour = inkOn(fill)
		}
		c.text(x+width/2, y+height/2, fitted(text, width-6, size), size, colour, middle)
	}
}

// fitted cuts a text that is too wide.
func fitted(text string, width, size float64) string {
	runes := []rune(text)
	for len(runes) > 1 && textWidth(string(runes), size) > width {
		runes = append(runes[:len(runes)-2], '…')
	}
	return string(runes)
}

// writerMark is a thread with the columns of the elements that it wrote.
type writerMark struct {
	*Writer
	wrote   []int
	wrong   bool
	missing bool // it should have written
	x       float64
}

// drawWriters draws the threads above the elements that they wrote.
func (d *Difference) drawWriters(c *canvas, y float64) {
	for i, label := range []string{"block", "thread", "lane"} {
		c.text(margin, y+(float64(i)+0.5)*writerRow, label, smallSize, faint, left)
	}
	_, width := d.column(0)
	for _, w := range d.writers() {
		fill := palette[4]
		if w.wrong {
			fill = palette[5]
		}
		if w.missing {
			fill = white
			c.dashed(w.x+3, y, width-6, writerBox, palette[5])
		} else {
			c.rect(w.x+3, y, width-6, writerBox, fill, rule, fmt.Sprintf("thread %s of block %s, lane %d", w.Thread, w.Block, w.Lane))
		}
		for i, text := range []string{w.Block, w.Thread, fmt.Sprint(w.Lane)} {
			c.text(w.x+width/2, y+(float64(i)+0.5)*writerRow, fitted(text, width-10, smallSize), smallSize, inkOn(fill), middle)
		}
		for _, i := range w.wrote {
			x, _ := d.column(i)
			stroke := palette[0]
			if d.Elements[i].Wrong {
				stroke = palette[5]
			}
			c.link(w.x+width/2, y+writerBox, x+width/2, y+writerBox+diffLink, stroke)
		}
	}
}

// writers returns the threads that wrote the elements, from left to right and apart from
// each other, and those that should have.
func (d *Difference) writers() []*writerMark {
	var marks []*writerMark
	for i := range d.Elements {
		e := &d.Elements[i]
		w, missing := e.Thread, false
		if w == nil && e.Wrong {
			w, missing = e.Owner, true
		}
		if w == nil {
			continue
		}
		j := slices.IndexFunc(marks, func(m *writerMark) bool { return *m.Writer == *w && m.missing == missing })
		if j < 0 {
			j, marks = len(marks), append(marks, &writerMark{Writer: w, missing: missing})
		}
		marks[j].wrong = marks[j].wrong || e.Wrong
		x, _ := d.column(i)
		n := float64(len(marks[j].wrote))
		marks[j].x = (marks[j].x*n + x) / (n + 1)
		marks[j].wrote = append(marks[j].wrote, i)
	}
	d.spread(marks)
	for _, m := range marks {
		if m.missing {
			m.wrote = nil
		}
	}
	return marks
}

// spread moves marks apart that would overlap.
func (d *Difference) spread(marks []*writerMark) {
	slices.SortStableFunc(marks, func(a, b *writerMark) int { return int(a.x - b.x) })
	first, width := d.column(0)
	for i := range marks {
		from := first
		if i > 0 {
			from = marks[i-1].x + width
		}
		marks[i].x = max(marks[i].x, from)
	}
	end, _ := d.column(max(diffColumns, len(d.Elements)))
	for i := len(marks) - 1; i >= 0; i-- {
		marks[i].x = min(marks[i].x, end-width)
		end = marks[i].x
	}
}

// drawDiffKey explains the colours and returns the y below.
func drawDiffKey(c *canvas, y float64) float64 {
	x := margin
	for _, k := range []struct{ fill, text string }{
		{palette[4], "right, with the thread that wrote it"},
		{palette[5], "wrong"},
		{white, "not written"},
	} {
		c.rect(x, y-6, 22, 12, k.fill, rule, "")
		c.text(x+28, y, k.text, smallSize, ink, left)
		x += 28 + textWidth(k.text, smallSize) + 20
	}
	y += 20
	c.dashed(margin, y-6, 22, 12, palette[5])
	c.text(margin+28, y, "no thread wrote the element; this thread has its number", smallSize, ink, left)
	return y + 8
}
