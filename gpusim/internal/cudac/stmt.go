package cudac

// This file writes statements.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// line writes one line.
func (f *function) line(format string, args ...any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	f.out.WriteString(strings.Repeat("\t", f.depth) + text + "\n")
}

// block writes statements.
func (f *function) block(list []ast.Stmt) {
	for i, s := range list {
		f.rest = list[i+1:]
		f.flushComments(s.Pos())
		if i > 0 && f.lineOf(s.Pos()) > f.lineOf(list[i-1].End())+1 && !strings.HasSuffix(f.out.String(), "\n\n") && f.depth > 0 {
			f.blank(list[i-1].End(), s.Pos())
		}
		f.stmt(s)
		f.behind(s)
	}
}

// blank keeps an empty line between statements, unless a comment stood there.
func (f *function) blank(from, to token.Pos) {
	for _, c := range f.s.Comments {
		if c.Pos() > from && c.End() < to {
			return
		}
	}
	f.out.WriteString("\n")
}

func (f *function) lineOf(p token.Pos) int { return f.s.Fset.Position(p).Line }

// flushComments writes the comments before a position.
func (f *function) flushComments(p token.Pos) {
	for len(f.comments) > 0 && f.comments[0].Pos() < p {
		for _, c := range f.comments[0].List {
			if rest, ok := strings.CutPrefix(c.Text, "//gpu:unroll"); ok {
				f.pragma = "#pragma unroll" + rest
				continue
			}
			f.line("%s", c.Text)
		}
		f.comments = f.comments[1:]
	}
}

// behind puts a comment that stands behind a statement behind its last line.
func (f *function) behind(s ast.Stmt) {
	if len(f.comments) == 0 || f.lineOf(f.comments[0].Pos()) != f.lineOf(s.End()) {
		return
	}
	text := f.out.String()
	if strings.HasSuffix(text, "\n") {
		f.out.Reset()
		f.out.WriteString(strings.TrimSuffix(text, "\n") + " " + f.comments[0].List[0].Text + "\n")
		f.comments = f.comments[1:]
	}
}

// braces writes a body between braces; the line with the opening brace is written.
func (f *function) braces(list []ast.Stmt, end token.Pos) {
	f.depth++
	f.block(list)
	if end.IsValid() {
		f.flushComments(end)
	}
	f.depth--
}

func (f *function) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.DeclStmt:
		f.declStmt(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		f.exprStmt(s.X)
	case *ast.IncDecStmt:
		f.line("%s%s;", f.paren(f.lvalue(s.X), precPostfix), s.Tok)
	case *ast.ReturnStmt:
		f.returns(s)
	case *ast.BlockStmt:
		f.line("{")
		f.braces(s.List, s.Rbrace)
		f.line("}")
	case *ast.IfStmt:
		f.ifStmt(s, "")
	case *ast.ForStmt:
		f.forStmt(s, nil)
	case *ast.RangeStmt:
		f.rangeStmt(s, nil)
	case *ast.SwitchStmt:
		f.switchStmt(s, nil)
	case *ast.LabeledStmt:
		f.labeled(s)
	case *ast.BranchStmt:
		f.branch(s)
	case *ast.EmptyStmt:
	default:
		f.refuse(s.Pos(), "", "CUDA C has no such statement")
	}
}

func (f *function) exprStmt(e ast.Expr) {
	f.statement = ast.Unparen(e)
	x := f.ordered([]ast.Expr{e}, func() ex { return f.expr(e) })
	if x.s != "" {
		f.line("%s;", x.s)
	}
}

// returns writes a return statement.
func (f *function) returns(s *ast.ReturnStmt) {
	n := f.results.Len()
	switch {
	case n == 0:
		f.line("return;")
	case len(s.Results) == 0 && n == 1:
		f.line("return %s;", f.returnedVar(0))
	case len(s.Results) == 0:
		var list []string
		for i := range f.named {
			list = append(list, f.returnedVar(i))
		}
		f.line("return {%s};", strings.Join(list, ", "))
	case len(s.Results) == 1 && n > 1:
		f.line("return %s;", f.forwarded(s.Results[0]))
	default:
		f.returnValues(s.Results)
	}
}

