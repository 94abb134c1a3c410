package cfront

// This file writes function literals.

import "gpucourse/gpusim/internal/cfront/syntax"

// lambda declares a variable that holds a function.
func (f *fn) lambda(name string, l *syntax.Lambda) {
	v := f.literalFunction(name, l)
	f.declare(&object{name: name, goName: v.s, t: v.t, used: true})
}

// literalFunction writes a function literal and keeps it in a variable.
func (f *fn) literalFunction(name string, l *syntax.Lambda) val {
	if f.temps == nil {
		f.temps = new(int)
	}
	in := &instance{}
	sub := &fn{u: f.u, env: f.env, this: f.this, in: in, at: f.at, temps: f.temps}
	sub.scopes = append(sub.scopes, f.scopes...)
	if n, ok := l.Func.Result.(*syntax.Named); !ok || n.Name != "auto" {
		sub.result = f.typeOf(l.Func.Result)
	}
	if l.Copy {
		f.copies(sub, l)
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
	f.line("%s := func(%s) %s {\n%s}", name, params(), sub.resultType(), sub.text())
	f.bare("_ = " + name)
	return val{s: name, t: &typ{k: function, lambda: &lambdaType{in.params, sub.result}}, at: l.Pos, simple: true}
}

// copies gives a function literal that captures by value copies of the numbers that it
// sees.
func (f *fn) copies(sub *fn, l *syntax.Lambda) {
	sub.scopes = append(sub.scopes, map[string]*object{})
	own := sub.scopes[len(sub.scopes)-1]
	for _, name := range namesIn(l.Func.Body) {
		o := f.local(name)
		if o == nil || o.alias != nil || o.c != nil || o.ref || !o.t.number() && o.t.k != pointer || own[name] != nil {
			continue
		}
		o.used = true
		own[name] = &object{name: name, goName: f.keep(val{s: o.goName}), t: o.t, used: true}
	}
}
