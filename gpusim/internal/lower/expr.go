package lower

// This file lowers expressions: constants, operators, conversions and selectors.

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// value lowers an SSA instruction that has a result.
func (l *lowerer) value(a *activation, in ssa.Value) val {
	switch in := in.(type) {
	case *ssa.Alloc:
		return l.alloc(a, in)
	case *ssa.BinOp:
		return val{op: l.binop(a, in)}
	case *ssa.UnOp:
		return l.unop(a, in)
	case *ssa.Convert:
		return l.convert(a, in)
	case *ssa.ChangeType:
		return l.get(a, in.X)
	case *ssa.FieldAddr:
		return val{ptr: l.fieldAddr(a, in)}
	case *ssa.IndexAddr:
		return l.indexAddr(a, in)
	case *ssa.Field:
		return l.elem(l.get(a, in.X), l.typeOf(in.X.Type()), in.Field)
	case *ssa.Index:
		return l.indexValue(a, in)
	case *ssa.Slice:
		return l.slice(a, in)
	case *ssa.SliceToArrayPointer:
		return val{ptr: l.get(a, in.X).ptr}
	case *ssa.Extract:
		return l.get(a, in.Tuple).elems[in.Index]
	case *ssa.Call:
		return l.call(a, in)
	case *ssa.MakeClosure:
		v := val{fn: in.Fn.(*ssa.Function)}
		for _, x := range in.Bindings {
			v.free = append(v.free, l.get(a, x))
		}
		return v
	case *ssa.MakeInterface:
		return val{args: &[]arg{{l.get(a, in.X), l.typeOf(in.X.Type())}}}
	}
	l.unsupported(in.(ssa.Instruction))
	return l.zero(l.typeOf(in.Type()))
}

// constant lowers a constant. A number becomes an immediate.
func (l *lowerer) constant(c *ssa.Const) val {
	t := l.typeOf(c.Type())
	if c.Value == nil {
		return l.zero(t)
	}
	if t.Shape != layout.Scalar {
		return val{}
	}
	return val{op: ir.I(bitsOf(c.Value, t))}
}

// bitsOf returns the bits that a constant has in a register of type t.
func bitsOf(c constant.Value, t *layout.Type) uint64 {
	switch {
	case t.Bool:
		if constant.BoolVal(c) {
			return 1
		}
		return 0
	case t.Scalar == ir.F32:
		f, _ := constant.Float32Val(c)
		return uint64(math.Float32bits(f))
	case t.Scalar == ir.F64:
		f, _ := constant.Float64Val(c)
		return math.Float64bits(f)
	}
	c = constant.ToInt(c)
	if i, exact := constant.Int64Val(c); exact {
		return uint64(i) & t.Reg().Mask()
	}
	u, _ := constant.Uint64Val(c)
	return u & t.Reg().Mask()
}

var arithmetic = map[token.Token]ir.Op{
	token.ADD: ir.Add, token.SUB: ir.Sub, token.MUL: ir.Mul, token.QUO: ir.Div, token.REM: ir.Rem,
	token.AND: ir.And, token.OR: ir.Or, token.XOR: ir.Xor,
}

var comparison = map[token.Token]ir.Mod{
	token.EQL: ir.EQ, token.NEQ: ir.NE, token.LSS: ir.LT, token.LEQ: ir.LE, token.GTR: ir.GT, token.GEQ: ir.GE,
}

func (l *lowerer) binop(a *activation, in *ssa.BinOp) ir.Operand {
	t := l.typeOf(in.X.Type())
	x, y := l.get(a, in.X), l.get(a, in.Y)
	if cc, ok := comparison[in.Op]; ok {
		return l.compare(cc, t, x, y)
	}
	if t.Shape != layout.Scalar {
		l.unsupported(in)
		return ir.I(0)
	}
	switch in.Op {
	case token.SHL, token.SHR:
		return l.shift(in.Op, t, x.op, l.shiftCount(y.op, l.typeOf(in.Y.Type())))
	case token.AND_NOT:
		return l.op(ir.And, t.Reg(), x.op, l.op(ir.Not, t.Reg(), y.op))
	}
	mod := ir.NoMod
	if t.Scalar.Float() && l.src.Rounded[in.Pos()] {
		mod = ir.RN
	}
	return l.narrow(t, l.opMod(arithmetic[in.Op], mod, t.Reg(), x.op, y.op))
}

// narrow restores the extension of an 8- or 16-bit value after arithmetic.
func (l *lowerer) narrow(t *layout.Type, r ir.Operand) ir.Operand {
	if t.Bool || t.Scalar == t.Reg() {
		return r
	}
	return l.cvt(t.Scalar, t.Reg(), r)
}