// returnedVar returns the value of a named result.
func (f *function) returnedVar(i int) string {
	v := f.named[i].(*types.Var)
	name := f.paramName(v)
	if !f.isSlice(v.Type()) {
		return name
	}
	f.flowTo(f.resultKey(i), sliceVar(v, name))
	if f.lengths[f.resultKey(i)] {
		learn(f.writer, f.lengths, any(v.Origin()))
		return "{" + name + ", " + name + "_len}"
	}
	return name
}

// forwarded converts the results of a call to those of this function.
func (f *function) forwarded(call ast.Expr) string {
	parts := f.multiple(call)
	var list []string
	for i, p := range parts {
		list = append(list, f.cast(p.ex, f.results.At(i).Type()).s)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func (f *function) returnValues(values []ast.Expr) {
	x := f.ordered(values, func() ex {
		var list []string
		for i, v := range values {
			t := f.results.At(i).Type()
			if f.isSlice(t) {
				list = append(list, f.returnedSlice(v, i))
				continue
			}
			if len(values) == 1 {
				list = append(list, f.convertTo(v, t).s)
			} else {
				list = append(list, f.settled(v, t).s)
			}
		}
		if len(list) == 1 {
			return ex{s: list[0]}
		}
		return ex{s: "{" + strings.Join(list, ", ") + "}"}
	})
	f.line("return %s;", x.s)
}

func (f *function) returnedSlice(v ast.Expr, i int) string {
	key := f.resultKey(i)
	s := f.slice(v)
	f.flowTo(key, s)
	if f.lengths[key] {
		return "{" + s.ptr.s + ", " + s.len() + "}"
	}
	return s.ptr.s
}

// declStmt writes local declarations.
func (f *function) declStmt(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			if d.Tok == token.VAR {
				f.varSpec(spec)
				continue
			}
			for _, id := range spec.Names {
				f.localConst(id)
			}
		case *ast.TypeSpec:
			f.localType(spec)
		}
	}
}

func (f *function) localType(spec *ast.TypeSpec) {
	obj := f.s.Info.Defs[spec.Name].(*types.TypeName)
	if obj.IsAlias() {
		return
	}
	name := f.local(obj)
	f.names[obj] = name
	text := strings.TrimSuffix(f.typeBody(name, obj.Type().Underlying(), spec), "\n")
	for _, l := range strings.Split(text, "\n") {
		f.line("%s", l)
	}
}

func (f *function) varSpec(spec *ast.ValueSpec) {
	if len(spec.Values) == 0 {
		for _, id := range spec.Names {
			if v, ok := f.s.Info.Defs[id].(*types.Var); ok && id.Name != "_" {
				f.declareZero(v, f.local(v))
			}
		}
		return
	}
	var lhs []ast.Expr
	for _, id := range spec.Names {
		lhs = append(lhs, id)
	}
	f.define(lhs, spec.Values)
}

// declareZero declares a variable that begins as zero.
func (f *function) declareZero(v *types.Var, name string) {
	t := v.Type()
	switch f.under(t).(type) {
	case *types.Basic:
		if _, param := types.Unalias(t).(*types.TypeParam); param && f.symbolic {
			f.line("%s = 0;", f.declareVar(v, name))
			return
		}
		zero := "0"
		switch {
		case f.kind(t) == types.Bool:
			zero = "false"
		case f.isFloat(t):
			zero = "0"
		}
		f.line("%s = %s;", f.declareVar(v, name), zero)
	case *types.Pointer:
		f.line("%s = nullptr;", f.declareVar(v, name))
	case *types.Slice:
		f.line("%s = nullptr;", f.declareVar(v, name))
		if f.lengths[v.Origin()] {
			f.line("int %s_len = 0;", name)
		}
	case *types.Signature:
		f.refuse(v.Pos(), "give it its function where it is declared", "variable %s holds a function that is assigned later", v.Name())
	default:
		f.line("%s%s;", f.declareVar(v, name), prefixed(!f.filled(v), " = {}"))
	}
}
