package cfront

// This file translates statements.

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
)

func (f *fn) statement(s syntax.Stmt) {
	f.at = s.Position()
	switch s := s.(type) {
	case *syntax.Block:
		f.bare(f.block(func() { f.scoped(s.Stmts) }))
	case *syntax.DeclStmt:
		for _, v := range s.Vars {
			f.at = v.Pos
			f.variable(v)
		}
	case *syntax.TypeStmt:
		f.typeStmt(s)
	case *syntax.Types:
		f.statements(s.Stmts)
	case *syntax.ExprStmt:
		if s.X != nil {
			f.effect(s.X)
		}
	case *syntax.If:
		f.ifStmt(s)
	case *syntax.For:
		f.forStmt(s)
	case *syntax.DoWhile:
		f.doWhile(s)
	case *syntax.Switch:
		f.switchStmt(s)
	case *syntax.Return:
		f.returnStmt(s)
	case *syntax.Jump:
		f.jump(s)
	case *syntax.Label:
	case *syntax.StaticAssert:
		f.staticAssert(s)
	case *syntax.Case:
		refuse(s.Pos, diag.CUDAConstruct, "put it directly into the braces of the switch", "a case inside another statement")
	default:
		panic(fmt.Sprintf("BUG: statement %T", s))
	}
}

// scoped translates statements in a scope of their own.
func (f *fn) scoped(list []syntax.Stmt) {
	f.push()
	f.statements(list)
	f.pop()
}

// scopedJoined translates the body of what declares variables in front of it.
func (f *fn) scopedJoined(list []syntax.Stmt) {
	f.pushJoined()
	f.statements(list)
	f.pop()
}

// bodyOf returns the statements of a loop's or branch's body.
func bodyOf(s syntax.Stmt) []syntax.Stmt {
	if b, ok := s.(*syntax.Block); ok {
		return b.Stmts
	}
	return []syntax.Stmt{s}
}

// typeStmt declares a type in a function.
func (f *fn) typeStmt(s *syntax.TypeStmt) {
	switch d := s.Decl.(type) {
	case *syntax.Alias:
		f.declare(&object{name: d.Name, alias: f.typeOf(d.Type)})
	case *syntax.Struct:
		s := f.u.makeStruct(d, f.env, f.scopes, nil, fmt.Sprintf("%p %p", d, f.env), d.Pos)
		f.declare(&object{name: d.Name, at: d.Pos, alias: &typ{k: structure, s: s}})
	case *syntax.Enum:
		en := f.localEnum(d)
		if d.Name != "" {
			f.declare(&object{name: d.Name, alias: en.typ()})
		}
	}
}

// localEnum declares an enumeration in a function.
func (f *fn) localEnum(d *syntax.Enum) *enumType {
	en := &enumType{decl: d}
	f.push()
	en.fill(f)
	f.pop()
	for name, v := range en.items {
		if !d.Scoped {
			f.declare(&object{name: name, at: d.Pos, t: v.t, c: v})
		}
	}
	return en
}

func (f *fn) ifStmt(s *syntax.If) {
	if s.Init != nil {
		f.bare(f.block(func() {
			f.push()
			f.tried(s.Init)
			f.ifBranches(s)
			f.pop()
		}))
		return
	}
	f.ifBranches(s)
}

func (f *fn) ifBranches(s *syntax.If) {
	f.at = s.Pos
	var c val
	if s.Constexpr { // the other branch may not even be valid
		c = f.condition(f.constant(s.C, "the condition of if constexpr"))
	} else {
		c = f.truth(s.C)
	}
	inside := f.scoped
	if s.Init != nil {
		inside = f.scopedJoined
	}
	if c.c != nil {
		taken, other := s.Then, s.Else
		if c.c.i == 0 {
			taken, other = other, taken
		}
		if other != nil && !s.Constexpr {
			f.checked(func() { inside(bodyOf(other)) })
		}
		f.bare(f.block(func() {
			if taken != nil {
				inside(bodyOf(taken))
			}
		}))
		return
	}
	branch := f.add(nil)
	in := &ast.IfStmt{Cond: c.x, Body: f.block(func() { inside(bodyOf(s.Then)) })}
	if s.Else != nil {
		in.Else = f.block(func() { inside(bodyOf(s.Else)) })
	}
	branch.Stmt = in
}

// checked translates what never runs, for the mistakes in it.
func (f *fn) checked(do func()) {
	var saved []target
	for _, t := range f.flow {
		saved = append(saved, *t)
	}
	f.unevaluated(do)
	for i, t := range f.flow {
		*t = saved[i]
	}
}

func (f *fn) forStmt(s *syntax.For) {
	f.bare(f.block(func() {
		f.push()
		if s.Init != nil {
			f.tried(s.Init)
		}
		f.at = s.Pos
		f.loop(s)
		f.pop()
	}))
}

