package coalesce

// This file says which sectors a read of a texture moves.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// How a warp's read is divided, as an H200 counts it
// (validation/h200/texture/texture_counts.csv); other devices are taken to do the same.
const (
	quad        = 4  // lanes of a request by coordinates
	fetchLanes  = 8  // lanes of a request by number, at most
	fetchBytes  = 64 // that such a request asks for, at most
	filterBytes = 8  // of a texel that the filter takes in one pass
)

// texelLanes is how many successive lanes make one request.
func texelLanes(a *trace.Access) int {
	if a.Fetch {
		return min(fetchLanes, fetchBytes/a.Bytes)
	}
	return quad
}

// texelPasses is how often a filtered read of texels goes through the filter:
// more than once when they are wider than it takes, and then with so many fewer
// lanes at a time.
func texelPasses(a *trace.Access) int {
	if len(a.Taps) == 0 {
		return 1
	}
	return max(a.Bytes/filterBytes, 1)
}

// coalesceTexture appends the lines of each request, or of each part of one that
// the filter takes at a time, with the sectors that its texels lie in.
func coalesceTexture(s *arch.Spec, a *trace.Access, dst []trace.Transaction) []trace.Transaction {
	passes := texelPasses(a)
	n := texelLanes(a) / passes
	for first := 0; first < s.WarpSize; first += n {
		part := a.Active & trace.MaskOf(first, n)
		for range passes {
			dst = serveTexels(s, a, part, dst)
		}
	}
	return dst
}

// serveTexels appends the lines that the texels of some lanes lie in.
func serveTexels(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction {
	first := len(dst)
	dst = touchTexels(s, a.Addr, part, first, dst)
	for i := range a.Taps {
		dst = touchTexels(s, &a.Taps[i].Addr, part&a.Taps[i].Active, first, dst)
	}
	for i := range dst[first:] {
		t := &dst[first+i]
		t.Bytes = trace.Mask(t.Sectors).Count() * s.Global.SectorBytes
	}
	return dst
}

// touchTexels marks the sector of one texel a lane in the lines of dst[first:].
// A texel lies in one sector: its size divides the sector's.
func touchTexels(s *arch.Spec, at *trace.Lanes, part trace.Mask, first int, dst []trace.Transaction) []trace.Transaction {
	line, sector := uint64(s.Global.LineBytes), uint64(s.Global.SectorBytes)
	for rest := part; rest != 0; rest &= rest - 1 {
		i := rest.First()
		var t *trace.Transaction
		dst, t = lineOf(dst, first, at[i]&^(line-1))
		t.Lanes |= 1 << i
		t.Sectors |= 1 << (at[i] % line / sector)
	}
	return dst
}

// countTexture sums up what coalesceTexture returned for a.
func countTexture(s *arch.Spec, a *trace.Access, moved []trace.Transaction) trace.Traffic {
	t := trace.Traffic{}
	n := texelLanes(a)
	for first := 0; first < s.WarpSize; first += n {
		if a.Active&trace.MaskOf(first, n) != 0 {
			t.Requests++
		}
	}
	for i := range moved {
		t.Sectors += moved[i].Bytes / s.Global.SectorBytes
	}
	t.Transactions = t.Sectors
	return t
}

// texels appends the lines of each request to lines: a request looks its sectors up by itself.
func (x *Splitter) texels(lines []LineAccess, a *trace.Access) []LineAccess {
	x.moved = coalesceTexture(x.spec, a, x.moved[:0])
	for i := range x.moved {
		t := &x.moved[i]
		lines = append(lines, LineAccess{Line: t.Addr >> x.LineBits, Sectors: t.Sectors})
	}
	return lines
}

// WithoutTaps calls play with accesses that move the same sectors as a and have
// no Taps: a itself, or for a filtered read accesses whose lanes share out what
// their request reads, a sector each.
func WithoutTaps(s *arch.Spec, a *trace.Access, play func(*trace.Access)) {
	if len(a.Taps) == 0 {
		play(a)
		return
	}
	passes := texelPasses(a)
	for k := range passes { // the k-th part of every request
		parts := requestParts(s, a, k, passes)
		for range passes {
			shareOut(s, a, parts, play)
		}
	}
}

// requestParts returns the sectors that part k of n of each request reads.
func requestParts(s *arch.Spec, a *trace.Access, k, n int) [][]uint64 {
	var parts [][]uint64
	var lines [arch.MaxLanes]trace.Transaction
	for first := 0; first < s.WarpSize; first += quad {
		part := a.Active & trace.MaskOf(first+k*quad/n, quad/n)
		var sectors []uint64
		for _, t := range serveTexels(s, a, part, lines[:0]) {
			for rest := trace.Mask(t.Sectors); rest != 0; rest &= rest - 1 {
				sectors = append(sectors, t.Addr+uint64(rest.First()*s.Global.SectorBytes))
			}
		}
		parts = append(parts, sectors)
	}
	return parts
}

// shareOut plays accesses in which each lane of request i reads another of the
// sectors parts[i], until all are read.
func shareOut(s *arch.Spec, a *trace.Access, parts [][]uint64, play func(*trace.Access)) {
	for from := 0; ; from += quad {
		var at trace.Lanes
		w := *a
		w.Active, w.Addr, w.Taps = 0, &at, nil
		for i, sectors := range parts {
			for j := from; j < min(from+quad, len(sectors)); j++ {
				lane := i*quad + j - from
				at[lane] = sectors[j]
				w.Active |= 1 << lane
			}
		}
		if w.Active == 0 {
			return
		}
		play(&w)
	}
}
