package chart

// This file draws divergence: the lanes of a warp against what it executes, one
// instruction after another. A lane that waits is a gap.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Measures of the picture, pixels.
const (
	laneRow    = 9.0
	laneNumber = 22.0 // left of the rows
	widestInst = 14.0
	narrowest  = 1.0 // of an instruction; what has no room is left out
	legendRow  = 19.0
)

// Divergence draws what the named warps of the first block executed, or what
// its first warp did. Lanes run from top to bottom and instructions from left
// to right. Code that all warps execute with all their lanes is grey, every
// other piece of code has a colour.
func Divergence(r *report.Report, warps ...int) *Picture {
	if len(warps) == 0 {
		warps = []int{0}
	}
	colours := branchColours(r.Paths)
	var parts []*Picture
	for i := range r.Paths {
		if p := &r.Paths[i]; slices.Contains(warps, p.Warp) {
			parts = append(parts, (&lanesInTime{r, p, colours}).draw())
		}
	}
	switch len(parts) {
	case 0:
		return noPath(r)
	case 1:
		return parts[0]
	}
	return Stack(r.Kernel+" on "+r.Spec.Name, parts...)
}

// noPath is the picture of warps that the report has not followed.
func noPath(r *report.Report) *Picture {
	text := fmt.Sprintf("%s: only the first %d warps of the first block are followed.", r.Kernel, len(r.Paths))
	c := &canvas{width: pageWidth, height: 60}
	c.text(margin, 30, text, textSize, ink, left)
	return &Picture{Title: r.Kernel, Alt: text, Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}

// branchColours gives each piece of code a colour that some warp does not
// execute, or not with all its lanes.
func branchColours(paths []report.Path) map[int]string {
	visits := map[int]int{} // warps that always come with all lanes
	var codes []int
	for _, p := range paths {
		whole := map[int]bool{}
		for _, s := range p.Steps {
			before, seen := whole[s.Code]
			whole[s.Code] = s.Active == p.Lanes && (before || !seen)
			codes = append(codes, s.Code)
		}
		for code, w := range whole {
			if w {
				visits[code]++
			}
		}
	}
	slices.Sort(codes)
	colours := map[int]string{}
	for _, code := range slices.Compact(codes) {
		if visits[code] < len(paths) {
			colours[code] = colour(len(colours))
		}
	}
	return colours
}

// lanesInTime is the picture of one warp.
type lanesInTime struct {
	r       *report.Report
	path    *report.Path
	colours map[int]string // by code; what is not in it is grey
}

func (l *lanesInTime) draw() *Picture {
	const top = 74.0
	c := &canvas{width: pageWidth}
	title := fmt.Sprintf("%s on %s, warp %d", l.r.Kernel, l.r.Spec.Name, l.path.Warp)
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, l.figures(), textSize, ink, left)
	shown, wide := l.room()
	bottom := top + laneRow*float64(l.r.Spec.WarpSize)
	l.drawRows(c, top)
	x := margin + laneNumber
	for _, s := range shown {
		l.drawStep(c, x, top, wide*float64(s.Instrs), s)
		x += wide * float64(s.Instrs)
	}
	for lane := 1; lane < l.r.Spec.WarpSize; lane++ {
		y := top + laneRow*float64(lane)
		c.line(margin+laneNumber, y, x, y, white)
	}
	below := "instructions of the warp, one after another →"
	if len(shown) < len(l.path.Steps) || l.path.Cut {
		below += fmt.Sprintf(" (the first %d)", instrs(shown))
	}
	c.text(margin+laneNumber, bottom+11, below, smallSize, faint, left)
	c.height = l.legend(c, bottom+36, shown) + 6
	return &Picture{Title: title, Alt: l.alt(), Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}

// room returns the steps that the page has room for, and the width of an
// instruction.
func (l *lanesInTime) room() ([]report.Step, float64) {
	room := pageWidth - 2*margin - laneNumber
	sum := 0
	for i, s := range l.path.Steps {
		if float64(sum+s.Instrs)*narrowest > room && i > 0 {
			return l.path.Steps[:i], room / float64(sum)
		}
		sum += s.Instrs
	}
	return l.path.Steps, min(widestInst, room/float64(sum))
}

// drawRows numbers the lanes, as many as have room.
func (l *lanesInTime) drawRows(c *canvas, top float64) {
	const apart = 12.0
	free := 0.0
	for lane := range l.r.Spec.WarpSize {
		if y := top + laneRow*(float64(lane)+0.5); y >= free {
			c.text(margin+laneNumber-6, y, fmt.Sprint(lane), smallSize, faint, right)
			free = y + apart
		}
	}
	c.text(margin, top-10, "lane", smallSize, faint, left)
}

// drawStep fills the lanes that take part and leaves the others pale.
func (l *lanesInTime) drawStep(c *canvas, x, top, width float64, s report.Step) {
	gap := min(1, width/4)
	height := laneRow * float64(l.r.Spec.WarpSize)
	tip := fmt.Sprintf("%s: %s with %s", place(s.Pos), diag.Count(s.Instrs, "instructions"), diag.Count(s.Active.Count(), "lanes"))
	c.rect(x, top, width-gap, height, ghost, "", "")
	var d strings.Builder
	for from := 0; from < l.r.Spec.WarpSize; {
		to := from
		for to < l.r.Spec.WarpSize && s.Active.Has(to) {
			to++
		}
		if to > from {
			fmt.Fprintf(&d, "M%s %sh%sv%sh-%sz", num(x), num(top+laneRow*float64(from)), num(width-gap), num(laneRow*float64(to-from)), num(width-gap))
		}
		from = to + 1
	}
	c.shape(d.String(), l.fill(s), tip)
}

func (l *lanesInTime) fill(s report.Step) string {
	if fill, ok := l.colours[s.Code]; ok {
		return fill
	}
	return common
}

// legend names the pieces of code and returns the y below.
func (l *lanesInTime) legend(c *canvas, y float64, shown []report.Step) float64 {
	entries, x, wide := l.entries(shown), margin+laneNumber+30, 0.0
	for _, e := range entries {
		wide = max(wide, textWidth(e.text, smallSize)+14)
	}
	for _, e := range entries {
		c.rect(margin+laneNumber, y-6, 22, 12, e.fill, rule, "")
		c.text(x, y, e.text, smallSize, ink, left)
		if e.source != "" {
			c.code(x+wide, y, e.source, pageWidth-margin-x-wide, left)
		}
		y += legendRow
	}
	c.rect(margin+laneNumber, y-6, 22, 12, ghost, rule, "")
	c.text(margin+laneNumber+30, y, "lanes that wait or have ended", smallSize, ink, left)
	return y + legendRow
}

// entry explains one colour.
type entry struct{ fill, text, source string }

// entries explains the colours: the grey first, then each piece of code in the
// order in which the warp came to it.
func (l *lanesInTime) entries(shown []report.Step) []entry {
	var own []entry
	grey, seen := 0, map[int]bool{}
	for _, s := range shown {
		fill, branch := l.colours[s.Code]
		if !branch {
			grey += s.Instrs
			continue
		}
		if !seen[s.Code] {
			seen[s.Code] = true
			own = append(own, entry{fill, l.visits(s), strings.TrimSpace(s.Source)})
		}
	}
	if grey > 0 {
		own = append([]entry{{common, fmt.Sprintf("code that all lanes of all warps execute: %s", diag.Count(grey, "instructions")), ""}}, own...)
	}
	return own
}

// visits is how the warp executes a piece of code.
func (l *lanesInTime) visits(of report.Step) string {
	times, instrs, lanes := 0, 0, 0
	for _, s := range l.path.Steps {
		if s.Code == of.Code {
			times++
			instrs += s.Instrs
			lanes += s.Active.Count()
		}
	}
	text := fmt.Sprintf("%s: %s", place(of.Pos), diag.Count(instrs, "instructions"))
	if times > 1 {
		return text + fmt.Sprintf(" in %d rounds, %.3g lanes on average", times, float64(lanes)/float64(times))
	}
	return text + ", " + diag.Count(lanes, "lanes")
}

// place names a line: in a notebook the cell too.
func place(p diag.Pos) string {
	if p.InNotebook() {
		return p.Where()
	}
	return fmt.Sprintf("line %d", p.Line)
}

func instrs(steps []report.Step) int {
	n := 0
	for _, s := range steps {
		n += s.Instrs
	}
	return n
}

// lanesOn is the lanes that take part in an instruction, on average.
func (l *lanesInTime) lanesOn() float64 {
	sum := 0
	for _, s := range l.path.Steps {
		sum += s.Instrs * s.Active.Count()
	}
	return float64(sum) / float64(instrs(l.path.Steps))
}

// figures is the line under the title.
func (l *lanesInTime) figures() string {
	more := ""
	if l.path.Cut {
		more = "at least "
	}
	return fmt.Sprintf("%s%s  ·  %.3g of %d lanes take part, on average  ·  %.3g %%", more, diag.Count(instrs(l.path.Steps), "instructions"),
		l.lanesOn(), l.r.Spec.WarpSize, 100*l.lanesOn()/float64(l.r.Spec.WarpSize))
}

func (l *lanesInTime) alt() string {
	text := fmt.Sprintf("Warp %d of the first block executes %s; %.3g of its %d lanes take part, on average.",
		l.path.Warp, diag.Count(instrs(l.path.Steps), "instructions"), l.lanesOn(), l.r.Spec.WarpSize)
	for _, e := range l.entries(l.path.Steps) {
		text += " " + strings.TrimSpace(e.text+" "+e.source) + "."
	}
	return text
}
