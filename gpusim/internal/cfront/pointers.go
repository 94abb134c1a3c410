package cfront

import (
	"fmt"

	"gpucourse/gpusim/diag"
)

// This file computes with pointers and compares them.

// pointerArithmetic moves, subtracts and compares pointers.
func (f *fn) pointerArithmetic(op string, x, y val, at diag.Pos) val {
	here := f.u.directive(at)
	simple := x.simple && y.simple
	switch {
	case comparisons[op]:
		return f.comparePointers(op, x, y, at)
	case op == "+" && x.t.isInt():
		return f.pointerArithmetic(op, y, x, at)
	case op == "+" && y.t.isInt():
		y = f.promote(y)
		return val{s: fmt.Sprintf("ʹc.Add%s(%s, %s)", here, x.s, y.s), t: x.t, at: at, simple: simple}
	case op == "-" && y.t.isInt() && y.c != nil:
		return val{s: fmt.Sprintf("ʹc.Add%s(%s, int64(%d))", here, x.s, -y.c.i), t: x.t, at: at, simple: simple}
	case op == "-" && y.t.isInt():
		y = f.convert(y, longType)
		return val{s: fmt.Sprintf("ʹc.Add%s(%s, -%s)", here, x.s, y.s), t: x.t, at: at, simple: simple}
	case op == "-" && x.t.k == pointer && y.t.k == pointer && same(x.t, y.t):
		return val{s: fmt.Sprintf("ʹc.Distance%s(%s, %s)", here, x.s, y.s), t: longType, at: at, simple: simple}
	}
	f.mismatch(x, "%s cannot compute with %s and %s", op, x.t, y.t)
	return x
}

func (f *fn) comparePointers(op string, x, y val, at diag.Pos) val {
	if x.t.k != pointer {
		x = f.convert(x, y.t)
	}
	if y.t.k != pointer || !same(x.t, y.t) {
		if y.t.k == pointer {
			if x.t.elem.k != void && y.t.elem.k != void && !same(x.t, y.t) {
				f.mismatch(y, "%s compares pointers of different types, %s and %s", op, x.t, y.t)
			}
			y = recast(y, x.t)
		} else {
			y = f.convert(y, x.t)
		}
	}
	if op == "==" || op == "!=" {
		return val{s: fmt.Sprintf("(%s %s%s %s)", x.s, f.u.directive(at), op, y.s), t: boolType, at: at, simple: x.simple && y.simple}
	}
	not := ""
	if op == ">" || op == "<=" {
		x, y = y, x
	}
	if op == ">=" || op == "<=" {
		not = "!"
	}
	return val{s: fmt.Sprintf("%sʹc.Before%s(%s, %s)", not, f.u.directive(at), x.s, y.s), t: boolType, at: at, simple: x.simple && y.simple}
}
