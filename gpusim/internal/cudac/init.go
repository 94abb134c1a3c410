package cudac

// This file finds local arrays whose elements are all written before one is read, so
// that they need no zeros.

import (
	"go/ast"
	"go/token"
	"go/types"
)

// filled reports whether the first statement that mentions an array writes all its
// elements: a loop over all indexes, whose body is one assignment.
func (f *function) filled(v *types.Var) bool {
	a, ok := f.under(v.Type()).(*types.Array)
	if !ok || f.depth == 0 {
		return false
	}
	for i, s := range f.rest {
		if !f.mentions(s, v) {
			continue
		}
		return f.fills(s, v, a.Len()) || f.fillsOneByOne(f.rest[i:], v, a.Len())
	}
	return false
}

func (f *function) mentions(n ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && v != nil && f.s.Info.Uses[id] == v
		return !found
	})
	return found
}

// fills reports whether a statement is such a loop.
func (f *function) fills(s ast.Stmt, v *types.Var, n int64) bool {
	key, body := f.fullLoop(s, v, n)
	if key == nil || len(body.List) == 0 {
		return false
	}
	for _, first := range body.List {
		if !f.mentions(first, v) {
			if _, plain := first.(*ast.AssignStmt); plain {
				continue
			}
			return false
		}
		set, ok := first.(*ast.AssignStmt)
		return ok && set.Tok == token.ASSIGN && f.setsElement(set, v, key) && !f.leavesEarly(body)
	}
	return false
}

// setsElement reports whether an assignment gives v[key] a value that does not need v.
func (f *function) setsElement(set *ast.AssignStmt, v *types.Var, key types.Object) bool {
	sets := false
	for _, l := range set.Lhs {
		ix, ok := l.(*ast.IndexExpr)
		sets = sets || ok && f.isVar(ix.X, v) && f.isVar(ix.Index, key)
	}
	for _, r := range set.Rhs {
		sets = sets && !f.mentions(r, v)
	}
	return sets
}

func (f *function) leavesEarly(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.BranchStmt, *ast.ReturnStmt:
			found = true
		}
		return !found
	})
	return found
}

func (f *function) isVar(e ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && (f.s.Info.Uses[id] == v || f.s.Info.Defs[id] == v)
}

// fullLoop returns the counter and the body of a loop over the n indexes of an array.
func (f *function) fullLoop(s ast.Stmt, v *types.Var, n int64) (types.Object, *ast.BlockStmt) {
	switch s := s.(type) {
	case *ast.RangeStmt:
		id, ok := s.Key.(*ast.Ident)
		if !ok || s.Tok != token.DEFINE || s.Value != nil {
			return nil, nil
		}
		count, whole := intValue(f.s.Info.Types[s.X].Value)
		if whole && count == n || f.isVar(s.X, v) {
			return f.s.Info.Defs[id], s.Body
		}
	case *ast.ForStmt:
		return f.countedLoop(s, n)
	}
	return nil, nil
}

// countedLoop recognises for i := 0; i < n; i++.
func (f *function) countedLoop(s *ast.ForStmt, n int64) (types.Object, *ast.BlockStmt) {
	init, ok := s.Init.(*ast.AssignStmt)
	cond, less := s.Cond.(*ast.BinaryExpr)
	post, inc := s.Post.(*ast.IncDecStmt)
	if !ok || !less || !inc || init.Tok != token.DEFINE || len(init.Lhs) != 1 || cond.Op != token.LSS || post.Tok != token.INC {
		return nil, nil
	}
	obj := f.s.Info.Defs[init.Lhs[0].(*ast.Ident)]
	limit, whole := intValue(f.s.Info.Types[cond.Y].Value)
	if obj == nil || !whole || limit != n || !f.isZero(init.Rhs[0]) || !f.isVar(cond.X, obj) || !f.isVar(post.X, obj) || f.assigned(s.Body, obj) {
		return nil, nil
	}
	return obj, s.Body
}

// fillsOneByOne reports whether statements write all elements by constant indexes
// before another statement mentions an element that is not written.
func (f *function) fillsOneByOne(list []ast.Stmt, v *types.Var, n int64) bool {
	done := map[int64]bool{}
	for _, s := range list {
		set, ok := s.(*ast.AssignStmt)
		if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || !f.readsOnly(set.Rhs[0], v, done) {
			return false
		}
		ix, ok := set.Lhs[0].(*ast.IndexExpr)
		if !ok || !f.isVar(ix.X, v) {
			return false
		}
		at, constant := intValue(f.s.Info.Types[ix.Index].Value)
		if !constant {
			return false
		}
		if done[at] = true; int64(len(done)) == n {
			return true
		}
	}
	return false
}

// readsOnly reports whether an expression reads only elements that are written.
func (f *function) readsOnly(e ast.Expr, v *types.Var, done map[int64]bool) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if f.isVar(n.X, v) {
				at, constant := intValue(f.s.Info.Types[n.Index].Value)
				ok = ok && constant && done[at]
				return false
			}
		case *ast.Ident:
			ok = ok && f.s.Info.Uses[n] != v
		}
		return ok
	})
	return ok
}