func (l *lowerer) shift(op token.Token, t *layout.Type, x, n ir.Operand) ir.Operand {
	if op == token.SHR {
		return l.op(ir.Shr, t.Reg(), x, n)
	}
	return l.narrow(t, l.op(ir.Shl, t.Reg(), x, n))
}

// shiftCount converts a count to 32 bits. A larger count stays large enough to
// shift all bits out.
func (l *lowerer) shiftCount(n ir.Operand, t *layout.Type) ir.Operand {
	if t.Reg().Bits() == ir.U32.Bits() {
		return n
	}
	const enough = 64
	if !n.IsReg {
		return ir.I(min(n.Imm, enough))
	}
	return l.cvt(ir.U32, ir.U64, l.op(ir.Min, ir.U64, n, ir.I(enough)))
}

// compare lowers the comparison of values of any comparable type.
func (l *lowerer) compare(cc ir.Mod, t *layout.Type, x, y val) ir.Operand {
	switch t.Shape {
	case layout.Scalar:
		return l.setp(cc, t.Reg(), x.op, y.op)
	case layout.Pointer, layout.Slice:
		return l.comparePointers(cc, x.ptr, y.ptr)
	case layout.Struct, layout.Array:
		return l.compareParts(cc, t, x, y)
	}
	l.fail(diag.FuncValue, "compare something else", "functions cannot be compared")
	return ir.I(0)
}

// compareParts compares the fields or elements. Fields named _ do not count.
func (l *lowerer) compareParts(cc ir.Mod, t *layout.Type, x, y val) ir.Operand {
	all := ir.I(1)
	for i := range t.Parts() {
		et, _ := t.Part(i)
		if t.PartName(i) == "._" {
			continue
		}
		same := l.compare(ir.EQ, et, l.elem(x, t, i), l.elem(y, t, i))
		if all.IsReg {
			same = l.op(ir.And, ir.Pred, all, same)
		}
		all = same
	}
	if cc == ir.NE {
		return l.op(ir.Not, ir.Pred, all)
	}
	return all
}

func (l *lowerer) comparePointers(cc ir.Mod, p, q pointer) ir.Operand {
	if p.space == ir.NoSpace {
		p, q = q, p
	}
	if p.space == ir.NoSpace || q.space != ir.NoSpace && p.space != q.space {
		same := p.space == q.space
		return ir.I(map[bool]uint64{true: 1}[same == (cc == ir.EQ)])
	}
	if q.space == ir.NoSpace && p.space != ir.Global {
		return ir.I(map[bool]uint64{true: 1}[cc == ir.NE]) // the address of a variable is never nil
	}
	return l.setp(cc, ir.AddrType(p.space), l.address(p, 0), l.address(q, 0))
}

func (l *lowerer) unop(a *activation, in *ssa.UnOp) val {
	x := l.get(a, in.X)
	t := l.typeOf(in.Type())
	switch in.Op {
	case token.MUL:
		switch {
		case x.ptr.specials != nil:
			return l.readIndex(x.ptr.specials)
		case x.ptr.bound != nil:
			return x.ptr.bound.v
		}
		return l.loadValue(a, in, x.ptr, t)
	case token.SUB:
		return val{op: l.narrow(t, l.op(ir.Neg, t.Reg(), x.op))}
	case token.XOR:
		return val{op: l.narrow(t, l.op(ir.Not, t.Reg(), x.op))}
	case token.NOT:
		return val{op: l.op(ir.Not, ir.Pred, x.op)}
	}
	l.unsupported(in)
	return l.zero(t)
}

// convert lowers a conversion between numbers.
func (l *lowerer) convert(a *activation, in *ssa.Convert) val {
	from, to := l.typeOf(in.X.Type()), l.typeOf(in.Type())
	if from.Shape != layout.Scalar || to.Shape != layout.Scalar {
		l.unsupported(in)
		return l.zero(to)
	}
	return val{op: l.convertScalar(from, to, l.get(a, in.X).op)}
}

func (l *lowerer) convertScalar(from, to *layout.Type, x ir.Operand) ir.Operand {
	f, t := from.Scalar, to.Scalar
	switch {
	case f == t || !f.Float() && !t.Float() && t.Reg().Bits() == f.Reg().Bits() && t.Reg() == t && f.Reg() == t:
		return x
	case t == t.Reg() && ir.SameClass(f.Reg(), t):
		return l.mov(t, x)
	}
	return l.cvt(t, f.Reg(), x)
}