// loop translates a for loop after its first part.
func (f *fn) loop(s *syntax.For) {
	var c val
	before := f.capture(func() {
		if s.C != nil {
			c = f.truth(s.C)
		}
	})
	post := f.capture(func() {
		if s.Post != nil {
			f.at = s.Post.Position()
			f.effect(s.Post)
		}
	})
	f.at = s.Pos
	t := &target{loop: true, label: f.label()}
	simple := len(post) == 0 || len(post) == 1 && isSimple(post[0])
	if !simple && continues(s.Body) {
		t.inner = f.label()
	}
	f.addLoop(t, s.Unroll, func(loop *tree.Loop, head *tree.Stmt) {
		if len(before) == 0 && s.C != nil {
			loop.Cond = c.x
		}
		switch {
		case simple && len(post) == 1:
			loop.Post, post = post[0], nil
		case c.always():
			loop.Cond = nil
		case loop.Cond != nil:
			head.At = f.u.at(s.C.Position())
		}
		if len(before) > 0 {
			f.stmts = before
			f.leaveUnless(c)
		}
		f.loopBody(s, s.Body, t)
		f.stmts = append(f.stmts, post...)
	})
}

// addLoop adds a loop. do completes its head and adds the statements of its body.
func (f *fn) addLoop(t *target, u *syntax.Unroll, do func(loop *tree.Loop, head *tree.Stmt)) {
	f.flow = append(f.flow, t)
	loop := &tree.Loop{ForStmt: &ast.ForStmt{}, Unroll: f.unroll(u)}
	head := f.add(nil)
	loop.Body = f.block(func() { do(loop, head) })
	head.Stmt = labelled(t.label, t.labelUsed, loop)
	f.flow = f.flow[:len(f.flow)-1]
}

// always reports whether v is the constant true.
func (v val) always() bool { return v.c != nil && v.c.i != 0 }

// isSimple reports whether Go takes a statement behind the condition of a loop.
func isSimple(s ast.Stmt) bool {
	switch s := s.(*tree.Stmt).Stmt.(type) {
	case nil:
		return true
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.ExprStmt:
		return true
	}
	return false
}

// leaveUnless leaves the loop where a condition does not hold.
func (f *fn) leaveUnless(c val) {
	f.add(tree.If(tree.Not(tree.Paren(c.x)), tree.Jump(token.BREAK, "")))
}

// labelled returns a loop with its label, if that is used.
func labelled(name string, used bool, loop ast.Stmt) ast.Stmt {
	if used {
		return tree.Label(name, loop)
	}
	return loop
}

// loopBody translates the body of a loop s. Where Go's continue would leave out what follows
// the body, the body stands in a loop that runs once.
func (f *fn) loopBody(s syntax.Stmt, body syntax.Stmt, t *target) {
	inside := f.scoped
	if _, isFor := s.(*syntax.For); isFor {
		inside = f.scopedJoined
	}
	if t.inner == "" {
		inside(bodyOf(body))
		return
	}
	t.insideInner = true
	once := &ast.ForStmt{Body: f.block(func() {
		inside(bodyOf(body))
		f.bare(tree.Jump(token.BREAK, ""))
	})}
	t.insideInner = false
	f.bare(labelled(t.inner, t.innerUsed, once))
}

// unroll returns what stands above a loop, as ir.Block has it. nvcc ignores a number below one.
func (f *fn) unroll(u *syntax.Unroll) int {
	switch {
	case u == nil:
		return 0
	case u.N == nil:
		return ir.UnrollFull
	}
	n := f.constant(u.N, "the number of #pragma unroll").c.i
	return int(max(0, min(n, limit.Unroll)))
}

func (f *fn) label() string { return "ʹl" + strings.TrimPrefix(f.temp(), "ʹ") }

func (f *fn) doWhile(s *syntax.DoWhile) {
	t := &target{loop: true, label: f.label()}
	if continues(s.Body) {
		t.inner = f.label()
	}
	f.addLoop(t, s.Unroll, func(*tree.Loop, *tree.Stmt) {
		f.loopBody(s, s.Body, t)
		f.at = s.C.Position()
		f.leaveUnless(f.truth(s.C))
	})
}

// continues reports whether a continue belongs to the loop around s.
func continues(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.Block:
		for _, x := range s.Stmts {
			if continues(x) {
				return true
			}
		}
	case *syntax.If:
		return continues(s.Then) || s.Else != nil && continues(s.Else)
	case *syntax.Switch:
		return continues(s.Body)
	case *syntax.Jump:
		return s.Word == "continue"
	}
	return false
}

func (f *fn) jump(s *syntax.Jump) {
	if s.Word == "goto" {
		refuse(s.Pos, diag.Goto, "use a loop, break, continue or return", "goto: a kernel has no goto")
	}
	for i := len(f.flow) - 1; i >= 0; i-- {
		t := f.flow[i]
		if s.Word == "continue" && !t.loop {
			continue
		}
		f.jumpTo(s.Word, t)
		return
	}
	refuse(s.Pos, diag.Syntax, "remove it", "%s stands outside of a loop", s.Word)
}

