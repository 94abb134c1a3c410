package cfront

// This file translates expressions.

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/limit"
)

// expr translates an expression. What it does on the way stands before the current
// statement.
func (f *fn) expr(x syntax.Expr) val {
	if f.depth++; f.depth > limit.Operands {
		refuse(x.Position(), diag.NestingDepth, "divide it into smaller expressions", "an expression is too deep")
	}
	defer func() { f.depth-- }()
	if f.ev != nil {
		if v, ok := f.computed(x); ok {
			return v
		}
	}
	switch x := x.(type) {
	case *syntax.Name:
		return f.name(x)
	case *syntax.Literal:
		return f.literal(x)
	case *syntax.Unary:
		return f.unary(x)
	case *syntax.Binary:
		return f.binary(x)
	case *syntax.Cond:
		return f.choice(x)
	case *syntax.Call:
		return f.call(x)
	case *syntax.Index:
		return f.index(x)
	case *syntax.Member:
		return f.selector(x)
	case *syntax.Cast:
		return f.castExpr(x)
	case *syntax.Construct:
		return f.construct(f.typeOf(x.Type), x.Args, nil, x.Brace, x.Pos)
	case *syntax.Sizeof:
		return f.sizeof(x)
	case *syntax.Lambda:
		return f.literalFunction("lambda", x)
	case *syntax.List:
		refuse(x.Pos, diag.TypeError, "write its type before the brace", "the type of a list in braces is not known here")
	}
	panic(fmt.Sprintf("BUG: expression %T", x))
}

func (f *fn) name(x *syntax.Name) val {
	if x.Scope != nil {
		return f.scopedName(x)
	}
	for _, key := range f.u.p.keys(x.Seen, x.Name) {
		if v := f.u.p.vars[key]; x.Args != nil && v != nil && v.TParams != nil {
			return f.variableTemplate(v, x)
		}
	}
	return f.lookup(x)
}

func (f *fn) literal(x *syntax.Literal) val {
	switch x.Text[0] {
	case '\'':
		return character(x.Text, x.Pos)
	case '"':
		refuse(x.Pos, diag.String, "use numbers; printf takes a literal format", "a kernel has no texts")
	}
	return literal(x.Text, x.Pos)
}

// truth translates an expression as a condition. A text is true, as in assert(i < n && "too far").
func (f *fn) truth(x syntax.Expr) val {
	if isText(x) {
		return intConstant(1, boolType, x.Position())
	}
	return f.condition(f.expr(x))
}

func isText(x syntax.Expr) bool {
	l, ok := x.(*syntax.Literal)
	return ok && l.Text[0] == '"'
}

func (f *fn) unary(x *syntax.Unary) val {
	switch x.Op {
	case "++", "--":
		return f.increment(x, true)
	case "&":
		v := f.expr(x.X)
		v = v.asPlace()
		if !v.lv && v.variable {
			refuse(x.Pos, diag.CUDAConstruct, "leave out const, or copy it into a variable", "the address of constant %s is not supported", spelled(x.X))
		}
		if !v.lv {
			refuse(x.Pos, diag.TypeError, "store the value in a variable", "& needs a variable")
		}
		if v.c != nil {
			v = val{x: f.keep(v), t: v.t, lv: true}
		}
		return val{x: f.addr(v), t: pointerTo(v.t), at: x.Pos, simple: v.simple}
	case "*":
		return f.deref(x)
	case "!":
		c := f.truth(x.X)
		if c.c != nil {
			return intConstant(1-c.c.i, boolType, x.Pos)
		}
		return val{x: tree.Not(c.x), t: boolType, at: x.Pos, simple: c.simple}
	}
	v := f.rvalue(f.expr(x.X))
	if v.t.k == structure {
		if x.Op == "+" && !f.hasOperator("operator+", v, nil) {
			v = f.number(v, x.Op)
		} else {
			return f.operator(x.Op, x.Pos, v, nil)
		}
	}
	if r, ok := f.enumOperator(x.Op, x.Pos, v); ok {
		return r
	}
	v = f.promote(f.number(v, x.Op))
	switch {
	case x.Op == "+":
		return v.prvalue()
	case x.Op == "~" && v.t.isFloat():
		f.mismatch(v, "~ needs an integer, not %s", v.t)
	case v.c != nil && x.Op == "~":
		return intConstant(^v.c.i, v.t, x.Pos)
	case v.c != nil:
		return constantOf(cval{i: -v.c.i, f: -v.c.f}, v.t, x.Pos)
	}
	op := map[string]token.Token{"-": token.SUB, "~": token.XOR}[x.Op]
	return val{x: tree.Paren(tree.Unary(op, v.x, f.u.at(x.Pos))), t: v.t, at: x.Pos, simple: v.simple}
}

