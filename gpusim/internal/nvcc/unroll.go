package nvcc

// This file decides about loops whose trip count is constant, and about those for which
// the source asks.

import "gpucourse/gpusim/internal/ir"

// unrollLimits bound the unrolling of loops.
type unrollLimits struct {
	full          int // work of all iterations of a loop that NVVM unrolls fully
	fullTests     int // the same, of a loop that compares its counter with a constant, if ptxas follows
	fullLocal     int // the same, of a loop that indexes a local array
	nest          int // instructions of loops inside, all iterations together, that are unrolled with the loop around them
	simulated     int // iterations that NVVM simulates, to see what becomes constant
	fullSimulated int // work of all iterations of a loop that indexes a local array, if it simulates them
	parts         int // work of the iterations that NVVM unrolls together
	pairs         int // work per iteration up to which NVVM takes two of a loop of unknown length
	expensive     int // work of a division of integers
	asked         int // instructions of all copies, if the source asks for them
	askedTrips    int // iterations up to which a constant number is looked for
	askedKernel   int // instructions of a kernel in which the source's wishes count no more
	kernel        int // instructions of a kernel in which no more loops of unknown length are unrolled
	inner         int // iterations of an inner loop up to which the outer one is unrolled too

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

// againLimits bound what ptxas makes of a loop with a constant trip count.
type againLimits struct {
	full   int // machine instructions of all iterations together
	tests  int // the same of a loop that compares its counter: its tests become constant
	small  int // the same of a loop whose iteration is short: so much
	falls  int // less so much per machine instruction of the iteration
	body   int // machine instructions of an iteration, half a one more per load
	copies int // machine instructions of the iterations that are unrolled together
	least  int // factor that is worth it
	most   int // factor that is tried in any case; one in so many iterations may be left over
}

// Loop is a loop as it stands.
type Loop struct {
	Asked  int  // as ir.Block.Unroll
	Size   int  // instructions
	Work   int  // instructions that NVVM counts
	Local  bool // it indexes a local array
	Inner  bool // it contains loops
	Kernel int  // instructions of the kernel, if Asked is not 0

	Again    bool // ptxas decides
	Machine  int  // machine instructions that ptxas counts
	Loads    int  // loads among them
	Branches bool // it has several blocks
	Both     bool // what ptxas unrolls fully is unrolled at once
	Tests    bool // it compares its counter with a constant
}

// Work returns what NVVM counts for an instruction (LLVM: TargetTransformInfoImpl.h). Functions stand
// in the code as libdevice has them.
func (p *Profile) Work(in *ir.Instr) int {
	if (in.Op == ir.Div || in.Op == ir.Rem) && !in.Type.Float() {
		return p.unroll.expensive
	}
	if in.Op == ir.Math {
		return max(1, p.functions[in.Mod]*in.Type.Bytes()/ir.F32.Bytes())
	}
	return 1
}

// Unrollable reports whether the loop may be unrolled at all.
func (p *Profile) Unrollable(l Loop) bool {
	if l.Again {
		return l.Asked == 0 || l.Asked == ir.UnrollAgain
	}
	return l.Asked != 1 && l.Asked != ir.UnrollAgain && (l.Asked == 0 || p.AskedKernel(l.Kernel))
}

// MostTrips returns the largest constant trip count with which the loop is unrolled.
func (p *Profile) MostTrips(l Loop) int {
	switch {
	case l.Again:
		return p.unroll.askedTrips
	case l.Asked == 0:
		return max(p.fullTrips(l), p.countedTrips(l))
	case l.Asked == ir.UnrollFull:
		return p.unroll.asked / l.Size
	}
	return p.unroll.askedTrips
}

// loopControl is the work of a loop's test and branch, which unrolling removes.
const loopControl = 2

// fullTrips returns the largest trip count of a loop that NVVM unrolls fully.
func (p *Profile) fullTrips(l Loop) int {
	most := p.unroll.full
	switch {
	case l.Local:
		most = p.unroll.fullLocal
	case l.Tests && l.Both:
		most = p.unroll.fullTests
	}
	trips := (most - loopControl) / max(l.Work-loopControl, 1)
	if l.Local && trips < p.unroll.simulated {
		return min(p.unroll.simulated, (p.unroll.fullSimulated-loopControl)/max(l.Work-loopControl, 1))
	}
	return trips
}

// countedTrips returns the largest trip count that NVVM divides by a factor.
func (p *Profile) countedTrips(l Loop) int {
	if l.Inner || !p.partFits(2, l.Work) {
		return 0
	}
	return p.unroll.askedTrips
}

// partFits reports whether NVVM takes a number of iterations at once.
func (p *Profile) partFits(factor, work int) bool {
	return factor*(work-loopControl)+loopControl <= p.unroll.parts
}

// UnrollCounted returns how many iterations one pass through the unrolled loop executes, of
// a loop whose trip count is at most MostTrips; 0 means all.
func (p *Profile) UnrollCounted(l Loop, trips int) (factor int, ok bool) {
	if l.Again {
		return p.unrollCountedAgain(l, trips)
	}
	if l.Asked > 1 && l.Asked < trips {
		return l.Asked, p.AskedLoop(l.Asked, l.Size)
	}
	if l.Asked != 0 || trips <= p.fullTrips(l) {
		return 0, true
	}
	factor = 1
	for trips%(2*factor) == 0 && p.partFits(2*factor, l.Work) {
		factor *= 2
	}
	return factor, factor > 1
}

// unrollCountedAgain is UnrollCounted of a loop for which ptxas decides. It unrolls a loop of one
// block in part, by the largest factor that leaves few iterations over.
func (p *Profile) unrollCountedAgain(l Loop, trips int) (factor int, ok bool) {
	size := max(l.Machine, 1)
	full := p.again.full
	if l.Tests {
		full = p.again.tests
	}
	if size*trips <= max(full, p.again.small-p.again.falls*size) {
		return 0, true
	}
	if l.Branches || l.Inner || size+l.Loads/2 > p.again.body {
		return 0, false
	}
	for factor = max(p.again.copies/size, p.again.most); factor >= p.again.least; factor-- {
		if trips%factor*p.again.most <= factor {
			return factor, true
		}
	}
	return 0, false
}

// RuntimeFactor returns how many iterations NVVM takes at once of a loop of unknown length with some
// work per iteration.
func (p *Profile) RuntimeFactor(work int) int {
	switch {
	case p.partFits(4, work):
		return 4
	case work <= p.unroll.pairs:
		return 2
	}
	return 1
}

// NestFits reports whether loops of a number of instructions, all iterations together, are
// unrolled with the loop around them.
func (p *Profile) NestFits(copies int) bool { return copies <= p.unroll.nest }

// AskedKernel reports whether the source's wishes count in a kernel of a number of
// instructions.
func (p *Profile) AskedKernel(size int) bool { return size <= p.unroll.askedKernel }

// AskedLoop reports whether a loop of a number of instructions is unrolled by the factor
// that the source gives.
func (p *Profile) AskedLoop(factor, size int) bool {
	return factor > 1 && factor*size <= p.unroll.asked
}
