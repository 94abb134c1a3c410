package pass

// This file executes the iterations that unrolled stages leave over before these stages.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// planRemainder adds the stages of the remainder to the main ones.
func (p *runtimeUnroller) planRemainder() {
	p.mainStages, p.least = len(p.stages), p.stages[len(p.stages)-1].factor
	if p.multiple = !p.whole && p.remainderFirst(); !p.multiple {
		p.stages = append(p.stages, p.remainderStages()...)
		return
	}
	first := p.firstStages()
	p.stages = slices.Concat(first, p.afterFirst())
	p.leading, p.mainStages = len(first), len(p.stages)
	p.whole = true
}

// remainderFirst reports whether nvcc takes the iterations left over first: unless an
// integer of the loop starts at a constant, which the first of the unrolled iterations can
// use (isEpilogProfitable in LLVM's LoopUnrollRuntime.cpp; gpusim/validation/h100: starts.txt).
func (p *runtimeUnroller) remainderFirst() bool {
	return !slices.ContainsFunc(p.loop.Phis(), func(phi *ir.Instr) bool {
		return !phi.Type.Float() && !phi.Src[slices.Index(phi.Preds, p.before.ID)].IsReg
	})
}

// firstStages returns the stages that execute the remainder: a loop, or the stages that
// would execute it behind the main ones.
func (p *runtimeUnroller) firstStages() []stage {
	trips, known := p.trips()
	switch {
	case p.guarded && known >= uint64(p.least) && trips%uint64(p.least) == 0:
		return nil
	case p.unrollsRemainder():
		return p.remainderStages()
	}
	return []stage{{factor: 1, loops: true}}
}

// afterFirst returns the main stages, which the smallest factor ends. Where several count
// an unsigned number, ptxas also begins with the smallest.
func (p *runtimeUnroller) afterFirst() []stage {
	stages := slices.Clone(p.stages)
	if last := len(stages) - 1; last > 0 {
		stages[last].loops = false
		if !p.test.Type.Signed() {
			stages = slices.Insert(stages, 0, stages[last])
		}
	}
	return stages
}

// compareMultiple writes the tests of all stages where the remainder comes first.
func (p *runtimeUnroller) compareMultiple(iv *variable) {
	if p.leading > 0 {
		p.compareFirst(iv, p.stop())
	}
	limits := p.enter
	if p.gate != nil {
		limits = p.gate
		p.decide(p.gate, p.test.Mod, iv.atEnd(p.gate.ID), p.bound)
	}
	for i, s := range p.stages[p.leading:] {
		test, body := p.tests[p.leading+i], p.body[p.leading+i]
		mod, limit := p.test.Mod, p.bound
		if s.factor > p.least {
			mod, limit = p.strictly(), p.limit(limits, s.factor)
		}
		p.decide(test, mod, iv.atEnd(test.ID), limit)
		if s.loops {
			p.decide(body, mod, iv.atEnd(body.ID), limit)
		}
	}
}

// compareFirst writes the tests of the first stages, which end where iv equals stop.
func (p *runtimeUnroller) compareFirst(iv *variable, stop ir.Operand) {
	for i, s := range p.stages[:p.leading] {
		if !s.unconditional {
			p.decide(p.tests[i], ir.NE, iv.atEnd(p.tests[i].ID), stop)
		}
		if s.loops {
			p.decide(p.body[i], ir.NE, iv.atEnd(p.body[i].ID), stop)
		}
	}
}

// stop computes what iv is behind the first stages: its start and as many steps as the
// trip count leaves over.
func (p *runtimeUnroller) stop() ir.Operand {
	t := unsignedOf[p.test.Type]
	return p.after(p.enter, p.emit(p.enter, ir.Rem, ir.NoMod, t, p.tripCount(), ir.I(uint64(p.least))))
}

// tripCount computes how many iterations the loop, which is entered, has.
func (p *runtimeUnroller) tripCount() ir.Operand {
	t, from, to := p.test.Type, p.start(), p.end()
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
	n = p.emit(p.enter, ir.Div, ir.NoMod, unsignedOf[t], n, p.increment())
	return p.emit(p.enter, ir.Add, ir.NoMod, t, n, ir.I(1))
}

// inclusive reports whether an iteration may start at the bound.
func (p *runtimeUnroller) inclusive() bool { return p.test.Mod == ir.LE || p.test.Mod == ir.GE }

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
