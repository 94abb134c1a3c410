package cudac

// This file writes assignments and definitions.

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// assign writes an assignment or a definition.
func (f *function) assign(s *ast.AssignStmt) {
	f.refuseLonger(s)
	switch {
	case s.Tok == token.DEFINE:
		f.define(s.Lhs, s.Rhs)
	case s.Tok != token.ASSIGN:
		f.opAssign(s)
	case len(s.Lhs) == 1:
		f.ordered(append([]ast.Expr{s.Lhs[0]}, s.Rhs...), func() ex {
			f.assignOne(s.Lhs[0], s.Rhs[0])
			return ex{}
		})
	default:
		f.assignMany(s.Lhs, s.Rhs)
	}
}

// refuseLonger refuses to keep the address of a variable in one of an outer block: in C the
// inner one ends with its block.
func (f *function) refuseLonger(s *ast.AssignStmt) {
	for i, e := range s.Rhs {
		address, ok := ast.Unparen(e).(*ast.UnaryExpr)
		if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) || !ok || address.Op != token.AND {
			continue
		}
		to, of := f.variable(rootIdent(s.Lhs[i])), f.variable(f.holder(address.X))
		if to == nil || of == nil || of.Parent() == to.Parent() || !to.Parent().Contains(of.Pos()) {
			continue
		}
		f.refuse(s.Pos(), "declare it where "+to.Name()+" is declared", "the address of %s is kept beyond its block", of.Name())
	}
}

// holder returns the variable that holds a place itself, not through a slice or a pointer.
func (f *function) holder(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		if sel := f.s.Info.Selections[e]; sel != nil && !sel.Indirect() && f.symbolOf(e) == "" {
			return f.holder(e.X)
		}
	case *ast.IndexExpr:
		if f.isArray(f.s.Info.TypeOf(e.X)) {
			return f.holder(e.X)
		}
	}
	return nil
}

// variable returns the variable of a function that an identifier names, or nil.
func (f *function) variable(id *ast.Ident) *types.Var {
	if id == nil {
		return nil
	}
	v, ok := f.s.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
}

// assignOne writes to = from.
func (f *function) assignOne(to, from ast.Expr) {
	if isBlank(to) {
		if x := f.expr(from); x.s != "" {
			f.line("(void)%s;", f.paren(x, precUnary))
		}
		return
	}
	t := f.s.Info.TypeOf(to)
	switch {
	case f.isSlice(t):
		f.assignSlice(to, f.slice(from))
	case f.isFunc(t):
		f.refuse(to.Pos(), "call the functions by name", "a variable of a function is assigned again")
	default:
		if f.isArray(t) {
			f.byValue(t)
		}
		l := f.lvalue(to)
		f.line("%s = %s;", l.s, f.convertTo(from, t).s)
	}
}

// assignSlice writes the assignment of a slice: of the length first, because the new
// one may be computed from the old one.
func (f *function) assignSlice(to ast.Expr, s slice) {
	key := f.sliceKey(to)
	f.flowTo(key, s)
	l := f.lvalue(to)
	if f.lengths[key] {
		n := s.len()
		f.line("%s_len = %s;", l.s, n)
	} else if element, ok := strings.CutSuffix(l.s, ".data"); ok {
		f.line("%s.len = %s;", element, s.len())
	}
	f.line("%s = %s;", l.s, s.ptr.s)
}

// define writes the definitions of new variables, and assigns to old ones.
func (f *function) define(lhs, rhs []ast.Expr) {
	if len(rhs) == 1 && len(lhs) > 1 {
		f.defineResults(lhs, rhs[0])
		return
	}
	if len(lhs) == 1 {
		f.ordered(rhs, func() ex {
			f.defineOne(lhs[0], rhs[0])
			return ex{}
		})
		return
	}
	if f.independent(lhs) {
		for i := range lhs {
			f.defineOne(lhs[i], rhs[i])
		}
		return
	}
	f.assignMany(lhs, rhs)
}

// independent reports whether the definitions can be written one after another: all
// variables are new, so that no value can use one of them.
func (f *function) independent(lhs []ast.Expr) bool {
	for i := range lhs {
		if id, ok := lhs[i].(*ast.Ident); !ok || f.s.Info.Defs[id] == nil && id.Name != "_" {
			return false
		}
	}
	return true
}

