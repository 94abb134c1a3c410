package pass

// This file keeps two numbers of 16 bits in one register, as NVVM has them: a struct of two is one
// integer of 32 bits to it, and operations on pairs take that.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// halfBits is the width of each number of a pair.
const halfBits = 16

// joinHalves finds what makes a pair, low | high << 16, and gives it a register from where both come from:
// two loads of neighbours become one, two phis become one. Two stores of a pair's numbers become one.
func joinHalves(k *ir.Kernel) {
	j := joiner{k: k}
	for j.round() {
		fold(k)
		dce(k)
	}
	j.stores()
}

// joiner joins the halves of one kernel.
type joiner struct {
	k   *ir.Kernel
	def []*ir.Instr
}

// round joins one pair further up, and reports whether it did.
func (j *joiner) round() bool {
	j.def = definitions(j.k)
	for _, b := range j.k.Blocks {
		for _, in := range b.Instrs {
			low, high := j.halves(in)
			if low == nil || !j.small(ir.R(low.Dst[0]), nil) || !j.small(ir.R(high.Dst[0]), nil) {
				continue
			}
			if j.loads(low, high) || j.phis(low, high) {
				return true
			}
		}
	}
	return false
}

// halves returns the definitions of the numbers that in joins, or nil.
func (j *joiner) halves(in *ir.Instr) (low, high *ir.Instr) {
	if in.Op != ir.Or || in.Type.Bits() != 2*halfBits {
		return nil, nil
	}
	for i := range in.Src {
		up := j.of(in.Src[1-i])
		if up == nil || up.Op != ir.Shl || up.Src[1] != ir.I(halfBits) {
			continue
		}
		if low, high = j.of(in.Src[i]), j.of(up.Src[0]); low != nil && high != nil {
			return low, high
		}
	}
	return nil, nil
}

// of returns the definition of an operand, or nil.
func (j *joiner) of(o ir.Operand) *ir.Instr {
	if !o.IsReg || int(o.Reg) >= len(j.def) {
		return nil
	}
	return j.def[o.Reg]
}

// small reports whether a value has 16 bits at most. Phis in seen are taken to have.
func (j *joiner) small(o ir.Operand, seen []*ir.Instr) bool {
	if !o.IsReg {
		return o.Imm>>halfBits == 0
	}
	in := j.of(o)
	switch {
	case in == nil:
		return false
	case in.Op == ir.Phi:
		return slices.Contains(seen, in) || !slices.ContainsFunc(in.Src, func(x ir.Operand) bool { return !j.small(x, append(seen, in)) })
	case in.Op == ir.Ld || in.Op == ir.Cvt:
		return in.Type == ir.U16
	case in.Op == ir.Shr:
		return in.Type == ir.U32 && in.Src[1] == ir.I(halfBits)
	}
	return false
}

// loads replaces two loads of neighbours by one of a word.
func (j *joiner) loads(low, high *ir.Instr) bool {
	if low.Op != ir.Ld || !ofWord(low, high) {
		return false
	}
	for _, b := range j.k.Blocks {
		i := slices.Index(b.Instrs, low)
		if i < 0 {
			continue
		}
		if i+1 == len(b.Instrs) || b.Instrs[i+1] != high {
			return false
		}
		word := *low
		word.Type, word.Dst, word.Src = ir.U32, []ir.Reg{j.k.NewReg(ir.U32, "")}, slices.Clone(low.Src)
		b.Instrs = slices.Replace(b.Instrs, i, i+2, append([]*ir.Instr{&word}, j.split(ir.R(word.Dst[0]), low, high)...)...)
		return true
	}
	return false
}

// ofWord reports whether two accesses of 16 bits are those of an aligned word, the lower half first.
func ofWord(low, high *ir.Instr) bool {
	return high.Op == low.Op && low.Type == ir.U16 && high.Type == ir.U16 && low.Vec == 1 && high.Vec == 1 &&
		low.Alignment() >= ir.U32.Bytes() && high.Off == low.Off+int64(ir.U16.Bytes()) && high.Src[0] == low.Src[0] &&
		low.Space == high.Space && low.Root == high.Root && low.ReadOnly == high.ReadOnly && low.Hint == high.Hint && !low.Volatile && !high.Volatile &&
		low.Guard == ir.NoReg && high.Guard == ir.NoReg
}

