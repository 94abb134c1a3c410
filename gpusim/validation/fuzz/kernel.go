package fuzz

// This file draws whole functions: the frame of a kernel, and helpers.

import (
	"fmt"

	"gpucourse/gpusim/gpu"
)

// The sizes of every kernel's arguments.
const (
	InputLen   = 64 // elements of an input array
	Counters   = 8  // elements of count
	Slots      = 12 // of each output array, per thread
	finalSlots = 8  // of those, for the variables' last values
	Vectors    = 2  // of the output array of vectors, per thread
)

// outputs are the arrays kernels write, and the types they hold.
var outputs = []variable{{name: "ou", typ: U32}, {name: "ol", typ: I64}, {name: "of", typ: F32}, {name: "od", typ: F64}}

// given are the variables in scope at the start of every kernel.
var given = []variable{
	{name: "p0", typ: I32, fixed: true, uniform: true}, {name: "p1", typ: U32, fixed: true, uniform: true},
	{name: "p2", typ: F32, fixed: true, uniform: true}, {name: "p3", typ: F64, fixed: true, uniform: true},
	{name: "p4", typ: I64, fixed: true, uniform: true}, {name: "p5", typ: U8, fixed: true, uniform: true},
	{name: "int32(gpu.BlockIdx.X)", typ: I32, fixed: true, uniform: true},
	{name: "int32(t)", typ: I32, fixed: true}, {name: "uint32(g)", typ: U32, fixed: true}, {name: "int32(gpu.LaneID())", typ: I32, fixed: true},
}

// kernelBody draws a kernel: the thread's numbers, some variables, statements,
// and the variables written out.
func (g *generator) kernelBody(block gpu.Dim3) []*Stmt {
	g.block, g.loops, g.uniform = volume(block), 3, true
	body := []*Stmt{
		{Lines: []string{"t := gpu.ThreadIdx.X + gpu.BlockDim.X*(gpu.ThreadIdx.Y+gpu.BlockDim.Y*gpu.ThreadIdx.Z)"}, Keep: true, Var: "t"},
		{Lines: []string{fmt.Sprintf("g := gpu.BlockIdx.X*%d + t", g.block)}, Keep: true, Var: "g"},
	}
	for _, t := range []Type{I32, F32, U32, I64, F64, U8} {
		body = append(body, &Stmt{Lines: []string{fmt.Sprintf("%s := gpu.Shared[[%d]%v]()", sharedName(t), g.block, t)}, Var: sharedName(t)})
	}
	body = append(body,
		&Stmt{Lines: []string{"tallies := gpu.Shared[[8]int32]()"}, Var: "tallies"},
		&Stmt{Lines: []string{fmt.Sprintf("tile := gpu.Shared[[%d][9]float32]()", (g.block+7)/8)}, Var: "tile"})
	g.scope = append(g.scope, given...)
	types := []Type{I32, I32, F32, U32, Bool}
	for range 2 + g.IntN(4) {
		types = append(types, pick(g, numbers))
	}
	first := len(g.scope)
	for _, t := range types {
		v := variable{name: g.name("v"), typ: t}
		body = append(body, &Stmt{Lines: []string{v.name + " := %s"}, Exprs: []*Expr{g.expr(t, 2)}, Var: v.name})
		g.scope = append(g.scope, v)
	}
	for range 3 + g.IntN(8) {
		body = append(body, g.stmt(3))
	}
	body = append(body, g.callAll()...)
	return append(body, g.finals(g.scope[first:])...)
}

// finals writes variables to the thread's slots.
func (g *generator) finals(vars []variable) []*Stmt {
	var list []*Stmt
	used := map[string]int{}
	for _, v := range vars {
		o, form := finalSlot(v)
		if used[o] == finalSlots {
			continue
		}
		list = append(list, simple(fmt.Sprintf("%s[g*%d+%d] = %s", o, Slots, used[o], fmt.Sprintf(form, v.name))))
		used[o]++
	}
	return list
}

// finalSlot returns the output array for a variable, and the form of the conversion.
func finalSlot(v variable) (name, form string) {
	switch {
	case v.typ == Bool:
		return "ou", "choose[uint32](%s, 1, 2)"
	case v.typ == F32:
		return "of", "%s"
	case v.typ == F64:
		return "od", "%s"
	case v.typ.bits() == 64:
		return "ol", "int64(%s)"
	default:
		return "ou", "uint32(%s)"
	}
}

// helper draws a function that kernels call: arithmetic and control flow on its
// parameters, with one result or two.
func (g *generator) helper() *function {
	was := *g
	h := &function{name: g.name(g.kernel + "h")}
	for range 1 + g.IntN(3) {
		h.params = append(h.params, variable{name: g.name("x"), typ: pick(g, numbers)})
	}
	for range 1 + g.IntN(2) {
		h.results = append(h.results, pick(g, numbers))
	}
	g.scope, g.arrays, g.pairs = append([]variable{}, h.params...), nil, nil
	g.inHelper, g.uniform, g.loops = true, false, 2
	for range 1 + g.IntN(4) {
		h.body = append(h.body, g.stmt(2))
		if g.chance(30) {
			h.body = append(h.body, g.result(h, "if %s {\n", "\n}"))
		}
	}
	last := g.result(h, "", "")
	last.Keep = true
	h.body = append(h.body, last)
	g.callable(h)
	next := g.next
	*g = was
	g.next = next
	g.helpers = append(g.helpers, h)
	return h
}

// result returns a return statement between two texts. The first one has a condition,
// unless it is empty.
func (g *generator) result(h *function, before, after string) *Stmt {
	s := &Stmt{}
	if before != "" {
		s.Exprs = append(s.Exprs, g.expr(Bool, 2))
	}
	line := "return "
	for i, t := range h.results {
		if i > 0 {
			line += ", "
		}
		line += "%s"
		s.Exprs = append(s.Exprs, g.expr(t, 2))
	}
	s.Lines = []string{before + line + after}
	return s
}
