package cudac

// This file finds calls with effects, and keeps their order.

import (
	"go/ast"
	"go/token"
	"go/types"

	"gpucourse/gpusim/internal/source"
)

// ordered writes expressions of one statement. C++ may evaluate the operands of a
// statement in any order. Where two or more calls have effects, each becomes a
// statement of its own.
func (f *function) ordered(list []ast.Expr, write func() ex) ex {
	n := 0
	for _, e := range list {
		n += f.impureCalls(e)
	}
	was := f.hoist
	f.hoist = n > 1
	defer func() { f.hoist = was }()
	return write()
}

// impureCalls counts the calls in e that have effects.
func (f *function) impureCalls(e ast.Expr) int {
	n := 0
	ast.Inspect(e, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if f.impure(node) {
				n++
			}
		}
		return true
	})
	return n
}

// impure reports whether a call has effects, or depends on those of others.
func (f *function) impure(e *ast.CallExpr) bool {
	if f.s.Info.Types[e.Fun].IsType() {
		return false
	}
	if id := source.CalleeName(e.Fun); id != nil {
		if _, ok := f.s.Info.Uses[id].(*types.Builtin); ok {
			return false
		}
	}
	fn := f.callee(e)
	if fn == nil {
		return true
	}
	if name := deviceName(fn); name != "" {
		return !alone(name)
	}
	return !f.isPure(fn.Origin())
}

// isPure reports whether a function only computes.
func (f *function) isPure(fn *types.Func) bool {
	if p, ok := f.pure[fn]; ok {
		return p
	}
	f.pure[fn] = false // of a recursive function
	d := f.decl[fn]
	if d == nil {
		return false
	}
	pure := true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			pure = pure && !f.impure(n)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				pure = pure && f.isLocalPlace(l)
			}
		case *ast.IncDecStmt:
			pure = pure && f.isLocalPlace(n.X)
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.AND
		}
		return pure
	})
	f.pure[fn] = pure
	return pure
}

// isLocalPlace reports whether a place is a local variable or a part of one.
func (f *function) isLocalPlace(e ast.Expr) bool { return f.holder(e) != nil }
