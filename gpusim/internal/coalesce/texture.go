package coalesce

// This file says which sectors a read of a texture moves.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// The requests of a warp's read, as an H200 counts them
// (validation/h200/texture/texture_counts.csv). Other devices are assumed to do the same.
const (
	quad        = 4  // lanes per request by coordinates
	fetchLanes  = 8  // most lanes per request by texel number
	fetchBytes  = 64 // most bytes per request by texel number
	filterBytes = 8  // of a texel that the filter takes in one pass
)

// texelLanes returns the number of neighbouring lanes that make one request.
func texelLanes(a *trace.Access) int {
	if a.Fetch {
		return min(fetchLanes, fetchBytes/a.Bytes)
	}
	return quad
}

// texelPasses returns the number of passes of a filtered read through the filter. Texels
// wider than the filter take several passes, each with fewer lanes at a time.
func texelPasses(a *trace.Access) int {
	if len(a.Taps) == 0 {
		return 1
	}
	return max(a.Bytes/filterBytes, 1)
}

// coalesceTexture appends the lines and sectors of the texels of each request, or of each
// part of a request that the filter takes at a time.
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

// serveTexels appends the lines that the texels of some lanes lie in. A texel lies in one
// sector.
func serveTexels(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction {
	first := len(dst)
	dst = touchLines(s, a, part, first, dst)
	w := *a
	for i := range a.Taps {
		w.Addr = &a.Taps[i].Addr
		dst = touchLines(s, &w, part&a.Taps[i].Active, first, dst)
	}
	setBytes(s, dst[first:])
	return dst
}

// countTexture sums up what coalesceTexture returned for a.
func countTexture(s *arch.Spec, a *trace.Access, moved []trace.Transaction) trace.Traffic {
	t := trace.Traffic{Requests: groups(s, a, texelLanes(a))}
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

// WithoutTaps calls play with accesses that move the same sectors as a and have no Taps: a
// itself, or for a filtered read accesses in which each lane reads one of the sectors of
// its request.
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

// shareOut plays accesses whose lanes of request i read the sectors parts[i], one per lane,
// until all are read.
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