// phis replaces two phis of a block by one of words.
func (j *joiner) phis(low, high *ir.Instr) bool {
	if low.Op != ir.Phi || high.Op != ir.Phi {
		return false
	}
	for _, b := range j.k.Blocks {
		i := slices.Index(b.Instrs, low)
		if i < 0 {
			continue
		}
		if !slices.Contains(b.Instrs, high) || !slices.Equal(low.Preds, high.Preds) {
			return false
		}
		word := *low
		word.Type, word.Dst, word.Src = ir.U32, []ir.Reg{j.k.NewReg(ir.U32, "")}, nil
		for p, from := range low.Preds {
			word.Src = append(word.Src, j.joined(j.k.Blocks[from], low.Src[p], high.Src[p], low.Pos))
		}
		b.Instrs[i] = &word
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return in == high })
		b.Instrs = slices.Insert(b.Instrs, len(b.Phis()), j.split(ir.R(word.Dst[0]), low, high)...)
		return true
	}
	return false
}

// joined adds a join at the end of a block.
func (j *joiner) joined(b *ir.Block, low, high ir.Operand, pos ir.PosID) ir.Operand {
	if !low.IsReg && !high.IsReg {
		return ir.I(low.Imm | high.Imm<<halfBits)
	}
	up, word := j.k.NewReg(ir.U32, ""), j.k.NewReg(ir.U32, "")
	b.Instrs = slices.Insert(b.Instrs, len(b.Instrs)-1,
		&ir.Instr{Op: ir.Shl, Type: ir.U32, Dst: []ir.Reg{up}, Src: []ir.Operand{high, ir.I(halfBits)}, Pos: pos},
		&ir.Instr{Op: ir.Or, Type: ir.U32, Dst: []ir.Reg{word}, Src: []ir.Operand{low, ir.R(up)}, Pos: pos})
	return ir.R(word)
}

// split defines what low and high defined as the halves of a word.
func (j *joiner) split(word ir.Operand, low, high *ir.Instr) []*ir.Instr {
	return []*ir.Instr{
		{Op: ir.Cvt, Type: ir.U16, From: ir.U32, Dst: slices.Clone(low.Dst), Src: []ir.Operand{word}, Pos: low.Pos},
		{Op: ir.Shr, Type: ir.U32, Dst: slices.Clone(high.Dst), Src: []ir.Operand{word, ir.I(halfBits)}, Pos: high.Pos},
	}
}

// stores replaces two stores of the halves of a word by one.
func (j *joiner) stores() {
	j.def = definitions(j.k)
	for _, b := range j.k.Blocks {
		for i := 0; i+1 < len(b.Instrs); i++ {
			low, high := b.Instrs[i], b.Instrs[i+1]
			if low.Op != ir.St || !ofWord(low, high) {
				continue
			}
			if word, ok := j.whole(low.Src[1], high.Src[1]); ok {
				low.Type, low.Src[1] = ir.U32, word
				b.Instrs = slices.Delete(b.Instrs, i+1, i+2)
			}
		}
	}
	dce(j.k)
}

// whole returns the word of which two operands are the halves. What is stored has anything above 16 bits.
func (j *joiner) whole(low, high ir.Operand) (ir.Operand, bool) {
	l, h := j.of(low), j.of(high)
	if l != nil && l.Op == ir.Cvt && l.Type == ir.U16 {
		low = l.Src[0]
	}
	if h != nil && h.Op == ir.Cvt && h.Type == ir.U16 {
		h = j.of(h.Src[0])
	}
	return low, h != nil && h.Op == ir.Shr && h.Src[1] == ir.I(halfBits) && h.Src[0] == low && low.IsReg
}
