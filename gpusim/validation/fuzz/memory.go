package fuzz

// This file draws statements about memory: local arrays, structs, pointers,
// shared memory with its barriers, warps, counters, and outputs.

import (
	"fmt"
	"strings"
)

func newArray(g *generator, _ int) *Stmt {
	a := array{name: g.name("a"), typ: pick(g, numbers), len: pick(g, []int{2, 4, 8})}
	s := &Stmt{Var: a.name}
	switch {
	case g.chance(30) && len(g.arrays) > 0:
		from := pick(g, g.arrays)
		a.typ, a.len = from.typ, from.len
		s.Lines = []string{a.name + " := " + from.name}
	case g.chance(50):
		for range a.len {
			s.Exprs = append(s.Exprs, g.expr(a.typ, 1))
		}
		holes := strings.TrimSuffix(strings.Repeat("%s, ", a.len), ", ")
		s.Lines = []string{fmt.Sprintf("%s := [%d]%v{%s}", a.name, a.len, a.typ, holes)}
	default:
		s.Lines = []string{fmt.Sprintf("var %s [%d]%v", a.name, a.len, a.typ)}
	}
	g.arrays = append(g.arrays, a)
	return s
}

func (g *generator) anArray() (array, bool) {
	if len(g.arrays) == 0 {
		return array{}, false
	}
	return pick(g, g.arrays), true
}

func storeArray(g *generator, _ int) *Stmt {
	a, ok := g.anArray()
	if !ok {
		return nil
	}
	op := " = "
	if g.chance(40) {
		op = " += "
	}
	if g.chance(40) {
		return simple(fmt.Sprintf("%s[%d]%s%%s", a.name, g.IntN(a.len), op), g.expr(a.typ, 2))
	}
	return simple(a.name+"[%s]"+op+"%s", g.index(a.len, 2), g.expr(a.typ, 2))
}

func sumArray(g *generator, _ int) *Stmt {
	a, ok := g.anArray()
	if !ok {
		return nil
	}
	v, ok := g.target(a.typ, len(g.scope))
	if !ok {
		return nil
	}
	e := g.name("e")
	return simple(fmt.Sprintf("for _, %s := range %s {\n%s += %s\n}", e, a.name, v.name, e))
}

func fillArray(g *generator, _ int) *Stmt {
	a, ok := g.anArray()
	if !ok {
		return nil
	}
	j := g.name("j")
	return simple(fmt.Sprintf("for %s := range %s {\n%s[%s] = %v(%s) - %%s\n}", j, a.name, a.name, j, a.typ, j), g.expr(a.typ, 2))
}

func newPair(g *generator, _ int) *Stmt {
	name := g.name("q")
	s := &Stmt{Var: name}
	switch {
	case g.chance(30) && len(g.pairs) > 0:
		s.Lines = []string{name + " := " + pick(g, g.pairs)}
	case g.chance(40) && !g.inHelper:
		s.Lines, s.Exprs = []string{name + " := ipair[%s]"}, []*Expr{g.index(InputLen, 2)}
	default:
		s.Lines = []string{name + " := pair{A: %s, B: %s, C: [3]uint16{%s, 9}}"}
		s.Exprs = []*Expr{g.expr(I32, 2), g.expr(F32, 2), g.expr(U16, 1)}
	}
	g.pairs = append(g.pairs, name)
	return s
}

func changePair(g *generator, _ int) *Stmt {
	if len(g.pairs) == 0 {
		return nil
	}
	q := pick(g, g.pairs)
	switch g.IntN(6) {
	case 0:
		return simple(q+".A = %s", g.expr(I32, 2))
	case 1:
		return simple(q+".B += %s", g.expr(F32, 2))
	case 2:
		return simple(q+".C[(%s)%%3] = %s", g.index(16, 1), g.expr(U16, 2))
	case 3:
		return simple(q+".turn(%s)", g.expr(I32, 2))
	case 4:
		return simple(q+".D = %s", g.expr(F64, 2))
	default:
		return simple(q + " = " + pick(g, g.pairs))
	}
}

// pointAt changes a variable or an element through a pointer.
func pointAt(g *generator, _ int) *Stmt {
	if !g.mayPoint {
		return nil
	}
	p := g.name("p")
	if a, ok := g.anArray(); ok && g.chance(60) {
		return simple("{\n"+p+" := &"+a.name+"[%s]\n*"+p+" = *"+p+" - %s\n}", g.index(a.len, 2), g.expr(a.typ, 2))
	}
	v, ok := g.anyTarget()
	if !ok || v.typ == Bool {
		return nil
	}
	return simple("{\n"+p+" := &"+v.name+"\n*"+p+" += %s\n}", g.expr(v.typ, 2))
}

// exchange passes values between the threads of a block through shared memory.
func exchange(g *generator, _ int) *Stmt {
	if !g.uniform {
		return nil
	}
	v, ok := g.target(pick(g, []Type{I32, F32, U32, I64, F64, U8}), len(g.scope))
	if !ok {
		return nil
	}
	name := sharedName(v.typ)
	whole := 1 // the largest power of two that fits
	for 2*whole <= g.block {
		whole *= 2
	}
	from, exprs := fmt.Sprintf("(t+%d)%%%%%d", g.IntN(g.block), g.block), []*Expr{g.expr(v.typ, 2)}
	if g.chance(40) {
		from, exprs = "%s", append(exprs, g.index(whole, 2))
	}
	return &Stmt{Lines: []string{name + "[t] = %s", "gpu.SyncThreads()", v.name + " = " + name + "[" + from + "]", "gpu.SyncThreads()"}, Exprs: exprs}
}

