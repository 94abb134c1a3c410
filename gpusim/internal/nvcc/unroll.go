package nvcc

// This file decides about loops whose trip count is constant, and about those for which
// the source asks.

import "gpucourse/gpusim/internal/ir"

// unrollLimits bound the unrolling of loops.
type unrollLimits struct {
	trips       int // iterations of a constant number that are all unrolled
	copies      int // instructions of all these iterations together
	asked       int // instructions of all copies, if the source asks for them
	askedTrips  int // iterations up to which a constant number is looked for
	askedKernel int // instructions of a kernel in which the source's wishes count no more
	kernel      int // instructions of a kernel in which no more loops of unknown length are unrolled
	inner       int // iterations of an inner loop up to which the outer one is unrolled too

	// Instructions per iteration that NVVM unrolls by four and by two, if the trip count is
	// not known.
	byFour, byTwo int
	// Machine instructions per iteration that ptxas unrolls again: without loads, more for
	// each load that is not global, and with global loads.
	again, againPerLoad, againWithGlobal int
	// Machine instructions per iteration of a loop that ptxas unrolls and NVVM leaves alone.
	whole, wholeWithGlobal int
	remainder              int // instructions of an unrolled remainder
}

// Loop is a loop as it stands.
type Loop struct {
	Asked  int // as ir.Block.Unroll
	Size   int // instructions
	Kernel int // instructions of the kernel, if Asked is not 0
}

// Unrollable reports whether the loop may be unrolled at all.
func (p *Profile) Unrollable(l Loop) bool {
	return l.Asked != 1 && (l.Asked == 0 || p.AskedKernel(l.Kernel))
}

// MostTrips returns the largest constant trip count with which the loop is unrolled.
func (p *Profile) MostTrips(l Loop) int {
	switch {
	case l.Asked == 0:
		return min(p.unroll.trips, p.unroll.copies/l.Size)
	case l.Asked == ir.UnrollFull:
		return p.unroll.asked / l.Size
	}
	return p.unroll.askedTrips
}

// UnrollCounted returns how many iterations one pass through the unrolled loop executes, of
// a loop whose trip count is at most MostTrips; 0 means all.
func (p *Profile) UnrollCounted(l Loop, trips int) (factor int, ok bool) {
	if l.Asked > 1 && l.Asked < trips {
		return l.Asked, p.AskedLoop(l.Asked, l.Size)
	}
	return 0, true
}

// NestFits reports whether loops of a number of instructions, all iterations together, are
// unrolled with the loop around them.
func (p *Profile) NestFits(copies int) bool { return copies <= p.unroll.copies }

// AskedKernel reports whether the source's wishes count in a kernel of a number of
// instructions.
func (p *Profile) AskedKernel(size int) bool { return size <= p.unroll.askedKernel }

// AskedLoop reports whether a loop of a number of instructions is unrolled by the factor
// that the source gives.
func (p *Profile) AskedLoop(factor, size int) bool {
	return factor > 1 && factor*size <= p.unroll.asked
}