// defineOne writes the definition of one variable.
func (f *function) defineOne(to, from ast.Expr) {
	id, ok := to.(*ast.Ident)
	var v *types.Var
	if ok {
		v, _ = f.s.Info.Defs[id].(*types.Var)
	}
	if v == nil || id.Name == "_" {
		f.assignOne(to, from)
		return
	}
	switch {
	case f.placeShared(v, from):
	case f.isFunc(v.Type()):
		x := f.function(from)
		f.line("auto %s = %s;", f.local(v), x)
	case f.isSlice(v.Type()):
		f.defineSlice(v, f.slice(from))
	default:
		f.defineValue(v, from)
	}
}

func (f *function) defineSlice(v *types.Var, s slice) {
	f.flowTo(v.Origin(), s)
	n := ""
	if f.lengths[v.Origin()] {
		n = s.len()
	}
	name := f.local(v)
	f.line("%s = %s;", f.declareVar(v, name), s.ptr.s)
	if f.lengths[v.Origin()] {
		f.line("int %s_len = %s;", name, n)
	}
}

func (f *function) defineValue(v *types.Var, from ast.Expr) {
	t := v.Type()
	if lit, ok := ast.Unparen(from).(*ast.CompositeLit); ok && f.isArray(t) {
		f.line("%s = %s;", f.declareVar(v, f.local(v)), f.braced(lit))
		return
	}
	if f.isArray(t) {
		f.byValue(t)
	}
	x := f.convertTo(from, t)
	f.line("%s = %s;", f.declareVar(v, f.local(v)), x.s)
}

// value is one of several values: a number, or a slice with its length.
type value struct {
	ex
	length string
	key    any // of a slice in facts
}

// defineResults writes the definition of variables from the results of a call.
func (f *function) defineResults(lhs []ast.Expr, call ast.Expr) {
	if f.bind(lhs, call) {
		return
	}
	parts := f.multiple(call)
	for i, to := range lhs {
		if !isBlank(to) {
			f.store(to, parts[i], f.tupleType(call, i))
		}
	}
}

// bind writes the definition of new variables from all results of a function of the
// program as a structured binding. It reports whether it could.
func (f *function) bind(lhs []ast.Expr, call ast.Expr) bool {
	c := ast.Unparen(call).(*ast.CallExpr)
	fn := f.callee(c)
	if fn == nil || f.decl[fn.Origin()] == nil {
		return false
	}
	var vars []types.Object
	for i, to := range lhs {
		id, ok := to.(*ast.Ident)
		if !ok || f.s.Info.Defs[id] == nil || id.Name == "_" || f.isSlice(f.tupleType(call, i)) || f.captured(f.s.Info.Defs[id]) {
			return false
		}
		vars = append(vars, f.s.Info.Defs[id])
	}
	x := f.ordered([]ast.Expr{call}, func() ex { return f.calls(c) })
	var names []string
	for _, v := range vars {
		names = append(names, f.local(v))
	}
	f.line("auto [%s] = %s;", strings.Join(names, ", "), x.s)
	return true
}

// captured reports whether a function literal uses a variable: a lambda cannot capture
// a structured binding.
func (f *function) captured(obj types.Object) bool {
	found := false
	ast.Inspect(f.body(), func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			ast.Inspect(lit, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && f.s.Info.Uses[id] == obj
				return !found
			})
		}
		return !found
	})
	return found
}

func (f *function) tupleType(call ast.Expr, i int) types.Type {
	return f.s.Info.TypeOf(call).(*types.Tuple).At(i).Type()
}

// store assigns a value to a variable, which may be new.
func (f *function) store(to ast.Expr, v value, t types.Type) {
	id, ok := to.(*ast.Ident)
	if ok && f.s.Info.Defs[id] != nil {
		obj := f.s.Info.Defs[id].(*types.Var)
		name := f.local(obj)
		if f.isArray(t) {
			f.byValue(t)
		}
		if f.isSlice(t) {
			f.flowTo(obj.Origin(), v.slice())
		}
		f.line("%s = %s;", f.declareVar(obj, name), v.s)
		if f.isSlice(t) && f.lengths[obj.Origin()] {
			f.line("int %s_len = %s;", name, v.length)
		}
		return
	}
	if f.isSlice(t) {
		f.assignSlice(to, v.slice())
		return
	}
	f.line("%s = %s;", f.lvalue(to).s, f.cast(v.ex, f.s.Info.TypeOf(to)).s)
}

