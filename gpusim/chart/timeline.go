package chart

// This file draws what devices did when: engines from top to bottom, time from
// left to right, a colour for each stream.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Timeline draws the spans of a timeline, the first of them at the left edge.
// Work that runs at the same time on one engine stands in rows of its own.
func Timeline(title string, t *report.Timeline) *Picture {
	p := newPlan(t)
	const head, rowHeight, rowGap = 48.0, 24.0, 6.0
	bottom := head + float64(len(p.rows))*(rowHeight+rowGap)
	c := &canvas{width: pageWidth}
	c.text(margin, 24, title, titleSize, ink, left)
	for i, row := range p.rows {
		y := head + float64(i)*(rowHeight+rowGap)
		c.text(margin, y+rowHeight/2, row.name, textSize, ink, left)
		c.rect(p.first, y, p.right-p.first, rowHeight, ghost, "", "")
		for _, s := range p.visible(row.spans) {
			p.draw(c, s, y, rowHeight)
		}
	}
	p.axis(c, bottom+4)
	c.height = p.legend(c, bottom+44) + 6
	return &Picture{Title: title, Alt: p.tell(), Width: int(c.width), Height: int(c.height), svg: c.svg()}
}

// plan is where everything stands.
type plan struct {
	rows         []engineRow
	streams      []string // in the order of their first work
	from, to     time.Duration
	first, right float64 // x of from and to
	single       bool    // there is one device
	devices      []string
}

// engineRow is one engine of a device, or one of several rows that it needs.
type engineRow struct {
	name  string
	spans []report.Activity
}

func newPlan(t *report.Timeline) *plan {
	p := &plan{from: math.MaxInt64, devices: t.Devices, single: len(t.Devices) == 1, right: pageWidth - margin}
	spans := slices.Clone(t.Activities)
	slices.SortStableFunc(spans, func(a, b report.Activity) int {
		return cmp.Or(cmp.Compare(a.Device, b.Device), cmp.Compare(a.Engine, b.Engine), cmp.Compare(a.Start, b.Start))
	})
	for _, s := range t.Activities {
		p.from, p.to = min(p.from, s.Start), max(p.to, s.End)
		if !slices.Contains(p.streams, s.Stream) {
			p.streams = append(p.streams, s.Stream)
		}
	}
	p.from = min(p.from, p.to)
	for i, s := range spans {
		if i == 0 || s.Device != spans[i-1].Device || s.Engine != spans[i-1].Engine {
			p.rows = append(p.rows, p.rowsOf(spans[i:], s)...)
		}
	}
	names := 0.0
	for _, r := range p.rows {
		names = max(names, textWidth(r.name, textSize))
	}
	p.first = margin + names + 14
	return p
}

// rowsOf puts the spans of one engine into as few rows as they need.
func (p *plan) rowsOf(spans []report.Activity, of report.Activity) []engineRow {
	name := of.Engine.String()
	if !p.single {
		name = fmt.Sprintf("%s %d, %s", p.devices[of.Device], of.Device, name)
	}
	rows := []engineRow{{name: name}}
	for _, s := range spans {
		if s.Device != of.Device || s.Engine != of.Engine {
			break
		}
		i := slices.IndexFunc(rows, func(r engineRow) bool {
			return len(r.spans) == 0 || r.spans[len(r.spans)-1].End <= s.Start
		})
		if i < 0 {
			rows = append(rows, engineRow{})
			i = len(rows) - 1
		}
		rows[i].spans = append(rows[i].spans, s)
	}
	return rows
}

func (p *plan) x(at time.Duration) float64 {
	return p.first + float64(at-p.from)/float64(max(p.to-p.from, 1))*(p.right-p.first)
}

// least is the width of short work, in pixels: it can still be seen.
const least = 1.0

// visible leaves out short work that would be drawn over other work of its row, so that a picture
// of a long program stays small.
func (p *plan) visible(spans []report.Activity) (list []report.Activity) {
	drawn := p.first
	for _, s := range spans {
		from, to := p.x(s.Start), p.x(s.End)
		if to-from < least && to < drawn {
			continue
		}
		drawn = max(drawn, to, from+least)
		list = append(list, s)
	}
	return list
}

// draw draws one piece of work.
func (p *plan) draw(c *canvas, s report.Activity, y, height float64) {
	x, w := p.x(s.Start), max(p.x(s.End)-p.x(s.Start)-0.5, least)
	fill := colour(slices.Index(p.streams, s.Stream))
	tip := fmt.Sprintf("%s, stream %s: %.2f to %.2f µs", s.Name, s.Stream, us(s.Start-p.from), us(s.End-p.from))
	if s.Bytes > 0 {
		tip += fmt.Sprintf(", %d bytes", s.Bytes)
	}
	c.rect(min(x, p.right-w), y, w, height, fill, "", tip)
	if textWidth(s.Name, smallSize) < w-4 {
		c.text(x+w/2, y+height/2, s.Name, smallSize, inkOn(fill), middle)
	}
}

// axis draws the time in steps of 1, 2 or 5.
func (p *plan) axis(c *canvas, y float64) {
	all := us(p.to - p.from)
	step := roundStep(max(all, 1e-3))
	c.line(p.first, y, p.right, y, rule)
	for i := 0; float64(i)*step <= all; i++ {
		at := float64(i) * step
		x := p.first + at/max(all, 1e-9)*(p.right-p.first)
		c.line(x, y, x, y+4, faint)
		label := fmt.Sprintf("%.6g", at)
		if x+textWidth(label, smallSize)/2 < p.right-50 {
			c.text(x, y+12, label, smallSize, faint, middle)
		}
	}
	c.text(p.right, y+12, "µs", smallSize, faint, right)
}

// roundStep is 1, 2 or 5 times a power of ten, no more than 8 times in all.
func roundStep(all float64) float64 {
	const most = 8
	step := math.Pow(10, math.Floor(math.Log10(all/4)))
	for _, factor := range []float64{1, 2, 5} {
		if all/(step*factor) <= most {
			return step * factor
		}
	}
	return 10 * step
}

// legend names the streams and returns the y below.
func (p *plan) legend(c *canvas, y float64) float64 {
	x := p.first
	for i, name := range p.streams {
		w := 20 + textWidth(name, textSize) + 16
		if x+w > p.right && x > p.first {
			x, y = p.first, y+legendRow
		}
		c.rect(x, y-6, 12, 12, colour(i), "", "")
		c.text(x+18, y, name, textSize, ink, left)
		x += w
	}
	return y + legendRow
}

// tell says in words how long everything took and how long each engine worked.
func (p *plan) tell() string {
	text := fmt.Sprintf("%s in %.2f µs.", diag.Count(p.count(), "pieces")+" of work", us(p.to-p.from))
	for _, r := range p.rows {
		if r.name == "" {
			continue
		}
		var busy time.Duration
		for _, s := range r.spans {
			busy += s.End - s.Start
		}
		text += fmt.Sprintf(" %s: %.2f µs.", r.name, us(busy))
	}
	return text
}

func (p *plan) count() int {
	n := 0
	for _, r := range p.rows {
		n += len(r.spans)
	}
	return n
}

func us(t time.Duration) float64 { return float64(t) / float64(time.Microsecond) }
