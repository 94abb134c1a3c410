package pass

// This file writes signed indexes as sums of products.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// product is a number times a register or two. The first is NoReg if there is one.
type product struct {
	regs   [2]ir.Reg
	factor int64
}

// sum is a value as a constant and products of different registers, in the order
// in which they were met.
type sum struct {
	products []product
	constant int64
}

// maxProducts bounds the sums that are looked at.
const maxProducts = 8

// summer finds the sums of 32-bit signed values, which do not wrap in an index.
type summer struct {
	def  []*ir.Instr
	done map[ir.Reg]sum
}

func newSummer(k *ir.Kernel) *summer {
	return &summer{def: definitions(k), done: map[ir.Reg]sum{}}
}

// of returns the sum that o is; what is no sum stands for itself.
func (s *summer) of(o ir.Operand) sum {
	if !o.IsReg {
		return sum{constant: int64(int32(o.Imm))}
	}
	if x, ok := s.done[o.Reg]; ok {
		return x
	}
	x, ok := s.look(o.Reg)
	if !ok || len(x.products) > maxProducts {
		x = single(o.Reg)
	}
	s.done[o.Reg] = x
	return x
}

// single is the sum of one register.
func single(r ir.Reg) sum { return sum{products: []product{{[2]ir.Reg{ir.NoReg, r}, 1}}} }

// look looks into the definition of r.
func (s *summer) look(r ir.Reg) (sum, bool) {
	if int(r) >= len(s.def) {
		return sum{}, false
	}
	in := s.def[r]
	if in == nil || in.Type != ir.S32 || in.Guard != ir.NoReg {
		return sum{}, false
	}
	switch in.Op {
	case ir.Add:
		return s.of(in.Src[0]).plus(s.of(in.Src[1]), 1), true
	case ir.Sub:
		return s.of(in.Src[0]).plus(s.of(in.Src[1]), -1), true
	case ir.Mul:
		return s.times(in.Src[0], in.Src[1])
	case ir.Shl:
		if in.Src[1].IsReg || in.Src[1].Imm >= uint64(ir.S32.Bits())-1 {
			return sum{}, false
		}
		return sum{}.plus(s.of(in.Src[0]), 1<<in.Src[1].Imm), true
	case ir.Mad:
		x, ok := s.times(in.Src[0], in.Src[1])
		return x.plus(s.of(in.Src[2]), 1), ok
	}
	return sum{}, false
}

// times multiplies two values. A factor that is a product already stays one
// register, less the constant it was given.
func (s *summer) times(a, b ir.Operand) (sum, bool) {
	x, y := s.of(a), s.of(b)
	if !x.linear() {
		x = s.shallow(a)
	}
	if !y.linear() {
		y = s.shallow(b)
	}
	var z sum
	for _, p := range x.products {
		z = z.plus(sum{constant: 0, products: []product{p}}, y.constant)
		for _, q := range y.products {
			if p.regs[0] != ir.NoReg || q.regs[0] != ir.NoReg {
				return sum{}, false
			}
			z = z.plus(sum{products: []product{{pairOf(p.regs[1], q.regs[1]), 1}}}, p.factor*q.factor)
		}
	}
	return z.plus(y, x.constant), len(z.products) <= maxProducts
}

func pairOf(a, b ir.Reg) [2]ir.Reg { return [2]ir.Reg{min(a, b), max(a, b)} }

// shallow takes no more than constants out of o.
func (s *summer) shallow(o ir.Operand) sum {
	constant := int64(0)
	for o.IsReg {
		in := s.def[o.Reg]
		if in == nil || in.Op != ir.Add || in.Type != ir.S32 || in.Src[1].IsReg || in.Guard != ir.NoReg {
			break
		}
		constant, o = constant+int64(int32(in.Src[1].Imm)), in.Src[0]
	}
	x := single(o.Reg)
	x.constant = constant
	return x
}

// linear reports whether no two registers are multiplied.
func (x sum) linear() bool {
	return !slices.ContainsFunc(x.products, func(p product) bool { return p.regs[0] != ir.NoReg })
}

// plus returns x + n·y.
func (x sum) plus(y sum, n int64) sum {
	z := sum{slices.Clone(x.products), x.constant + n*y.constant}
	for _, p := range y.products {
		i := slices.IndexFunc(z.products, func(q product) bool { return q.regs == p.regs })
		if i < 0 {
			i, z.products = len(z.products), append(z.products, product{regs: p.regs})
		}
		z.products[i].factor += n * p.factor
	}
	z.products = slices.DeleteFunc(z.products, func(p product) bool { return p.factor == 0 })
	return z
}

// one reports whether x is a constant alone, or a number times one register.
func (x sum) one() bool {
	switch len(x.products) {
	case 0:
		return true
	case 1:
		return x.constant == 0 && x.products[0].regs[0] == ir.NoReg
	}
	return false
}