func (f *fn) deref(x *syntax.Unary) val {
	v := f.rvalue(f.expr(x.X))
	if v.t.k == structure {
		return f.operator("*", x.Pos, v, nil)
	}
	if v.t.k != pointer || v.t.elem.k == void {
		f.mismatch(v, "* needs a pointer to a value, not %s", v.t)
	}
	return f.through(v, x.Pos)
}

// through returns what a pointer points to.
func (f *fn) through(p val, at diag.Pos) val {
	if address, ok := p.x.(*ast.UnaryExpr); ok && address.Op == token.AND {
		return val{x: address.X, t: p.t.elem, at: at, lv: true}
	}
	return f.pointee(p.x, p.t.elem, at)
}

// pointee returns what an address points to, with the place of the read.
func (f *fn) pointee(p ast.Expr, t *typ, at diag.Pos) val {
	return val{x: tree.Paren(tree.Star(p, f.u.at(at))), ptr: p, t: t, at: at, lv: true}
}

func (f *fn) binary(x *syntax.Binary) val {
	switch {
	case x.Op == ",":
		f.effect(x.X)
		return f.expr(x.Y)
	case x.Op == "&&" || x.Op == "||":
		return f.logical(x)
	case x.Op == "=":
		return f.assignment(x, true)
	case isCompound(x.Op):
		return f.compound(x, true)
	}
	a := f.rvalue(f.expr(x.X))
	var b val
	before := f.capture(func() { b = f.rvalue(f.expr(x.Y)) })
	if len(before) > 0 && (x.Op == "<<" || x.Op == ">>" || writes(x.Y)) { // the left side comes first
		a = f.fixed(a)
	}
	f.stmts = append(f.stmts, before...)
	return f.arithmetic(x.Op, a, b, x.Pos)
}

// tokens are the operators of Go.
var tokens = map[string]token.Token{}

func init() {
	for op := token.ADD; op <= token.GEQ; op++ {
		tokens[op.String()] = op
	}
}

// operation returns x op y of Go, of a type.
func (f *fn) operation(op string, x, y val, t *typ, at diag.Pos) val {
	return val{x: tree.Binary(x.x, tokens[op], y.x, f.u.at(at)), t: t, at: at, simple: x.simple && y.simple}
}

// arithmetic computes x op y of values.
func (f *fn) arithmetic(op string, x, y val, at diag.Pos) val {
	if v, ok := f.enumOperator(op, at, x, y); ok {
		return v
	}
	switch {
	case x.t.k == structure || y.t.k == structure:
		return f.operator(op, at, x, []val{y})
	case x.t.k == pointer || y.t.k == pointer || x.t.k == null || y.t.k == null:
		return f.pointerArithmetic(op, x, y, at)
	}
	if x.t.scoped() && number.Compares(op) && same(x.t, y.t) {
		x, y = plainNumber(x), plainNumber(y)
	}
	x, y = f.number(x, op), f.number(y, op)
	if op == "<<" || op == ">>" {
		return f.shift(op, x, y, at)
	}
	if x.t.k == boolean && y.t.k == boolean && (op == "==" || op == "!=") && x.c == nil {
		return f.operation(op, x, y, boolType, at)
	}
	p, q := truthOf(x), truthOf(y)
	x, y = f.common(x, y)
	if x.t.isFloat() && strings.Contains("%&|^", op) {
		f.mismatch(x, "%s needs integers, not %s", op, x.t)
	}
	if x.c != nil && y.c != nil {
		if v, ok := fold(op, x, y, at); ok {
			return v
		}
	}
	if number.Compares(op) {
		return f.operation(op, x, y, boolType, at)
	}
	if y.c != nil && y.c.i == 0 && f.untaken == 0 && x.t.isInt() && (op == "/" || op == "%") {
		refuse(at, diag.TypeError, "divide by another number", "a division by zero")
	}
	v := f.operation(op, x, y, x.t, at)
	if word := logicWords[op]; word != "" && p != nil && q != nil {
		v.truth = f.u.call(word, at, p, q)
	}
	if a, b := signedOf(x, x.t), signedOf(y, y.t); a != nil && b != nil && strings.Contains("+-*&|^", op) {
		v.signed = tree.Binary(a, tokens[op], b, f.u.at(at))
	}
	return v
}

