package cudac

// This file writes branches and loops.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// label is the target of a labelled break or continue.
type label struct{ target *target }

// target is a statement that break or continue may leave.
type target struct {
	loop bool
	// chain is a switch that is written as a chain of ifs, which C's break does not leave.
	chain bool
	// far says that continue has to jump, because statements follow the body.
	far bool
	// The names of C labels; "" until one is needed.
	end, next string
	pragma    string // the line above a loop
	base      string
}

// capture returns what write writes.
func (f *function) capture(write func()) string {
	was := f.out
	f.out = &strings.Builder{}
	defer func() { f.out = was }()
	write()
	return f.out.String()
}

// isolated returns an expression that needs no lines before it. A lambda holds those
// that it has.
func (f *function) isolated(write func() ex) ex {
	var x ex
	lines := f.capture(func() {
		f.depth++
		x = write()
		f.depth--
	})
	if lines == "" {
		return x
	}
	tab := strings.Repeat("\t", f.depth)
	return ex{s: "[&] {\n" + lines + tab + "\treturn " + x.s + ";\n" + tab + "}()", prec: precPostfix, class: x.class}
}

func (f *function) condition(e ast.Expr) string {
	return f.isolated(func() ex { return f.ordered([]ast.Expr{e}, func() ex { return f.expr(e) }) }).s
}

// ifStmt writes an if with its elses. prefix is what stands before it on its line.
func (f *function) ifStmt(s *ast.IfStmt, prefix string) {
	if s.Init != nil {
		init := f.capture(func() { f.stmt(s.Init) })
		if strings.Count(init, "\n") != 1 {
			f.wrappedIf(s, prefix, init)
			return
		}
		cond := f.condition(s.Cond)
		f.line("%sif (%s %s) {", prefix, strings.TrimSpace(init), cond)
	} else if prefix == "" {
		f.line("if (%s) {", f.ordered([]ast.Expr{s.Cond}, func() ex { return f.expr(s.Cond) }).s)
	} else {
		f.line("%sif (%s) {", prefix, f.condition(s.Cond))
	}
	f.arms(s)
}

func (f *function) arms(s *ast.IfStmt) {
	f.braces(s.Body.List, s.Body.Rbrace)
	switch e := s.Else.(type) {
	case nil:
		f.line("}")
	case *ast.IfStmt:
		f.flushComments(e.Pos())
		f.ifStmt(e, "} else ")
	case *ast.BlockStmt:
		f.line("} else {")
		f.braces(e.List, e.Rbrace)
		f.line("}")
	}
}

// wrappedIf writes an if whose initial statement takes several lines.
func (f *function) wrappedIf(s *ast.IfStmt, prefix, init string) {
	if prefix == "" && len(f.rest) == 0 { // the variables live to the end of the block
		f.out.WriteString(init)
		bare := *s
		bare.Init = nil
		f.ifStmt(&bare, "")
		return
	}
	f.line("%s{", prefix)
	for _, l := range strings.Split(strings.TrimSuffix(init, "\n"), "\n") {
		f.out.WriteString("\t" + l + "\n")
	}
	f.depth++
	bare := *s
	bare.Init = nil
	f.ifStmt(&bare, "")
	f.depth--
	f.line("}")
}

func (f *function) labeled(s *ast.LabeledStmt) {
	l := &label{&target{base: cName(s.Label.Name)}}
	if obj, ok := f.s.Info.Defs[s.Label].(*types.Label); ok {
		f.labels[obj] = l
	}
	f.flushComments(s.Stmt.Pos())
	switch inner := s.Stmt.(type) {
	case *ast.ForStmt:
		f.forStmt(inner, l.target)
	case *ast.RangeStmt:
		f.rangeStmt(inner, l.target)
	case *ast.SwitchStmt:
		f.switchStmt(inner, l.target)
	default:
		f.stmt(s.Stmt)
	}
}

