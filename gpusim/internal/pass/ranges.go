package pass

// This file finds out between which numbers a 32-bit value lies.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
)

// interval is what a register of 32 bits may hold, read as a signed number.
type interval struct{ low, high int64 }

var anything = interval{math.MinInt32, math.MaxInt32}

// maxLooks bounds how many definitions a proof looks through.
const maxLooks = 12

// ranges proves between which numbers values lie, by their definitions.
type ranges struct {
	def      []*ir.Instr
	specials map[ir.Mod]interval // bounds of special registers; others are not negative
}

// of returns the interval of o.
func (r *ranges) of(o ir.Operand) interval { return r.operand(o, maxLooks) }

func (r *ranges) operand(o ir.Operand, steps int) interval {
	if !o.IsReg {
		v := int64(int32(o.Imm))
		return interval{v, v}
	}
	in := r.def[o.Reg]
	if steps == 0 || in == nil || in.Guard != ir.NoReg || in.Type.Float() || in.Type.Bytes() > ir.S32.Bytes() {
		return anything
	}
	x := r.result(in, func(i int) interval { return r.operand(in.Src[i], steps-1) })
	if x.low < anything.low || x.high > anything.high {
		return anything // it may wrap
	}
	return x
}

// result returns the interval of what in computes, given those of its operands.
func (r *ranges) result(in *ir.Instr, arg func(int) interval) interval {
	switch in.Op {
	case ir.Special:
		if x, ok := r.specials[in.Mod]; ok {
			return x
		}
		return interval{0, anything.high}
	case ir.Mov:
		return arg(0)
	case ir.Selp:
		return union(arg(0), arg(1))
	case ir.Ld:
		return held(in.Type)
	case ir.Cvt:
		return converted(in, arg)
	case ir.And:
		return masked(arg(0), arg(1))
	case ir.Add:
		return plus(arg(0), arg(1))
	case ir.Mul:
		return times(arg(0), arg(1))
	case ir.Mad:
		return plus(times(arg(0), arg(1)), arg(2))
	case ir.Shl, ir.Shr, ir.Rem:
		if !in.Src[1].IsReg {
			return byConstant(in, arg(0), int64(in.Type.Extend(in.Src[1].Imm)))
		}
	}
	return anything
}

// held is what a value of a type may be.
func held(t ir.Type) interval {
	bits := 8 * t.Bytes()
	switch {
	case t.Float() || t.Bytes() >= ir.S32.Bytes():
		return anything
	case t.Signed():
		return interval{-1 << (bits - 1), 1<<(bits-1) - 1}
	}
	return interval{0, 1<<bits - 1}
}

func converted(in *ir.Instr, arg func(int) interval) interval {
	if in.From.Float() || in.From.Bytes() > ir.S32.Bytes() {
		return held(in.Type)
	}
	x, all := arg(0), held(in.Type)
	if x.low >= all.low && x.high <= all.high {
		return x
	}
	return all
}

func union(x, y interval) interval { return interval{min(x.low, y.low), max(x.high, y.high)} }

func plus(x, y interval) interval { return interval{x.low + y.low, x.high + y.high} }

func times(x, y interval) interval {
	a, b, c, d := x.low*y.low, x.low*y.high, x.high*y.low, x.high*y.high
	return interval{min(a, b, c, d), max(a, b, c, d)}
}

// masked: one number that is not negative bounds the result.
func masked(x, y interval) interval {
	switch {
	case x.low >= 0 && y.low >= 0:
		return interval{0, min(x.high, y.high)}
	case x.low >= 0:
		return interval{0, x.high}
	case y.low >= 0:
		return interval{0, y.high}
	}
	return anything
}

// byConstant: a shift by c, or a remainder of a division by c.
func byConstant(in *ir.Instr, x interval, c int64) interval {
	positive := x.low >= 0
	switch {
	case in.Op == ir.Rem && c > 0 && (positive || !in.Type.Signed()):
		return interval{0, c - 1}
	case in.Op == ir.Rem && c > 0:
		return interval{1 - c, c - 1}
	case in.Op == ir.Rem || c < 0 || c >= int64(in.Type.Bits()):
		return anything
	case in.Op == ir.Shl:
		return times(x, interval{1 << c, 1 << c})
	case positive || in.Type.Signed():
		return interval{x.low >> c, x.high >> c}
	case c > 0:
		return interval{0, math.MaxUint32 >> c}
	}
	return x
}
