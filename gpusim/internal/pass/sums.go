package pass

// This file brings sums and products of floats into the form that LLVM gives them: their signs
// and the order of their operands. Which product of a sum is fused depends on it.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// normalizeSums puts the operands of sums in the order of their ranks, and makes, without a
// change of any bit of a number,
//
//	(−x)·y        −(x·y)
//	x + (−y)      x − y
//	x − (−y)      x + y
//	x − y·c       x + y·(−c)    for a constant c
//	y·(−c) + x    x + y·(−c)
//
// The last two are what is left of LLVM's canonical form (Reassociate.cpp) when its selection
// of instructions has brought the sign back into the constant.
func normalizeSums(k *ir.Kernel) {
	s := &sums{fuser: fuser{k: k, defs: k.DefUse()}, ranks: map[ir.Reg]int{}}
	for n, id := range k.ReversePostOrder() {
		b := k.Blocks[id]
		s.rank(b, n+1)
		for i := 0; i < len(b.Instrs); i++ {
			in := b.Instrs[i]
			if !plainFloat(in) {
				continue
			}
			switch in.Op {
			case ir.Mul:
				if n := s.product(in); n != nil {
					i++
					b.Instrs = slices.Insert(b.Instrs, i, n)
				}
			case ir.Neg:
				s.negated(in)
			case ir.Add, ir.Sub:
				s.sum(in)
			}
		}
	}
}

type sums struct {
	fuser
	ranks map[ir.Reg]int
}

// blockRanks is how much the ranks of a block are above those of the block before.
const blockRanks = 1 << 16

// rank ranks what a block defines, as LLVM does (Reassociate.cpp): parameters in their order, then
// loads and phis in the order of the code, and arithmetic one above its highest operand. n is the
// place of the block in reverse postorder, from 1.
func (s *sums) rank(b *ir.Block, n int) {
	next := n * blockRanks
	for _, in := range b.Instrs {
		rank := 0
		switch f := in.Op.Facts(); {
		case in.Op == ir.Ld && in.Space == ir.Param:
			rank = 1 + int(in.Off)
		case f.Memory || f.Effect || in.Op == ir.Phi:
			next++
			rank = next
		default:
			in.EachUse(func(r ir.Reg) { rank = max(rank, s.ranks[r]) })
			if in.Op != ir.Neg && in.Op != ir.Mov {
				rank++
			}
		}
		for _, r := range in.Dst {
			s.ranks[r] = rank
		}
	}
}

// inOrder puts the operand of a sum first that has the lower rank.
func (s *sums) inOrder(in *ir.Instr) {
	x, y := in.Src[0], in.Src[1]
	if x.IsReg && y.IsReg && s.ranks[y.Reg] < s.ranks[x.Reg] {
		in.Src[0], in.Src[1] = y, x
	}
}

// negative returns what o changes the sign of.
func (s *sums) negative(o ir.Operand) (ir.Operand, bool) {
	if o.IsReg && int(o.Reg) < len(s.defs.Def) {
		if n := s.defs.Def[o.Reg]; n != nil && n.Op == ir.Neg {
			return n.Src[0], true
		}
	}
	return o, false
}

// product takes the sign out of a product. It returns the instruction that brings it back.
func (s *sums) product(m *ir.Instr) *ir.Instr {
	x, first := s.negative(m.Src[0])
	y, second := s.negative(m.Src[1])
	m.Src = []ir.Operand{x, y}
	switch {
	case first == second:
		return nil
	case !y.IsReg:
		m.Src[1] = negatedConstant(m.Type, y)
		return nil
	}
	r := s.k.NewReg(m.Type, "")
	n := &ir.Instr{Op: ir.Neg, Type: m.Type, Dst: m.Dst, Src: []ir.Operand{ir.R(r)}, Pos: m.Pos}
	m.Dst = []ir.Reg{r}
	s.defs.Def[n.Dst[0]] = n
	s.defs.Def, s.defs.Uses = append(s.defs.Def, m), append(s.defs.Uses, []*ir.Instr{n})
	return n
}

// negated brings the sign of a product by a constant into the constant.
func (s *sums) negated(n *ir.Instr) {
	if m := s.scaled(n.Src[0]); m != nil {
		n.Op, n.Src = ir.Mul, []ir.Operand{m.Src[0], negatedConstant(m.Type, m.Src[1])}
	}
}

// scaled returns the product by a constant that defines o, if o is its only use.
func (s *sums) scaled(o ir.Operand) *ir.Instr {
	m := s.fuser.product(o)
	if m == nil || m.Src[1].IsReg || len(s.defs.Uses[o.Reg]) != 1 {
		return nil
	}
	return m
}

// sum brings the signs of its operands into a sum or difference.
func (s *sums) sum(in *ir.Instr) {
	for s.takeSign(in) {
	}
	if in.Op == ir.Add {
		s.inOrder(in)
	}
	s.takeConstant(in)
}

// takeSign removes a changed sign of an operand, and reports whether it did.
func (s *sums) takeSign(in *ir.Instr) bool {
	x, first := s.negative(in.Src[0])
	y, second := s.negative(in.Src[1])
	switch {
	case in.Op == ir.Add && first:
		in.Op, in.Src = ir.Sub, []ir.Operand{in.Src[1], x}
	case in.Op == ir.Add && second:
		in.Op, in.Src = ir.Sub, []ir.Operand{in.Src[0], y}
	case in.Op == ir.Sub && second:
		in.Op, in.Src = ir.Add, []ir.Operand{in.Src[0], y}
	default:
		return false
	}
	return true
}

// takeConstant makes a sum of a difference to a scaled value, and puts a value with a negative
// scale second. It leaves 2·y, which becomes y + y.
func (s *sums) takeConstant(in *ir.Instr) {
	x, y := s.scaled(in.Src[0]), s.scaled(in.Src[1])
	switch {
	case in.Op == ir.Add && x != nil && y == nil && scale(x) < 0:
		in.Src = []ir.Operand{in.Src[1], in.Src[0]}
		y = x
	case in.Op == ir.Sub && y != nil && scale(y) != 2:
		in.Op = ir.Add
		if y.Src[1] = negatedConstant(y.Type, y.Src[1]); scale(y) > 0 {
			s.inOrder(in)
		}
	}
	if in.Op == ir.Add && y != nil && scale(y) == -2 {
		in.Op, y.Src[1] = ir.Sub, negatedConstant(y.Type, y.Src[1])
	}
}

// scale returns the constant of a product.
func scale(m *ir.Instr) float64 { return m.Type.FloatOf(m.Src[1].Imm) }
