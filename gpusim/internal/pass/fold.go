package pass

// This file folds constants and copies. What a value is worth knowing about an
// instruction stands in the table of rules.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// fold applies the rules until none fires, then folds branches, until nothing
// changes.
func fold(k *ir.Kernel) {
	f := &folder{subst: newSubst(k), def: definitions(k)}
	for changed := true; changed; {
		f.values()
		if changed = foldBranches(k); changed {
			removeUnreachable(k)
		}
		changed = mergeBlocks(k) || changed
	}
}

type folder struct {
	*subst
	def []*ir.Instr
}

// values simplifies every instruction, until a whole round changes nothing.
// Loops need a second round: their phis come before what feeds them.
func (f *folder) values() {
	order := f.k.ReversePostOrder()
	for changed := true; changed; {
		changed = false
		for _, id := range order {
			b := f.k.Blocks[id]
			dropped := false
			for _, in := range b.Instrs {
				if f.visit(in) {
					changed = true
				}
				dropped = dropped || in.Op == ir.BadOp
			}
			f.tidy(b, dropped)
		}
	}
}

// tidy removes what visit marked, and puts phis that became copies after the
// phis that are left.
func (f *folder) tidy(b *ir.Block, dropped bool) {
	if dropped {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return in.Op == ir.BadOp })
	}
	last := -1
	for i, in := range b.Instrs {
		if in.Op == ir.Phi {
			last = i
		}
	}
	if last >= len(b.Phis()) {
		slices.SortStableFunc(b.Instrs[:last+1], func(x, y *ir.Instr) int { return phiOrder(x) - phiOrder(y) })
	}
}

func phiOrder(in *ir.Instr) int {
	if in.Op == ir.Phi {
		return 0
	}
	return 1
}

// visit simplifies one instruction and reports whether it changed.
func (f *folder) visit(in *ir.Instr) bool {
	changed := f.apply(in) || f.guard(in) || f.bitsBack(in)
	for f.simplify(in) {
		changed = true
	}
	if in.Op == ir.Mov && !f.to[in.Dst[0]].set && f.replaceable(in) {
		f.set(in.Dst[0], in.Src[0])
		return true
	}
	return changed
}

// replaceable reports whether the source of a Mov may stand for its result:
// not when it takes the bits of an integer for a float or the other way.
func (f *folder) replaceable(in *ir.Instr) bool {
	o := in.Src[0]
	return !o.IsReg || ir.SameClass(f.k.Regs[o.Reg].Type, f.k.Regs[in.Dst[0]].Type)
}

// bitsBack: bits taken for a value of another kind and back are those of the first value.
func (f *folder) bitsBack(in *ir.Instr) bool {
	if in.Op != ir.Mov || in.Guard != ir.NoReg || f.replaceable(in) {
		return false
	}
	d := f.defines(in.Src[0])
	if d == nil || d.Op != ir.Mov || d.Guard != ir.NoReg || !d.Src[0].IsReg || f.k.Regs[d.Src[0].Reg].Type != f.k.Regs[in.Dst[0]].Type {
		return false
	}
	in.Src[0] = d.Src[0]
	return true
}

// guard resolves a guard that is constant: no guard, or no instruction.
func (f *folder) guard(in *ir.Instr) bool {
	g := f.resolve(ir.R(in.Guard))
	if in.Guard == ir.NoReg || g.IsReg {
		return false
	}
	if (g.Imm != 0) == in.GuardNot {
		in.Op = ir.BadOp
		return false
	}
	in.Guard, in.GuardNot = ir.NoReg, false
	return true
}

// simplify applies the first rule that fires.
func (f *folder) simplify(in *ir.Instr) bool {
	if in.Op == ir.Mov || in.Op == ir.BadOp {
		return false
	}
	if f.constant(in) {
		return true
	}
	for _, rule := range rules[in.Op] {
		if rule(f, in) {
			return true
		}
	}
	return false
}

// constant replaces an instruction all of whose operands are known by its value.
func (f *folder) constant(in *ir.Instr) bool {
	v, ok := evaluate(in)
	if ok {
		become(in, ir.I(v))
	}
	return ok
}

// evaluate computes an instruction all of whose operands are constants.
func evaluate(in *ir.Instr) (uint64, bool) {
	if len(in.Src) == 0 || len(in.Dst) != 1 {
		return 0, false
	}
	var buf [4]uint64
	args := buf[:0]
	for _, o := range in.Src {
		if o.IsReg || len(args) == len(buf) {
			return 0, false
		}
		args = append(args, o.Imm)
	}
	return ir.Fold(in, args)
}
