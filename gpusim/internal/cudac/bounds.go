package cudac

// This file proves that the count of a shift is below the width, so that C's operator
// means what Go's does.

import (
	"go/ast"
	"go/token"
	"go/types"

	"gpucourse/gpusim/internal/padding"
)

// maxSteps bounds how many variables a proof looks through.
const maxSteps = 8

// below reports whether a count is proven to be from 0 up to, but not, width.
func (f *function) below(e ast.Expr, width int) bool { return f.provenBelow(e, int64(width), maxSteps) }

func (f *function) provenBelow(e ast.Expr, width int64, steps int) bool {
	e = ast.Unparen(e)
	if v := f.s.Info.Types[e].Value; v != nil {
		n, ok := intValue(v)
		return ok && n >= 0 && n < width
	}
	if steps == 0 {
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return f.binaryBelow(e, width, steps)
	case *ast.CallExpr:
		if f.s.Info.Types[e.Fun].IsType() && f.isInteger(f.s.Info.TypeOf(e.Args[0])) {
			return f.provenBelow(e.Args[0], width, steps-1)
		}
		return f.isDevice(e, "gpu.LaneID") && width >= 32
	case *ast.Ident:
		return f.variableBelow(e, width, steps)
	}
	return false
}

func (f *function) binaryBelow(e *ast.BinaryExpr, width int64, steps int) bool {
	limit, ok := intValue(f.s.Info.Types[e.Y].Value)
	switch e.Op {
	case token.AND:
		return ok && limit >= 0 && limit < width || f.provenBelow(e.X, width, steps-1) && f.unsigned(f.s.Info.TypeOf(e))
	case token.REM:
		return ok && limit > 0 && limit <= width && f.neverNegative(e.X)
	case token.QUO, token.SHR:
		return f.provenBelow(e.X, width, steps-1)
	case token.SUB:
		first, constant := intValue(f.s.Info.Types[e.X].Value)
		return constant && first < width && f.provenBelow(e.Y, first+1, steps-1)
	case token.MUL:
		return ok && limit > 0 && f.provenBelow(e.X, padding.Units(width, limit), steps-1)
	case token.ADD:
		return ok && limit >= 0 && limit < width && f.provenBelow(e.X, width-limit, steps-1)
	}
	return false
}

// neverNegative reports whether an integer is unsigned or a position of a thread.
func (f *function) neverNegative(e ast.Expr) bool {
	if f.unsigned(f.s.Info.TypeOf(e)) {
		return true
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && f.indexVariable(sel.X) != ""
}

// variableBelow looks at the only value of a variable, or at the numbers that a loop
// gives it.
func (f *function) variableBelow(id *ast.Ident, width int64, steps int) bool {
	obj := f.s.Info.Uses[id]
	d := f.decl[f.obj]
	if obj == nil || d == nil {
		return false
	}
	found, proven := 0, true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if lid, ok := l.(*ast.Ident); ok && (f.s.Info.Defs[lid] == obj || f.s.Info.Uses[lid] == obj) {
					found++
					proven = proven && n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) && f.provenBelow(n.Rhs[i], width, steps-1)
				}
			}
		case *ast.RangeStmt:
			if kid, ok := n.Key.(*ast.Ident); ok && (f.s.Info.Defs[kid] == obj || f.s.Info.Uses[kid] == obj) {
				found++
				proven = proven && f.roundsBelow(n, width)
			}
		case *ast.IncDecStmt:
			if lid, ok := n.X.(*ast.Ident); ok && f.s.Info.Uses[lid] == obj {
				proven = false
			}
		case *ast.UnaryExpr:
			if lid, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && f.s.Info.Uses[lid] == obj {
				proven = false
			}
		}
		return proven
	})
	return found == 1 && proven
}

func (f *function) roundsBelow(s *ast.RangeStmt, width int64) bool {
	if n, ok := intValue(f.s.Info.Types[s.X].Value); ok {
		return n <= width
	}
	a, ok := f.arrayOf(f.s.Info.TypeOf(s.X))
	return ok && a.Len() <= width
}

// operandFor writes the right side of an op= statement.
func (f *function) operandFor(op token.Token, e ast.Expr, t types.Type) ex {
	x := f.expr(e)
	switch op {
	case token.SHL, token.SHR:
		return x
	case token.QUO, token.REM:
		return f.cast(x, t)
	case token.ADD, token.SUB, token.MUL:
		if f.isInteger(t) && !f.unsigned(t) && f.kind(t) != types.Int && f.bits(t) >= 32 && x.class == exact {
			f.onlyFor(t)
			return f.withoutSign(x, f.bits(t))
		}
	}
	return x
}
