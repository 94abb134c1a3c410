package coalesce

// This file is the segment algorithm of cc 1.2 and 1.3. It keeps every step for pictures.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// Segments returns the steps by which a device of cc 1.2 or 1.3 serves an access. For each
// half-warp, it takes the segment of the lowest lane not served yet, serves all lanes that use
// it, and halves it while one half is unused. A segment has 32, 64 or 128 bytes for words of
// 1, 2 or more bytes.
func Segments(s *arch.Spec, a *trace.Access) (steps []trace.SegmentTurn) {
	half := s.WarpSize / 2
	for first := 0; first < s.WarpSize; first += half {
		steps = appendSteps(steps, s, a, a.Active&trace.MaskOf(first, half))
	}
	return steps
}

// appendSteps appends the steps that serve lanes of one half-warp.
func appendSteps(steps []trace.SegmentTurn, s *arch.Spec, a *trace.Access, part trace.Mask) []trace.SegmentTurn {
	for part != 0 {
		step := nextSegment(s, a, part)
		steps = append(steps, step)
		part &^= step.Lanes
	}
	return steps
}

// serveSegments appends the transactions of the steps for lanes of one half-warp.
func serveSegments(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction {
	for _, step := range appendSteps(nil, s, a, part) {
		moved := step.Sizes[len(step.Sizes)-1]
		dst = append(dst, segment(s, moved.Addr, moved.Bytes, step.Lanes))
	}
	return dst
}

// nextSegment returns the next step for the lanes in rest.
func nextSegment(s *arch.Spec, a *trace.Access, rest trace.Mask) trace.SegmentTurn {
	step := trace.SegmentTurn{Leader: rest.First()}
	size := uint64(min(s.Global.LineBytes, s.Global.SectorBytes*a.Bytes))
	addr := a.Lane(step.Leader) &^ (size - 1)
	low, high := addr+size, addr
	for ; rest != 0; rest &= rest - 1 {
		i := rest.First()
		if at := a.Lane(i); at&^(size-1) == addr {
			step.Lanes |= 1 << i
			low, high = min(low, at), max(high, at+uint64(a.Bytes))
		}
	}
	step.Sizes = shrink(trace.Range{Addr: addr, Bytes: int(size)}, low, high, s.Global.SectorBytes)
	return step
}

// shrink halves r while one half holds all of [low, high), down to least bytes. It returns
// every range from r on.
func shrink(r trace.Range, low, high uint64, least int) []trace.Range {
	sizes := []trace.Range{r}
	for r.Bytes > least {
		r.Bytes /= 2
		middle := r.Addr + uint64(r.Bytes)
		switch {
		case low >= middle:
			r.Addr = middle
		case high > middle:
			return sizes
		}
		sizes = append(sizes, r)
	}
	return sizes
}