func (f *fn) jumpTo(word string, t *target) {
	switch {
	case word == "continue" && t.inner != "":
		t.innerUsed = true
		f.add(tree.Jump(token.BREAK, t.inner))
	case word == "continue" && t.insideInner:
		t.labelUsed = true
		f.add(tree.Jump(token.CONTINUE, t.label))
	case word == "break" && t.insideInner:
		t.labelUsed = true
		f.add(tree.Jump(token.BREAK, t.label))
	default:
		f.add(tree.Jump(token.Lookup(word), ""))
	}
}

// switchStmt translates a switch. A case that does not end in a jump falls through.
func (f *fn) switchStmt(s *syntax.Switch) {
	x := f.rvalue(f.expr(s.X))
	if !x.t.scoped() {
		if x = f.promote(f.number(x, "switch")); !x.t.isInt() {
			f.mismatch(x, "switch needs an integer, not %s", x.t)
		}
	}
	seen := map[any]diag.Pos{}
	if f.u.cases += casesIn(s.Body); f.u.cases > limit.Cases {
		refuse(s.Pos, diag.CUDAConstruct, "read the values from an array in constant memory", "the switches of the kernel have more than %d cases", limit.Cases)
	}
	f.flow = append(f.flow, &target{})
	place := f.add(nil)
	var open *ast.CaseClause
	var clauses []ast.Stmt
	for i, st := range s.Body.Stmts {
		c, isCase := st.(*syntax.Case)
		if !isCase {
			if open == nil {
				refuse(st.Position(), diag.CUDAConstruct, "begin with a case", "a statement before the first case of a switch")
			}
			open.Body = append(open.Body, f.capture(func() { f.tried(st) })...)
			continue
		}
		if open != nil {
			if _, again := s.Body.Stmts[i-1].(*syntax.Case); again || !leaves(s.Body.Stmts[i-1]) {
				open.Body = append(open.Body, tree.Jump(token.FALLTHROUGH, ""))
			}
			f.pop()
		}
		f.push()
		f.at = c.Pos
		open = &ast.CaseClause{}
		clauses = append(clauses, f.here(open))
		if c.X == nil {
			once(seen, "default", "default", c.Pos)
			continue
		}
		v := f.convert(f.constant(c.X, "a case"), x.t)
		once(seen, v.c.i, fmt.Sprintf("the value %d", v.c.i), c.Pos)
		open.List = []ast.Expr{v.x}
	}
	if open != nil {
		f.pop()
	}
	place.Stmt = &ast.SwitchStmt{Tag: x.x, Body: tree.Block(clauses)}
	f.flow = f.flow[:len(f.flow)-1]
}

// once refuses a second case for a value.
func once(seen map[any]diag.Pos, key any, what string, at diag.Pos) {
	if old, again := seen[key]; again {
		refuse(at, diag.TypeError, "remove one of them", "%s has two cases: the other one stands in line %d", what, old.Line)
	}
	seen[key] = at
}

func casesIn(b *syntax.Block) (n int) {
	for _, s := range b.Stmts {
		if _, is := s.(*syntax.Case); is {
			n++
		}
	}
	return n
}

// leaves reports whether control never goes on after s.
func leaves(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.Jump, *syntax.Return:
		return true
	case *syntax.Block:
		return len(s.Stmts) > 0 && leaves(s.Stmts[len(s.Stmts)-1])
	}
	return false
}

func (f *fn) returnStmt(s *syntax.Return) {
	if s.X == nil {
		if f.result != nil && f.result.k != void {
			refuse(s.Pos, diag.TypeError, "return a value", "the function returns %s", f.result)
		}
		if f.result == nil {
			f.result = voidType
		}
		f.add(tree.Return())
		return
	}
	if f.tail != nil {
		f.returnTail(s)
		return
	}
	var v val
	if list, ok := s.X.(*syntax.List); ok && f.result != nil {
		v = f.construct(f.result, list.Elems, list.Fields, true, list.Pos)
	} else {
		v = f.expr(s.X)
	}
	f.at = s.Pos
	if f.result == nil {
		f.result = f.rvalue(v).t
	}
	switch {
	case f.result.k == void:
		if v.t.k != void {
			f.mismatch(v, "a function without a result returns %s", v.t)
		}
		f.discard(f.rvalue(v))
		f.add(tree.Return())
	case f.ref:
		v = v.asPlace()
		f.refers(v, f.result)
		if !v.lv && !f.result.constant {
			f.mismatch(v, "a reference to %s is returned to a value", f.result)
		}
		f.add(tree.Return(f.addr(v)))
	default:
		f.add(tree.Return(f.convert(v, f.result).x))
	}
}
