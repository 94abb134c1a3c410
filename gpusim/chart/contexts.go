package chart

// This file draws the stacks of contexts of host threads, call by call.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/driver"
)

// Geometry of a picture of stacks, in pixels.
const (
	heldWidth     = 68.0 // of a context's box
	contextHeight = 36.0
	callGap       = 14.0
	callHead      = 74.0
	stackMargin   = 8.0
)

// Contexts draws calls on contexts from top to bottom, each with the stacks of
// all threads as it left them: the current context of a thread is the rightmost,
// with a thick line below. The last column holds contexts that can be used and
// are on no stack. A box gives a context's name and usage count; one that was
// destroyed is grey.
func Contexts(title string, calls []driver.Call) *Picture {
	d := &stacks{canvas: &canvas{}, colours: map[string]string{}, calls: callsWidth(calls)}
	columns := d.columns(calls)
	d.width = margin + d.calls + sum(columns) + margin
	d.width = max(d.width, 2*margin+textWidth(title, titleSize))
	d.height = callHead + float64(len(calls))*(contextHeight+callGap)
	d.text(margin, margin+6, title, titleSize, ink, left)
	if len(calls) > 0 {
		d.heads(calls[0].Stacks, columns)
	}
	alts := []string{fmt.Sprintf("%d calls and the stacks of contexts after each.", len(calls))}
	for i, m := range calls {
		d.moment(callHead+float64(i)*(contextHeight+callGap), m, columns)
		alts = append(alts, inWords(m))
	}
	return &Picture{Title: title, Alt: strings.Join(alts, " "), Width: int(d.width), Height: int(d.height), svg: d.svg()}
}

// stacks is a picture in the making.
type stacks struct {
	*canvas
	calls   float64           // width of the calls and what they answered
	colours map[string]string // of contexts, by name in order of appearance
}

// callsWidth is the room that the calls and their answers take.
func callsWidth(calls []driver.Call) float64 {
	const gap = 12.0
	width := 0.0
	for _, m := range calls {
		width = max(width, textWidth(m.Thread+": "+m.Call, textSize)+gap, textWidth(m.Result, smallSize)+gap)
	}
	return width
}

// columns returns the widths of the threads' columns and of the floating one.
func (d *stacks) columns(calls []driver.Call) []float64 {
	var widths []float64
	fit := func(column, boxes int, head string) {
		for len(widths) <= column {
			widths = append(widths, 0)
		}
		widths[column] = max(widths[column], float64(max(boxes, 1))*heldWidth+2*stackMargin, textWidth(head, textSize)+2*stackMargin)
	}
	for _, m := range calls {
		for i, s := range m.Stacks {
			fit(i, len(s.Contexts), "thread "+s.Thread)
		}
	}
	threads := len(widths)
	for _, m := range calls {
		fit(threads, len(m.Floating), onNoStack)
	}
	return widths
}

const onNoStack = "on no stack"

// heads names the columns.
func (d *stacks) heads(threads []driver.Stack, columns []float64) {
	x := margin + d.calls
	for i, width := range columns {
		name := onNoStack
		if i < len(threads) {
			name = "thread " + threads[i].Thread
		}
		d.text(x+stackMargin, callHead-22, name, textSize, faint, left)
		x += width
	}
}

// moment draws one call and what it left.
func (d *stacks) moment(y float64, m driver.Call, columns []float64) {
	mid := y + contextHeight/2
	answer, paint := m.Result, "#d55e00"
	if m.Result == "CUDA_SUCCESS" {
		answer, paint = "", ink
	}
	if answer == "" {
		d.text(margin, mid, m.Thread+": "+m.Call, textSize, paint, left)
	} else {
		d.text(margin, mid-7, m.Thread+": "+m.Call, textSize, ink, left)
		d.text(margin, mid+9, answer, smallSize, paint, left)
	}
	d.line(margin, y-callGap/2, d.width-margin, y-callGap/2, ghost)
	x := margin + d.calls
	for i, width := range columns {
		list := m.Floating
		if i < len(m.Stacks) {
			list = m.Stacks[i].Contexts
		}
		d.pile(x+stackMargin, y, list, i < len(m.Stacks))
		x += width
	}
}

// pile draws the contexts of one stack, with a line below the current one.
func (d *stacks) pile(x, y float64, list []driver.ContextState, stack bool) {
	for i, c := range list {
		d.held(x+float64(i)*heldWidth, y, c)
	}
	if n := len(list); stack && n > 0 {
		d.rect(x+float64(n-1)*heldWidth, y+contextHeight+1, heldWidth-4, 3, ink, "", "current")
	}
}

// held draws one context.
func (d *stacks) held(x, y float64, c driver.ContextState) {
	if d.colours[c.Name] == "" {
		d.colours[c.Name] = colour(len(d.colours))
	}
	fill, stroke, words := d.colours[c.Name], "", fmt.Sprintf("%s, usage %d", c.Name, c.Usage)
	text := inkOn(fill)
	if !c.Alive {
		fill, stroke, text, words = ghost, rule, ink, c.Name+", destroyed"
	}
	d.rect(x, y, heldWidth-4, contextHeight, fill, stroke, words)
	d.text(x+heldWidth/2-2, y+11, c.Name, smallSize, text, middle)
	label := fmt.Sprintf("usage %d", c.Usage)
	if !c.Alive {
		label = "destroyed"
	}
	d.text(x+heldWidth/2-2, y+26, label, smallSize, text, middle)
}

// inWords tells a moment.
func inWords(m driver.Call) string {
	var parts []string
	for _, s := range m.Stacks {
		var names []string
		for _, c := range s.Contexts {
			names = append(names, c.Name)
		}
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%s has %s", s.Thread, strings.Join(names, ", ")))
		}
	}
	if len(parts) == 0 {
		parts = []string{"all stacks are empty"}
	}
	return fmt.Sprintf("%s calls %s: %s; %s.", m.Thread, m.Call, m.Result, strings.Join(parts, "; "))
}

func sum(list []float64) float64 {
	total := 0.0
	for _, v := range list {
		total += v
	}
	return total
}
