package pass

// This file divides by powers of two without a division.

import (
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// divide replaces signed quotients and remainders by constant powers of two.
// fold does so for unsigned ones, where one instruction is enough. A signed
// division truncates towards zero, so that negative dividends are first raised
// by the divisor less one; those known not to be negative need no such care, by
// their definition or by a branch that leads to the division.
func divide(k *ir.Kernel) {
	d := &divider{k: k, def: definitions(k)}
	for _, b := range k.Blocks {
		for i := 0; i < len(b.Instrs); i++ {
			if before := d.visit(b, b.Instrs[i]); before != nil {
				b.Instrs = slices.Insert(b.Instrs, i, before...)
				i += len(before)
			}
		}
	}
}

type divider struct {
	k   *ir.Kernel
	def []*ir.Instr
	cfg *graph      // nil: not needed yet
	out []*ir.Instr // what must precede the instruction at hand
}

// visit rewrites one division and returns what must precede it.
func (d *divider) visit(b *ir.Block, in *ir.Instr) []*ir.Instr {
	if in.Op != ir.Div && in.Op != ir.Rem || in.Type != ir.S32 && in.Type != ir.S64 || in.Src[1].IsReg {
		return nil
	}
	divisor := in.Type.Extend(in.Src[1].Imm)
	if int64(divisor) < 2 || bits.OnesCount64(divisor) != 1 {
		return nil
	}
	d.out = nil
	x, shift := in.Src[0], uint64(bits.TrailingZeros64(divisor))
	positive := d.notNegative(x) || x.IsReg && d.guarded(b.ID, x, in.Type)
	sum := x
	if !positive {
		sum = d.emit(in, ir.Add, in.Type, x, d.excess(in, x, shift))
	}
	switch {
	case in.Op == ir.Div:
		in.Op, in.Src = ir.Shr, []ir.Operand{sum, ir.I(shift)}
	case positive:
		in.Op, in.Src = ir.And, []ir.Operand{x, ir.I(divisor - 1)}
	default:
		multiple := d.emit(in, ir.And, in.Type, sum, ir.I(-divisor&in.Type.Mask()))
		in.Op, in.Src = ir.Sub, []ir.Operand{x, multiple}
	}
	return d.out
}

// excess is 2^shift − 1 for a negative x and 0 for another: the sign, spread
// over the low bits.
func (d *divider) excess(in *ir.Instr, x ir.Operand, shift uint64) ir.Operand {
	width := uint64(in.Type.Bits())
	unsigned := ir.U32
	if in.Type == ir.S64 {
		unsigned = ir.U64
	}
	sign := x
	if shift > 1 {
		sign = d.emit(in, ir.Shr, in.Type, x, ir.I(width-1))
	}
	return d.emit(in, ir.Shr, unsigned, sign, ir.I(width-shift))
}

func (d *divider) emit(in *ir.Instr, op ir.Op, t ir.Type, src ...ir.Operand) ir.Operand {
	r := d.k.NewReg(t, "")
	d.out = append(d.out, &ir.Instr{Op: op, Type: t, Dst: []ir.Reg{r}, Src: src, Pos: in.Pos})
	return ir.R(r)
}

// notNegative reports whether o, read as a signed number, is known not to be
// negative: a thread's or block's index, a masked or narrow unsigned value.
func (d *divider) notNegative(o ir.Operand) bool {
	if !o.IsReg || int(o.Reg) >= len(d.def) || d.def[o.Reg] == nil {
		return false
	}
	switch in := d.def[o.Reg]; in.Op {
	case ir.Special:
		return true
	case ir.Ld, ir.Cvt:
		return in.Type == ir.U8 || in.Type == ir.U16
	case ir.And:
		return !in.Src[1].IsReg && int64(ir.S32.Extend(in.Src[1].Imm)) >= 0 && in.Type.Bytes() == 4
	case ir.Shr:
		return !in.Type.Signed() && !in.Src[1].IsReg && in.Src[1].Imm > 0
	}
	return false
}

// guarded reports whether a block is reached only where branches found that x is not negative.
func (d *divider) guarded(b ir.BlockID, x ir.Operand, t ir.Type) bool {
	if d.cfg == nil {
		d.cfg = graphOf(d.k)
	}
	for ; b != ir.NoBlock; b = d.cfg.dom.Idom(b) {
		if preds := d.cfg.preds[b]; len(preds) == 1 && d.leads(d.k.Blocks[preds[0]].Term(), b, x, t) {
			return true
		}
	}
	return false
}

// leads reports whether a branch leads to a block only where x is not negative.
func (d *divider) leads(branch *ir.Instr, to ir.BlockID, x ir.Operand, t ir.Type) bool {
	if branch.Op != ir.CBra || branch.Targets[0] == branch.Targets[1] {
		return false
	}
	test := d.def[branch.Src[0].Reg]
	if test == nil || test.Op != ir.Setp || test.Type != t || test.Src[0] != x || test.Src[1].IsReg {
		return false
	}
	mod, bound := test.Mod, int64(t.Extend(test.Src[1].Imm))
	if branch.Targets[1] == to {
		mod = opposite[mod]
	}
	switch mod {
	case ir.GE, ir.EQ:
		return bound >= 0
	case ir.GT:
		return bound >= -1
	}
	return false
}