func (f *fn) shift(op string, x, n val, at diag.Pos) val {
	x, n = f.promote(x), f.promote(n)
	if x.t.isFloat() || n.t.isFloat() {
		f.mismatch(x, "%s needs integers", op)
	}
	if n.c != nil && f.untaken == 0 && (n.c.i < 0 || n.c.i >= int64(x.t.bits())) {
		refuse(at, diag.TypeError, "use a count from 0 to "+fmt.Sprint(x.t.bits()-1), "%s by %d: the value has %d bits", op, n.c.i, x.t.bits())
	}
	if x.c != nil && n.c != nil {
		v, _ := fold(op, x, n, at)
		return v
	}
	return f.operation(op, x, n, x.t, at)
}

// logical translates && and ||. Where the right side does something, it becomes an if.
func (f *fn) logical(x *syntax.Binary) val {
	a := f.truth(x.X)
	if a.c != nil && (a.c.i != 0) == (x.Op == "||") {
		f.unevaluated(func() { f.truth(x.Y) })
		return intConstant(a.c.i, boolType, x.Pos)
	}
	var b val
	before := f.capture(func() { b = f.truth(x.Y) })
	switch {
	case a.c != nil:
		f.stmts = append(f.stmts, before...)
		return b
	case len(before) == 0:
		return f.operation(x.Op, a, b, boolType, x.Pos)
	}
	t := f.keep(a)
	undecided := t
	if x.Op == "||" {
		undecided = tree.Not(t)
	}
	f.add(tree.If(undecided, append(before, f.here(tree.Set(t, b.x)))...))
	return val{x: t, t: boolType, at: x.Pos, simple: true}
}

// choice translates c ? x : y.
func (f *fn) choice(x *syntax.Cond) val {
	c := f.truth(x.C)
	if c.c != nil {
		return f.decided(x, c.c.i != 0)
	}
	var a, b, placeA, placeB val
	first := f.capture(func() { placeA = f.expr(x.X); a = f.rvalue(placeA) })
	second := f.capture(func() { placeB = f.expr(x.Y); b = f.rvalue(placeB) })
	t := f.choiceType(a, b)
	if t.k == void {
		f.branches(c, func() { f.stmts = append(f.stmts, first...); f.discard(a) }, func() { f.stmts = append(f.stmts, second...); f.discard(b) })
		return val{t: voidType, at: x.Pos}
	}
	name := f.temp()
	copied := tree.Name(name)
	var setA, setB *tree.Stmt
	declared := f.add(tree.Var(name, t.goType()))
	f.branches(c, func() {
		f.stmts = append(f.stmts, first...)
		setA = f.set(copied, f.convert(a, t))
	}, func() {
		f.stmts = append(f.stmts, second...)
		setB = f.set(copied, f.convert(b, t))
	})
	v := val{x: copied, t: t, at: x.Pos, simple: true, outside: same(a.t, b.t) && (a.outside || b.outside)}
	if isVariable(placeA) && isVariable(placeB) && same(placeA.t, placeB.t) {
		v.chosen = func() val { // the copies become addresses
			of := placeA.t.with(placeB.t.constant, placeB.t.volatile)
			declared.Stmt = tree.Var(name, pointerTo(of).goType())
			setA.Stmt, setB.Stmt = tree.Set(copied, f.addr(placeA)), tree.Set(copied, f.addr(placeB))
			return f.behind(copied, of, x.Pos)
		}
	}
	return v
}