// branch writes break, continue and fallthrough.
func (f *function) branch(s *ast.BranchStmt) {
	t := f.innermost(s.Tok == token.CONTINUE)
	if s.Label != nil {
		t = f.labels[f.s.Info.Uses[s.Label].(*types.Label)].target
	}
	switch s.Tok {
	case token.BREAK:
		if t == f.innermost(false) && !t.chain {
			f.line("break;")
			return
		}
		t.end = f.labelName(t.end, t.base, "end")
		f.line("goto %s;", t.end)
	case token.CONTINUE:
		if t == f.innermost(true) && !t.far {
			f.line("continue;")
			return
		}
		t.next = f.labelName(t.next, t.base, "next")
		f.line("goto %s;", t.next)
	case token.FALLTHROUGH:
		// written by the switch
	}
}

func (f *function) labelName(name, base, suffix string) string {
	if name != "" {
		return name
	}
	if base == "" {
		return f.temp(suffix)
	}
	return base + "_" + suffix
}

func (f *function) innermost(loop bool) *target {
	for i := len(f.breaks) - 1; i >= 0; i-- {
		if !loop || f.breaks[i].loop {
			return f.breaks[i]
		}
	}
	return nil
}

// within runs write inside a target.
func (f *function) inside(t *target, write func()) string {
	f.breaks = append(f.breaks, t)
	text := f.capture(write)
	f.breaks = f.breaks[:len(f.breaks)-1]
	return text
}

// loop writes a loop: its head, its body, and what follows each round.
func (f *function) loop(t *target, head, body, after string) {
	tab := strings.Repeat("\t", f.depth)
	if t.next != "" {
		body = tab + "\t{\n" + indented(body) + tab + "\t}\n" + tab + t.next + ":;\n"
	}
	if t.pragma != "" {
		f.line("%s", t.pragma)
	}
	f.line("%s {", head)
	f.out.WriteString(body + after)
	f.line("}")
	f.ending(t)
}

func (f *function) ending(t *target) {
	if t.end != "" {
		f.out.WriteString(strings.Repeat("\t", f.depth-1) + t.end + ":;\n")
	}
}

func indented(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) != "" {
			lines[i] = "\t" + l
		}
	}
	return strings.Join(lines, "")
}

func (f *function) loopTarget(t *target) *target {
	if t == nil {
		t = &target{}
	}
	t.loop = true
	t.pragma, f.pragma = f.pragma, ""
	return t
}

func (f *function) forStmt(s *ast.ForStmt, t *target) {
	t = f.loopTarget(t)
	init := ""
	if set, ok := s.Init.(*ast.AssignStmt); ok {
		f.refuseKept(set.Lhs, s.Body)
	}
	if s.Init != nil {
		init = f.oneLine(f.capture(func() { f.stmt(s.Init) }))
	}
	if strings.Contains(init, "\n") {
		f.line("{")
		f.out.WriteString(indented(init))
		f.depth++
		defer func() { f.depth--; f.line("}") }()
		init = ";"
	}
	cond, post := "", ""
	if s.Cond != nil {
		cond = f.condition(s.Cond)
	}
	if s.Post != nil {
		f.depth++
		post = f.oneLine(f.capture(func() { f.stmt(s.Post) }))
		f.depth--
	}
	t.far = strings.Contains(post, "\n")
	body := f.inside(t, func() { f.braces(s.Body.List, s.Body.Rbrace) })
	head := forHead(init, cond, post)
	if t.far {
		head = forHead(init, cond, "")
		f.loop(t, head, body, post)
		return
	}
	f.loop(t, head, body, "")
}

// refuseKept refuses a loop that keeps the address of its variable: the variable is new in
// each iteration of Go, and one for all in C.
func (f *function) refuseKept(vars []ast.Expr, body *ast.BlockStmt) {
	passed := map[ast.Expr]bool{} // to a function, which uses the address at once
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for _, a := range n.Args {
				passed[ast.Unparen(a)] = true
			}
		case *ast.UnaryExpr:
			id := rootIdent(n.X)
			for _, v := range vars {
				if n.Op == token.AND && id != nil && f.isLoopVariable(v, id) && !passed[n] {
					f.refuse(n.Pos(), "copy it into a variable of the body, and take the address of that", "the address of the loop's variable %s is kept", id.Name)
				}
			}
		}
		return true
	})
}

func (f *function) isLoopVariable(v ast.Expr, use *ast.Ident) bool {
	id, ok := v.(*ast.Ident)
	return ok && f.s.Info.Defs[id] != nil && f.s.Info.Defs[id] == f.s.Info.Uses[use]
}

