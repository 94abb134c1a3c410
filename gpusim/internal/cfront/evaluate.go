package cfront

// This file runs functions of the source while it compiles, where C++ needs a constant: a
// length, a template argument, an enumerator, a case, a constexpr variable.
//
// The variables of such a function are objects with a constant. A statement changes the
// constants and adds no statements. Structs and pointers are not computed with.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/limit"
)

// evaluation is what is known while constants are computed.
type evaluation struct {
	why string // why an expression was no constant
}

// notConstant is the panic that leaves a function which cannot be evaluated.
type notConstant struct{ why string }

// evaluating runs do; calls in it are computed where their arguments are constant.
func (f *fn) evaluating(do func()) *evaluation {
	saved := f.ev
	if f.ev == nil {
		f.ev = &evaluation{}
	}
	ev := f.ev
	defer func() { f.ev = saved }()
	f.capture(do)
	return ev
}

// unevaluated runs do, of which only types matter, and drops the statements of it.
func (f *fn) unevaluated(do func()) {
	saved := f.ev
	f.ev = nil
	f.untaken++
	defer func() { f.ev = saved; f.untaken-- }()
	f.capture(do)
}

// inBody reports whether what is computed stands in the body of a function of the device.
func (f *fn) inBody() bool { return f.declName != "" && f.callDepth == 0 && f.untaken == 0 }

// typeOfExpr returns an expression as one that only has a type.
func (f *fn) typeOfExpr(x syntax.Expr) (v val) {
	f.unevaluated(func() { v = f.expr(x) })
	return v
}

// evaluate runs a function with constant arguments. ok is false where it is no constant.
func (f *fn) evaluate(c *candidate, args []val, at diag.Pos) (v val, ok bool) {
	if c.d.Body == nil || !c.d.Attrs.Const {
		f.ev.why = fmt.Sprintf("function %s is not constexpr", c.d.Name)
		return v, false
	}
	defer func() {
		if r := recover(); r != nil {
			why, is := r.(notConstant)
			if !is {
				panic(r)
			}
			f.ev.why, ok = why.why, false
		}
	}()
	in := &fn{u: f.u, env: c.env, declName: c.d.Name, at: at, ev: f.ev, callDepth: f.callDepth + 1, seen: c.d.Begun}
	if in.callDepth > limit.EvalDepth {
		refuse(at, diag.NestingDepth, "give the recursion an end", "constexpr function %s calls itself more than %d times", c.d.Name, limit.EvalDepth)
	}
	in.push()
	for i, p := range c.d.Params {
		a := val{}
		if i < len(args) {
			a = args[i]
		} else {
			a = f.defaultArgument(p, c.env)
		}
		in.compute(p.Name, in.paramType(p), a, p)
	}
	if n, isNamed := c.d.Result.(*syntax.Named); !isNamed || n.Name != "auto" {
		in.result = in.typeOf(c.d.Result)
	}
	if in.run(c.d.Body) != flowReturn || in.returned == nil {
		panic(notConstant{fmt.Sprintf("function %s returns no value", c.d.Name)})
	}
	return *in.returned, true
}

// compute declares a variable with a constant value.
func (f *fn) compute(name string, t *typ, v val, at syntax.Expr) *object {
	v = f.convert(v, t.plain())
	if v.c == nil {
		panic(notConstant{fmt.Sprintf("the value of %s is no constant", name)})
	}
	o := &object{name: name, t: t, c: &v, computed: true}
	f.declare(o)
	return o
}

// flow is how a statement ends.
type flow uint8

const (
	flowNext flow = iota
	flowBreak
	flowContinue
	flowReturn
)

func (f *fn) step(at diag.Pos) {
	if f.u.steps++; f.u.steps > limit.Steps {
		refuse(at, diag.TooManyInstances, "compute it on the host, and pass it as a parameter", "the constants of the kernel take more than %d steps to compute", limit.Steps)
	}
}

