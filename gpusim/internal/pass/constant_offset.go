package pass

// This file splits constant offsets off addresses.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// narrowSpaces are the memory spaces with 32-bit addresses.
var narrowSpaces = map[ir.Space]bool{ir.Shared: true, ir.Local: true, ir.Const: true}

// splitConstantOffsets moves the constant part of an address in shared, local or
// constant memory to the offset of the access: (2·i + 1)·4 becomes 8·i with offset 4.
// Adjacent and aligned accesses can then be recognised by their offsets. The variable
// part is computed anew; dce removes the old address if it is unused.
func splitConstantOffsets(k *ir.Kernel) {
	s := newSplitter(k, func(t ir.Type) bool { return !t.Float() && t.Bytes() == 4 })
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if narrowSpaces[in.Space] && in.Op.Facts().Memory && in.Op != ir.AddrOf && in.Src[0].IsReg {
				if x := s.split(in.Src[0]); x.constant != 0 {
					in.Src[0], in.Off = x.variable, wrap(k.Regs[in.Src[0].Reg].Type, x.constant+in.Off)
				}
			}
		}
	}
	s.place()
}

// split is a value as the sum of a variable part and a constant.
type split struct {
	variable ir.Operand
	constant int64
}

type splitter struct {
	k     *ir.Kernel
	takes func(ir.Type) bool // the types whose sums and products it splits
	def   []*ir.Instr
	done  map[ir.Reg]split
	added map[*ir.Instr][]*ir.Instr // to insert before the instruction
}

func newSplitter(k *ir.Kernel, takes func(ir.Type) bool) *splitter {
	return &splitter{k: k, takes: takes, def: definitions(k), done: map[ir.Reg]split{}, added: map[*ir.Instr][]*ir.Instr{}}
}

// split splits the constant off o, a sum of products with constant factors.
func (s *splitter) split(o ir.Operand) split {
	whole := split{variable: o}
	if !o.IsReg {
		return whole
	}
	if x, ok := s.done[o.Reg]; ok {
		return x
	}
	in := s.def[o.Reg]
	if in == nil || !s.takes(in.Type) || in.Guard != ir.NoReg {
		return whole
	}
	x := whole
	switch {
	case in.Op == ir.Add:
		x = s.sum(in)
	case in.Op == ir.Sub && in.Src[0].IsReg:
		x = s.difference(in)
	case in.Op == ir.Mad:
		x = s.multiplyAdd(in)
	case in.Op == ir.Mul && !in.Src[1].IsReg:
		x = s.product(in, int64(in.Src[1].Imm))
	case in.Op == ir.Shl && !in.Src[1].IsReg && in.Src[1].Imm < uint64(in.Type.Bits()):
		x = s.product(in, 1<<in.Src[1].Imm)
	}
	x.constant = int64(int32(x.constant))
	s.done[o.Reg] = x
	return x
}

func (s *splitter) sum(in *ir.Instr) split {
	if !in.Src[1].IsReg {
		x := s.split(in.Src[0])
		return split{x.variable, x.constant + int64(int32(in.Src[1].Imm))}
	}
	x, y := s.split(in.Src[0]), s.split(in.Src[1])
	if x.constant == 0 && y.constant == 0 {
		return split{variable: ir.R(in.Dst[0])}
	}
	return split{s.emit(in, x.variable, y.variable), x.constant + y.constant}
}

func (s *splitter) difference(in *ir.Instr) split {
	x, y := s.split(in.Src[0]), split{constant: int64(int32(in.Src[1].Imm))}
	if !in.Src[1].IsReg {
		return split{x.variable, x.constant - y.constant}
	}
	y = s.split(in.Src[1])
	if x.constant == 0 && y.constant == 0 {
		return split{variable: ir.R(in.Dst[0])}
	}
	return split{s.emit(in, x.variable, y.variable), x.constant - y.constant}
}

// multiplyAdd splits the addend, and the product if its factor is constant.
func (s *splitter) multiplyAdd(in *ir.Instr) split {
	x, y := split{variable: in.Src[0]}, s.split(in.Src[2])
	if !in.Src[1].IsReg {
		x = s.split(in.Src[0])
	}
	constant := x.constant*int64(int32(in.Src[1].Imm)) + y.constant
	if x.constant == 0 && y.constant == 0 {
		return split{variable: ir.R(in.Dst[0])}
	}
	return split{s.emit(in, x.variable, in.Src[1], y.variable), constant}
}

func (s *splitter) product(in *ir.Instr, factor int64) split {
	x := s.split(in.Src[0])
	if x.constant == 0 {
		return split{variable: ir.R(in.Dst[0])}
	}
	return split{s.emit(in, x.variable, in.Src[1]), x.constant * factor}
}

// emit copies in with other operands, to be inserted before it.
func (s *splitter) emit(in *ir.Instr, src ...ir.Operand) ir.Operand {
	r := s.k.NewReg(s.k.Regs[in.Dst[0]].Type, "")
	s.added[in] = append(s.added[in], &ir.Instr{Op: in.Op, Type: in.Type, Dst: []ir.Reg{r}, Src: src, Pos: in.Pos})
	return ir.R(r)
}

func (s *splitter) place() {
	if len(s.added) == 0 {
		return
	}
	for _, b := range s.k.Blocks {
		var list []*ir.Instr
		for _, in := range b.Instrs {
			list = append(append(list, s.added[in]...), in)
		}
		b.Instrs = slices.Clip(list)
	}
}

// maxOffset is the largest offset in an access of global memory: 24 bits with a sign.
const maxOffset = 1<<23 - 1

// splitPointers moves a constant in a sum of 64 bits to the offsets of the accesses that the sum is the
// address of: of (p + 16) + i they take p + i and the offset 16, as ptxas's code shows for an unrolled
// product of matrices.
func splitPointers(k *ir.Kernel) {
	defs := k.DefUse()
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Add && in.Type.Bytes() == ir.U64.Bytes() && !in.Type.Float() && in.Guard == ir.NoReg && in.Src[1].IsReg && addressesOnly(defs, in.Dst[0]) {
				splitPointer(defs, in)
			}
		}
	}
}

// splitPointer takes the constants out of the terms of a sum.
func splitPointer(defs *ir.Defs, sum *ir.Instr) {
	uses := defs.Uses[sum.Dst[0]]
	for i := range sum.Src {
		for {
			from, by := termOf(defs, sum.Src[i], sum.Type)
			if by == 0 || slices.ContainsFunc(uses, func(u *ir.Instr) bool { return max(u.Off+by, -u.Off-by) > maxOffset }) {
				break
			}
			sum.Src[i] = from
			for _, u := range uses {
				u.Off += by
			}
		}
	}
}

// termOf returns what o is the sum of, if it is one of a number and a constant; the constant is 0 otherwise.
func termOf(defs *ir.Defs, o ir.Operand, t ir.Type) (from ir.Operand, by int64) {
	term := defs.Def[o.Reg]
	if term == nil || term.Op != ir.Add || term.Type.Bytes() != t.Bytes() || term.Guard != ir.NoReg || !term.Src[0].IsReg || term.Src[1].IsReg {
		return o, 0
	}
	return term.Src[0], int64(term.Src[1].Imm)
}

// addressesOnly reports whether r is the address of accesses and nothing else.
func addressesOnly(defs *ir.Defs, r ir.Reg) bool {
	return !slices.ContainsFunc(defs.Uses[r], func(u *ir.Instr) bool {
		return !u.Op.Facts().Memory || u.Src[0] != ir.R(r) || stores(u, r)
	})
}