// oneLine joins declarations of one type. It returns several lines as they are, one
// without its margin.
func (f *function) oneLine(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) == 1 {
		return strings.TrimSpace(lines[0])
	}
	joined := ""
	for i, l := range lines {
		rest, ok := strings.CutPrefix(strings.TrimSpace(l), "int ")
		if !ok || strings.Contains(rest, "{") {
			return text
		}
		if i == 0 {
			joined = "int " + strings.TrimSuffix(rest, ";")
		} else {
			joined += ", " + strings.TrimSuffix(rest, ";")
		}
	}
	return joined + ";"
}

func forHead(init, cond, post string) string {
	init, post = strings.TrimSuffix(init, ";"), strings.TrimSuffix(post, ";")
	switch {
	case init == "" && post == "" && cond == "":
		return "for (;;)"
	case init == "" && post == "":
		return "while (" + cond + ")"
	}
	return "for (" + init + "; " + cond + "; " + post + ")"
}

// rangeStmt writes a loop over a number, an array or a slice.
func (f *function) rangeStmt(s *ast.RangeStmt, t *target) {
	t = f.loopTarget(t)
	f.refuseKept([]ast.Expr{s.Key, s.Value}, s.Body)
	counter, typ := f.counter(s)
	limit := f.limit(s)
	element := f.element(s, counter)
	body := f.inside(t, func() {
		f.depth++
		if s.Key != nil && !isBlank(s.Key) && !f.isCounter(s, counter) {
			f.rangeVar(s, s.Key, ex{s: counter})
		}
		if element.s != "" {
			f.rangeVar(s, s.Value, element)
		}
		f.depth--
		f.braces(s.Body.List, s.Body.Rbrace)
	})
	f.loop(t, fmt.Sprintf("for (%s %s = 0; %s < %s; %s++)", typ, counter, counter, limit, counter), body, "")
}

func (f *function) isCounter(s *ast.RangeStmt, counter string) bool {
	id, ok := s.Key.(*ast.Ident)
	return ok && f.s.Info.Defs[id] != nil && f.locals[f.s.Info.Defs[id]] == counter
}

// counter returns the name and type of the variable that counts: the key, unless the
// body assigns to it.
func (f *function) counter(s *ast.RangeStmt) (name, typ string) {
	typ = "int"
	if s.Key == nil || isBlank(s.Key) {
		if f.isInteger(f.s.Info.TypeOf(s.X)) {
			typ = f.ctype(f.s.Info.TypeOf(s.X))
		}
		return f.counterName(), typ
	}
	typ = f.ctype(f.s.Info.TypeOf(s.Key))
	id, ok := s.Key.(*ast.Ident)
	if obj := f.s.Info.Defs[id]; ok && obj != nil && !f.assigned(s.Body, obj) {
		return f.local(obj), typ
	}
	return f.counterName(), typ
}

// rangeVar gives a variable of the loop its value of this round.
func (f *function) rangeVar(s *ast.RangeStmt, to ast.Expr, x ex) {
	if s.Tok == token.DEFINE {
		id := to.(*ast.Ident)
		if v, ok := f.s.Info.Defs[id].(*types.Var); ok {
			if f.isArray(v.Type()) {
				f.byValue(v.Type())
			}
			f.line("%s = %s;", f.declareVar(v, f.local(v)), x.s)
			return
		}
	}
	f.line("%s = %s;", f.lvalue(to).s, x.s)
}

// limit returns the number of rounds. It does not change during the loop.
func (f *function) limit(s *ast.RangeStmt) string {
	t := f.s.Info.TypeOf(s.X)
	if f.isInteger(t) {
		x := f.settled(s.X, t)
		if f.s.Info.Types[s.X].Value != nil || f.steady(s.X, s.Body) {
			return f.paren(x, precShift)
		}
		name := f.temp("n")
		f.line("%s %s = %s;", f.ctype(f.typeOfKey(s, t)), name, x.s)
		return name
	}
	if a, ok := f.arrayOf(t); ok {
		return f.length(a)
	}
	n := f.slice(s.X).len()
	if f.steady(s.X, s.Body) {
		return n
	}
	name := f.temp("n")
	f.line("int %s = %s;", name, n)
	return name
}

