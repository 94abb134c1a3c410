package pass

// This file unrolls loops whose induction variable grows by a value known at run time.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// grows reads what an iteration adds to the induction variable. It may be a value of run time
// if the source asks for the unrolling and LLVM may assume that the variable grows and that
// the loop ends: a signed sum, compared with <, and no effects but stores
// (gpusim/validation/h100: steps.txt).
func (p *runtimeUnroller) grows(raise *ir.Instr, defs map[ir.Reg]*ir.Instr) bool {
	if o := raise.Src[1]; o.IsReg {
		p.step = o.Reg
		return p.loop.Unroll != 0 && defs[o.Reg] == nil && raise.Type.Signed() && p.test.Mod == ir.LT && !slices.ContainsFunc(p.loop.Instrs, mayNotEnd)
	}
	p.by = raise.Src[1].Imm
	if p.down {
		p.by = -p.by & p.test.Type.Mask()
	}
	return p.by != 0 && p.by <= mostBy
}

// mayNotEnd reports whether LLVM takes a loop with an instruction for one that may not end.
func mayNotEnd(in *ir.Instr) bool {
	return in.Volatile || in.Op.Facts().Effect && in.Op != ir.St && in.Op != ir.CBra
}

// increment is what an iteration adds to the induction variable.
func (p *runtimeUnroller) increment() ir.Operand {
	if p.by == 0 {
		return ir.R(p.step)
	}
	return ir.I(p.by)
}

// enough returns the comparison of iv with a limit, computed in b, that holds while n
// iterations are left.
func (p *runtimeUnroller) enough(b *ir.Block, n int) (ir.Mod, ir.Operand) {
	if p.by != 0 {
		return p.strictly(), p.limit(b, n)
	}
	trips := p.tripCount()
	left := p.emit(b, ir.Rem, ir.NoMod, unsignedOf[p.test.Type], trips, ir.I(uint64(n)))
	done := p.emit(b, ir.Sub, ir.NoMod, p.test.Type, trips, left)
	return ir.NE, p.after(b, done)
}

// after computes in b the value of iv after n iterations.
func (p *runtimeUnroller) after(b *ir.Block, n ir.Operand) ir.Operand {
	if p.by != 1 {
		n = p.emit(b, ir.Mul, ir.NoMod, p.test.Type, n, p.increment())
	}
	op := ir.Add
	if p.down {
		op = ir.Sub
	}
	return p.emit(b, op, ir.NoMod, p.test.Type, p.start(), n)
}
