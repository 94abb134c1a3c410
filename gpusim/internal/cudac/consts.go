package cudac

// This file writes constants with their exact values, by their names where they have
// some.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/layout"
)

func intValue(v constant.Value) (int64, bool) {
	if v == nil || v.Kind() == constant.Bool || v.Kind() == constant.String {
		return 0, false
	}
	i := constant.ToInt(v)
	if i.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(i)
}

// constant writes a constant expression.
func (f *function) constant(e ast.Expr) ex {
	e = ast.Unparen(e)
	tv := f.s.Info.Types[e]
	if x, ok := f.namedConstant(e, tv.Type); ok {
		return x
	}
	if x, ok := f.constantSum(e, tv); ok {
		return x
	}
	if lit, ok := e.(*ast.BasicLit); ok {
		if text := f.literalText(lit, tv); text != "" {
			return primary(text)
		}
	}
	return f.number(tv.Value, tv.Type)
}

// literalText keeps the text of a literal where C reads it as Go does.
func (f *function) literalText(lit *ast.BasicLit, tv types.TypeAndValue) string {
	if _, param := types.Unalias(tv.Type).(*types.TypeParam); param {
		return ""
	}
	text := strings.ToLower(lit.Value)
	switch {
	case strings.ContainsAny(text, "_p"), strings.HasPrefix(text, "0o"), strings.HasPrefix(text, "0b"):
		return ""
	case lit.Kind == token.FLOAT && f.isFloat(tv.Type):
		if strings.HasPrefix(text, ".") {
			text = "0" + text
		}
		return text + floatSuffix(f.kind(tv.Type))
	case lit.Kind == token.INT && strings.HasPrefix(text, "0x") && f.isInteger(tv.Type) && len(text) < len("0x80000000"):
		return text
	case lit.Kind == token.INT && strings.HasPrefix(text, "0x") && f.kind(tv.Type) == types.Uint32:
		return text
	case lit.Kind == token.INT && strings.HasPrefix(text, "0x") && f.kind(tv.Type) == types.Uint64:
		return text + "ull"
	}
	return ""
}

func floatSuffix(k types.BasicKind) string {
	if k == types.Float32 {
		return "f"
	}
	return ""
}

// constantSum keeps the structure of an int expression that has named constants in it.
func (f *function) constantSum(e ast.Expr, tv types.TypeAndValue) (ex, bool) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || !f.smallInt(e) || !f.smallInt(b.X) || !f.smallInt(b.Y) || !f.hasNames(b) {
		return ex{}, false
	}
	p := binaryPrec[b.Op]
	if p < precShift || p == precShift && !f.nonNegative(b.X) {
		return ex{}, false
	}
	x, y := f.constant(b.X), f.constant(b.Y)
	return ex{s: f.operand(x, p, false) + " " + b.Op.String() + " " + f.operand(y, p, true), prec: p}, true
}

// smallInt reports whether a constant is an int that C computes as Go does.
func (f *function) smallInt(e ast.Expr) bool {
	tv := f.s.Info.Types[e]
	n, ok := intValue(tv.Value)
	k := f.kind(tv.Type)
	return ok && (k == types.Int || k == types.UntypedInt) && n >= math.MinInt32/2 && n <= math.MaxInt32/2
}

// hasNames reports whether all operands are literals or named constants of the program,
// with a name among them.
func (f *function) hasNames(e ast.Expr) bool {
	names := false
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			c, isConst := f.s.Info.Uses[n].(*types.Const)
			names = names || isConst
			ok = ok && isConst && f.declared(c)
		case *ast.BasicLit, *ast.BinaryExpr, *ast.ParenExpr, nil:
		default:
			ok = false
		}
		return true
	})
	return names && ok
}

// declared reports whether the program declares a constant.
func (f *function) declared(c *types.Const) bool {
	return c.Pkg() == f.s.Package && c.Parent() != types.Universe
}

// namedConstant writes the name of a constant.
func (f *function) namedConstant(e ast.Expr, t types.Type) (ex, bool) {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return ex{}, false
	}
	c, ok := f.s.Info.Uses[id].(*types.Const)
	if ok && c.Pkg() != nil && c.Pkg().Path() == layout.GPUPath && c.Name() == "FullMask" {
		return primary("0xffffffff"), true
	}
	if !ok || !f.declared(c) || c.Val().Kind() == constant.String {
		return ex{}, false
	}
	if _, param := types.Unalias(t).(*types.TypeParam); param && f.symbolic {
		return ex{}, false
	}
	use := basicNames[f.kind(t)]
	if f.uses[c] == nil {
		f.uses[c] = map[string]bool{}
	}
	learn(f.writer, f.uses[c], use)
	typ := f.constType(c)
	name := f.constName(c)
	if typ == use || !f.isFloat(t) && typ != "double" && typ != "float" {
		return primary(name), true
	}
	if v, _ := constant.Float64Val(c.Val()); f.kind(t) == types.Float32 && float64(float32(v)) != v {
		return ex{}, false
	}
	return ex{s: "(" + use + ")" + name, prec: precUnary}, true
}

