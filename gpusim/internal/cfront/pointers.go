package cfront

import (
	"go/ast"
	"go/token"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/tree"
)

// This file computes with pointers and compares them.

// pointerArithmetic moves, subtracts and compares pointers.
func (f *fn) pointerArithmetic(op string, x, y val, at diag.Pos) val {
	simple := x.simple && y.simple
	switch {
	case number.Compares(op):
		return f.comparePointers(op, x, y, at)
	case op == "+" && x.t.isInt():
		return f.pointerArithmetic(op, y, x, at)
	case op == "+" && y.t.isInt():
		return val{x: f.moved(x.x, f.promote(y).x, at), t: x.t, at: at, simple: simple}
	case op == "-" && y.t.isInt() && y.c != nil:
		return val{x: f.moved(x.x, intConstant(-y.c.i, longType, at).x, at), t: x.t, at: at, simple: simple}
	case op == "-" && y.t.isInt():
		back := tree.Unary(token.SUB, f.convert(y, longType).x, token.NoPos)
		return val{x: f.moved(x.x, back, at), t: x.t, at: at, simple: simple}
	case op == "-" && x.t.k == pointer && y.t.k == pointer && same(x.t, y.t):
		return val{x: f.u.call(inCUDA("Distance"), at, x.x, y.x), t: longType, at: at, simple: simple}
	}
	f.mismatch(x, "%s cannot compute with %s and %s", op, x.t, y.t)
	return x
}

// moved returns the pointer n elements behind p.
func (f *fn) moved(p, n ast.Expr, at diag.Pos) ast.Expr { return f.u.call(inCUDA("Add"), at, p, n) }

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
		return f.operation(op, x, y, boolType, at)
	}
	if op == ">" || op == "<=" {
		x, y = y, x
	}
	before := f.u.call(inCUDA("Before"), at, x.x, y.x)
	if op == ">=" || op == "<=" {
		before = tree.Not(before)
	}
	return val{x: before, t: boolType, at: at, simple: x.simple && y.simple}
}