// isVariable reports whether ?: may choose v as a place.
func isVariable(v val) bool { return v.lv && v.c == nil && v.t.k != array }

// asPlace returns one of two variables that ?: chooses as a variable, and other values as they
// are.
func (v val) asPlace() val {
	if v.chosen == nil {
		return v
	}
	return v.chosen()
}

// decided translates c ? x : y of a constant c. The other side only has a type.
func (f *fn) decided(x *syntax.Cond, first bool) val {
	taken, other := x.X, x.Y
	if !first {
		taken, other = other, taken
	}
	v, o := f.expr(taken), f.typeOfExpr(other)
	if same(v.t, o.t) {
		return v
	}
	a, b := f.rvalue(v), val{}
	f.unevaluated(func() { b = f.rvalue(o) })
	t := f.choiceType(a, b)
	if t.k == void {
		return f.discard(a)
	}
	return f.convert(a, t)
}

func (f *fn) branches(c val, then, other func()) {
	branch := f.add(nil)
	s := &ast.IfStmt{Cond: c.x, Body: f.block(then)}
	s.Else = f.block(other)
	branch.Stmt = s
}

func (f *fn) choiceType(a, b val) *typ {
	switch {
	case a.t.k == void || b.t.k == void:
		return voidType
	case same(a.t, b.t) && (a.t.k != pointer || !b.t.elem.constant):
		return a.t
	case a.t.number() && b.t.number():
		return commonType(a.t, b.t)
	case a.t.k == pointer && (b.t.k != pointer || a.t.elem.constant || !b.t.elem.constant):
		return a.t
	case b.t.k == pointer, b.t.k == structure:
		return b.t
	}
	return a.t
}

func (f *fn) index(x *syntax.Index) val {
	a := f.expr(x.X)
	if a.t.k == structure {
		return f.operator("[]", x.Pos, a, []val{f.rvalue(f.expr(x.I))})
	}
	var i val
	before := f.capture(func() { i = f.rvalue(f.expr(x.I)) })
	if _, plain := x.X.(*syntax.Name); len(before) > 0 && !plain && writes(x.I) { // the left side comes first
		a = f.pinned(a)
	}
	f.stmts = append(f.stmts, before...)
	if i.t.k == pointer && a.t.isInt() {
		a, i = i, f.rvalue(a)
	}
	i = f.promote(f.number(i, "an index"))
	if !i.t.isInt() {
		f.mismatch(i, "an index is an integer, not %s", i.t)
	}
	if a.t.k == array && (i.c == nil || 0 <= i.c.i && i.c.i < int64(a.t.n)) {
		return val{x: tree.Index(a.x, i.x, f.u.at(x.Pos)), t: a.t.elem, at: x.Pos, lv: a.lv}
	}
	a = f.rvalue(a)
	if a.t.k != pointer || a.t.elem.k == void {
		f.mismatch(a, "[] needs an array or a pointer, not %s", a.t)
	}
	if i.c != nil && i.c.i == 0 {
		return f.through(a, x.Pos)
	}
	return f.pointee(f.moved(a.x, i.x, x.Pos), a.t.elem, x.Pos)
}

// pinned returns an array or a pointer that what follows does not change.
func (f *fn) pinned(v val) val {
	if v.t.k != array || !v.lv {
		return f.fixed(f.rvalue(v))
	}
	return f.behind(f.keep(val{x: f.addr(v)}), v.t, v.at)
}

func (f *fn) selector(x *syntax.Member) val {
	v := f.expr(x.X)
	if x.Arrow {
		p := f.rvalue(v)
		if p.t.k == structure {
			p = f.operator("->", x.Pos, v, nil)
		}
		if p.t.k != pointer {
			f.mismatch(p, "-> needs a pointer to a struct, not %s", p.t)
		}
		v = f.through(p, v.at)
	}
	return f.fieldOf(v, x)
}

