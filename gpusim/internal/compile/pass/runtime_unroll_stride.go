package pass

// This file makes loops whose step is a variable count iterations, so that they are unrolled.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// countStrides lets a loop count its iterations down if its signed induction variable grows by
// a loop-invariant value. NVVM computes the trip count of such a loop by a division
// (gpusim/validation/h200/compiler/steps.txt). An unsigned variable may wrap, so that it has
// none. The step is not 0 if the loop must end: C++ says so of loops that other threads do not
// see at work.
func (p *runtimeUnroller) countStrides() bool {
	test, start, step := p.stride()
	if test == nil || slices.ContainsFunc(p.loop.Instrs, seenAtWork) || unrollStages(p.loop) == nil {
		return false
	}
	p.test = test
	old := len(p.k.Blocks)
	if p.before.Term().Op != ir.Bra {
		before := p.before
		p.before = splitEdge(p.k, before, p.loop, "unrolled.count")
		renamePred(p.loop, before.ID, p.before.ID)
	}
	p.countDown(p.iterations(start, step))
	placeNew(p.k, old)
	p.counted = true
	return p.counts()
}

// seenAtWork reports whether an instruction lets a loop run for ever.
func seenAtWork(in *ir.Instr) bool {
	f := in.Op.Facts()
	return in.Volatile || f.Effect && !f.Term && in.Op != ir.St
}

// stride finds the test of a loop, the first value of its induction variable and its step; a
// nil test if the loop is of another form.
func (p *runtimeUnroller) stride() (test *ir.Instr, start, step ir.Operand) {
	t, defs, all := p.loop.Term(), definedIn(p.loop), definitions(p.k)
	if t.Op != ir.CBra || t.Targets[0] != p.loop.ID {
		return nil, start, step
	}
	test = defs[t.Src[0].Reg]
	if test == nil || test.Op != ir.Setp || test.Mod != ir.LT || test.Type != ir.S32 || defs[test.Src[1].Reg] != nil && test.Src[1].IsReg {
		return nil, start, step
	}
	raise := defs[test.Src[0].Reg]
	if !test.Src[0].IsReg || raise == nil || raise.Op != ir.Add || raise.Type != ir.S32 || !raise.Src[0].IsReg || !raise.Src[1].IsReg {
		return nil, start, step
	}
	for i, o := range raise.Src {
		phi, by := defs[o.Reg], raise.Src[1-i]
		if phi != nil && phi.Op == ir.Phi && defs[by.Reg] == nil && !fromSizes(all, by.Reg) && phi.Src[slices.Index(phi.Preds, p.loop.ID)] == ir.R(raise.Dst[0]) {
			return test, phi.Src[slices.Index(phi.Preds, p.before.ID)], by
		}
	}
	return nil, start, step
}

// fromSizes reports whether a value is a special register or computed from one as Go does it,
// signed. CUDA C computes it unsigned, and a variable that it is added to too.
func fromSizes(defs []*ir.Instr, r ir.Reg) bool {
	in := defs[r]
	if in == nil || in.Op == ir.Special {
		return in != nil
	}
	computes := in.Op == ir.Add || in.Op == ir.Sub || in.Op == ir.Mul || in.Op == ir.Mad || in.Op == ir.Shl
	return computes && in.Type.Signed() && slices.ContainsFunc(in.Src, func(o ir.Operand) bool { return o.IsReg && fromSizes(defs, o.Reg) })
}

// iterations computes before the loop how many iterations it has: at least one.
func (p *runtimeUnroller) iterations(start, step ir.Operand) ir.Operand {
	b, t := p.before, p.test.Type
	next := p.emit(b, ir.Add, ir.NoMod, t, start, step)
	end := p.emit(b, ir.Max, ir.NoMod, t, p.test.Src[1], next)
	way := p.emit(b, ir.Sub, ir.NoMod, t, end, start)
	more := p.emit(b, ir.Div, ir.NoMod, unsignedOf[t], p.emit(b, ir.Sub, ir.NoMod, t, way, ir.I(1)), step)
	return p.emit(b, ir.Add, ir.NoMod, t, more, ir.I(1))
}

// countDown makes the loop end where a counter of iterations reaches zero.
func (p *runtimeUnroller) countDown(iterations ir.Operand) {
	t := p.test.Type
	counter, left := p.k.NewReg(t, ""), p.k.NewReg(t, "")
	phi := &ir.Instr{Op: ir.Phi, Type: t, Dst: []ir.Reg{counter}, Src: []ir.Operand{iterations, ir.R(left)}, Preds: []ir.BlockID{p.before.ID, p.loop.ID}, Pos: p.test.Pos}
	lower := &ir.Instr{Op: ir.Add, Type: t, Dst: []ir.Reg{left}, Src: []ir.Operand{ir.R(counter), ir.I(t.Mask())}, Pos: p.test.Pos}
	p.loop.Instrs = slices.Insert(p.loop.Instrs, slices.Index(p.loop.Instrs, p.test), lower)
	p.loop.Instrs = slices.Insert(p.loop.Instrs, 0, phi)
	p.test.Mod, p.test.Src = ir.GT, []ir.Operand{ir.R(left), ir.I(0)}
}
