package pass

// This file writes the tests of the stages of an unrolled loop.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// compare writes the tests of all stages.
func (p *runtimeUnroller) compare() {
	iv := p.vars[slices.IndexFunc(p.loop.Phis(), func(phi *ir.Instr) bool { return phi.Dst[0] == p.iv })]
	switch p.plan.Remainder {
	case nvcc.RemainderFirst:
		p.compareMultiple(iv)
	case nvcc.NoRemainder:
		p.compareWhole(iv)
	default:
		p.compareMain(iv)
		p.compareRemainder(iv)
	}
}

// compareMain writes the tests of main stages that leave a remainder: n iterations are left
// when iv < bound − (n−1)·by. limit keeps the difference from wrapping.
func (p *runtimeUnroller) compareMain(iv *ir.Variable) {
	last := p.mainEnd() - 1
	least := p.limit(p.enter, p.stages[last].Factor)
	p.decide(p.enter, p.strictly(), iv.AtEnd(p.enter.ID), least)
	for i, s := range p.stages[:p.mainEnd()] {
		limit := least
		if i < last {
			limit = p.limit(p.tests[0], s.Factor)
		}
		if p.tests[i] != p.enter {
			p.decide(p.tests[i], p.strictly(), iv.AtEnd(p.tests[i].ID), limit)
		}
		if s.Loops {
			p.decide(p.body[i], p.strictly(), iv.AtEnd(p.body[i].ID), limit)
		}
	}
}

// compareWhole writes the tests of stages that execute all iterations.
func (p *runtimeUnroller) compareWhole(iv *ir.Variable) {
	for i, s := range p.stages {
		switch {
		case s.Unconditional:
		case s.Factor == 1:
			p.decide(p.tests[i], p.test.Mod, iv.AtEnd(p.tests[i].ID), p.bound)
		default:
			limit := p.limit(p.enter, s.Factor)
			p.decide(p.tests[i], p.strictly(), iv.AtEnd(p.tests[i].ID), limit)
			if s.Loops {
				p.decide(p.body[i], p.strictly(), iv.AtEnd(p.body[i].ID), limit)
			}
		}
	}
}

// compareMultiple writes the tests of all stages where the remainder comes first.
func (p *runtimeUnroller) compareMultiple(iv *ir.Variable) {
	if p.leading() > 0 {
		p.compareFirst(iv, p.stop())
	}
	limits := p.enter
	if p.guard != nil {
		limits = p.guard
		p.decide(p.guard, p.test.Mod, iv.AtEnd(p.guard.ID), p.bound)
	}
	for i, s := range p.stages[p.leading():] {
		test, body := p.tests[p.leading()+i], p.body[p.leading()+i]
		mod, limit := p.test.Mod, p.bound
		if s.Factor > p.plan.Least() {
			mod, limit = p.strictly(), p.limit(limits, s.Factor)
		}
		p.decide(test, mod, iv.AtEnd(test.ID), limit)
		if s.Loops {
			p.decide(body, mod, iv.AtEnd(body.ID), limit)
		}
	}
}

// compareFirst writes the tests of the first stages, which end where iv equals stop.
func (p *runtimeUnroller) compareFirst(iv *ir.Variable, stop ir.Operand) {
	for i, s := range p.stages[:p.leading()] {
		if !s.Unconditional {
			p.decide(p.tests[i], ir.NE, iv.AtEnd(p.tests[i].ID), stop)
		}
		if s.Loops {
			p.decide(p.body[i], ir.NE, iv.AtEnd(p.body[i].ID), stop)
		}
	}
}

// stop computes what iv is behind the first stages: its start and as many steps as the
// trip count leaves over.
func (p *runtimeUnroller) stop() ir.Operand {
	return p.after(p.start(), p.leftOver(p.start(), p.plan.Least()))
}

// after computes what iv is that far behind a start.
func (p *runtimeUnroller) after(start, distance ir.Operand) ir.Operand {
	op := ir.Add
	if p.down {
		op = ir.Sub
	}
	return p.emit(p.enter, op, ir.NoMod, p.test.Type, start, distance)
}