// constType returns the C type of a constant: Go's, or the only type that it is used
// as, or the one that C gives such a number.
func (f *function) constType(c *types.Const) string {
	b, ok := c.Type().Underlying().(*types.Basic)
	if ok && b.Info()&types.IsUntyped == 0 {
		return basicNames[b.Kind()]
	}
	if uses := f.uses[c]; len(uses) == 1 {
		for use := range uses {
			return use
		}
	}
	if c.Val().Kind() == constant.Bool {
		return "bool"
	}
	n, ok := intValue(c.Val())
	switch {
	case b.Info()&types.IsInteger == 0:
		return "double"
	case ok && n == int64(int32(n)):
		return "int"
	case ok && n > 0 && n <= math.MaxUint32:
		return "unsigned"
	case ok:
		return "long long"
	}
	return "unsigned long long"
}

// constName declares a constant before its first use and returns its name.
func (f *function) constName(c *types.Const) string {
	if c.Parent() != f.s.Package.Scope() {
		return f.local(c)
	}
	if f.names[c] == "" {
		name := f.global(c)
		text := docText(f.doc[c], "") + f.constLine(c, name)
		if s, ok := f.spec[c].(*ast.ValueSpec); ok && s.Comment != nil {
			text = strings.TrimSuffix(text, "\n") + " " + s.Comment.List[0].Text + "\n"
		}
		f.consts = append(f.consts, text)
	}
	return f.names[c]
}

func (f *function) constLine(c *types.Const, name string) string {
	typ := f.constType(c)
	return "constexpr " + typ + " " + name + " = " + f.number(c.Val(), typeNamed(typ, c.Type())).s + ";\n"
}

// typeNamed returns a type with a C name.
func typeNamed(name string, given types.Type) types.Type {
	for k, n := range basicNames {
		if n == name && types.Typ[k].Info()&types.IsUntyped == 0 && k != types.Uintptr {
			return types.Typ[k]
		}
	}
	return given
}

// localConst declares a constant of a function.
func (f *function) localConst(id *ast.Ident) {
	c, ok := f.s.Info.Defs[id].(*types.Const)
	if !ok || id.Name == "_" || c.Val().Kind() == constant.String {
		return
	}
	f.line("%s", strings.TrimSuffix(f.constLine(c, f.local(c)), "\n"))
}

// number writes a value as a literal of a type.
func (f *function) number(v constant.Value, t types.Type) ex {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok && f.symbolic {
		return f.parametric(v, cName(p.Obj().Name()))
	}
	b, ok := f.basic(t)
	switch {
	case v.Kind() == constant.Bool:
		return primary(strconv.FormatBool(constant.BoolVal(v)))
	case v.Kind() == constant.String:
		return primary(strconv.Quote(constant.StringVal(v)))
	case ok && b.Info()&types.IsFloat != 0:
		return f.float(v, b.Kind())
	}
	return f.integer(constant.ToInt(v), t)
}

// parametric writes a number as a type parameter.
func (f *function) parametric(v constant.Value, param string) ex {
	text := ""
	if i := constant.ToInt(v); i.Kind() == constant.Int {
		text = i.ExactString()
	} else {
		d, _ := constant.Float64Val(v)
		text = decimal(d, 64)
	}
	return ex{s: "(" + param + ")" + prefixed(text[0] == '-', "(") + text + prefixed(text[0] == '-', ")"), prec: precUnary}
}

// float writes a float: the shortest decimal that is read as the same value.
func (f *function) float(v constant.Value, k types.BasicKind) ex {
	text := ""
	if k == types.Float32 {
		x, _ := constant.Float32Val(v)
		text = decimal(float64(x), 32) + "f"
	} else {
		x, _ := constant.Float64Val(v)
		text = decimal(x, 64)
	}
	return signed(text)
}

func decimal(x float64, bits int) string {
	text := strconv.FormatFloat(x, 'g', -1, bits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// signed is the expression of a number that may be negative.
func signed(text string) ex {
	if text[0] == '-' {
		return ex{s: text, prec: precUnary}
	}
	return primary(text)
}

// integer writes an integer. Its type in C has room for it.
func (f *function) integer(v constant.Value, t types.Type) ex {
	text := v.ExactString()
	n, fits := constant.Int64Val(v)
	switch {
	case !fits:
		return primary(text + "ull")
	case n == math.MinInt64:
		return ex{s: "-9223372036854775807ll - 1", prec: precAdd}
	case n == math.MinInt32 && f.bits(t) == 32:
		return ex{s: "-2147483647 - 1", prec: precAdd}
	case n > math.MaxInt32 && n <= math.MaxUint32 && f.bits(t) == 32:
		return primary(text + "u")
	case n != int64(int32(n)) && f.unsigned(t):
		return primary(text + "ull")
	case n != int64(int32(n)):
		return signed(text + "ll")
	}
	return signed(text)
}

// typed gives a constant the type that C would otherwise not see.
func (f *function) typed(e ast.Expr, x ex, t types.Type) ex {
	if f.s.Info.Types[e].Value == nil || !f.isInteger(t) {
		return x
	}
	if f.kind(t) == types.Int || f.kind(t) == types.Int32 {
		return x
	}
	if c := f.ctype(t); x.prec == 0 && isDigits(x.s) {
		switch c {
		case "unsigned":
			return primary(x.s + "u")
		case "long long":
			return primary(x.s + "ll")
		case "unsigned long long":
			return primary(x.s + "ull")
		}
	}
	return ex{s: "(" + f.ctype(t) + ")" + f.paren(x, precUnary), prec: precUnary}
}

func isDigits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
