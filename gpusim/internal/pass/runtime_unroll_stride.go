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
func (l *runtimeLoop) countStrides() bool {
	test, start, step := l.stride()
	if test == nil || slices.ContainsFunc(l.loop.Instrs, seenAtWork) || profile.Stages(bodyFacts(l.loop)) == nil {
		return false
	}
	l.test = test
	old := len(l.k.Blocks)
	if l.preheader.Term().Op != ir.Bra {
		before := l.preheader
		l.preheader = splitEdge(l.k, before, l.loop, "unrolled.count")
		renamePred(l.loop, before.ID, l.preheader.ID)
	}
	l.countDown(l.iterations(start, step))
	placeNew(l.k, old)
	l.counted = true
	return l.counts()
}

// seenAtWork reports whether an instruction lets a loop run for ever.
func seenAtWork(in *ir.Instr) bool {
	f := in.Op.Facts()
	return in.Volatile || f.Effect && !f.Term && in.Op != ir.St
}

// stride finds the test of a loop, the first value of its induction variable and its step; a
// nil test if the loop is of another form.
func (l *runtimeLoop) stride() (test *ir.Instr, start, step ir.Operand) {
	t, defs, all := l.loop.Term(), definedIn(l.loop), definitions(l.k)
	if t.Op != ir.CBra || t.Targets[0] != l.loop.ID {
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
		if phi != nil && phi.Op == ir.Phi && defs[by.Reg] == nil && !fromSizes(all, by.Reg) && phi.Src[slices.Index(phi.Preds, l.loop.ID)] == ir.R(raise.Dst[0]) {
			return test, phi.Src[slices.Index(phi.Preds, l.preheader.ID)], by
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
func (l *runtimeLoop) iterations(start, step ir.Operand) ir.Operand {
	b, t := l.preheader, l.test.Type
	next := l.emit(b, ir.Add, ir.NoMod, t, start, step)
	end := l.emit(b, ir.Max, ir.NoMod, t, l.test.Src[1], next)
	distance := l.emit(b, ir.Sub, ir.NoMod, t, end, start)
	more := l.emit(b, ir.Div, ir.NoMod, unsignedOf[t], l.emit(b, ir.Sub, ir.NoMod, t, distance, ir.I(1)), step)
	return l.emit(b, ir.Add, ir.NoMod, t, more, ir.I(1))
}

// countDown makes the loop end where a counter of iterations reaches zero.
func (l *runtimeLoop) countDown(iterations ir.Operand) {
	t := l.test.Type
	counter, left := l.k.NewReg(t, ""), l.k.NewReg(t, "")
	phi := &ir.Instr{Op: ir.Phi, Type: t, Dst: []ir.Reg{counter}, Src: []ir.Operand{iterations, ir.R(left)}, Preds: []ir.BlockID{l.preheader.ID, l.loop.ID}, Pos: l.test.Pos}
	lower := &ir.Instr{Op: ir.Add, Type: t, Dst: []ir.Reg{left}, Src: []ir.Operand{ir.R(counter), ir.I(t.Mask())}, Pos: l.test.Pos}
	l.loop.Instrs = slices.Insert(l.loop.Instrs, slices.Index(l.loop.Instrs, l.test), lower)
	l.loop.Instrs = slices.Insert(l.loop.Instrs, 0, phi)
	l.test.Mod, l.test.Src = ir.GT, []ir.Operand{ir.R(left), ir.I(0)}
}
