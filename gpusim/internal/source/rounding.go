package source

// This file finds the operations that explicit conversions round. By Go's
// specification x*y + z may be one multiply-add, but float32(x*y) + z may not.
// Package ssa drops a conversion of a value to its own type, so that this file
// finds the conversions in the syntax.
//
// A conversion of a variable or of a call rounds every product that is assigned to
// the variable or returned from the function, for its other uses too. Not modelled:
// products that reach the conversion through a pointer or a function literal.

import (
	"go/ast"
	"go/token"
	"go/types"
)

// roundedOperations returns the products and quotients of floats that may not
// become part of a multiply-add, by the positions that package ssa gives them.
func roundedOperations(files []*ast.File, info *types.Info) map[token.Pos]bool {
	r := &roundings{info: info, at: map[token.Pos]bool{}, objects: map[types.Object]bool{}}
	for _, f := range files {
		ast.Inspect(f, r.conversion)
	}
	for n := 0; n < len(r.objects); { // an assignment may round more objects
		n = len(r.objects)
		for _, f := range files {
			r.assignments(f, nil)
		}
	}
	return r.at
}

type roundings struct {
	info    *types.Info
	at      map[token.Pos]bool
	objects map[types.Object]bool // variables, fields and functions whose values are rounded
}

// conversion rounds what a conversion between equal types converts.
func (r *roundings) conversion(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if ok && len(c.Args) == 1 && r.info.Types[c.Fun].IsType() && mayBeEqual(r.info.TypeOf(c.Fun), r.info.TypeOf(c.Args[0])) {
		r.round(c.Args[0])
	}
	return true
}

// mayBeEqual reports whether values of both types have one form, for some type
// arguments at least.
func mayBeEqual(t, u types.Type) bool {
	return types.IsInterface(t) || types.IsInterface(u) || types.Identical(t.Underlying(), u.Underlying())
}

// round rounds the operation that gives e its value.
func (r *roundings) round(e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		r.at[e.OpPos] = e.Op == token.MUL || e.Op == token.QUO
	case *ast.UnaryExpr:
		r.round(e.X) // a sign changes no rounding
	default:
		if obj := r.object(e); obj != nil {
			r.objects[obj] = true
		}
	}
}

// object returns the variable, field or function that e takes its value from, nil
// when there is none. An element of an array is the array.
func (r *roundings) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return origin(r.info.ObjectOf(e))
	case *ast.SelectorExpr:
		return origin(r.info.ObjectOf(e.Sel))
	case *ast.IndexExpr:
		return r.object(e.X)
	case *ast.IndexListExpr:
		return r.object(e.X)
	case *ast.CallExpr:
		return r.object(e.Fun)
	}
	return nil
}

// assignments rounds what the syntax under root assigns to the objects, passes as
// them, or returns from them. fn is the name of the function around, nil in a
// function literal.
func (r *roundings) assignments(root ast.Node, fn *ast.Ident) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn = n.Name
		case *ast.FuncLit:
			r.assignments(n.Body, nil)
			return false
		case *ast.ReturnStmt:
			if fn != nil {
				r.assign(fn, n.Results...)
			}
		case *ast.AssignStmt:
			r.assignment(n)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				r.assign(name, nth(n.Values, i)...)
			}
		case *ast.KeyValueExpr:
			r.assign(n.Key, n.Value)
		case *ast.CallExpr:
			r.arguments(n)
		}
		return true
	})
}

// nth returns the value that item i of a list is assigned: the only one when all
// come from one call.
func nth(values []ast.Expr, i int) []ast.Expr {
	if len(values) > 1 {
		return values[i : i+1]
	}
	return values
}

// assign rounds the values that are assigned to an object.
func (r *roundings) assign(to ast.Expr, values ...ast.Expr) {
	if r.objects[r.object(to)] {
		for _, v := range values {
			r.round(v)
		}
	}
}

func (r *roundings) assignment(n *ast.AssignStmt) {
	if n.Tok == token.MUL_ASSIGN || n.Tok == token.QUO_ASSIGN {
		if r.objects[r.object(n.Lhs[0])] {
			r.at[n.Pos()] = true // the position that package ssa gives the operation
		}
		return
	}
	for i, to := range n.Lhs {
		r.assign(to, nth(n.Rhs, i)...)
	}
}

// arguments rounds the arguments for parameters that the function rounds.
func (r *roundings) arguments(c *ast.CallExpr) {
	sig, ok := r.info.TypeOf(c.Fun).(*types.Signature)
	if !ok {
		return
	}
	for i := range min(sig.Params().Len(), len(c.Args)) {
		if r.objects[sig.Params().At(i).Origin()] {
			r.round(c.Args[i])
		}
	}
}
