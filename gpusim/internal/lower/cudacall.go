package lower

// This file lowers the functions of package cuda, with which package cfront writes what
// C can say and Go cannot.

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// argumentCall makes a parameter of a kernel what C has.
const argumentCall = "cuda.Argument"

func addCUDA(table map[string]func(*deviceCall) val) {
	table["cuda.Pointer"] = func(c *deviceCall) val { return val{ptr: c.args[0].ptr} }
	table[argumentCall] = func(c *deviceCall) val { return c.args[0] } // a slice's first element is its pointer
	table["cuda.Add"] = (*deviceCall).movePointer
	table["cuda.Distance"] = (*deviceCall).distance
	table["cuda.Before"] = (*deviceCall).before
	table["cuda.Cast"] = (*deviceCall).castPointer
	table["cuda.Address"] = (*deviceCall).addressOf
	table["cuda.Dynamic"] = (*deviceCall).dynamicPointer
	table["cuda.SyncWarp"] = func(c *deviceCall) val {
		c.l.emit(ir.Instr{Op: ir.BarWarp, Src: []ir.Operand{c.arg(0)}})
		return val{}
	}
	table["cuda.Int"] = func(c *deviceCall) val {
		return val{op: c.l.op(ir.Selp, ir.S32, ir.I(1), ir.I(0), c.arg(0))}
	}
	table["cuda.And"], table["cuda.Or"], table["cuda.Xor"] = logic(ir.And), logic(ir.Or), logic(ir.Xor)
	table[unsetCall] = func(c *deviceCall) val { return c.l.zero(c.l.typeOf(c.in.Type())) }
	table["cuda.Trap"] = (*deviceCall).trap
	table["cuda.FunnelLeft"], table["cuda.FunnelRight"] = funnel(true), funnel(false)
}

// movePointer is cuda.Add: an element of an array or a pointer that moves.
func (c *deviceCall) movePointer() val {
	p := c.args[0].ptr
	if p.bound != nil || p.specials != nil {
		c.l.fail(diag.Unsupported, "copy it into an array first", "a pointer to a single variable is moved")
		return val{ptr: p}
	}
	return val{ptr: c.l.index(p, subscript{c.arg(1), c.argType(1).Scalar}, c.argType(0).Elem.Size)}
}

// distance is cuda.Distance.
func (c *deviceCall) distance() val {
	l, p, q := c.l, c.args[0].ptr, c.args[1].ptr
	if p.space != q.space {
		l.fail(diag.MixedSpaces, "compare pointers into one array", "pointers to %s and %s memory are compared", p.space, q.space)
		return val{op: ir.I(0)}
	}
	n := l.op(ir.Sub, ir.S64, l.wide(p), l.wide(q))
	if size := c.argType(0).Elem.Size; size > 1 {
		n = l.op(ir.Div, ir.S64, n, ir.I(uint64(size)))
	}
	return val{op: n}
}

// before is cuda.Before.
func (c *deviceCall) before() val {
	l, p, q := c.l, c.args[0].ptr, c.args[1].ptr
	if p.space != q.space {
		l.fail(diag.MixedSpaces, "compare pointers into one array", "pointers to %s and %s memory are compared", p.space, q.space)
		return val{op: ir.I(0)}
	}
	return val{op: l.setp(ir.LT, ir.AddrType(p.space), l.address(p, 0), l.address(q, 0))}
}

// wide returns the address of p in 64 bits.
func (l *lowerer) wide(p pointer) ir.Operand {
	t, a := ir.AddrType(p.space), l.address(p, 0)
	if p.space == ir.NoSpace || t.Bits() == ir.U64.Bits() {
		return a
	}
	return l.cvt(ir.U64, t, a)
}

// castPointer is cuda.Cast. C promises that the address is aligned for its new type.
func (c *deviceCall) castPointer() val {
	p := c.args[0].ptr
	p.align = max(p.align, c.l.typeOf(deref(c.in.Type())).Align)
	return val{ptr: p}
}

func (c *deviceCall) addressOf() val { return val{op: c.l.wide(c.args[0].ptr)} }

// dynamicPointer is cuda.Dynamic.
func (c *deviceCall) dynamicPointer() val {
	return val{ptr: c.l.varPointer(c.dynamicVar(c.l.typeOf(deref(c.in.Type()))))}
}

func (c *deviceCall) trap() val {
	text := "trap"
	if why, ok := c.in.Call.Args[0].(*ssa.Const); ok && why.Value != nil {
		text = constant.StringVal(why.Value)
	}
	c.l.emit(ir.Instr{Op: ir.Trap, Text: text})
	c.l.cur = c.l.newBlock("after.trap")
	return val{}
}

// logic computes with two predicates.
func logic(op ir.Op) func(*deviceCall) val {
	return func(c *deviceCall) val { return val{op: c.l.op(op, ir.Pred, c.arg(0), c.arg(1))} }
}

// funnel shifts two registers as one.
func funnel(left bool) func(*deviceCall) val {
	return func(c *deviceCall) val {
		l := c.l
		hi := l.op(ir.Shl, ir.U64, l.cvt(ir.U64, ir.U32, c.arg(1)), ir.I(uint64(ir.U32.Bits())))
		both := l.op(ir.Or, ir.U64, hi, l.cvt(ir.U64, ir.U32, c.arg(0)))
		n := l.op(ir.And, ir.U32, c.arg(2), ir.I(uint64(ir.U32.Bits()-1)))
		if !left {
			return val{op: l.cvt(ir.U32, ir.U64, l.op(ir.Shr, ir.U64, both, n))}
		}
		return val{op: l.cvt(ir.U32, ir.U64, l.op(ir.Shr, ir.U64, l.op(ir.Shl, ir.U64, both, n), ir.I(uint64(ir.U32.Bits()))))}
	}
}
