package pass

// This file executes the iterations that remain after the unrolled stages of a loop.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// unrollsRemainder reports whether straight-line stages replace the remainder loop.
// nvcc does so for a nested loop, because each iteration of the outer loop executes
// the remainder.
func (p *runtimeUnroller) unrollsRemainder() bool {
	return p.whole || p.nested && p.guarded && !p.asked
}

// remainderStages returns the stages of an unrolled remainder: one iteration per
// stage, as many as may remain. When the trip count is known to be odd, nvcc
// executes the first iteration without a test and the others together
// (gpusim/validation/h200/compiler/rest.txt).
func (p *runtimeUnroller) remainderStages() []stage {
	if p.whole || !p.unrollsRemainder() {
		return nil
	}
	least := p.stages[p.mainStages-1].factor
	trips, known := p.trips()
	left := trips % uint64(least)
	switch {
	case known >= uint64(least) && left <= 1:
		return []stage{{factor: 1, unconditional: true}}[:left]
	case known > 1 && left%2 == 1:
		return []stage{{factor: 1, unconditional: true}, {factor: least - 2}}
	}
	return slices.Repeat([]stage{{factor: 1}}, least-1)
}

// trips returns a number n and a power of two known: the trip count is congruent to
// n modulo known.
func (p *runtimeUnroller) trips() (n, known uint64) {
	if p.by != 1 {
		return 0, 1
	}
	def, a := definitions(p.k), newAlignment(p.k)
	end, known := lowBits(def, a, p.bound)
	start, also := lowBits(def, a, p.start())
	if p.down {
		end, start = start, end
	}
	if p.test.Mod == ir.LE || p.test.Mod == ir.GE {
		end++
	}
	return end - start, min(known, also)
}

// lowBits returns a number v and a power of two known: o is congruent to v modulo
// known.
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
