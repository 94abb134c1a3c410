package chart

// This file draws how a device of cc 1.2 or 1.3 serves an access, turn by turn.

import (
	"fmt"

	"gpucourse/gpusim"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Steps draws, for the named variables or for all, the turns in which a device
// of cc 1.2 or 1.3 serves the first warp's access. Other devices have no turns;
// they are drawn as Lanes draws them.
func Steps(r *report.Report, variables ...string) *Picture {
	return pile(r, trace.Global, variables, func(s *report.Sample) *Picture {
		w := newWarp(r.Spec, s)
		if r.Spec.Global.Coalesce != arch.CoalesceSegment {
			return w.draw()
		}
		return w.drawSteps(gpusim.Explain(r.Spec, &w.access).Turns)
	})
}

// drawSteps draws one panel a turn.
func (w *warp) drawSteps(steps []trace.SegmentTurn) *Picture {
	m := newMemory(w)
	c := &canvas{width: pageWidth}
	title := w.name + " on " + w.spec.Name + ", turn by turn"
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, w.figures(), textSize, ink, left)
	y := 76.0
	var done trace.Mask
	for i, s := range steps {
		y = w.drawStep(c, m, i, s, done, y)
		done |= s.Lanes
	}
	c.height = y
	return &Picture{Title: title, Alt: w.alt() + " " + story(w, steps), Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}

// drawStep draws one turn: who is served, the leader's segment dashed, what is
// left of it filled.
func (w *warp) drawStep(c *canvas, m *memory, i int, s trace.SegmentTurn, done trace.Mask, y float64) float64 {
	const links, memory, between = 44.0, 20.0, 26.0
	y = c.wrapped(margin, y, pageWidth-2*margin, sentence(w, i, s), textSize, ink) + 4
	w.drawLanes(c, y, func(lane int) (string, string) {
		switch {
		case s.Lanes.Has(lane):
			return colour(i), ""
		case done.Has(lane):
			return ghost, ""
		}
		return white, ""
	})
	y += laneHeight
	for lane := range w.spec.WarpSize {
		if s.Lanes.Has(lane) {
			x, _ := w.laneX(lane)
			b := w.bytes(lane)
			c.link(x, y, (m.x(b.from)+m.end(b.to))/2, y+links, colour(i))
		}
	}
	y += links
	for k := range m.lines {
		c.rect(m.left[k], y, m.wide, memory, white, faint, "")
	}
	whole, moved := s.Sizes[0], s.Sizes[len(s.Sizes)-1]
	m.paint(c, moved, y, memory, hatch)
	for _, u := range w.used(extent{moved.Addr, moved.Addr + uint64(moved.Bytes)}, s.Lanes) {
		m.fill(c, u, y+1, memory-2, colour(i))
	}
	x1, x2 := m.x(whole.Addr), m.end(whole.Addr+uint64(whole.Bytes))
	c.dashed(x1-2, y-3, x2-x1+4, memory+6, ink)
	m.label(c, y+memory+11)
	return y + memory + between + 12
}

// paint fills a range.
func (m *memory) paint(c *canvas, r trace.Range, y, h float64, fill string) {
	x1, x2 := m.x(r.Addr), m.end(r.Addr+uint64(r.Bytes))
	c.rect(x1, y, x2-x1, h, fill, faint, "")
}

// sentence tells one turn.
func sentence(w *warp, i int, s trace.SegmentTurn) string {
	whole := s.Sizes[0]
	text := fmt.Sprintf("Turn %d: lane %d is the lowest not served; its segment is the %d bytes at %d. %s in it.",
		i+1, s.Leader, whole.Bytes, w.offset(whole.Addr), lie(s.Lanes))
	for _, r := range s.Sizes[1:] {
		text += fmt.Sprintf(" One half is not used, which leaves the %d bytes at %d.", r.Bytes, w.offset(r.Addr))
	}
	return text
}

// lie is "Lane 3 lies" or "16 lanes lie".
func lie(m trace.Mask) string {
	if m.Count() == 1 {
		return fmt.Sprintf("Lane %d alone lies", m.First())
	}
	return fmt.Sprintf("%d lanes lie", m.Count())
}

func story(w *warp, steps []trace.SegmentTurn) string {
	text := ""
	for i, s := range steps {
		text += sentence(w, i, s) + " "
	}
	return text
}
