package pass

// This file writes signed indexes as polynomials.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// term is a constant factor times one or two registers. regs[0] is NoReg if there is one.
type term struct {
	regs   [2]ir.Reg
	factor int64
}

// polynomial is a constant plus terms with distinct registers, in order of discovery.
type polynomial struct {
	terms    []term
	constant int64
}

// maxTerms bounds the size of a polynomial and so the cost of the analysis.
const maxTerms = 8

// polynomials finds the polynomial of each 32-bit signed value. Index arithmetic is
// taken not to wrap (see the package comment).
type polynomials struct {
	def  []*ir.Instr
	done map[ir.Reg]polynomial
}

func newPolynomials(k *ir.Kernel) *polynomials {
	return &polynomials{def: definitions(k), done: map[ir.Reg]polynomial{}}
}

// of returns the polynomial of o. A value of any other form is a term of its own.
func (s *polynomials) of(o ir.Operand) polynomial {
	if !o.IsReg {
		return polynomial{constant: int64(int32(o.Imm))}
	}
	if x, ok := s.done[o.Reg]; ok {
		return x
	}
	x, ok := s.look(o.Reg)
	if !ok || len(x.terms) > maxTerms {
		x = single(o.Reg)
	}
	s.done[o.Reg] = x
	return x
}

// single is the polynomial of one register.
func single(r ir.Reg) polynomial { return polynomial{terms: []term{{[2]ir.Reg{ir.NoReg, r}, 1}}} }

// look returns the polynomial of r from its definition.
func (s *polynomials) look(r ir.Reg) (polynomial, bool) {
	if int(r) >= len(s.def) {
		return polynomial{}, false
	}
	in := s.def[r]
	if in == nil || in.Type != ir.S32 || in.Guard != ir.NoReg {
		return polynomial{}, false
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
			return polynomial{}, false
		}
		return polynomial{}.plus(s.of(in.Src[0]), 1<<in.Src[1].Imm), true
	case ir.Mad:
		x, ok := s.times(in.Src[0], in.Src[1])
		return x.plus(s.of(in.Src[2]), 1), ok
	}
	return polynomial{}, false
}

// times multiplies two values. A factor of degree two becomes one register plus a
// constant, so that the result has degree two at most.
func (s *polynomials) times(a, b ir.Operand) (polynomial, bool) {
	x, y := s.of(a), s.of(b)
	if !x.linear() {
		x = s.shallow(a)
	}
	if !y.linear() {
		y = s.shallow(b)
	}
	var z polynomial
	for _, p := range x.terms {
		z = z.plus(polynomial{constant: 0, terms: []term{p}}, y.constant)
		for _, q := range y.terms {
			if p.regs[0] != ir.NoReg || q.regs[0] != ir.NoReg {
				return polynomial{}, false
			}
			z = z.plus(polynomial{terms: []term{{pairOf(p.regs[1], q.regs[1]), 1}}}, p.factor*q.factor)
		}
	}
	return z.plus(y, x.constant), len(z.terms) <= maxTerms
}

func pairOf(a, b ir.Reg) [2]ir.Reg { return [2]ir.Reg{min(a, b), max(a, b)} }

// shallow returns o as one register plus a constant.
func (s *polynomials) shallow(o ir.Operand) polynomial {
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

// linear reports whether no term multiplies two registers.
func (x polynomial) linear() bool {
	return !slices.ContainsFunc(x.terms, func(p term) bool { return p.regs[0] != ir.NoReg })
}

// plus returns x + n·y.
func (x polynomial) plus(y polynomial, n int64) polynomial {
	z := polynomial{slices.Clone(x.terms), x.constant + n*y.constant}
	for _, p := range y.terms {
		i := slices.IndexFunc(z.terms, func(q term) bool { return q.regs == p.regs })
		if i < 0 {
			i, z.terms = len(z.terms), append(z.terms, term{regs: p.regs})
		}
		z.terms[i].factor += n * p.factor
	}
	z.terms = slices.DeleteFunc(z.terms, func(p term) bool { return p.factor == 0 })
	return z
}

func (x polynomial) isConstant() bool { return len(x.terms) == 0 }

func (x polynomial) zero() bool { return x.isConstant() && x.constant == 0 }

// one reports whether x is a constant, or a constant factor times one register: what
// one multiply-add can add.
func (x polynomial) one() bool {
	switch len(x.terms) {
	case 0:
		return true
	case 1:
		return x.constant == 0 && x.terms[0].regs[0] == ir.NoReg
	}
	return false
}
