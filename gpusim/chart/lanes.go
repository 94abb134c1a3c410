package chart

// This file draws what one warp's access does to memory: lanes above, the
// touched lines below, a link from each lane to its bytes, and under the
// memory one bar for each transaction.

import (
	"fmt"
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/trace"
)

// Warp is one warp's access to global memory and the transactions that answer
// it, as the simulator sampled them.
type Warp struct {
	Spec         *arch.Spec
	Name         string // what the access is, for example "store x[i]"
	Base         uint64 // addresses are written relative to it
	Access       trace.Access
	Transactions []trace.Transaction
}

// Measures of the picture, pixels.
const (
	pageWidth  = 960.0
	margin     = 24.0
	laneHeight = 26.0
	memHeight  = 30.0
	linkHeight = 96.0
	barHeight  = 15.0
	gapWidth   = 7.0 // between lines that are not neighbours
)

// Lanes draws w.
func Lanes(w Warp) *Picture {
	m := newMemory(w)
	c := &canvas{width: pageWidth}
	title := w.Name + " on " + w.Spec.Name
	c.text(margin, 24, title, titleSize, ink, left)
	c.text(margin, 48, w.sums(), textSize, ink, left)
	laneY := 84.0
	w.drawLanes(c, laneY, w.owners())
	memY := laneY + laneHeight + linkHeight
	w.drawLinks(c, m, laneY+laneHeight, memY)
	m.draw(c, memY, w)
	y := w.drawBars(c, m, memY+memHeight+26)
	y = drawKey(c, y+18)
	c.height = y + 14
	return &Picture{Title: title, Alt: w.alt(), Width: int(pageWidth), Height: int(c.height), svg: c.svg()}
}

// owners maps each lane to the transaction that serves it first, −1 for none.
func (w Warp) owners() []int {
	owner := make([]int, w.Spec.WarpSize)
	for lane := range owner {
		owner[lane] = slices.IndexFunc(w.Transactions, func(t trace.Transaction) bool { return t.Lanes>>lane&1 == 1 })
	}
	return owner
}

// laneX is the middle of a lane's box, and the box's width.
func (w Warp) laneX(lane int) (x, width float64) {
	width = (pageWidth - 2*margin) / float64(w.Spec.WarpSize)
	return margin + (float64(lane)+0.5)*width, width
}

// drawLanes draws the row of lanes in the colours of their transactions.
func (w Warp) drawLanes(c *canvas, y float64, owner []int) {
	c.text(margin, y-14, fmt.Sprintf("lanes of one warp, %d bytes each", w.Access.Bytes), smallSize, faint, left)
	for lane := range w.Spec.WarpSize {
		x, width := w.laneX(lane)
		fill, text, tip := white, rule, fmt.Sprintf("lane %d takes no part", lane)
		if w.active(lane) {
			fill = colour(max(owner[lane], 0))
			text = inkOn(fill)
			tip = fmt.Sprintf("lane %d: byte %d", lane, w.offset(lane))
		}
		c.rect(x-width/2+1, y, width-2, laneHeight, fill, rule, tip)
		c.text(x, y+laneHeight/2, fmt.Sprint(lane), smallSize, text, middle)
	}
}

func (w Warp) drawLinks(c *canvas, m *memory, y1, y2 float64) {
	owner := w.owners()
	for lane := range w.Spec.WarpSize {
		if !w.active(lane) {
			continue
		}
		x, _ := w.laneX(lane)
		addr := w.Access.Lane(lane)
		c.link(x, y1, (m.x(addr)+m.end(addr+uint64(w.Access.Bytes)))/2, y2, colour(max(owner[lane], 0)))
	}
}

// drawBars draws the transactions under the bytes they move, in as many rows
// as keep them apart, and returns the y below.
func (w Warp) drawBars(c *canvas, m *memory, y float64) float64 {
	c.text(margin, y, "what memory moves, one bar a transaction", smallSize, faint, left)
	y += 14
	var rows [][]span
	for i, t := range w.Transactions {
		for _, part := range moved(w.Spec, t) {
			s := span{m.x(part.from), m.end(part.to), part, i}
			r := slices.IndexFunc(rows, func(row []span) bool {
				return !slices.ContainsFunc(row, func(o span) bool { return s.x1 < o.x2-0.5 && o.x1 < s.x2-0.5 })
			})
			if r < 0 {
				r, rows = len(rows), append(rows, nil)
			}
			rows[r] = append(rows[r], s)
			w.drawBar(c, m, s, y+float64(r)*(barHeight+2))
		}
	}
	return y + float64(len(rows))*(barHeight+2)
}

// span is one contiguous piece of a transaction on the page.
type span struct {
	x1, x2 float64
	bytes  extent
	owner  int // index of the transaction
}

// extent is a run of bytes, to excluded.
type extent struct{ from, to uint64 }