func (v value) slice() slice {
	return slice{ptr: v.ex, keys: []any{v.key}, length: func() string { return v.length }}
}

// assignMany writes an assignment of several values, as stores one after another. What an
// earlier store may change is computed into a variable first.
func (f *function) assignMany(lhs, rhs []ast.Expr) {
	if len(rhs) == 1 {
		f.defineResults(lhs, rhs[0])
		return
	}
	values := make([]*value, len(lhs))
	for i := range lhs {
		if f.changedBefore(rhs[i], lhs[:i]) || f.anyImpure(rhs) {
			v := f.saved(rhs[i], f.placeType(lhs[i], rhs[i]))
			values[i] = &v
		}
	}
	places := make([]ex, len(lhs))
	for i, to := range lhs {
		if f.moved(to, lhs[:i]) || f.anyImpure(lhs) {
			places[i] = f.place(to)
		}
	}
	for i, to := range lhs {
		switch v := values[i]; {
		case v == nil && places[i].s == "":
			f.defineOne(to, rhs[i])
		case v == nil:
			f.line("%s = %s;", places[i].s, f.convertTo(rhs[i], f.s.Info.TypeOf(to)).s)
		case !isBlank(to):
			f.storeAt(places[i], to, *v)
		}
	}
}

// placeType is the type of a place, or of the value for _.
func (f *function) placeType(to, from ast.Expr) types.Type {
	if isBlank(to) {
		return f.s.Info.TypeOf(from)
	}
	return f.s.Info.TypeOf(to)
}

func (f *function) anyImpure(list []ast.Expr) bool {
	for _, e := range list {
		if f.impureCalls(e) > 0 {
			return true
		}
	}
	return false
}

// changedBefore reports whether stores to places may change the value of e.
func (f *function) changedBefore(e ast.Expr, places []ast.Expr) bool {
	for _, p := range places {
		id, variable := ast.Unparen(p).(*ast.Ident)
		switch {
		case variable && id.Name != "_" && f.mentions(e, f.s.Info.ObjectOf(id)):
			return true
		case !variable && f.readsMemory(e):
			own := f.ownVariable(p)
			if own == nil || f.mentions(e, own) {
				return true
			}
		}
	}
	return false
}

// ownVariable returns the local variable of which a place is a part; nil where a pointer
// may lead there too.
func (f *function) ownVariable(place ast.Expr) types.Object {
	if !f.isLocalPlace(place) {
		return nil
	}
	for {
		switch e := ast.Unparen(place).(type) {
		case *ast.SelectorExpr:
			place = e.X
		case *ast.IndexExpr:
			place = e.X
		case *ast.Ident:
			if v := f.s.Info.ObjectOf(e); !f.addressed(v) {
				return v
			}
			return nil
		}
	}
}

// addressed reports whether the function takes the address of a variable, or of a part.
func (f *function) addressed(v types.Object) bool {
	found := f.captured(v)
	ast.Inspect(f.body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && f.mentions(n.X, v)
		case *ast.SliceExpr:
			found = found || f.mentions(n.X, v)
		case *ast.SelectorExpr: // a method may take the address of its receiver
			sel := f.s.Info.Selections[n]
			found = found || sel != nil && sel.Kind() != types.FieldVal && f.mentions(n.X, v)
		}
		return !found
	})
	return found
}

// moved reports whether stores to places may change where a place is.
func (f *function) moved(to ast.Expr, places []ast.Expr) bool {
	switch e := ast.Unparen(to).(type) {
	case *ast.SelectorExpr:
		return f.changedBase(e.X, places)
	case *ast.IndexExpr:
		return f.changedBefore(e.Index, places) || f.changedBase(e.X, places)
	case *ast.StarExpr:
		return f.changedBefore(e.X, places)
	}
	return false
}