// leftOver computes how far iv goes in the iterations that a factor leaves over of the loop, which is
// entered.
func (p *runtimeUnroller) leftOver(start ir.Operand, factor int) ir.Operand {
	t := p.test.Type
	left := p.emit(p.enter, ir.Rem, ir.NoMod, unsignedOf[t], p.tripCount(start), ir.I(uint64(factor)))
	if p.by > 1 {
		left = p.emit(p.enter, ir.Mul, ir.NoMod, t, left, ir.I(p.by))
	}
	return left
}

// tripCount computes how many iterations the loop, which is entered, has.
func (p *runtimeUnroller) tripCount(start ir.Operand) ir.Operand {
	t, from, to := p.test.Type, start, p.end()
	if p.down {
		from, to = to, from
	}
	n := p.emit(p.enter, ir.Sub, ir.NoMod, t, to, from)
	switch {
	case p.by == 1 && !p.inclusive():
		return n
	case !p.inclusive():
		n = p.emit(p.enter, ir.Sub, ir.NoMod, t, n, ir.I(1))
	}
	n = p.emit(p.enter, ir.Div, ir.NoMod, unsignedOf[t], n, ir.I(p.by))
	return p.emit(p.enter, ir.Add, ir.NoMod, t, n, ir.I(1))
}

// end is the bound, but the first iteration is on its side if no test precedes it.
func (p *runtimeUnroller) end() ir.Operand {
	if p.guarded {
		return p.bound
	}
	nearest, t, op, next := p.start(), p.test.Type, ir.Max, ir.Add
	if p.down {
		op, next = ir.Min, ir.Sub
	}
	if !p.inclusive() {
		nearest = p.emit(p.enter, next, ir.NoMod, t, nearest, ir.I(1))
	}
	return p.emit(p.enter, op, ir.NoMod, t, p.bound, nearest)
}

// compareRemainder writes the tests of the remainder, which are the loop's own.
func (p *runtimeUnroller) compareRemainder(iv *ir.Variable) {
	for _, t := range p.tests[p.mainEnd():] {
		if t.Term().Op == ir.CBra {
			p.decide(t, p.test.Mod, iv.AtEnd(t.ID), p.bound)
		}
	}
	if !p.guarded {
		p.first(iv.AtEnd(p.remainderTest().ID))
	}
}

// first branches to the remainder loop also when no stage ran: an unguarded loop
// executes its first iteration in any case.
func (p *runtimeUnroller) first(last ir.Operand) {
	none := p.emit(p.remainderTest(), ir.Setp, ir.EQ, p.test.Type, last, p.start())
	t := p.remainderTest().Term()
	t.Src[0] = p.emit(p.remainderTest(), ir.Or, ir.NoMod, ir.Pred, t.Src[0], none)
}

// limit computes in b the value below which, or above which, iv has n iterations left.
func (p *runtimeUnroller) limit(b *ir.Block, n int) ir.Operand {
	less := uint64(n-1) * p.by
	if p.inclusive() {
		less--
	}
	if p.down {
		low := p.emit(b, ir.Min, ir.NoMod, p.test.Type, p.bound, ir.I(p.test.Type.Mask()>>1-less))
		return p.emit(b, ir.Add, ir.NoMod, p.test.Type, low, ir.I(less))
	}
	least := less
	if p.test.Type.Signed() {
		least += 1 << (8*p.test.Type.Bytes() - 1)
	}
	high := p.emit(b, ir.Max, ir.NoMod, p.test.Type, p.bound, ir.I(least))
	return p.emit(b, ir.Sub, ir.NoMod, p.test.Type, high, ir.I(less))
}

// decide sets the predicate of b's branch.
func (p *runtimeUnroller) decide(b *ir.Block, m ir.Mod, x, y ir.Operand) {
	b.Term().Src[0] = p.emit(b, ir.Setp, m, p.test.Type, x, y)
}
