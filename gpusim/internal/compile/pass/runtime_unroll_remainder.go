package pass

// This file executes the iterations that remain after the unrolled stages of a loop.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// unrollsRemainder reports whether straight-line stages replace the remainder loop.
// nvcc does so for one iteration, and for a nested loop, because each iteration of the outer
// loop executes the remainder, unless it is large (gpusim/validation/h100: starts.txt).
func (p *runtimeUnroller) unrollsRemainder() bool {
	if p.whole || !p.guarded && !p.multiple {
		return p.whole
	}
	return p.least == 2 || p.nested && (p.least-1)*len(p.loop.Instrs) <= mostRemainder
}

// mostRemainder is the size of an unrolled remainder, in instructions: seven iterations of
// 60 operations are unrolled and seven of 100 are not.
const mostRemainder = 512

// remainderStages returns the stages of an unrolled remainder: one iteration per
// stage, as many as may remain. When the trip count is known to be odd, nvcc
// executes the first iteration without a test and the others together
// (gpusim/validation/h200/compiler/rest.txt).
func (p *runtimeUnroller) remainderStages() []stage {
	if p.whole || !p.unrollsRemainder() {
		return nil
	}
	least := p.least
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
	if p.inclusive() {
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

// compareRemainder writes the tests of the remainder, which are the loop's own.
func (p *runtimeUnroller) compareRemainder(iv *variable) {
	for _, t := range p.tests[p.mainStages:] {
		if t.Term().Op == ir.CBra {
			p.decide(t, p.test.Mod, iv.atEnd(t.ID), p.bound)
		}
	}
	if !p.guarded {
		p.first(iv.atEnd(p.remainderTest().ID))
	}
}

// first branches to the remainder loop also when no stage ran: an unguarded loop
// executes its first iteration in any case.
func (p *runtimeUnroller) first(last ir.Operand) {
	none := p.emit(p.remainderTest(), ir.Setp, ir.EQ, p.test.Type, last, p.start())
	t := p.remainderTest().Term()
	t.Src[0] = p.emit(p.remainderTest(), ir.Or, ir.NoMod, ir.Pred, t.Src[0], none)
}