// drawBar draws one piece: hatched where nobody uses it.
func (w Warp) drawBar(c *canvas, m *memory, s span, y float64) {
	t := w.Transactions[s.owner]
	fill := colour(s.owner)
	c.rect(s.x1, y, s.x2-s.x1, barHeight, hatch, fill, fmt.Sprintf("transaction %d: %d bytes at byte %d for %d lanes",
		s.owner+1, s.bytes.to-s.bytes.from, int64(s.bytes.from-w.Base), bits.OnesCount32(uint32(t.Lanes))))
	for _, u := range w.used(s.bytes, t.Lanes) {
		m.fill(c, u, y+1, barHeight-2, fill)
	}
	label := fmt.Sprint(s.bytes.to - s.bytes.from)
	if wide := textWidth(label, smallSize) + 6; s.x2-s.x1 > wide {
		mid := (s.x1 + s.x2) / 2
		c.rect(mid-wide/2, y+1.5, wide, barHeight-3, white, "", "")
		c.text(mid, y+barHeight/2, label, smallSize, ink, middle)
	}
}

// moved lists the bytes a transaction brings: all of it, or of a line only
// the sectors it names when the device moves sectors.
func moved(s *arch.Spec, t trace.Transaction) []extent {
	if t.Sectors == 0 || s.Global.Coalesce != arch.CoalesceSector {
		return []extent{{t.Addr, t.Addr + uint64(t.Bytes)}}
	}
	line := t.Addr / uint64(s.Global.LineBytes) * uint64(s.Global.LineBytes)
	var out []extent
	for i := range s.Global.LineBytes / s.Global.SectorBytes {
		if t.Sectors>>i&1 == 1 {
			from := line + uint64(i*s.Global.SectorBytes)
			out = append(out, extent{from, from + uint64(s.Global.SectorBytes)})
		}
	}
	return out
}

// used lists the bytes of e that lanes asked for, joined where they touch.
func (w Warp) used(e extent, lanes trace.Mask) []extent {
	var out []extent
	for lane := range w.Spec.WarpSize {
		if !w.active(lane) || lanes>>lane&1 == 0 {
			continue
		}
		from := w.Access.Lane(lane)
		u := extent{max(from, e.from), min(from+uint64(w.Access.Bytes), e.to)}
		if u.from < u.to {
			out = append(out, u)
		}
	}
	return join(out)
}

// join sorts extents and merges those that touch or overlap.
func join(list []extent) []extent {
	slices.SortFunc(list, func(a, b extent) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	var out []extent
	for _, e := range list {
		if n := len(out); n > 0 && e.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, e.to)
			continue
		}
		out = append(out, e)
	}
	return out
}

func (w Warp) active(lane int) bool { return w.Access.Active>>lane&1 == 1 }

// offset is a lane's address relative to Base.
func (w Warp) offset(lane int) int64 { return int64(w.Access.Lane(lane) - w.Base) }

// traffic counts the bytes moved by all transactions and the distinct bytes
// that lanes asked for.
func (w Warp) traffic() (movedBytes, usedBytes uint64) {
	for _, t := range w.Transactions {
		for _, e := range moved(w.Spec, t) {
			movedBytes += e.to - e.from
		}
	}
	for _, u := range w.used(extent{0, 1<<64 - 1}, 1<<arch.MaxLanes-1) {
		usedBytes += u.to - u.from
	}
	return movedBytes, usedBytes
}

// sums is the line of figures under the title.
func (w Warp) sums() string {
	total, useful := w.traffic()
	share := 0.0
	if total > 0 {
		share = 100 * float64(useful) / float64(total)
	}
	return fmt.Sprintf("%s  ·  %d bytes asked for  ·  %d bytes moved  ·  %.3g %% useful", w.count(), useful, total, share)
}

// count names the transactions in the device's own unit.
func (w Warp) count() string {
	if w.Spec.Global.Coalesce != arch.CoalesceSector {
		return plural(len(w.Transactions), "transaction")
	}
	n := 0
	for _, t := range w.Transactions {
		for _, e := range moved(w.Spec, t) {
			n += int(e.to-e.from) / w.Spec.Global.SectorBytes
		}
	}
	return "1 request  ·  " + plural(n, "sector")
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

func (w Warp) alt() string {
	total, useful := w.traffic()
	return fmt.Sprintf("%d lanes of a warp use %d bytes each; memory answers with %s: %d bytes moved, %d of them asked for.",
		bits.OnesCount32(uint32(w.Access.Active)), w.Access.Bytes, w.count(), total, useful)
}

// drawKey explains the fills and returns the y below.
func drawKey(c *canvas, y float64) float64 {
	x := margin
	for _, k := range []struct{ fill, text string }{
		{colour(0), "asked for by a lane (colours tell transactions apart)"},
		{hatch, "moved, but nobody asked"},
		{white, "not moved"},
	} {
		c.rect(x, y-6, 22, 12, k.fill, rule, "")
		c.text(x+28, y, k.text, smallSize, ink, left)
		x += 28 + textWidth(k.text, smallSize) + 26
	}
	return y + 8
}