func (f *function) typeOfKey(s *ast.RangeStmt, t types.Type) types.Type {
	if s.Key != nil && !isBlank(s.Key) {
		return f.s.Info.TypeOf(s.Key)
	}
	return t
}

// steady reports whether the value of e stays the same while the body runs: it has no
// calls, reads no memory, and its variables are not assigned to.
func (f *function) steady(e ast.Expr, body ast.Node) bool {
	steady := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			steady = steady && f.s.Info.Types[n.Fun].IsType()
		case *ast.IndexExpr, *ast.StarExpr, *ast.SliceExpr, *ast.CompositeLit:
			steady = false
		case *ast.SelectorExpr:
			if f.indexVariable(n.X) != "" {
				return false
			}
			sel := f.s.Info.Selections[n]
			steady = steady && sel != nil && !sel.Indirect() && f.symbolOf(n) == ""
		case *ast.Ident:
			v, variable := f.s.Info.Uses[n].(*types.Var)
			steady = steady && !(variable && !v.IsField() && f.assigned(body, v))
		}
		return steady
	})
	return steady
}

// arrayOf returns the array that t is or points to, as the source has it.
func (f *function) arrayOf(t types.Type) (*types.Array, bool) {
	if p, ok := f.under(t).(*types.Pointer); ok {
		if q, ok := f.original(t).(*types.Pointer); ok {
			p = q
		}
		t = p.Elem()
	}
	if a, ok := f.original(t).(*types.Array); ok {
		return a, true
	}
	a, ok := f.under(t).(*types.Array)
	return a, ok
}

// element returns the element of a round, with an empty text where the loop needs none.
func (f *function) element(s *ast.RangeStmt, counter string) ex {
	if s.Value == nil || isBlank(s.Value) {
		return ex{}
	}
	t := f.s.Info.TypeOf(s.X)
	if f.isSlice(t) {
		sl := f.slice(s.X)
		if !f.steady(s.X, s.Body) {
			name := f.temp("s")
			key := [2]any{f.obj, s}
			f.flowTo(key, sl)
			f.line("%s = %s;", f.declare(t, name, true), sl.ptr.s)
			return ex{s: name + "[" + counter + "]"}
		}
		return ex{s: f.paren(sl.ptr, precPostfix) + "[" + counter + "]"}
	}
	if f.isArray(t) && f.changes(s.Body, s.X) {
		f.byValue(t)
		name := f.temp("copy")
		f.line("%s = %s;", f.declare(t, name, false), f.expr(s.X).s)
		return ex{s: name + "[" + counter + "]"}
	}
	return ex{s: f.paren(f.indexed(s.X), precPostfix) + "[" + counter + "]"}
}

// changes reports whether a body may write to an array: whether it assigns to a part of
// the variable, or the array is not a variable.
func (f *function) changes(body ast.Node, e ast.Expr) bool {
	root := rootIdent(e)
	if root == nil {
		return true
	}
	obj := f.s.Info.Uses[root]
	return obj == nil || f.assigned(body, obj)
}

// rootIdent returns the variable that a place is in.
func rootIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return rootIdent(e.X)
	case *ast.IndexExpr:
		return rootIdent(e.X)
	case *ast.StarExpr:
		return rootIdent(e.X)
	case *ast.SliceExpr:
		return rootIdent(e.X)
	}
	return nil
}

// assigned reports whether statements may change a variable: assign to a part of it, or
// take its address.
func (f *function) assigned(body ast.Node, obj types.Object) bool {
	found := false
	is := func(e ast.Expr) {
		if id := rootIdent(e); id != nil && obj != nil && (f.s.Info.Uses[id] == obj || f.s.Info.Defs[id] == obj) {
			found = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				is(l)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				is(n.Key)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		case *ast.SelectorExpr: // a method with a pointer receiver
			if sel := f.s.Info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal {
				is(n.X)
			}
		case *ast.SliceExpr:
			if f.isArray(f.s.Info.TypeOf(n.X)) {
				is(n.X)
			}
		}
		return !found
	})
	return found
}
