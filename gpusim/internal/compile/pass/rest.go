package pass

// This file takes what is left behind the steps of a loop.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// straight reports whether the rest is taken without the loop. nvcc does that in
// loops that are inside of others, which come to their rest again and again.
func (p *partialUnroller) straight() bool { return p.nested && p.asked }

// rounds returns the steps of a straight rest: one iteration after the other, as
// many as can be left. Of an odd number 1 or 3 are left, which nvcc knows
// (gpusim/validation/h200/rest.txt): the first is there, and the others are together.
func (p *partialUnroller) rounds() []step {
	if !p.straight() {
		return nil
	}
	most := p.steps[p.whole-1].iterations
	trips, known := p.trips()
	left := trips % uint64(most)
	switch {
	case known >= uint64(most) && left <= 1:
		return []step{{iterations: 1, sure: true}}[:left]
	case known > 1 && left%2 == 1:
		return []step{{iterations: 1, sure: true}, {iterations: most - 2}}
	}
	return slices.Repeat([]step{{iterations: 1}}, most-1)
}

// trips returns a number that the iterations are like in their low bits, and the
// power of two from which on they may differ.
func (p *partialUnroller) trips() (n, known uint64) {
	if p.by != 1 {
		return 0, 1
	}
	def, a := definitions(p.k), newAlignment(p.k)
	end, known := lowBits(def, a, p.bound)
	start, also := lowBits(def, a, p.start())
	if p.test.Mod == ir.LE {
		end++
	}
	return end - start, min(known, also)
}

// lowBits returns a number that o is like in its low bits, and the power of two
// from which on it may differ.
func lowBits(def []*ir.Instr, a *alignment, o ir.Operand) (v, known uint64) {
	const all = uint64(1) << 31
	if !o.IsReg {
		return o.Imm, all
	}
	if in := def[o.Reg]; in != nil && in.Op == ir.Add && !in.Src[1].IsReg {
		v, known = lowBits(def, a, in.Src[0])
		return v + in.Src[1].Imm, known
	}
	return 0, min(uint64(1)<<a.zeros[o.Reg], all)
}
