package fuzz

// This file draws statements.

import (
	"fmt"
	"strings"
)

// stmtRule makes a statement; it may return nil when it does not apply.
type stmtRule struct {
	weight int
	make   func(g *generator, depth int) *Stmt
}

// The rules refer to stmt, which refers to them: hence init.
var stmtRules []stmtRule

func init() {
	stmtRules = []stmtRule{
		{25, assign}, {10, update}, {5, rotate}, {12, branch}, {6, declare},
		{5, constLoop}, {5, laneLoop}, {3, stepLoop}, {2, endlessLoop}, {5, choice},
		{6, jump}, {3, leave},
		{3, newArray}, {6, storeArray}, {3, sumArray}, {2, fillArray},
		{3, newPair}, {5, changePair},
		{3, pointAt}, {4, callTwo},
		{25, exchange}, {5, shuffle}, {2, vote}, {2, count}, {3, output}, {4, nested}, {4, pairArray}, {4, slicing}, {4, vectors}, {4, pass}, {10, tally}, {10, tile}, {8, dynamic}, {3, closure}, {4, plainInt}, {5, guarded}, {6, aliased}, {3, addTotal},
	}
}

const exprDepth = 3

func (g *generator) stmt(depth int) *Stmt {
	total := 0
	for _, r := range stmtRules {
		total += r.weight
	}
	for {
		n := g.IntN(total)
		for _, r := range stmtRules {
			if n -= r.weight; n < 0 {
				if s := r.make(g, depth-1); s != nil {
					return s
				}
				break
			}
		}
	}
}

// list draws a scope of up to most statements.
func (g *generator) list(depth, most int) []*Stmt {
	scope, arrays, pairs := len(g.scope), len(g.arrays), len(g.pairs)
	var out []*Stmt
	for range 1 + g.IntN(most) {
		out = append(out, g.stmt(depth))
	}
	for _, v := range g.scope[scope:] { // use the new variables
		if o, ok := g.target(v.typ, scope); ok {
			op := " ^ "
			if v.typ.float() {
				op = " - "
			}
			if v.typ == Bool {
				op = " != "
			}
			out = append(out, &Stmt{Lines: []string{o.name + " = " + o.name + op + v.name}})
		}
	}
	g.scope, g.arrays, g.pairs = g.scope[:scope], g.arrays[:arrays], g.pairs[:pairs]
	return out
}