func (l *lowerer) fieldAddr(a *activation, in *ssa.FieldAddr) pointer {
	p := l.get(a, in.X).ptr
	t := l.typeOf(deref(in.X.Type()))
	switch {
	case p.specials != nil:
		return pointer{specials: p.specials[in.Field : in.Field+1]}
	case p.bound != nil:
		return pointer{bound: &binding{l.elem(p.bound.v, t, in.Field)}}
	}
	return p.moved(t.Fields[in.Field].Offset)
}

// indexAddr lowers &x[i] of a slice or of a pointer to an array.
func (l *lowerer) indexAddr(a *activation, in *ssa.IndexAddr) val {
	x, i := l.get(a, in.X), l.subscript(a, in.Index)
	switch {
	case x.args != nil:
		return val{ptr: pointer{vararg: &(*x.args)[i.op.Imm]}}
	case x.ptr.bound != nil:
		return val{ptr: pointer{bound: &binding{l.at(x.ptr.bound.v, l.typeOf(deref(in.X.Type())), i, instanceKey{in, a.path})}}}
	}
	l.expectIndex(in, x, i)
	return val{ptr: l.index(x.ptr, i, l.typeOf(deref(in.Type())).Size)}
}

// indexValue lowers x[i] of an array that is a value.
func (l *lowerer) indexValue(a *activation, in *ssa.Index) val {
	x, t := l.get(a, in.X), l.typeOf(in.X.Type())
	if t.Shape != layout.Array {
		l.unsupported(in)
		return l.zero(l.typeOf(in.Type()))
	}
	return l.at(x, t, l.subscript(a, in.Index), instanceKey{in, a.path})
}

// subscript returns an index with its type.
func (l *lowerer) subscript(a *activation, index ssa.Value) subscript {
	return subscript{l.get(a, index).op, l.typeOf(index.Type()).Scalar}
}

// at returns element i of the array x. An array in registers that is indexed at
// run time is copied to a local variable, which copied names.
func (l *lowerer) at(x val, t *layout.Type, i subscript, copied instanceKey) val {
	if !i.op.IsReg && i.op.Imm < uint64(t.Len) {
		if x.elems == nil && x.at != nil && t.Elem.Holds(layout.Array) {
			p := x.at.moved(int(i.op.Imm) * t.Elem.Size)
			return val{at: &p}
		}
		return l.elem(x, t, int(i.op.Imm))
	}
	if x.at == nil {
		p := l.local(copied, "copy", t)
		l.store(p, x, t, accessMode{})
		x.at = &p
	}
	p := l.index(*x.at, i, t.Elem.Size)
	if t.Elem.Holds(layout.Array) {
		return val{at: &p}
	}
	return l.load(p, t.Elem, accessMode{})
}

// slice lowers x[lo:hi] of a slice or of a pointer to an array.
func (l *lowerer) slice(a *activation, in *ssa.Slice) val {
	x := l.get(a, in.X)
	if x.args != nil {
		return x
	}
	var elem *layout.Type
	n, most := x.op, -1
	switch u := in.X.Type().Underlying().(type) {
	case *types.Slice:
		elem = l.typeOf(u.Elem())
	case *types.Pointer:
		t := l.typeOf(u.Elem())
		elem, n, most = t.Elem, ir.I(uint64(t.Len)), t.Len
	default:
		l.unsupported(in)
		return l.zero(l.typeOf(in.Type()))
	}
	out := val{ptr: x.ptr, op: n}
	if in.High != nil {
		out.op = l.length(a, in.High)
	}
	if in.Low != nil {
		l.expectPart(l.partName(x.ptr), l.length(a, in.Low), out.op, most)
		out.ptr = l.index(x.ptr, l.subscript(a, in.Low), elem.Size)
		out.op = l.subtract(out.op, l.length(a, in.Low))
	} else if in.High != nil {
		l.expectPart(l.partName(x.ptr), ir.I(0), out.op, most)
	}
	return out
}

// length converts an integer to the 32-bit length of a slice.
func (l *lowerer) length(a *activation, v ssa.Value) ir.Operand {
	t := l.typeOf(v.Type())
	x := l.get(a, v).op
	if t.Reg().Bits() == ir.S32.Bits() {
		return x
	}
	return l.cvt(ir.S32, t.Reg(), x)
}

func (l *lowerer) subtract(a, b ir.Operand) ir.Operand {
	switch {
	case !a.IsReg && !b.IsReg:
		return ir.I((a.Imm - b.Imm) & ir.S32.Mask())
	case !b.IsReg && b.Imm == 0:
		return a
	}
	return l.op(ir.Sub, ir.S32, a, b)
}