// changedBase is moved for what a field or an element is in: its place, or the value of
// a pointer or slice.
func (f *function) changedBase(e ast.Expr, places []ast.Expr) bool {
	switch f.under(f.s.Info.TypeOf(e)).(type) {
	case *types.Pointer, *types.Slice:
		return f.changedBefore(e, places)
	}
	return f.moved(e, places)
}

// readsMemory reports whether the value of e may be in memory that a pointer reaches.
func (f *function) readsMemory(e ast.Expr) bool {
	reads := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.StarExpr:
			reads = true
		case *ast.SelectorExpr:
			sel := f.s.Info.Selections[n]
			reads = reads || sel != nil && f.indexVariable(n.X) == ""
		case *ast.CallExpr:
			reads = reads || !f.s.Info.Types[n.Fun].IsType() && f.impure(n)
		}
		return !reads
	})
	return reads
}

// saved computes a value into a variable.
func (f *function) saved(e ast.Expr, t types.Type) value {
	if f.isSlice(t) {
		s := f.slice(e)
		name := f.temp("t")
		f.line("%s = %s;", f.declare(t, name, !f.anyWritten(s.keys)), s.ptr.s)
		v := value{ex: primary(name), key: [2]any{f.obj, e}}
		f.flowTo(v.key, s)
		if f.lengths[v.key] {
			f.line("int %s_len = %s;", name, s.len())
			v.length = name + "_len"
		} else {
			v.length = "0"
		}
		return v
	}
	if f.isArray(t) {
		f.byValue(t)
	}
	x := f.convertTo(e, t)
	name := f.temp("t")
	f.line("%s = %s;", f.declare(t, name, false), x.s)
	return value{ex: primary(name)}
}

func (f *function) anyWritten(keys []any) bool {
	for _, k := range keys {
		if f.written[k] {
			return true
		}
	}
	return false
}

// place returns a place to store to, with its indexes computed.
func (f *function) place(e ast.Expr) ex {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if ok {
		if f.s.Info.Defs[id] != nil || id.Name == "_" {
			return ex{}
		}
		return f.lvalue(e)
	}
	if f.constantPlace(e) || f.isSlice(f.s.Info.TypeOf(e)) {
		return f.lvalue(e)
	}
	l := f.lvalue(e)
	name := f.temp("p")
	f.line("%s = &%s;", f.pointerTo(f.s.Info.TypeOf(e), name, false), f.paren(l, precUnary))
	return ex{s: "*" + name, prec: precUnary}
}

// constantPlace reports whether the indexes of a place are constants or variables that
// nobody assigns to here.
func (f *function) constantPlace(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return f.constantPlace(e.X)
	case *ast.IndexExpr:
		return f.constantPlace(e.X) && f.s.Info.Types[e.Index].Value != nil
	}
	return false
}

func (f *function) storeAt(l ex, to ast.Expr, v value) {
	if l.s == "" || f.isSlice(f.s.Info.TypeOf(to)) {
		f.store(to, v, f.s.Info.TypeOf(to))
		return
	}
	f.line("%s = %s;", l.s, v.s)
}

// opAssign writes x op= y.
func (f *function) opAssign(s *ast.AssignStmt) {
	op := opOf[s.Tok]
	t := f.s.Info.TypeOf(s.Lhs[0])
	if f.plainOp(op, t, s) {
		f.ordered([]ast.Expr{s.Lhs[0], s.Rhs[0]}, func() ex {
			l := f.lvalue(s.Lhs[0])
			f.line("%s %s %s;", l.s, s.Tok, f.operandFor(op, s.Rhs[0], t).s)
			return ex{}
		})
		return
	}
	place := f.place(s.Lhs[0])
	x := f.arithmetic(op, t, s.Pos(), place, f.expr(s.Rhs[0]), s.Rhs[0])
	f.line("%s = %s;", place.s, x.s)
}

// plainOp reports whether C's op= means what Go's does.
func (f *function) plainOp(op token.Token, t types.Type, s *ast.AssignStmt) bool {
	switch op {
	case token.AND_NOT:
		return false
	case token.SHL, token.SHR:
		return f.below(s.Rhs[0], f.bits(t))
	case token.MUL, token.QUO:
		return !f.s.Rounded[s.Pos()] && f.kind(t) != types.Uint16
	}
	return true
}

// opOf are the operators of assignments.
var opOf = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}