// run runs a statement.
func (f *fn) run(s syntax.Stmt) flow {
	f.step(s.Position())
	f.at = s.Position()
	switch s := s.(type) {
	case *syntax.Block:
		f.push()
		defer f.pop()
		return f.runAll(s.Stmts)
	case *syntax.Types:
		return f.runAll(s.Stmts)
	case *syntax.DeclStmt:
		for _, v := range s.Vars {
			f.runVariable(v)
		}
	case *syntax.TypeStmt:
		f.typeStmt(s)
	case *syntax.ExprStmt:
		if s.X != nil {
			f.value(s.X)
		}
	case *syntax.If:
		return f.runIf(s)
	case *syntax.For:
		return f.runFor(s)
	case *syntax.DoWhile:
		for {
			if end, left := loopEnd(f.run(s.Body)); left {
				return end
			}
			if !f.holds(s.C) {
				return flowNext
			}
		}
	case *syntax.Switch:
		return f.runSwitch(s)
	case *syntax.Return:
		if s.X == nil {
			panic(notConstant{"the function returns no value"})
		}
		v := f.value(s.X)
		if f.result != nil {
			v = f.convert(v, f.result.plain())
		}
		f.returned = &v
		return flowReturn
	case *syntax.Jump:
		if s.Word == "break" {
			return flowBreak
		}
		if s.Word == "continue" {
			return flowContinue
		}
		panic(notConstant{s.Word + " in a constexpr function"})
	}
	return flowNext
}

func (f *fn) runAll(list []syntax.Stmt) flow {
	for _, s := range list {
		if end := f.run(s); end != flowNext {
			return end
		}
	}
	return flowNext
}

// loopEnd says what the end of a body means for its loop; left is false where it goes on.
func loopEnd(end flow) (after flow, left bool) {
	switch end {
	case flowReturn:
		return flowReturn, true
	case flowBreak:
		return flowNext, true
	}
	return flowNext, false
}

func (f *fn) runIf(s *syntax.If) flow {
	f.push()
	defer f.pop()
	if s.Init != nil {
		f.run(s.Init)
	}
	if f.holds(s.C) {
		return f.run(s.Then)
	}
	if s.Else != nil {
		return f.run(s.Else)
	}
	return flowNext
}

func (f *fn) runFor(s *syntax.For) flow {
	f.push()
	defer f.pop()
	if s.Init != nil {
		f.run(s.Init)
	}
	for s.C == nil || f.holds(s.C) {
		if end, left := loopEnd(f.run(s.Body)); left {
			return end
		}
		if s.Post != nil {
			f.value(s.Post)
		}
	}
	return flowNext
}

func (f *fn) runSwitch(s *syntax.Switch) flow {
	x := f.promote(f.value(s.X))
	start := s.From(func(value syntax.Expr) bool { return f.convert(f.constant(value, "a case"), x.t).c.i == x.c.i })
	if start < 0 {
		return flowNext
	}
	f.push()
	defer f.pop()
	for _, st := range s.Body.Stmts[start:] {
		if _, is := st.(*syntax.Case); is {
			continue
		}
		if end := f.run(st); end == flowBreak {
			return flowNext
		} else if end != flowNext {
			return end
		}
	}
	return flowNext
}

// runVariable declares a variable.
func (f *fn) runVariable(v *syntax.Var) {
	if auto, ok := isAuto(v.Type); ok && v.Init != nil {
		x := f.value(v.Init)
		f.compute(v.Name, x.t.with(auto.Const, false), x, v)
		return
	}
	t := f.sized(f.typeOf(v.Type), v.Init)
	if t.k == array {
		o := f.cells(t)
		o.name = v.Name
		if v.Init != nil {
			f.fillCells(o, &listCursor{elems: listFor(v.Init).Elems})
		}
		f.declare(o)
		return
	}
	if v.Init == nil {
		f.declare(&object{name: v.Name, t: t, computed: true})
		return
	}
	if l, ok := v.Init.(*syntax.List); ok && len(l.Elems) == 0 {
		f.compute(v.Name, t, val{x: zero(t), t: t, c: zeroConstant(t)}, v)
		return
	}
	x := f.initialValue(v.Init)
	if x.c == nil {
		panic(notConstant{fmt.Sprintf("the value of %s is no constant", v.Name)})
	}
	f.compute(v.Name, t, x, v)
}

// cells returns an array that is computed.
func (f *fn) cells(t *typ) *object {
	o := &object{t: t, computed: true}
	if t.k != array {
		return o
	}
	if f.u.steps += t.n; t.n > limit.Cells || f.u.steps > limit.Steps {
		panic(notConstant{fmt.Sprintf("an array of %d elements in a constexpr function", t.n)})
	}
	for range t.n {
		o.cells = append(o.cells, f.cells(t.elem))
	}
	return o
}

