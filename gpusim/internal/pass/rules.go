package pass

// This file is the table of what fold knows about each operation. Every rule
// holds for all values of the operands, NaN and overflow included.

import (
	"math"
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// A rule rewrites an instruction in place and reports whether it did.
type rule func(*folder, *ir.Instr) bool

var rules = [256][]rule{
	ir.Phi:  {samePhi},
	ir.Add:  {constantRight, identity(0), regroup, addNegated},
	ir.Sub:  {subConstant, subSelf, identityFloat(0), subNegated},
	ir.Mul:  {constantRight, absorbing(0), identity(1), identityFloat(1), regroup},
	ir.Mad:  {constantRight, noProduct, knownProduct},
	ir.Div:  {identity(1), identityFloat(1), divFloatPower, divPower},
	ir.Rem:  {remOne, remPower},
	ir.And:  {constantRight, absorbing(0), identityOnes, sameOperands},
	ir.Or:   {constantRight, identity(0), absorbingOnes, sameOperands, joinBytes},
	ir.Xor:  {constantRight, identity(0), notPredicate, xorSelf},
	ir.Min:  {constantRight, sameOperands},
	ir.Max:  {constantRight, sameOperands},
	ir.Shl:  {identity(0), shiftedOut},
	ir.Shr:  {identity(0), shiftedOut},
	ir.Not:  {notNot, notSetp},
	ir.Neg:  {negNeg},
	ir.Selp: {selpKnown, selpPredicate, selpNot},
	ir.Setp: {setpConstantRight, setpSelf, setpPredicate, setpSelp},
	ir.Cvt:  {cvtNothing, cvtExtended, cvtHalf},
	ir.CBra: {branchNot},
	ir.Ld:   {offset},
	ir.St:   {offset},
	ir.Atom: {offset},

	ir.MadWide: {constantRight, noProduct, knownProduct},
}

// imm returns operand i when it is a constant.
func imm(in *ir.Instr, i int) (uint64, bool) { return in.Src[i].Imm, !in.Src[i].IsReg }

// is reports whether operand i is the constant v.
func is(in *ir.Instr, i int, v uint64) bool { return !in.Src[i].IsReg && in.Src[i].Imm == v }

// source returns the instruction that defines operand i, when that is op of
// the same type; else nil.
func (f *folder) source(in *ir.Instr, i int, op ir.Op) *ir.Instr {
	d := f.defines(in.Src[i])
	if d == nil || d.Op != op || d.Type != in.SrcType(i) {
		return nil
	}
	return d
}

// defines returns the instruction that defines o, or nil.
func (f *folder) defines(o ir.Operand) *ir.Instr {
	if !o.IsReg || int(o.Reg) >= len(f.def) {
		return nil
	}
	return f.def[o.Reg]
}

func copyOf(in *ir.Instr, i int) bool {
	become(in, in.Src[i])
	return true
}

func constantOf(in *ir.Instr, v uint64) bool {
	become(in, ir.I(v&in.DstType().Mask()))
	return true
}

// rewrite changes the operation and the operands.
func rewrite(in *ir.Instr, op ir.Op, src ...ir.Operand) bool {
	in.Op, in.Src = op, src
	return true
}

// samePhi: a phi all of whose operands are the same value, or itself.
func samePhi(_ *folder, in *ir.Instr) bool {
	self := ir.R(in.Dst[0])
	first := -1
	for i, o := range in.Src {
		switch {
		case o == self:
		case first < 0:
			first = i
		case o != in.Src[first]:
			return false
		}
	}
	if first < 0 {
		return false
	}
	return copyOf(in, first)
}

// constantRight puts a constant operand of a commutative operation second.
func constantRight(_ *folder, in *ir.Instr) bool {
	if in.Src[0].IsReg || !in.Src[1].IsReg {
		return false
	}
	in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	return true
}

// identity: an integer operation with v on the right is its left operand.
func identity(v uint64) rule {
	return func(_ *folder, in *ir.Instr) bool {
		return !in.Type.Float() && is(in, 1, v) && copyOf(in, 0)
	}
}

// identityFloat: the same for floats: x−0, x·1 and x/1 are exact. x+0 is not.
func identityFloat(v float64) rule {
	return func(_ *folder, in *ir.Instr) bool {
		return in.Type.Float() && is(in, 1, ir.FloatBits(in.Type, v)) && copyOf(in, 0)
	}
}

// absorbing: an integer operation with v on the right is v.
func absorbing(v uint64) rule {
	return func(_ *folder, in *ir.Instr) bool {
		return !in.Type.Float() && is(in, 1, v) && constantOf(in, v)
	}
}

// noProduct: 0·b + c is c.
func noProduct(_ *folder, in *ir.Instr) bool { return (is(in, 0, 0) || is(in, 1, 0)) && copyOf(in, 2) }

// knownProduct: a·b + c with constants a and b is a sum.
func knownProduct(_ *folder, in *ir.Instr) bool {
	a, known := imm(in, 0)
	b, both := imm(in, 1)
	if !known || !both {
		return false
	}
	v, ok := ir.Eval(in, []uint64{a, b, 0})
	return ok && rewrite(in, ir.Add, in.Src[2], ir.I(v))
}

func identityOnes(_ *folder, in *ir.Instr) bool { return is(in, 1, in.Type.Mask()) && copyOf(in, 0) }

func absorbingOnes(_ *folder, in *ir.Instr) bool {
	return is(in, 1, in.Type.Mask()) && constantOf(in, in.Type.Mask())
}

func sameOperands(_ *folder, in *ir.Instr) bool { return in.Src[0] == in.Src[1] && copyOf(in, 0) }

func xorSelf(_ *folder, in *ir.Instr) bool { return in.Src[0] == in.Src[1] && constantOf(in, 0) }

// regroup joins the constants of two integer operations of one kind:
// (x + a) + b = x + (a + b), and the same for products.
func regroup(f *folder, in *ir.Instr) bool {
	d := f.source(in, 0, in.Op)
	if d == nil || in.Type.Float() || in.Src[1].IsReg || d.Src[1].IsReg {
		return false
	}
	v, _ := ir.Eval(in, []uint64{d.Src[1].Imm, in.Src[1].Imm})
	return rewrite(in, in.Op, d.Src[0], ir.I(v))
}

// addNegated: x + (−y) = x − y for integers.
func addNegated(f *folder, in *ir.Instr) bool {
	for i := range in.Src {
		if d := f.source(in, i, ir.Neg); d != nil && !in.Type.Float() {
			return rewrite(in, ir.Sub, in.Src[1-i], d.Src[0])
		}
	}
	return false
}

// subConstant: x − c = x + (−c) for integers, the form that regroup knows.
func subConstant(_ *folder, in *ir.Instr) bool {
	v, ok := imm(in, 1)
	if !ok || in.Type.Float() {
		return false
	}
	return rewrite(in, ir.Add, in.Src[0], ir.I(-v&in.Type.Mask()))
}

// subSelf: x − x = 0 and 0 − x = −x for integers.
func subSelf(_ *folder, in *ir.Instr) bool {
	switch {
	case in.Type.Float():
		return false
	case in.Src[0] == in.Src[1]:
		return constantOf(in, 0)
	}
	return is(in, 0, 0) && rewrite(in, ir.Neg, in.Src[1])
}

// subNegated: x − (−y) = x + y for integers.
func subNegated(f *folder, in *ir.Instr) bool {
	d := f.source(in, 1, ir.Neg)
	return d != nil && !in.Type.Float() && rewrite(in, ir.Add, in.Src[0], d.Src[0])
}

// divFloatPower: x / 2^k = x · 2^−k, exactly, as long as 2^−k is normal.
func divFloatPower(_ *folder, in *ir.Instr) bool {
	v, ok := imm(in, 1)
	if !ok || !in.Type.Float() {
		return false
	}
	frac, exp := math.Frexp(in.Type.FloatOf(v))
	const smallest = 126 // 2^±126 is normal in either format
	if math.Abs(frac) != 0.5 || exp < -smallest || exp > smallest {
		return false
	}
	return rewrite(in, ir.Mul, in.Src[0], ir.I(ir.FloatBits(in.Type, 1/in.Type.FloatOf(v))))
}

// power returns k when operand i is the constant 2^k of an unsigned type.
func power(in *ir.Instr, i int) (uint64, bool) {
	v, ok := imm(in, i)
	return uint64(bits.TrailingZeros64(v)), ok && !in.Type.Signed() && bits.OnesCount64(v) == 1
}

func divPower(_ *folder, in *ir.Instr) bool {
	n, ok := power(in, 1)
	return ok && rewrite(in, ir.Shr, in.Src[0], ir.I(n))
}

func remPower(_ *folder, in *ir.Instr) bool {
	_, ok := power(in, 1)
	return ok && rewrite(in, ir.And, in.Src[0], ir.I(in.Src[1].Imm-1))
}

func remOne(_ *folder, in *ir.Instr) bool { return is(in, 1, 1) && constantOf(in, 0) }

// shiftedOut: a shift by the width or more leaves nothing, or the sign.
func shiftedOut(_ *folder, in *ir.Instr) bool {
	n, ok := imm(in, 1)
	if !ok || n < uint64(in.Type.Bits()) || in.Op == ir.Shr && in.Type.Signed() {
		return false
	}
	return constantOf(in, 0)
}

// notPredicate: p xor true is not p.
func notPredicate(_ *folder, in *ir.Instr) bool {
	return in.Type == ir.Pred && is(in, 1, 1) && rewrite(in, ir.Not, in.Src[0])
}

func notNot(f *folder, in *ir.Instr) bool {
	d := f.source(in, 0, ir.Not)
	return d != nil && rewrite(in, ir.Mov, d.Src[0])
}

func negNeg(f *folder, in *ir.Instr) bool {
	d := f.source(in, 0, ir.Neg)
	return d != nil && rewrite(in, ir.Mov, d.Src[0])
}

// opposite is the comparison that holds when another does not. For floats that
// is so of EQ and NE alone, because of NaN.
var opposite = map[ir.Mod]ir.Mod{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.LT: ir.GE, ir.GE: ir.LT, ir.GT: ir.LE, ir.LE: ir.GT}

// swapped is the comparison with its operands exchanged.
var swapped = map[ir.Mod]ir.Mod{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.LT: ir.GT, ir.GT: ir.LT, ir.LE: ir.GE, ir.GE: ir.LE}

func notSetp(f *folder, in *ir.Instr) bool {
	d := f.defines(in.Src[0])
	if d == nil || d.Op != ir.Setp || d.Type.Float() && d.Mod != ir.EQ && d.Mod != ir.NE {
		return false
	}
	in.Op, in.Type, in.Mod, in.Src = ir.Setp, d.Type, opposite[d.Mod], slices.Clone(d.Src)
	return true
}

func selpKnown(_ *folder, in *ir.Instr) bool {
	if v, ok := imm(in, 2); ok {
		return copyOf(in, int(1-v))
	}
	return in.Src[0] == in.Src[1] && copyOf(in, 0)
}

// selpPredicate: p ? true : q = p or q, and p ? q : false = p and q.
func selpPredicate(_ *folder, in *ir.Instr) bool {
	switch p := in.Src[2]; {
	case in.Type != ir.Pred:
		return false
	case is(in, 0, 1):
		return rewrite(in, ir.Or, p, in.Src[1])
	case is(in, 1, 0):
		return rewrite(in, ir.And, p, in.Src[0])
	case is(in, 0, 0) && is(in, 1, 1):
		return rewrite(in, ir.Not, p)
	}
	return false
}

// selpNot: !p ? a : b = p ? b : a.
func selpNot(f *folder, in *ir.Instr) bool {
	d := f.source(in, 2, ir.Not)
	return d != nil && rewrite(in, ir.Selp, in.Src[1], in.Src[0], d.Src[0])
}

func setpConstantRight(_ *folder, in *ir.Instr) bool {
	if in.Src[0].IsReg || !in.Src[1].IsReg {
		return false
	}
	return rewrite(in, ir.Setp, in.Src[1], in.Src[0]) && setMod(in, swapped[in.Mod])
}

func setMod(in *ir.Instr, m ir.Mod) bool {
	in.Mod = m
	return true
}

// setpSelf: an integer compared with itself.
func setpSelf(_ *folder, in *ir.Instr) bool {
	if in.Src[0] != in.Src[1] || in.Type.Float() {
		return false
	}
	v, _ := ir.Eval(in, []uint64{0, 0})
	return constantOf(in, v)
}

// setpPredicate: p == true is p, p == false is not p.
func setpPredicate(_ *folder, in *ir.Instr) bool {
	v, ok := imm(in, 1)
	if !ok || in.Type != ir.Pred || in.Mod != ir.EQ && in.Mod != ir.NE {
		return false
	}
	if (in.Mod == ir.EQ) == (v == 1) {
		return copyOf(in, 0)
	}
	in.Mod = ir.NoMod
	return rewrite(in, ir.Not, in.Src[0])
}

// setpSelp: a choice between two constants compared with a constant is the
// choice's predicate, its opposite, or known.
func setpSelp(f *folder, in *ir.Instr) bool {
	v, ok := imm(in, 1)
	d := f.defines(in.Src[0])
	if !ok || d == nil || d.Op != ir.Selp || d.Src[0].IsReg || d.Src[1].IsReg {
		return false
	}
	yes, _ := ir.Eval(in, []uint64{d.Src[0].Imm, v})
	no, _ := ir.Eval(in, []uint64{d.Src[1].Imm, v})
	p := d.Src[2]
	become(in, ir.I(yes))
	if yes != no {
		in.Src[0] = p
	}
	if no > yes {
		in.Op = ir.Not
	}
	return true
}

// cvtNothing: a conversion that leaves the bits as they are.
func cvtNothing(_ *folder, in *ir.Instr) bool {
	same := in.Type.Reg() == in.Type && in.From.Reg() == in.From && ir.SameClass(in.Type, in.From)
	return same && copyOf(in, 0)
}

// cvtExtended: a narrow value is already extended as its type is, when it was
// loaded or converted as that type.
func cvtExtended(f *folder, in *ir.Instr) bool {
	d := f.defines(in.Src[0])
	narrow := in.From
	if in.Type.Bytes() < 4 {
		narrow = in.Type
	}
	if d == nil || narrow.Bytes() >= 4 || in.Type.Bytes() > 4 || in.Type.Float() || in.From.Float() ||
		d.Type != narrow || d.Op != ir.Cvt && d.Op != ir.Ld {
		return false
	}
	return copyOf(in, 0)
}

// cvtHalf: the bits of a half-precision result are 16 already.
func cvtHalf(f *folder, in *ir.Instr) bool {
	bits := f.source(in, 0, ir.Mov)
	if bits == nil || in.Type != ir.U16 {
		return false
	}
	d := f.defines(bits.Src[0])
	return d != nil && d.Op == ir.Math && d.Mod.GivesHalf() && copyOf(in, 0)
}

// branchNot: a branch on !p goes the other way on p.
func branchNot(f *folder, in *ir.Instr) bool {
	d := f.source(in, 0, ir.Not)
	if d == nil {
		return false
	}
	in.Targets = []ir.BlockID{in.Targets[1], in.Targets[0]}
	return rewrite(in, ir.CBra, d.Src[0])
}

// offset: an access at (x + c) is one at x with c in its offset; a constant
// address is all offset.
func offset(f *folder, in *ir.Instr) bool {
	t := ir.AddrType(in.Space)
	if v, ok := imm(in, 0); ok {
		if v == 0 {
			return false
		}
		in.Src[0], in.Off = ir.I(0), wrap(t, int64(v)+in.Off)
		return true
	}
	d := f.defines(in.Src[0])
	if d == nil || d.Op != ir.Add || d.Type.Bytes() != t.Bytes() || d.Src[1].IsReg || !d.Src[0].IsReg {
		return false
	}
	in.Src[0], in.Off = d.Src[0], wrap(t, int64(d.Src[1].Imm)+in.Off)
	return true
}

// wrap reduces an offset to the signed number that adds the same to an address
// of type t.
func wrap(t ir.Type, off int64) int64 {
	if t.Bytes() == 4 {
		return int64(int32(off))
	}
	return off
}
