package fuzz

// This file draws calls of helpers. Some helpers are not inlined, some are recursive with a
// small depth. They use a random stream of their own, so that they do not change the rest
// of a seed's kernel.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// callStream is the random stream of calls.
const callStream = 2

// depthParam is the parameter with the remaining depth of a recursive helper.
const depthParam = "left"

// callable decides whether h is inlined and recursive, and adds the recursive calls.
func (g *generator) callable(h *function) {
	was := *g
	g.Rand = g.calls
	g.scope, g.arrays, g.pairs = h.params, nil, nil
	defer func() { g.Rand, g.scope, g.arrays, g.pairs = was.Rand, was.scope, was.arrays, was.pairs }()
	h.noinline = g.chance(50)
	if !g.chance(50) {
		return
	}
	h.depth = 1 + g.IntN(3)
	own := []*Stmt{g.selfCall(h)}
	if g.chance(30) {
		own = append(own, g.selfCall(h))
	}
	h.body = append(own, h.body...)
}

// selfCall returns a conditional call of h in h. Its results go to parameters or become the
// results of h.
func (g *generator) selfCall(h *function) *Stmt {
	var args []string
	exprs := []*Expr{g.expr(Bool, 1)}
	for _, p := range h.params {
		args = append(args, "%s")
		exprs = append(exprs, g.expr(p.typ, 2))
	}
	call := h.name + "(" + strings.Join(append(args, depthParam+"-1"), ", ") + ")"
	line := "return " + call
	if g.chance(75) {
		line = g.useResults(h, call)
	}
	return &Stmt{Lines: []string{"if " + depthParam + " > 0 && (" + depthParam + " != 2 || %s) {\n" + line + "\n}"}, Exprs: exprs}
}

// useResults assigns each result to a parameter of its type, if there is one.
func (g *generator) useResults(h *function, call string) string {
	var names []string
	lines := ""
	for i, t := range h.results {
		name := "_"
		for _, p := range h.params {
			if p.typ == t && name == "_" {
				name = fmt.Sprintf("r%d", i)
				lines += "\n" + p.name + " -= " + name
			}
		}
		names = append(names, name)
	}
	assign := " := "
	if lines == "" {
		assign = " = "
	}
	return strings.Join(names, ", ") + assign + call + lines
}

// callAll calls each helper that is not inlined once more, and adds a result to a variable
// that the kernel writes out.
func (g *generator) callAll() []*Stmt {
	was := g.Rand
	g.Rand = g.calls
	defer func() { g.Rand = was }()
	var list []*Stmt
	for _, h := range g.helpers {
		v, ok := g.target(h.results[0], len(g.scope))
		if !ok || !h.noinline && h.depth == 0 {
			continue
		}
		line := v.name + " -= %s"
		if len(h.results) > 1 {
			r := g.name("r")
			line = "{\n" + r + ", _ := %s\n" + v.name + " -= " + r + "\n}"
		}
		list = append(list, simple(line, g.call(h, 1)))
	}
	return list
}

// far draws whether a pointer is passed to a function that is not inlined.
func (g *generator) far() bool { return g.calls.IntN(2) == 0 }

func newCalls(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, callStream)) }