// dynamic passes values through the launch's dynamic shared memory, whose length
// is known at run time only.
func dynamic(g *generator, _ int) *Stmt {
	v, ok := g.target(pick(g, []Type{I16, U32, F32, I64, F64}), len(g.scope))
	if !ok || !g.uniform {
		return nil
	}
	d := g.name("d")
	return &Stmt{
		Lines: []string{"{\n" + d + " := gpu.DynamicShared[" + v.typ.String() + "]()",
			d + "[t] = %s", "gpu.SyncThreads()", v.name + fmt.Sprintf(" = %s[(t+%d)%%%%min(len(%s), %d)]", d, g.IntN(g.block), d, g.block), "gpu.SyncThreads()\n}"},
		Exprs: []*Expr{g.expr(v.typ, 2)},
	}
}

func sharedName(t Type) string { return "s" + t.String() }

// shuffle passes values between the lanes of a warp.
func shuffle(g *generator, _ int) *Stmt {
	if !g.uniform || !g.fullWarps {
		return nil
	}
	v, ok := g.target(pick(g, []Type{I32, F32, U32, I64, F64, U64}), len(g.scope))
	if !ok {
		return nil
	}
	if g.chance(30) {
		return simple(v.name+" = gpu.ShflSync(gpu.FullMask, %s, %s"+g.width()+")", g.expr(v.typ, 2), g.index(warpSize, 2))
	}
	f := pick(g, []string{"ShflUpSync", "ShflDownSync", "ShflXorSync"})
	return simple(fmt.Sprintf("%s = gpu.%s(gpu.FullMask, %%s, %d%s)", v.name, f, g.IntN(warpSize), g.width()), g.expr(v.typ, 2))
}

// width is the last argument of a shuffle, or nothing.
func (g *generator) width() string {
	if g.chance(60) {
		return ""
	}
	return fmt.Sprintf(", %d", 1<<g.IntN(6))
}

func vote(g *generator, _ int) *Stmt {
	if !g.uniform || !g.fullWarps {
		return nil
	}
	if v, ok := g.target(U32, len(g.scope)); ok && g.chance(60) {
		if g.chance(30) {
			return simple(v.name+" = gpu."+pick(g, []string{"MatchAnySync", "MatchAllSync"})+"(gpu.FullMask, %s)", g.expr(pick(g, []Type{I32, U32, I64, U64}), 2))
		}
		if g.chance(20) {
			f := pick(g, []string{"Add", "Min", "Max", "And", "Or", "Xor"})
			return simple(v.name+" = gpu.Reduce"+f+"Sync(gpu.FullMask, %s)", g.expr(U32, 2))
		}
		return simple(v.name+" = gpu.BallotSync(gpu.FullMask, %s)", g.expr(Bool, 2))
	}
	v, ok := g.target(Bool, len(g.scope))
	if !ok {
		return nil
	}
	return simple(v.name+" = gpu."+pick(g, []string{"AnySync", "AllSync"})+"(gpu.FullMask, %s)", g.expr(Bool, 2))
}

// count adds to a counter that all threads share; the order does not matter.
func count(g *generator, _ int) *Stmt {
	if g.inHelper {
		return nil
	}
	return simple(fmt.Sprintf("gpu.AtomicAdd(&count[%%s], %s)", "%s"), g.index(Counters, 2), g.expr(I32, 2))
}

// guarded stores under a condition, sometimes to one of two places. A compiler predicates
// such branches.
func guarded(g *generator, _ int) *Stmt {
	if g.inHelper {
		return nil
	}
	store := func() []*Stmt {
		o := pick(g, outputs)
		slot := finalSlots + g.IntN(Slots-finalSlots)
		return []*Stmt{simple(fmt.Sprintf("%s[g*%d+%d] = %%s", o.name, Slots, slot), g.expr(o.typ, g.IntN(2)))}
	}
	s := &Stmt{Lines: []string{"if %s {", "}"}, Exprs: []*Expr{g.expr(Bool, 2)}, Bodies: [][]*Stmt{store()}, Unwrap: true}
	if g.chance(30) {
		s.Lines = []string{"if %s {", "} else {", "}"}
		s.Bodies = append(s.Bodies, store())
	}
	return s
}

// aliased writes a slot of ou through its alias, between accesses through ou.
func aliased(g *generator, _ int) *Stmt {
	v, ok := g.target(U32, len(g.scope))
	if !ok || g.inHelper {
		return nil
	}
	slot := func() string { return fmt.Sprintf("g*%d+%d", Slots, finalSlots+g.IntN(Slots-finalSlots)) }
	at := slot()
	switch g.IntN(3) {
	case 0:
		return simple("ou["+at+"] = %s\nalias["+at+"] += 3\n"+v.name+" ^= ou["+slot()+"]", g.expr(U32, 2))
	case 1:
		i := g.name("i")
		return simple("for "+i+" := range 5 {\nou["+at+"] += alias["+slot()+"] + uint32("+i+")\nalias["+slot()+"] ^= %s\n}", g.expr(U32, 2))
	default:
		return simple(v.name+" -= alias["+at+"]\nif %s {\nou["+at+"] = %s\n}\n"+v.name+" += alias["+at+"]", g.expr(Bool, 1), g.expr(U32, 2))
	}
}

// output writes one of the thread's later slots.
func output(g *generator, _ int) *Stmt {
	if g.inHelper {
		return nil
	}
	o := pick(g, outputs)
	return simple(fmt.Sprintf("%s[g*%d+%d+%%s] = %%s", o.name, Slots, finalSlots), g.index(Slots-finalSlots, 2), g.expr(o.typ, exprDepth))
}
