package pass

// This file predicts how NVVM tests the end of a loop that it has unrolled.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// endsBySum reports whether NVVM compares the sum of the counter and an invariant value at the end of the
// unrolled loop, instead of a number that it counts down. LoopStrengthReduce does so when the loop computes
// another integer from its counter: a·k + b, as a value, or as an index that stays an integer
// (gpusim/validation/codegen: indexing.cu).
func (l *runtimeLoop) endsBySum() bool {
	if l.down || l.by != 1 {
		return false
	}
	s := sumFinder{loop: l, uses: usesIn(l.loop), def: definitions(l.k)}
	s.values(l.iv, index{by: 1})
	if s.value {
		return true
	}
	s.pointers()
	for _, x := range s.indexes { // two that have nothing in common are pointers
		s.pointer = s.pointer || x.by != s.indexes[0].by && x.base != s.indexes[0].base
	}
	return len(s.indexes) > 0 && !s.counter && !s.pointer
}

// index is an integer that grows with the counter: by · k + base. The base of a sum is one of its terms.
type index struct {
	by   int64 // 0: a number that is not constant
	base ir.Operand
}

// plain reports whether an index is the counter and a constant.
func (x index) plain() bool { return x.by == 1 && !x.base.IsReg }

// sumFinder looks at what a loop computes from its counter.
type sumFinder struct {
	loop    *runtimeLoop
	uses    map[ir.Reg][]*ir.Instr
	def     []*ir.Instr
	indexes []index // that NVVM keeps as integers
	value   bool    // an index that is not plain is used, other than as an address
	counter bool    // a plain one is
	pointer bool    // an address grows with the counter without an index
}

// usesIn returns the instructions of a block that read each register.
func usesIn(b *ir.Block) map[ir.Reg][]*ir.Instr {
	uses := map[ir.Reg][]*ir.Instr{}
	for _, in := range b.Instrs {
		for _, o := range in.Src {
			if o.IsReg && !slices.Contains(uses[o.Reg], in) {
				uses[o.Reg] = append(uses[o.Reg], in)
			}
		}
	}
	return uses
}

// values looks at the uses of r, which is x.
func (s *sumFinder) values(r ir.Reg, x index) {
	for _, in := range s.uses[r] {
		next, linear := x.through(in, r)
		switch {
		case in == s.loop.test, in.Op == ir.Phi:
		case linear:
			s.values(in.Dst[0], next)
		case in.Op == ir.Cvt && in.From == ir.S32 && in.Type == ir.S64:
			s.address(x)
		case (in.Op == ir.Ld || in.Op == ir.St) && in.Space != ir.Global && in.Src[0] == ir.R(r):
			s.pointer = true
		case x.plain():
			s.counter = true
		default:
			s.value = true
		}
	}
}

// through returns what an instruction makes of x in r: a sum, or a product with something positive.
func (x index) through(in *ir.Instr, r ir.Reg) (index, bool) {
	if in.Type.Float() || in.Type.Bits() != ir.U32.Bits() || len(in.Dst) != 1 {
		return x, false
	}
	switch first := in.Src[0] == ir.R(r); {
	case in.Op == ir.Add && first:
		return x.plus(in.Src[1]), true
	case in.Op == ir.Add:
		return x.plus(in.Src[0]), true
	case in.Op == ir.Sub && first:
		return x.plus(in.Src[1]), true
	case in.Op == ir.Shl && first && !in.Src[1].IsReg:
		return x.times(ir.I(1 << (in.Src[1].Imm & 31))), true
	case in.Op == ir.Shl && first:
		return x.times(in.Src[1]), true
	case in.Op == ir.Mul && first && in.Src[1] != in.Src[0]:
		return x.times(in.Src[1]), true
	case in.Op == ir.Mad && first && in.Src[1] != in.Src[0]:
		return x.times(in.Src[1]).plus(in.Src[2]), true
	case in.Op == ir.Mad && in.Src[2] == ir.R(r):
		return x.plus(in.Src[1]), true
	case in.Op == ir.Mul && in.Src[1] == ir.R(r):
		return x.times(in.Src[0]), true
	}
	return x, false
}

func (x index) plus(o ir.Operand) index {
	if o.IsReg || x.base == (ir.Operand{}) {
		x.base = o
	}
	return x
}

func (x index) times(o ir.Operand) index {
	if o.IsReg {
		x.by = 0
	}
	x.by *= int64(int32(o.Imm))
	return x
}

// address notes an address with an index x of the source. NVVM makes it a pointer if there is no base or the
// factor is small.
func (s *sumFinder) address(x index) {
	const pairable = 2
	switch {
	case x.by == 0: // every iteration multiplies, or adds a number that the loop keeps
	case x.by <= pairable && x.by >= -pairable, !x.base.IsReg && x.base.Imm == 0:
		s.pointer = true
	default:
		s.indexes = append(s.indexes, x)
	}
}

// pointers looks at the addresses that are pointers already.
func (s *sumFinder) pointers() {
	for _, phi := range s.loop.loop.Phis() {
		if size := s.elementAt(phi.Dst[0]); size > 0 {
			if base, by, ok := s.growth(phi); ok {
				s.address(index{by / size, base})
			}
		}
	}
}

// elementAt returns the bytes of an element to which r points in global memory, 0 if r is no such pointer.
func (s *sumFinder) elementAt(r ir.Reg) int64 {
	for _, in := range s.uses[r] {
		if (in.Op == ir.Ld || in.Op == ir.St) && in.Space == ir.Global && in.Src[0] == ir.R(r) {
			return int64(in.Type.Bytes())
		}
	}
	return 0
}

// growth returns the index with which a pointer starts, and the bytes by which it grows.
func (s *sumFinder) growth(phi *ir.Instr) (base ir.Operand, by int64, ok bool) {
	next := phi.Src[slices.Index(phi.Preds, s.loop.loop.ID)]
	step := s.definition(next)
	if step == nil || step.Op != ir.Add || step.Src[0] != ir.R(phi.Dst[0]) || step.Src[1].IsReg {
		return base, 0, false
	}
	start := s.definition(phi.Src[slices.Index(phi.Preds, s.loop.preheader.ID)])
	if start == nil || start.Op != ir.Add {
		return ir.Operand{}, int64(step.Src[1].Imm), true
	}
	if !start.Src[1].IsReg {
		return start.Src[1], int64(step.Src[1].Imm), true
	}
	if p, ok := addressOf(start, s.def); ok {
		return p.index, int64(step.Src[1].Imm), true
	}
	return start.Src[1], int64(step.Src[1].Imm), true
}

func (s *sumFinder) definition(o ir.Operand) *ir.Instr {
	if !o.IsReg {
		return nil
	}
	return s.def[o.Reg]
}
