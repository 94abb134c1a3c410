package cfront

// This file translates function literals.

import (
	"go/ast"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// lambda declares a variable that holds a function.
func (f *fn) lambda(d *syntax.Var, l *syntax.Lambda) {
	v := f.literalFunction(d.Name, l)
	f.declare(&object{name: d.Name, at: d.Pos, x: v.x, t: v.t})
}

// literalFunction translates a function literal and keeps it in a variable.
func (f *fn) literalFunction(name string, l *syntax.Lambda) val {
	if f.temps == nil {
		f.temps = new(int)
	}
	in := &instance{}
	sub := &fn{u: f.u, env: f.env, declName: f.declName, this: f.this, static: f.static, constMethod: f.constMethod, closure: true, in: in, at: f.at, temps: f.temps}
	sub.scopes = append(slices.Clone(f.scopes), f.captured(l))
	if _, ref := l.Func.Result.(*syntax.Reference); ref {
		refuse(l.Pos, diag.CUDAConstruct, "return a pointer", "lambdas that return references are not supported")
	}
	if n, ok := l.Func.Result.(*syntax.Named); !ok || n.Name != "auto" {
		sub.result = f.typeOf(l.Func.Result)
	}
	params := sub.parameters(l.Func)
	sub.body(l.Func)
	if sub.result == nil {
		sub.result = voidType
	}
	if name == "lambda" {
		name = f.temp()
	} else {
		name = f.u.localIdent(name)
	}
	f.add(tree.Define(&ast.FuncLit{Type: tree.Signature(params(), sub.resultType()), Body: tree.Block(sub.stmts)}, name))
	return val{x: tree.Name(name), t: &typ{k: function, lambda: &lambdaType{in.params, sub.result}}, at: l.Pos, simple: true}
}

// captured returns what a lambda sees of the variables around it in another way than the
// function does: constant copies, and those that it does not capture.
func (f *fn) captured(l *syntax.Lambda) map[string]*object {
	own := map[string]*object{}
	for _, name := range namesIn(l.Func.Body) {
		o := f.local(name)
		isParam := slices.ContainsFunc(l.Func.Params, func(p *syntax.Var) bool { return p.Name == name })
		if o == nil || isParam || own[name] != nil || !o.capturable() {
			continue
		}
		value, listed := l.Captures[name]
		switch {
		case listed && value, !listed && l.Default == "=":
			own[name] = &object{name: name, x: f.keep(f.rvalueOf(o)), t: o.t.with(true, false)}
		case !listed && l.Default == "":
			own[name] = &object{name: name, t: o.t, uncaptured: true}
		}
	}
	return own
}

// capturable reports whether a lambda must capture the object to use it.
func (o *object) capturable() bool {
	return o.alias == nil && o.c == nil && !o.shared && !o.uncaptured && o.t.k != texture && o.t.k != function && o.t.k != bad
}

// rvalueOf returns the value of a variable, an array as a whole.
func (f *fn) rvalueOf(o *object) val {
	v := f.useObject(o, f.at)
	if v.t.k == array {
		return v
	}
	return f.rvalue(v)
}