// fillCells gives an array the values of a list; what the list leaves out is zero.
func (f *fn) fillCells(o *object, c *listCursor) {
	if o.t.k != array {
		v := val{x: zero(o.t), t: o.t, c: zeroConstant(o.t)}
		if c.i < len(c.elems) {
			v = f.convert(f.value(c.elems[c.i]), o.t.plain())
			c.i++
		}
		o.c = &v
		return
	}
	for _, part := range o.cells {
		if c.i < len(c.elems) {
			if l, ok := c.elems[c.i].(*syntax.List); ok {
				c.i++
				f.fillCells(part, &listCursor{elems: l.Elems})
				continue
			}
		}
		f.fillCells(part, c)
	}
}

// value computes an expression.
func (f *fn) value(x syntax.Expr) val {
	v := f.rvalue(f.expr(x))
	if v.c == nil && v.t.k != void {
		why := f.ev.why
		if why == "" {
			why = spelled(x) + " is no constant"
		}
		panic(notConstant{why})
	}
	return v
}

func (f *fn) holds(x syntax.Expr) bool { return f.condition(f.value(x)).c.i != 0 }

// cell returns the variable that an expression names; nil for another expression.
func (f *fn) cell(x syntax.Expr) *object {
	switch x := x.(type) {
	case *syntax.Name:
		if o := f.local(x.Name); o != nil && o.computed && x.Scope == nil {
			return o
		}
	case *syntax.Index:
		o := f.cell(x.X)
		if o == nil || o.t.k != array {
			return nil
		}
		i := f.promote(f.value(x.I)).c.i
		if i < 0 || i >= int64(len(o.cells)) {
			panic(notConstant{fmt.Sprintf("element %d of an array of %d", i, len(o.cells))})
		}
		return o.cells[i]
	case *syntax.Unary:
		if (x.Op == "++" || x.Op == "--") && !x.Postfix {
			f.effectOf(x)
			return f.cell(x.X)
		}
	case *syntax.Binary:
		if x.Op == "=" || isCompound(x.Op) {
			f.effectOf(x)
			return f.cell(x.X)
		}
	}
	return nil
}

// computed translates what reads or changes a variable of a function that is evaluated; ok
// is false for other expressions.
func (f *fn) computed(x syntax.Expr) (v val, ok bool) {
	f.step(x.Position())
	switch x := x.(type) {
	case *syntax.Name, *syntax.Index:
		if o := f.cell(x); o != nil {
			if o.c == nil {
				panic(notConstant{spelled(x) + " has no value"})
			}
			return *o.c, true
		}
	case *syntax.Unary:
		if f.callDepth > 0 && (x.Op == "++" || x.Op == "--") {
			return f.effectOf(x), true
		}
	case *syntax.Binary:
		if f.callDepth > 0 && (x.Op == "=" || isCompound(x.Op)) {
			return f.effectOf(x), true
		}
	}
	return v, false
}

// effectOf changes a variable and returns the value of the expression that does so.
func (f *fn) effectOf(x syntax.Expr) val {
	to, op := x, ""
	y := intConstant(1, intType, x.Position())
	postfix := false
	switch x := x.(type) {
	case *syntax.Unary:
		to, op, postfix = x.X, x.Op[:1], x.Postfix
	case *syntax.Binary:
		to, op = x.X, x.Op[:len(x.Op)-1]
		y = f.value(x.Y)
	}
	o := f.cell(to)
	if o == nil || o.t.constant || o.t.k == array {
		panic(notConstant{spelled(to) + " is changed"})
	}
	old := o.c
	if op != "" {
		if old == nil {
			panic(notConstant{spelled(to) + " has no value"})
		}
		y = f.arithmetic(op, *old, y, x.Position())
	}
	v := f.convert(y, o.t.plain())
	if v.c == nil {
		panic(notConstant{"the value of " + spelled(to) + " is no constant"})
	}
	o.c = &v
	if postfix {
		return *old
	}
	return v
}

// reason says why an expression is no constant; "" where nothing is known.
func (e *evaluation) reason() string {
	if e.why == "" {
		return ""
	}
	return ": " + e.why
}
