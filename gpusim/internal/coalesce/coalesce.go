// Package coalesce divides the access of a warp into the work of the memory system: sectors,
// segments or lines of global memory, wavefronts of shared memory, requests of constant memory.
//
// Coalesce, Segments and Banks are pure functions of a device's Spec and one
// Access; they keep the lanes each piece of work serves, and pictures are drawn
// from them. Counter counts a whole launch by instruction. It takes the same
// decisions by shorter ways and is tested to agree with the pure functions on
// random accesses.
//
// Units: addresses and sizes in bytes; one transaction is one sector, segment
// or line moved; one wavefront is one pass through the banks.
//
// Invariants: every active lane is served exactly once (once for each of its
// words, in local memory); every byte asked for lies in a transaction that serves the
// lane; the order of the result depends on the access alone. Addresses are
// multiples of the word asked for: the executor refuses others.
//
// Not modelled: arbitration between warps, translation.
// Shared atomics of 8 bytes are counted as one atomic, where some hardware
// runs a loop.
package coalesce

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// rule is what an arch.CoalesceRule does.
type rule struct {
	// lanes is how many successive lanes of an access make one request, for
	// words of the given size.
	lanes func(s *arch.Spec, bytes int) int
	// serve appends the transactions of the lanes in part.
	serve func(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction
	// lines says that what L1 fetches, it fetches as whole lines.
	lines bool
	// sectors says that a line is counted by the sectors used of it.
	sectors bool
}

// rules is indexed by arch.CoalesceRule.
var rules = [...]rule{
	arch.CoalesceHalfWarp: {lanes: halfWarp, serve: serveInOrder},
	arch.CoalesceSegment:  {lanes: halfWarp, serve: serveSegments},
	arch.CoalesceLine:     {lanes: lineful, serve: serveLines, lines: true, sectors: true},
	arch.CoalesceSector:   {lanes: wholeWarp, serve: serveLines, sectors: true},
}

func wholeWarp(s *arch.Spec, _ int) int { return s.WarpSize }

func halfWarp(s *arch.Spec, _ int) int { return s.WarpSize / 2 }

// lineful is as many lanes as ask for at most one line's bytes.
func lineful(s *arch.Spec, bytes int) int { return min(s.WarpSize, s.Global.LineBytes/bytes) }

// Coalesce appends to dst the transactions that serve one global, local or
// texture access of a warp, request by request.
//
// Where a device moves lines or their sectors, the transactions of a request
// are one a line, in ascending order, with the sectors used; Bytes is what
// moves. Where it moves segments (cc 1.x), they stand in the order in which
// the device issues them.
func Coalesce(s *arch.Spec, a *trace.Access, dst []trace.Transaction) []trace.Transaction {
	switch a.Space {
	case ir.Local:
		return coalesceLocal(s, a, dst)
	case ir.Texture:
		return coalesceTexture(s, a, dst)
	}
	return coalesce(s, a, dst)
}

func coalesce(s *arch.Spec, a *trace.Access, dst []trace.Transaction) []trace.Transaction {
	r := &rules[s.Global.Coalesce]
	n, before := r.lanes(s, a.Bytes), len(dst)
	for first := 0; first < s.WarpSize; first += n {
		for part := a.Active & trace.MaskOf(first, n); part != 0; {
			turn := part
			if a.Kind == trace.Atomic {
				turn = Distinct(a, part)
			}
			dst = r.serve(s, a, turn, dst)
			part &^= turn
		}
	}
	if throughLines(s, a) {
		for i := range dst[before:] {
			dst[before+i].Bytes = s.Global.LineBytes
		}
	}
	return dst
}

// Count returns the traffic of one global, local or texture access.
func Count(s *arch.Spec, a *trace.Access) trace.Traffic {
	var buf [2 * arch.MaxLanes]trace.Transaction
	return count(s, a, Coalesce(s, a, buf[:0]))
}

// count sums up what Coalesce returned for a.
func count(s *arch.Spec, a *trace.Access, moved []trace.Transaction) trace.Traffic {
	if a.Space == ir.Texture {
		return countTexture(s, a, moved)
	}
	r := &rules[s.Global.Coalesce]
	t := trace.Traffic{Requests: requests(s, a)}
	for i := range moved {
		n := moved[i].Bytes / s.Global.SectorBytes
		t.Sectors += n
		if r.sectors && !throughLines(s, a) {
			t.Transactions += n
		} else {
			t.Transactions++
		}
	}
	return t
}

// requests is how many requests the lanes of an access make: one for each
// group of lanes with an active one, and for each word of a local access.
func requests(s *arch.Spec, a *trace.Access) int {
	words, bytes := 1, a.Bytes
	if a.Space == ir.Local {
		words = localWords(s, a)
		bytes /= words
	}
	n, total := rules[s.Global.Coalesce].lanes(s, bytes), 0
	for first := 0; first < s.WarpSize; first += n {
		if a.Active&trace.MaskOf(first, n) != 0 {
			total += words
		}
	}
	return total
}

// throughLines reports whether the access fetches whole lines into L1. Stores
// and atomics go to L2, and so do loads that L1 does not keep.
func throughLines(s *arch.Spec, a *trace.Access) bool {
	return rules[s.Global.Coalesce].lines && a.Kind == trace.Load && (s.Global.GlobalInL1 || a.Space == ir.Local)
}

// Distinct returns the lanes of part whose address no lower lane of part uses.
func Distinct(a *trace.Access, part trace.Mask) trace.Mask {
	if a.Uniform() {
		return part & -part
	}
	var taken trace.Mask
	for rest := part; rest != 0; rest &= rest - 1 {
		i := rest.First()
		same := false
		for low := taken; low != 0 && !same; low &= low - 1 {
			same = a.Lane(low.First()) == a.Lane(i)
		}
		if !same {
			taken |= 1 << i
		}
	}
	return taken
}

// LanesPerRequest returns how many successive lanes of an access make one request, for
// words of the given size in bytes.
func LanesPerRequest(s *arch.Spec, bytes int) int {
	return rules[s.Global.Coalesce].lanes(s, bytes)
}
