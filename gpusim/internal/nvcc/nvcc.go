// Package nvcc says what NVIDIA's compiler decides: how often it unrolls a loop, which
// branches it predicates, which arrays it keeps in registers, how many registers it uses.
//
// A decision is a method of Profile from facts about the code to a plan. It changes
// nothing. The passes of package pass and the allocator of package regalloc find the facts in
// the IR and carry the plan out.
//
// The numbers of one toolkit stand in one Profile. Its fields are not exported, so no
// number can be used outside this package. Each number names its source: a file of
// measurements in gpusim/validation, a document of NVIDIA, or the source of LLVM, on which
// nvcc is built. A number without such a source says "guess".
package nvcc

import "gpucourse/gpusim/internal/ir"

// Profile is the numbers with which one toolkit decides. They are in instructions of the
// IR unless their comment says otherwise.
type Profile struct {
	unroll    unrollLimits
	again     againLimits
	arms      armLimits
	arrays    arrayLimits
	header    int // instructions of a loop header that is copied to the loop's end
	sumUses   int // uses of a product from which on the front end does not fuse it
	sunkPhis  int // phis that one instruction may need when it is moved behind the arms of a branch
	toolkit   int // the toolkit's major version
	latency   latencies
	headroom  int // registers that the scheduler keeps free for the next instruction
	loopTrips int // assumed iterations of a loop, for the cost of a spill
	scratch   map[scratchKey]int
	held      map[scratchKey]int

	fetchAhead int
	calls      callRegisters
	functions  map[ir.Mod]int // instructions of a function of float32 in libdevice
}

// Rotates reports whether the test of a loop moves to its end, given the instructions of
// the header that holds the test.
func (p *Profile) Rotates(header int) bool { return header <= p.header }

// FusesSum reports whether NVVM fuses a product that has a number of uses, all of them
// sums of its block.
func (p *Profile) FusesSum(uses int) bool { return uses < p.sumUses }

// Sinks reports whether NVVM moves an instruction behind the arms of a branch if that takes
// a number of phis.
func (p *Profile) Sinks(phis int) bool { return phis <= p.sunkPhis }
