package cudac

// This file writes switches: as C's switch where all cases are whole numbers, and as a
// chain of ifs elsewhere.

import (
	"go/ast"
	"go/token"
	"strings"
)

func (f *function) switchStmt(s *ast.SwitchStmt, t *target) {
	if t == nil {
		t = &target{}
	}
	if s.Init != nil {
		f.line("{")
		f.depth++
		f.stmt(s.Init)
		defer func() { f.depth--; f.line("}") }()
	}
	var clauses []*ast.CaseClause
	for _, c := range s.Body.List {
		clauses = append(clauses, c.(*ast.CaseClause))
	}
	if f.numbered(s, clauses) {
		f.caseSwitch(s, clauses, t)
	} else {
		t.chain = true
		f.chain(s, clauses, t)
	}
	f.ending(t)
}

// numbered reports whether a switch is over an integer, with constant cases.
func (f *function) numbered(s *ast.SwitchStmt, clauses []*ast.CaseClause) bool {
	if s.Tag == nil || !f.isInteger(f.s.Info.TypeOf(s.Tag)) {
		return false
	}
	for _, c := range clauses {
		for _, e := range c.List {
			if f.s.Info.Types[e].Value == nil {
				return false
			}
		}
	}
	return true
}

func (f *function) caseSwitch(s *ast.SwitchStmt, clauses []*ast.CaseClause, t *target) {
	f.line("switch (%s) {", f.ordered([]ast.Expr{s.Tag}, func() ex { return f.settled(s.Tag, f.s.Info.TypeOf(s.Tag)) }).s)
	for _, c := range clauses {
		f.flushComments(c.Pos())
		names := len(f.locals) + len(f.temps)
		body := f.inside(t, func() { f.braces(c.Body, c.End()) })
		brace := prefixed(len(f.locals)+len(f.temps) > names, " {")
		for i, e := range c.List {
			f.line("case %s:%s", f.constant(e).s, prefixed(i == len(c.List)-1, brace))
		}
		if c.List == nil {
			f.line("default:%s", brace)
		}
		f.out.WriteString(body)
		switch {
		case fallsThrough(c.Body):
			f.line("\t// falls through")
		case !leaves(c.Body):
			f.line("\tbreak;")
		}
		if brace != "" {
			f.line("}")
		}
	}
	f.line("}")
}

func fallsThrough(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	b, ok := body[len(body)-1].(*ast.BranchStmt)
	return ok && b.Tok == token.FALLTHROUGH
}

// leaves reports whether a body ends with a jump.
func leaves(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	}
	return false
}

// chain writes a switch as a chain of ifs.
func (f *function) chain(s *ast.SwitchStmt, clauses []*ast.CaseClause, t *target) {
	tag := f.tag(s)
	labels := make([]string, len(clauses)+1)
	for i, c := range clauses {
		if fallsThrough(c.Body) {
			labels[i+1] = f.temp("next")
		}
	}
	prefix := ""
	write := func(i int, head string) {
		c := clauses[i]
		f.line("%s%s{", prefix, head)
		if labels[i] != "" {
			f.line("%s:;", labels[i])
			f.line("\t{")
			f.depth++
		}
		f.out.WriteString(f.inside(t, func() { f.braces(c.Body, c.End()) }))
		if labels[i] != "" {
			f.depth--
			f.line("\t}")
		}
		if fallsThrough(c.Body) {
			f.line("\tgoto %s;", labels[i+1])
		}
		prefix = "} else "
	}
	last := -1
	for i, c := range clauses {
		if c.List == nil {
			last = i
			continue
		}
		write(i, "if ("+f.cases(s, tag, c)+") ")
	}
	if last >= 0 {
		write(last, "")
	}
	if prefix != "" {
		f.line("}")
	}
}

// tag computes the value of a switch once. It is empty where there is none.
func (f *function) tag(s *ast.SwitchStmt) ex {
	if s.Tag == nil {
		return ex{}
	}
	if id, ok := ast.Unparen(s.Tag).(*ast.Ident); ok && !f.assigned(s.Body, f.s.Info.Uses[id]) {
		return f.expr(s.Tag)
	}
	t := f.s.Info.TypeOf(s.Tag)
	x := f.ordered([]ast.Expr{s.Tag}, func() ex { return f.convertTo(s.Tag, t) })
	name := f.temp("tag")
	f.line("%s = %s;", f.declare(t, name, false), x.s)
	return primary(name)
}

// cases returns the condition of a clause.
func (f *function) cases(s *ast.SwitchStmt, tag ex, c *ast.CaseClause) string {
	var list []string
	for _, e := range c.List {
		x := f.isolated(func() ex {
			if s.Tag == nil {
				return f.expr(e)
			}
			return f.compare(token.EQL, f.s.Info.TypeOf(s.Tag), tag, f.expr(e), e.Pos())
		})
		list = append(list, prefixed(len(c.List) > 1, f.paren(x, precOr+1))+prefixed(len(c.List) == 1, x.s))
	}
	return strings.Join(list, " || ")
}