func (f *fn) fieldOf(v val, x *syntax.Member) val {
	if v.t.k != structure {
		f.mismatch(v, "%s has no fields: it is %s", spelled(x.X), v.t)
	}
	for _, part := range v.t.s.fields {
		if part.name != x.Name {
			continue
		}
		f.mayUse(v.t.s, part.attrs, "field "+part.name, x.Pos)
		if v.special != "" {
			return val{x: specialField(v.special, part), t: uintType, at: x.Pos, simple: true}
		}
		return val{x: tree.Select(v.x, part.goName, f.u.at(x.Pos)), t: part.t.with(v.t.constant, v.t.volatile), at: x.Pos, lv: v.lv}
	}
	if c, ok := f.staticMember(v.t.s, &syntax.Name{At: x.At, Name: x.Name}); ok {
		return c
	}
	f.u.notBrokenMember(v.t.s, x.Name)
	var names []string
	for _, part := range v.t.s.fields {
		names = append(names, part.name)
	}
	refuse(x.Pos, diag.Undefined, "its fields are "+strings.Join(names, ", "), "%s has no field %s", v.t, x.Name)
	return v
}

func (f *fn) castExpr(x *syntax.Cast) val {
	t := f.typeOf(x.Type)
	if _, ref := x.Type.(*syntax.Reference); ref {
		v := f.expr(x.X)
		return f.through(recast(val{x: f.addr(v), t: pointerTo(v.t), at: x.Pos}, pointerTo(t)), x.Pos)
	}
	v := f.expr(x.X)
	f.castable(v, t, x)
	v = f.cast(v, t).prvalue()
	v.at = x.Pos
	return v
}

// castable refuses a cast that does more than its name allows.
func (f *fn) castable(v val, t *typ, x *syntax.Cast) {
	from := v.t
	if from.k == array {
		from = pointerTo(from.elem)
	}
	pointers := from.k == pointer && t.k == pointer
	if x.Kind == "" || from.k == bad || from.k == null {
		return
	}
	allowed := map[string]bool{
		"static_cast":      from.k != pointer && t.k != pointer || t.k == boolean || t.k == void || pointers && (same(from, t) || from.elem.k == void || t.elem.k == void),
		"reinterpret_cast": pointers || from.k == pointer && t.isInt() || t.k == pointer && from.isInt() || same(from, t),
		"const_cast":       same(from, t),
	}[x.Kind]
	if allowed && x.Kind != "const_cast" && pointers {
		allowed = !from.elem.constant || t.elem.constant
	}
	if !allowed {
		refuse(x.Pos, diag.TypeError, "write (T)x, or the cast that C++ has for it", "%s does not convert %s to %s", x.Kind, from, t)
	}
}

func (f *fn) sizeof(x *syntax.Sizeof) val {
	var t *typ
	if l, ok := x.X.(*syntax.Literal); ok && l.Text[0] == '"' {
		text, ok := lex.Text(l.Text)
		if !ok {
			refuse(l.Pos, diag.Syntax, `use escapes such as \n and \t`, "the text cannot be read")
		}
		return intConstant(int64(len(text)+1), sizeType, x.Pos)
	}
	if x.Type != nil {
		t = f.typeOf(x.Type)
	} else {
		t = f.typeOfExpr(x.X).t
	}
	size, align := t.layout()
	if x.Align {
		size = align
	}
	return intConstant(int64(size), sizeType, x.Pos)
}

// effect translates an expression whose value nobody uses.
func (f *fn) effect(x syntax.Expr) {
	if isText(x) {
		return
	}
	if u, ok := x.(*syntax.Unary); ok && (u.Op == "++" || u.Op == "--") {
		f.increment(u, false)
		return
	}
	if b, ok := x.(*syntax.Binary); ok {
		switch {
		case b.Op == ",":
			f.effect(b.X)
			f.effect(b.Y)
			return
		case b.Op == "=":
			f.assignment(b, false)
			return
		case isCompound(b.Op):
			f.compound(b, false)
			return
		}
	}
	f.discard(f.expr(x))
}