// target picks a variable of the first n in scope that may be assigned.
func (g *generator) target(t Type, n int) (variable, bool) {
	var fit []variable
	for _, v := range g.scope[:n] {
		if v.typ == t && !v.fixed {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return variable{}, false
	}
	return pick(g, fit), true
}

func (g *generator) anyTarget() (variable, bool) {
	var fit []variable
	for _, v := range g.scope {
		if !v.fixed {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return variable{}, false
	}
	return pick(g, fit), true
}

func simple(line string, exprs ...*Expr) *Stmt { return &Stmt{Lines: []string{line}, Exprs: exprs} }

func assign(g *generator, _ int) *Stmt {
	v, ok := g.anyTarget()
	if !ok {
		return nil
	}
	return simple(v.name+" = %s", g.expr(v.typ, exprDepth))
}

func update(g *generator, _ int) *Stmt {
	v, ok := g.anyTarget()
	if !ok || v.typ == Bool {
		return nil
	}
	if g.chance(25) {
		return simple(v.name + pick(g, []string{"++", "--"}))
	}
	ops := []string{"+=", "-=", "*="}
	if v.typ.float() && g.rounded {
		ops = ops[:2]
	}
	if !v.typ.float() {
		ops = append(ops, "&=", "|=", "^=", "&^=")
	}
	return simple(v.name+" "+pick(g, ops)+" %s", g.expr(v.typ, exprDepth-1))
}

// rotate assigns several variables at once.
func rotate(g *generator, _ int) *Stmt {
	v, ok := g.anyTarget()
	if !ok {
		return nil
	}
	a, _ := g.target(v.typ, len(g.scope))
	b, _ := g.target(v.typ, len(g.scope))
	if a == v || b == v || a == b {
		if a == v {
			return nil
		}
		return simple(v.name+", "+a.name+" = "+a.name+", %s", g.expr(v.typ, 2))
	}
	return simple(strings.Join([]string{v.name, a.name, b.name}, ", ") + " = " + strings.Join([]string{a.name, b.name, v.name}, ", "))
}

// condition draws a bool. Where all threads of the block are active it may be uniform; then
// the branches are uniform too.
func (g *generator) condition() (cond *Expr, uniform bool) {
	if g.uniform && g.chance(50) {
		return g.uniformExpr(Bool, 2), true
	}
	return g.expr(Bool, exprDepth), false
}

// uniformExpr draws an expression that is the same in all threads of a block.
func (g *generator) uniformExpr(t Type, depth int) *Expr {
	scope, arrays, pairs := g.scope, g.arrays, g.pairs
	g.scope, g.arrays, g.pairs = nil, nil, nil
	for _, v := range scope {
		if v.uniform {
			g.scope = append(g.scope, v)
		}
	}
	e := g.expr(t, depth)
	g.scope, g.arrays, g.pairs = scope, arrays, pairs
	return e
}

// within draws a body that not all threads execute, unless uniform.
func (g *generator) within(uniform bool, depth, most int) []*Stmt {
	was := *g
	if !uniform && g.uniform {
		g.uniform, g.canJump, g.labels = false, false, nil
	}
	body := g.list(depth, most)
	g.uniform, g.canJump, g.labels = was.uniform, was.canJump, was.labels
	return body
}

func branch(g *generator, depth int) *Stmt {
	if depth < 0 {
		return nil
	}
	cond, uniform := g.condition()
	s := &Stmt{Lines: []string{"if %s {", "}"}, Exprs: []*Expr{cond}, Unwrap: true}
	s.Bodies = [][]*Stmt{g.within(uniform, depth, 4)}
	if g.chance(50) {
		s.Lines = []string{"if %s {", "} else {", "}"}
		s.Bodies = append(s.Bodies, g.within(uniform, depth, 4))
	}
	return s
}

func declare(g *generator, _ int) *Stmt {
	t := pick(g, append([]Type{Bool}, numbers...))
	v := variable{name: g.name("v"), typ: t}
	s := &Stmt{Lines: []string{v.name + " := %s"}, Exprs: []*Expr{g.expr(t, exprDepth)}, Var: v.name}
	g.scope = append(g.scope, v)
	return s
}

// loop draws a loop. If uniform, all threads run the same number of iterations. The body is
// then either uniform, without jumps to outer loops, or may diverge.
func (g *generator) loop(head, counter string, exprs []*Expr, uniform bool, depth int) *Stmt {
	if depth < 0 || g.loops == 0 {
		return nil
	}
	was := *g
	label := g.name("L")
	g.loops--
	uniform = uniform && g.uniform && g.chance(60)
	if uniform != g.uniform {
		g.labels = nil // no jumps out of uniform loops
	}
	g.uniform, g.canJump = uniform, true
	g.labels = append(g.labels[:len(g.labels):len(g.labels)], label)
	g.scope = append(g.scope, variable{name: "int32(" + counter + ")", typ: I32, fixed: true, uniform: uniform})
	body := g.list(depth, 5)
	g.scope = g.scope[:len(was.scope)]
	g.uniform, g.canJump, g.labels, g.loops = was.uniform, was.canJump, was.labels, was.loops
	return &Stmt{Lines: []string{head, "}"}, Exprs: exprs, Bodies: [][]*Stmt{body}, Label: label, Counter: counter}
}

func constLoop(g *generator, depth int) *Stmt {
	i := g.name("i")
	return g.loop(fmt.Sprintf("for %s := range %d {", i, g.IntN(7)), i, nil, true, depth)
}

func laneLoop(g *generator, depth int) *Stmt {
	i := g.name("i")
	if g.uniform && g.chance(30) {
		return g.loop("for "+i+" := range int(%s)&3 {", i, []*Expr{g.uniformExpr(U32, 2)}, true, depth)
	}
	if g.chance(50) {
		return g.loop("for "+i+" := range %s {", i, []*Expr{g.index(8, 2)}, false, depth)
	}
	return g.loop("for "+i+" := int32(0); "+i+" < %s & 31; "+i+"++ {", i, []*Expr{g.expr(I32, 2)}, false, depth)
}

func stepLoop(g *generator, depth int) *Stmt {
	i := g.name("i")
	head := pick(g, []string{
		"for # := uint32(40); # > 1; # /= 2 {", "for # := int32(1); # < 100; # *= 3 {", "for # := 20; # >= 0; # -= 6 {",
		"for # := uint8(250); # > 20; # += 3 {",
	})
	return g.loop(strings.ReplaceAll(head, "#", i), i, nil, true, depth)
}

func endlessLoop(g *generator, depth int) *Stmt {
	i := g.name("i")
	cond := g.expr(Bool, 2)
	head := "for " + i + " := 0; ; " + i + "++ {\nif " + i + " > 5 || %s {\nbreak\n}"
	return g.loop(head, i, []*Expr{cond}, false, depth)
}

// jump breaks or continues a loop, under a condition.
func jump(g *generator, _ int) *Stmt {
	if !g.canJump {
		return nil
	}
	word := pick(g, []string{"break", "continue"})
	if len(g.labels) > 0 && g.chance(30) {
		word += " " + pick(g, g.labels)
	}
	cond := g.expr(Bool, 2)
	if g.uniform {
		cond = g.uniformExpr(Bool, 2)
	}
	return simple("if %s {\n"+word+"\n}", cond)
}

// leave ends the kernel early, under a condition.
func leave(g *generator, _ int) *Stmt {
	if !g.mayReturn || g.inHelper {
		return nil
	}
	return simple("if %s {\nreturn\n}", g.expr(Bool, 2))
}

// choice is a switch.
func choice(g *generator, depth int) *Stmt {
	if depth < 0 {
		return nil
	}
	s := &Stmt{Unwrap: true}
	heads := []string{"case 0:", "case 1, 2:", "case 5:", "default:"}
	if g.chance(60) {
		s.Exprs = []*Expr{g.expr(pick(g, []Type{I32, U32, I64}), 2)}
		heads[0] = "switch %s & 7 {\n" + heads[0]
	} else {
		heads = []string{"switch {\ncase %s:", "case %s:", "default:"}
		s.Exprs = []*Expr{g.expr(Bool, 2), g.expr(Bool, 2)}
	}
	canJump := g.canJump
	g.canJump = false // break would leave the switch
	for i, head := range heads {
		if i > 0 && g.chance(20) {
			head = "fallthrough\n" + head
			s.Unwrap = false
		}
		s.Lines = append(s.Lines, head)
		s.Bodies = append(s.Bodies, g.within(false, depth, 2))
	}
	g.canJump = canJump
	s.Lines = append(s.Lines, "}")
	return s
}

// callTwo assigns both results of a helper.
func callTwo(g *generator, _ int) *Stmt {
	for _, h := range g.helpers {
		if len(h.results) != 2 {
			continue
		}
		a, ok := g.target(h.results[0], len(g.scope))
		b, ok2 := g.target(h.results[1], len(g.scope))
		if ok && ok2 && a != b {
			return simple(a.name+", "+b.name+" = %s", g.call(h, 3))
		}
	}
	return nil
}
