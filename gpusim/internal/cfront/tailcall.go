package cfront

// This file makes a loop of a function that calls itself last, as nvcc does: return f(n-1); and
// return n*f(n-1), where a variable gathers the factors.

import (
	"go/ast"
	"go/token"
	"reflect"

	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// gathers says of which operators the operands may be gathered in any order.
var gathers = map[string]bool{"+": true, "*": true, "&": true, "|": true, "^": true}

// tail is what is known of a function that calls itself last. Either all such calls are returned as
// they are, or there is one, with op, and all other returns have one number.
type tail struct {
	d      *syntax.Func
	params []*object
	calls  map[*syntax.Call]bool // those that are returned
	op     string                // of gathers; "" where the result of a call is returned as it is
	end    syntax.Expr           // the number of all other returns; nil if there is none, or more
	others bool                  // there are other returns
	apart  bool                  // the calls need variables of their own, or do not fit
	sum    val                   // what is gathered so far
	label  string                // of the loop
}

// tailOf returns how a function calls itself last; nil if it stays as it is.
func (f *fn) tailOf(d *syntax.Func) *tail {
	if f.in == nil || d.Template || f.this != nil || f.ref || f.result == nil || !f.result.isInt() || !same(promoted(f.result), f.result) {
		return nil
	}
	t := &tail{d: d, params: f.in.params, calls: map[*syntax.Call]bool{}}
	for i, o := range t.params {
		if o.ref || d.Params[i].Name == "" || !o.t.number() && o.t.k != pointer {
			return nil
		}
	}
	each(reflect.ValueOf(d.Body), t.visit)
	if len(t.calls) == 0 || t.apart || t.op != "" && (len(t.calls) > 1 || t.others && t.end == nil) || len(f.u.p.funcs[d.Key(d.Name)]) > 1 {
		return nil
	}
	return t
}

// visit looks at a node of the body. An address, an array or a static variable may connect one
// call with another.
func (t *tail) visit(node any) {
	switch x := node.(type) {
	case *syntax.Return:
		t.returned(x.X)
	case *syntax.Unary:
		t.apart = t.apart || x.Op == "&"
	case *syntax.Var:
		_, plain := x.Type.(*syntax.Named)
		t.apart = t.apart || !plain || x.Attrs.Static || x.Attrs.Shared || t.param(x.Name) != nil
	case *syntax.Lambda:
		t.apart = true
	}
}

// returned notes what a return returns.
func (t *tail) returned(x syntax.Expr) {
	if c, ok := x.(*syntax.Cond); ok && t.within(c) {
		t.returned(c.X)
		t.returned(c.Y)
		t.apart = t.apart || !(t.within(c.X) || t.exact(c.X)) || !(t.within(c.Y) || t.exact(c.Y))
		return
	}
	call, factor, op := t.last(x)
	if call == nil {
		if numberText(x) == "" || t.others && numberText(x) != numberText(t.end) {
			x = nil
		}
		t.end, t.others = x, true
		return
	}
	if t.calls[call] = true; factor != nil {
		t.op, t.apart = op, t.apart || !t.exact(factor)
	}
}

// numberText returns a literal number as written, with its minus; "" for other expressions.
func numberText(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Literal:
		return x.Text
	case *syntax.Unary:
		if l, ok := x.X.(*syntax.Literal); ok && x.Op == "-" {
			return x.Op + l.Text
		}
	}
	return ""
}

// within reports whether a result calls the function last.
func (t *tail) within(x syntax.Expr) bool {
	if c, ok := x.(*syntax.Cond); ok {
		return t.within(c.X) || t.within(c.Y)
	}
	call, _, _ := t.last(x)
	return call != nil
}

// last returns the call of a result that calls the function last, and what is gathered of it.
func (t *tail) last(x syntax.Expr) (call *syntax.Call, factor syntax.Expr, op string) {
	b, ok := x.(*syntax.Binary)
	switch {
	case !ok:
		return t.call(x), nil, ""
	case !gathers[b.Op]:
		return nil, nil, ""
	case t.call(b.Y) != nil:
		return t.call(b.Y), b.X, b.Op
	}
	return t.call(b.X), b.Y, b.Op
}

// call returns an expression as a call of the function; nil if it is none.
func (t *tail) call(x syntax.Expr) *syntax.Call {
	if c, ok := x.(*syntax.Call); ok {
		if n, ok := c.Fun.(*syntax.Name); ok && n.Name == t.d.Name && n.Scope == nil && n.Args == nil && len(c.Args) == len(t.params) {
			return c
		}
	}
	return nil
}

func (t *tail) param(name string) *object {
	for _, o := range t.params {
		if o.name == name {
			return o
		}
	}
	return nil
}

// exact reports whether an expression computes with integers alone, so that it has the same low bits
// in every type that is wide enough.
func (t *tail) exact(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal:
		return x.Text[0] >= '0' && x.Text[0] <= '9' && literal(x.Text, x.Pos).t.isInt()
	case *syntax.Name:
		o := t.param(x.Name)
		return o != nil && o.t.isInt() && x.Scope == nil
	case *syntax.Unary:
		return (x.Op == "-" || x.Op == "~") && t.exact(x.X)
	case *syntax.Binary:
		return (gathers[x.Op] || x.Op == "-") && t.exact(x.X) && t.exact(x.Y)
	}
	return false
}

// tailLoop translates the body of a function that calls itself last.
func (f *fn) tailLoop(t *tail) {
	if t.op != "" && t.end != nil {
		name := f.temp()
		f.add(tree.Var(name, f.result.goType()))
		t.sum = val{x: tree.Name(name), t: f.result, lv: true, simple: true}
		f.set(t.sum.x, f.convert(f.expr(t.end), f.result))
	}
	t.label = f.label()
	f.tail = t
	head := f.add(nil)
	head.Stmt = tree.Label(t.label, &ast.ForStmt{Body: f.block(func() { f.wholeBody(t.d) })})
	f.tail = nil
}

// returnTail translates a return in a function that calls itself last.
func (f *fn) returnTail(s *syntax.Return) {
	t := f.tail
	if c, ok := s.X.(*syntax.Cond); ok && t.within(c) {
		f.ifStmt(&syntax.If{At: c.At, C: c.C, Then: &syntax.Return{At: s.At, X: c.X}, Else: &syntax.Return{At: s.At, X: c.Y}})
		return
	}
	call, factor, op := t.last(s.X)
	switch {
	case call != nil && factor != nil && t.end != nil:
		f.set(t.sum.x, f.convert(f.arithmetic(op, t.sum, f.convert(f.expr(factor), f.result), s.Pos), f.result))
	case call == nil && t.op != "":
		f.add(tree.Return(t.sum.x))
		return
	case call == nil:
		f.add(tree.Return(f.convert(f.expr(s.X), f.result).x))
		return
	}
	next := make([]ast.Expr, len(t.params))
	for i, o := range t.params {
		next[i] = f.keep(f.convert(f.expr(call.Args[i]), o.t.plain()))
	}
	for i, o := range t.params {
		f.add(tree.Set(o.x, next[i]))
	}
	f.add(tree.Jump(token.CONTINUE, t.label))
}
