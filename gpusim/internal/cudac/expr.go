package cudac

// This file writes expressions.

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// The precedences of C's operators. Zero is a primary expression.
const (
	precComma = iota + 1
	precAssign
	precConditional
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEqual
	precRelation
	precShift
	precAdd
	precMul
	precUnary
	precPostfix
)

// class says how the C value of an integer expression relates to Go's.
type class uint8

const (
	// exact: the C expression has the type and value of the Go expression.
	exact class = iota
	// natural: the C expression is unsigned, Go's is an int, and the value is not
	// negative. threadIdx.x is natural.
	natural
	// wrapped: the low bits agree. C's type may be unsigned or wider.
	wrapped
)

// ex is an expression in C.
type ex struct {
	s     string
	prec  int // 0 is a primary expression
	class class
}

func primary(s string) ex { return ex{s: s} }

// paren returns the text of x as an operand of an operator with a precedence.
func (f *function) paren(x ex, prec int) string {
	if x.prec != 0 && x.prec < prec {
		return "(" + x.s + ")"
	}
	return x.s
}

// operand returns the text of x in a binary operation. Operators that readers confuse
// get parentheses.
func (f *function) operand(x ex, prec int, right bool) string {
	compared := func(p int) bool { return p == precEqual || p == precRelation }
	loose := compared(prec) && compared(x.prec) || x.prec != 0 && x.prec < precUnary && x.prec != prec &&
		(prec <= precBitAnd && prec >= precBitOr || prec == precShift || x.prec == precShift && prec < precShift && prec > precEqual || x.prec <= precBitAnd && x.prec >= precAnd)
	if loose || right && x.prec == prec {
		return "(" + x.s + ")"
	}
	return f.paren(x, prec)
}

// cast returns x with the exact value of type t.
func (f *function) cast(x ex, t types.Type) ex {
	if x.class == exact {
		return x
	}
	return ex{s: "(" + f.ctype(t) + ")" + f.paren(x, precUnary), prec: precUnary}
}

// settled writes e with its exact value.
func (f *function) settled(e ast.Expr, t types.Type) ex { return f.cast(f.expr(e), t) }

// convertTo writes e for a place of type t, where C converts by itself.
func (f *function) convertTo(e ast.Expr, t types.Type) ex {
	if f.s.Info.Types[e].IsNil() {
		return primary("nullptr")
	}
	x := f.expr(e)
	if x.class == wrapped && f.bits(t) < 32 && f.isInteger(t) {
		return f.cast(x, t)
	}
	return x
}

// expr writes an expression.
func (f *function) expr(e ast.Expr) ex {
	tv := f.s.Info.Types[e]
	if tv.Value != nil {
		return f.constant(e)
	}
	if tv.IsNil() {
		return primary("nullptr")
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.expr(e.X)
	case *ast.Ident:
		return f.ident(e)
	case *ast.BinaryExpr:
		return f.binary(e)
	case *ast.UnaryExpr:
		return f.unary(e)
	case *ast.StarExpr:
		return f.deref(e)
	case *ast.SelectorExpr:
		return f.selector(e)
	case *ast.IndexExpr:
		return f.index(e)
	case *ast.IndexListExpr:
		return primary(f.funcName(e))
	case *ast.CallExpr:
		return f.call(e)
	case *ast.CompositeLit:
		return f.composite(e)
	case *ast.SliceExpr:
		return f.slice(e).ptr
	case *ast.FuncLit:
		return primary(f.literal(e))
	}
	f.refuse(e.Pos(), "", "CUDA C has no such expression")
	return ex{}
}

func (f *function) ident(e *ast.Ident) ex {
	obj := f.s.Info.Uses[e]
	if obj == nil {
		obj = f.s.Info.Defs[e]
	}
	switch obj := obj.(type) {
	case *types.Var:
		if f.placed[obj] {
			return f.placedPointer(obj)
		}
		if obj.Parent() == f.s.Package.Scope() {
			f.refuse(e.Pos(), "use its field V", "the variable %s is used as a whole", e.Name)
		}
		return primary(f.paramName(obj))
	case *types.Func:
		return primary(f.funcName(e))
	}
	f.refuse(e.Pos(), "", "%s cannot be written in CUDA C", e.Name)
	return ex{}
}

// placedPointer writes a pointer to a variable of shared memory.
func (f *function) placedPointer(v *types.Var) ex {
	elem := f.under(v.Type()).(*types.Pointer).Elem()
	if _, plain := f.plainArray(elem); plain {
		return primary(f.local(v))
	}
	return ex{s: "&" + f.local(v), prec: precUnary}
}

