package chart

// This file is one warp's access as pictures need it: which lanes, which
// bytes, and in which pieces memory answers.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// warp is one access of one warp to global memory.
type warp struct {
	spec    *arch.Spec
	name    string // "store x"
	source  string // the line of the kernel
	base    uint64 // addresses are written relative to it
	access  trace.Access
	traffic trace.Traffic
	unit    string // what a piece is called
	pieces  []trace.Transaction
}

func newWarp(spec *arch.Spec, s *report.Sample) *warp {
	w := &warp{spec: spec, name: verb(s.Access.Kind) + " " + s.Var, source: strings.TrimSpace(s.Source), access: s.Access}
	w.base = w.lowest() &^ uint64(spec.Global.LineBytes-1)
	w.traffic = gpusim.Explain(spec, &w.access).Traffic
	w.unit, w.pieces = "transaction", s.Transactions
	if w.movesSectors() {
		w.unit, w.pieces = "sector", w.sectors(s.Transactions)
	}
	return w
}

// movesSectors reports whether the access moves single sectors of lines,
// neither segments nor whole lines.
func (w *warp) movesSectors() bool {
	segments := w.spec.Global.Coalesce == arch.CoalesceHalfWarp || w.spec.Global.Coalesce == arch.CoalesceSegment
	return !segments && w.traffic.Transactions == w.traffic.Sectors
}

func verb(k trace.Kind) string { return [...]string{"load", "store", "atomic"}[k] }

// lowest is the lowest address in use.
func (w *warp) lowest() uint64 {
	low := uint64(1<<64 - 1)
	for lane := range w.spec.WarpSize {
		if w.access.Active.Has(lane) {
			low = min(low, w.access.Lane(lane))
		}
	}
	return low
}

// sectors splits the lines of a device that moves sectors, so that each
// sector is a piece with the lanes that use it.
func (w *warp) sectors(lines []trace.Transaction) []trace.Transaction {
	size := uint64(w.spec.Global.SectorBytes)
	var out []trace.Transaction
	for _, t := range lines {
		for i := range w.spec.Global.LineBytes / w.spec.Global.SectorBytes {
			if t.Sectors>>i&1 == 0 {
				continue
			}
			from := t.Addr + uint64(i)*size
			out = append(out, trace.Transaction{Addr: from, Bytes: int(size), Lanes: w.users(extent{from, from + size}, t.Lanes)})
		}
	}
	return out
}

// extent is a run of bytes, to excluded.
type extent struct{ from, to uint64 }

func piece(t trace.Transaction) extent { return extent{t.Addr, t.Addr + uint64(t.Bytes)} }

// bytes is what a lane uses.
func (w *warp) bytes(lane int) extent {
	from := w.access.Lane(lane)
	return extent{from, from + uint64(w.access.Bytes)}
}

// users is those of the lanes that use a byte of e.
func (w *warp) users(e extent, lanes trace.Mask) trace.Mask {
	var m trace.Mask
	for lane := range w.spec.WarpSize {
		if b := w.bytes(lane); lanes.Has(lane) && b.from < e.to && e.from < b.to {
			m |= 1 << lane
		}
	}
	return m
}

// used lists the bytes of e that the lanes use, joined where they touch.
func (w *warp) used(e extent, lanes trace.Mask) []extent {
	var out []extent
	for lane := range w.spec.WarpSize {
		if b := w.bytes(lane); w.access.Active.Has(lane) && lanes.Has(lane) && b.from < e.to && e.from < b.to {
			out = append(out, extent{max(b.from, e.from), min(b.to, e.to)})
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

// owners maps each lane to the first piece that serves it, 0 for idle lanes.
func (w *warp) owners() []int {
	owner := make([]int, w.spec.WarpSize)
	for lane := range owner {
		owner[lane] = max(0, slices.IndexFunc(w.pieces, func(t trace.Transaction) bool { return t.Lanes.Has(lane) }))
	}
	return owner
}

// sums counts the bytes moved and the distinct bytes asked for.
func (w *warp) sums() (moved, asked int) {
	for _, t := range w.pieces {
		moved += t.Bytes
	}
	for _, u := range w.used(extent{0, 1<<64 - 1}, w.access.Active) {
		asked += int(u.to - u.from)
	}
	return moved, asked
}

// figures is the line under the title.
func (w *warp) figures() string {
	moved, asked := w.sums()
	return fmt.Sprintf("%s  ·  %s  ·  %d bytes asked for  ·  %d bytes moved  ·  %.3g %% useful",
		diag.Count(w.traffic.Requests, "requests"), diag.Count(len(w.pieces), w.unit+"s"), asked, moved, 100*float64(asked)/float64(moved))
}

func (w *warp) alt() string {
	moved, asked := w.sums()
	return fmt.Sprintf("%d lanes of a warp use %d bytes each. Memory answers with %s: %d bytes moved, %d of them asked for.",
		w.access.Active.Count(), w.access.Bytes, diag.Count(len(w.pieces), w.unit+"s"), moved, asked)
}

// offset is an address as the reader sees it.
func (w *warp) offset(addr uint64) int64 { return int64(addr - w.base) }

// samples returns the report's accesses to a space, of the named variables or
// of all.
func samples(r *report.Report, space trace.Space, variables []string) []*report.Sample {
	var out []*report.Sample
	for i := range r.Samples {
		s := &r.Samples[i]
		if s.Access.Space == space && (len(variables) == 0 || slices.Contains(variables, s.Var)) {
			out = append(out, s)
		}
	}
	return out
}

// An unrolled loop makes many accesses in one source line. If there are more than manyOfLine, the
// first fewOfLine are drawn.
const manyOfLine, fewOfLine = 5, 2

// few leaves out further samples of the lines that make many accesses.
func few(list []*report.Sample) []*report.Sample {
	all, drawn := map[diag.Pos]int{}, map[diag.Pos]int{}
	for _, s := range list {
		all[s.Pos]++
	}
	return slices.DeleteFunc(list, func(s *report.Sample) bool {
		drawn[s.Pos]++
		return all[s.Pos] > manyOfLine && drawn[s.Pos] > fewOfLine
	})
}

// pile draws samples and sets the pictures under one another. Where there
// is nothing to draw the picture says so, with the names that would do.
func pile(r *report.Report, space trace.Space, variables []string, draw func(*report.Sample) *Picture) *Picture {
	var parts []*Picture
	all := samples(r, space, variables)
	count := len(all)
	for _, s := range few(all) {
		parts = append(parts, draw(s))
	}
	switch len(parts) {
	case 0:
		return nothing(r, space, variables)
	case 1:
		return parts[0]
	}
	title := r.Kernel + " on " + r.Spec.Name
	if len(parts) < count {
		title += fmt.Sprintf(": %d of %d accesses", len(parts), count)
	}
	return Stack(title, parts...)
}

// nothing is the picture of an access that the launch did not make.
func nothing(r *report.Report, space trace.Space, variables []string) *Picture {
	var names []string
	for _, s := range samples(r, space, nil) {
		names = append(names, s.Var)
	}
	slices.Sort(names)
	text := fmt.Sprintf("%s made no access of this kind.", r.Kernel)
	if len(names) > 0 {
		text = fmt.Sprintf("%s made no access of this kind to %s; it used %s.",
			r.Kernel, strings.Join(variables, ", "), strings.Join(slices.Compact(names), ", "))
	}
	c := &canvas{width: pageWidth, height: 60}
	c.text(margin, 30, text, textSize, ink, left)
	return &Picture{Title: r.Kernel, Alt: text, Width: int(c.width), Height: int(c.height), svg: c.svg()}
}
