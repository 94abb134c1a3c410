// Package coalesce divides the access of a warp into the work of the memory system: sectors,
// segments or lines of global memory, wavefronts of shared memory, requests of constant memory.
//
// Coalesce, Segments and Banks are pure functions of a device's Spec and one Access. Their
// results name the lanes that each piece of work serves; pictures are drawn from them. Counter
// counts a launch by instruction, and Splitter splits accesses for the caches. Both remember
// results of earlier accesses; tests compare them with the pure functions.
//
// Units: addresses and sizes in bytes; a transaction is one sector, segment or line moved; a
// wavefront is one pass through the banks.
//
// Invariants: every active lane is served exactly once (in local memory once per word); every
// byte requested lies in a transaction that serves the lane; the order of the result depends
// on the access alone. Addresses are multiples of the word size: the executor refuses others.
//
// Not modelled: arbitration between warps, address translation. A shared atomic of 8 bytes
// counts as one atomic, where some hardware runs a loop.
package coalesce

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// rule is what an arch.CoalesceRule does.
type rule struct {
	// lanes returns how many neighbouring lanes make one request, for words of a size.
	lanes func(s *arch.Spec, bytes int) int
	// serve appends the transactions of the lanes in part.
	serve   func(s *arch.Spec, a *trace.Access, part trace.Mask, dst []trace.Transaction) []trace.Transaction
	lines   bool // L1 fetches whole lines
	sectors bool // transactions are counted in sectors
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

// lineful returns the number of lanes whose words fill one line.
func lineful(s *arch.Spec, bytes int) int { return min(s.WarpSize, s.Global.LineBytes/bytes) }

// Coalesce appends to dst the transactions that serve one global, local or texture access of a
// warp, request by request.
//
// On devices that move lines or sectors, a request has one transaction per line, in ascending
// order, with the sectors used; Bytes counts the bytes moved. On devices that move segments
// (cc 1.x), the transactions are in the order in which the device issues them.
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
			if a.Kind == trace.Atomic && !a.OneTurn() {
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

// requests returns the number of requests of an access: one per group of lanes with an
// active lane, and per word of a local access.
func requests(s *arch.Spec, a *trace.Access) int {
	words, bytes := 1, a.Bytes
	if a.Space == ir.Local {
		words = localWords(s, a)
		bytes /= words
	}
	return words * groups(s, a, LanesPerRequest(s, bytes))
}

// groups returns how many of the groups of n neighbouring lanes have an active lane.
func groups(s *arch.Spec, a *trace.Access, n int) (total int) {
	for first := 0; first < s.WarpSize; first += n {
		if a.Active&trace.MaskOf(first, n) != 0 {
			total++
		}
	}
	return total
}

// throughLines reports whether the access fetches whole lines into L1. Stores, atomics and
// loads that L1 does not cache go to L2.
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

// LanesPerRequest returns how many neighbouring lanes make one request, for words of a size.
func LanesPerRequest(s *arch.Spec, bytes int) int { return rules[s.Global.Coalesce].lanes(s, bytes) }