// binaryPrec has the precedences of binary operators.
var binaryPrec = map[token.Token]int{
	token.MUL: precMul, token.QUO: precMul, token.REM: precMul, token.ADD: precAdd, token.SUB: precAdd,
	token.SHL: precShift, token.SHR: precShift, token.LSS: precRelation, token.LEQ: precRelation, token.GTR: precRelation,
	token.GEQ: precRelation, token.EQL: precEqual, token.NEQ: precEqual, token.AND: precBitAnd, token.XOR: precBitXor,
	token.OR: precBitOr, token.LAND: precAnd, token.LOR: precOr,
}

func (f *function) binary(e *ast.BinaryExpr) ex {
	switch e.Op {
	case token.LAND, token.LOR:
		x := f.expr(e.X)
		y := f.isolated(func() ex { return f.expr(e.Y) })
		p := binaryPrec[e.Op]
		return ex{s: f.operand(x, p, false) + " " + e.Op.String() + " " + f.operand(y, p, true), prec: p}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return f.comparison(e)
	}
	t := f.s.Info.TypeOf(e)
	return f.arithmetic(e.Op, t, e.OpPos, f.grouped(e.X), f.grouped(e.Y), e.Y, e.X)
}

// grouped writes an operand, in parentheses where the source has some.
func (f *function) grouped(e ast.Expr) ex {
	x := f.expr(e)
	if p, ok := e.(*ast.ParenExpr); ok && x.prec != 0 && x.prec < precUnary {
		if _, binary := ast.Unparen(p).(*ast.BinaryExpr); binary {
			return ex{s: "(" + x.s + ")", class: x.class}
		}
	}
	return x
}

func (f *function) comparison(e *ast.BinaryExpr) ex {
	t := f.s.Info.TypeOf(e.X)
	if f.s.Info.Types[e.X].IsNil() {
		t = f.s.Info.TypeOf(e.Y)
	}
	return f.compare(e.Op, t, f.expr(e.X), f.expr(e.Y), e.Pos(), e.X, e.Y)
}

// compare writes a comparison of two values of type t. sources are what they were
// written from.
func (f *function) compare(op token.Token, t types.Type, x, y ex, at token.Pos, sources ...ast.Expr) ex {
	p := binaryPrec[op]
	switch f.under(t).(type) {
	case *types.Struct, *types.Array:
		return f.equal(op, t, x, y)
	}
	if x.class != exact || y.class != exact {
		nonNegative := func(i int, v ex) bool {
			return v.class == natural || i < len(sources) && f.nonNegative(sources[i])
		}
		if !nonNegative(0, x) || !nonNegative(1, y) {
			x, y = f.cast(x, t), f.cast(y, t)
		}
	}
	return ex{s: f.operand(x, p, false) + " " + op.String() + " " + f.operand(y, p, true), prec: p}
}

// nonNegative reports whether e is a constant that is not negative.
func (f *function) nonNegative(e ast.Expr) bool {
	v := f.s.Info.Types[e].Value
	n, ok := intValue(v)
	return ok && n >= 0
}

// equal compares structs or arrays part by part.
func (f *function) equal(op token.Token, t types.Type, x, y ex) ex {
	f.equality(t)
	text := "equal(" + x.s + ", " + y.s + ")"
	if op == token.NEQ {
		return ex{s: "!" + text, prec: precUnary}
	}
	return ex{s: text, prec: precPostfix}
}

// equality writes the function equal of a type, once.
func (f *function) equality(t types.Type) {
	c := f.substitute(t)
	key := "equal " + typeKey(c)
	if f.done[key] != "" {
		return
	}
	f.done[key] = "equal"
	g := &function{writer: f.writer}
	switch u := c.Underlying().(type) {
	case *types.Array:
		f.byValue(c)
		f.helpers["Array"], f.helpers["equalArray"] = true, true
		if !isComposite(u.Elem()) {
			f.helpers["equalValue"] = true
			return
		}
		g.equality(u.Elem())
	case *types.Struct:
		g.equalStruct(c, u)
	}
}

func isComposite(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// equalStruct compares all fields, as Go does: with && the loads of one would wait for the
// comparison of those before it.
func (f *function) equalStruct(t types.Type, s *types.Struct) {
	text := ""
	for i := range s.NumFields() {
		v := s.Field(i)
		if v.Name() == "_" || f.emptyType(v.Type()) {
			continue
		}
		name := fieldName(s, i)
		if vectorType(t) {
			name = vectorFields[v.Name()]
		}
		part := "(a." + name + " == b." + name + ")"
		if isComposite(v.Type()) {
			f.equality(v.Type())
			part = "equal(a." + name + ", b." + name + ")"
		}
		text += prefixed(text != "", " & ") + part
	}
	switch {
	case text == "":
		text = "true"
	case !strings.Contains(text, " & "):
		text = strings.Trim(text, "()")
	}
	name := f.ctype(t)
	f.funcs = append(f.funcs, funcText{body: "__device__ inline bool equal(const " + name + "& a, const " + name + "& b) {\n\treturn " + text + ";\n}\n"})
}

// arithmetic writes x op y of type t. sources are y and x in Go, where they are known.
func (f *function) arithmetic(op token.Token, t types.Type, at token.Pos, x, y ex, sources ...ast.Expr) ex {
	if f.isFloat(t) {
		return f.floatOp(op, t, at, x, y)
	}
	switch op {
	case token.SHL, token.SHR:
		if len(sources) > 1 {
			x = f.typed(sources[1], x, t)
		}
		return f.shift(op, t, x, y, sources[0])
	case token.AND_NOT:
		y = ex{s: "~" + f.paren(f.cast(y, t), precUnary), prec: precUnary, class: narrow(f.bits(t))}
		op = token.AND
	}
	p := binaryPrec[op]
	kindOf := func(i int, v ex) class {
		if v.class == exact && i < len(sources) && f.nonNegative(sources[i]) {
			return natural
		}
		return v.class
	}
	cy, cx := kindOf(0, y), kindOf(1, x)
	c := exact
	switch op {
	case token.QUO, token.REM:
		if x.class == natural && cy == natural || y.class == natural && cx == natural {
			c = natural
		} else {
			x, y = f.cast(x, t), f.cast(y, t)
		}
	case token.ADD, token.SUB, token.MUL:
		x, y, c = f.ring(op, t, x, y, cx, cy)
	case token.AND:
		c = bitClass(x, y, cx == natural || cy == natural)
	default:
		c = bitClass(x, y, cx == natural && cy == natural)
	}
	return ex{s: f.operand(x, p, false) + " " + op.String() + " " + f.operand(y, p, true), prec: p, class: c}
}

// narrow is the class of an operation on integers of so many bits, which C computes in
// 32.
func narrow(bits int) class {
	if bits < 32 {
		return wrapped
	}
	return exact
}

// bitClass is the class of a bitwise operation. positive says that the result is not
// negative if the operands are as Go has them.
func bitClass(x, y ex, positive bool) class {
	switch {
	case x.class == exact && y.class == exact:
		return exact
	case positive && x.class != wrapped && y.class != wrapped:
		return natural
	}
	return wrapped
}

// ring prepares the operands of a sum, difference or product of integers, and returns
// the class of the result.
func (f *function) ring(op token.Token, t types.Type, x, y ex, cx, cy class) (ex, ex, class) {
	bits := f.bits(t)
	switch {
	case bits < 32:
		if op == token.MUL && f.unsigned(t) && bits == 16 {
			x = ex{s: "(unsigned)" + f.paren(x, precUnary), prec: precUnary}
		}
		return x, y, wrapped
	case f.unsigned(t):
		return x, y, exact
	case f.kind(t) == types.Int:
		switch {
		case x.class == exact && y.class == exact:
			return x, y, exact
		case op != token.SUB && cx == natural && cy == natural:
			return x, y, natural
		}
		return x, y, wrapped
	}
	f.onlyFor(t)
	if x.class == exact && y.class == exact {
		x = f.withoutSign(x, bits)
	}
	return x, y, wrapped
}

// onlyFor notes that the text of a generic function is written for one type argument,
// so that it is no template.
func (f *function) onlyFor(t types.Type) {
	if _, param := types.Unalias(t).(*types.TypeParam); param && f.symbolic {
		learn(f.writer, f.split, f.obj)
	}
}

// withoutSign converts an operand to unsigned.
func (f *function) withoutSign(x ex, bits int) ex {
	t, suffix := "unsigned", "u"
	if bits == 64 {
		t, suffix = "unsigned long long", "ull"
	}
	if isDigits(x.s) {
		return primary(x.s + suffix)
	}
	return ex{s: "(" + t + ")" + f.paren(x, precUnary), prec: precUnary}
}

// floatOp writes an operation on floats. One that a conversion rounds is never fused.
func (f *function) floatOp(op token.Token, t types.Type, at token.Pos, x, y ex) ex {
	if f.s.Rounded[at] {
		name := map[token.Token]string{token.MUL: "mul_rn", token.QUO: "div_rn"}[op]
		return ex{s: f.roundedName(name, t) + "(" + x.s + ", " + y.s + ")", prec: precPostfix}
	}
	p := binaryPrec[op]
	return ex{s: f.operand(x, p, false) + " " + op.String() + " " + f.operand(y, p, true), prec: p}
}

// roundedName returns the name of an operation that is rounded by itself: "mul_rn".
func (f *function) roundedName(name string, t types.Type) string {
	if _, param := types.Unalias(t).(*types.TypeParam); param && f.symbolic {
		f.helpers[name] = true
		return name
	}
	if f.kind(t) == types.Float64 {
		return "__d" + name
	}
	return "__f" + name
}

// shift writes a shift. C has no meaning for counts from the width on.
func (f *function) shift(op token.Token, t types.Type, x, y ex, count ast.Expr) ex {
	bits := f.bits(t)
	if op == token.SHR && x.class != natural {
		x = f.cast(x, t)
	}
	c := x.class
	if op == token.SHL {
		c = max(c, narrow(bits))
	}
	if f.below(count, max(bits, 32)) && (op == token.SHL || f.below(count, 32) || bits == 64) {
		return ex{s: f.operand(x, precShift, false) + " " + op.String() + " " + f.operand(y, precShift, true), prec: precShift, class: c}
	}
	name := "shr"
	if op == token.SHL {
		name = "shl"
	}
	f.helpers[name] = true
	x = f.cast(x, t)
	ct := f.s.Info.TypeOf(count)
	return ex{s: name + "<" + f.ctype(t) + ">(" + x.s + ", " + f.cast(y, ct).s + ")", prec: precPostfix}
}

func (f *function) unary(e *ast.UnaryExpr) ex {
	t := f.s.Info.TypeOf(e)
	switch e.Op {
	case token.AND:
		return f.address(e.X)
	case token.NOT:
		return ex{s: "!" + f.paren(f.expr(e.X), precUnary), prec: precUnary}
	case token.ADD:
		return f.expr(e.X)
	case token.XOR:
		x := f.expr(e.X)
		return ex{s: "~" + f.paren(x, precUnary), prec: precUnary, class: max(x.class, narrow(f.bits(t)), raised(x.class))}
	}
	x := f.expr(e.X)
	if f.isFloat(t) {
		return ex{s: "-" + f.unaryOperand(x), prec: precUnary}
	}
	switch {
	case f.bits(t) < 32:
		return ex{s: "-" + f.unaryOperand(x), prec: precUnary, class: wrapped}
	case f.unsigned(t):
		return ex{s: "-" + f.unaryOperand(x), prec: precUnary}
	case f.kind(t) == types.Int && x.class == exact:
		return ex{s: "-" + f.unaryOperand(x), prec: precUnary}
	case x.class == exact:
		x = f.withoutSign(x, f.bits(t))
	}
	return ex{s: "-" + f.unaryOperand(x), prec: precUnary, class: wrapped}
}

// raised is the class of a complement: that of a natural number is negative.
func raised(c class) class {
	if c == natural {
		return wrapped
	}
	return c
}

// unaryOperand keeps the signs of - -x apart.
func (f *function) unaryOperand(x ex) string {
	text := f.paren(x, precUnary)
	if text[0] == '-' {
		return "(" + text + ")"
	}
	return text
}

// address writes &x.
func (f *function) address(e ast.Expr) ex {
	e = ast.Unparen(e)
	if lit, ok := e.(*ast.CompositeLit); ok {
		t := f.s.Info.TypeOf(lit)
		name := f.temp("v")
		f.line("%s = %s;", f.declare(t, name, false), f.braced(lit))
		return f.pointerToVar(t, name)
	}
	f.writes(e)
	t := f.s.Info.TypeOf(e)
	x := f.lvaluePlain(e)
	if _, plain := f.plainArray(t); plain {
		return x
	}
	return ex{s: "&" + f.paren(x, precUnary), prec: precUnary}
}

func (f *function) pointerToVar(t types.Type, name string) ex {
	if _, plain := f.plainArray(t); plain {
		return primary(name)
	}
	return ex{s: "&" + name, prec: precUnary}
}

// deref writes *p.
func (f *function) deref(e *ast.StarExpr) ex {
	if v := f.placedVar(e.X); v != nil {
		return primary(f.local(v))
	}
	t := f.s.Info.TypeOf(e)
	if f.isArray(t) {
		f.byValue(t)
	}
	return ex{s: "*" + f.paren(f.expr(e.X), precUnary), prec: precUnary}
}

// placedVar returns the variable of shared memory that e points to, nil for others.
func (f *function) placedVar(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.s.Info.Uses[id].(*types.Var)
	if v != nil && f.placed[v] {
		return v
	}
	return nil
}
