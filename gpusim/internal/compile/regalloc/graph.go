package regalloc

// This file finds which values are alive together and gives them registers.

import (
	"gpucourse/gpusim/internal/ir"
)

// analysis is what is known of a kernel before colouring.
type analysis struct {
	k               *ir.Kernel
	t               Target
	class           []class
	live            *ir.Liveness
	clash           [][]ir.Reg // by register: those alive when it is written, both ways
	groups          []group
	of              []member // by register
	temps           []temp
	first           []int // by register: the first register it got, −1 before
	preds, uniforms int
}

// group is registers that must lie side by side: one value, or the elements of
// a vector access.
type group struct {
	members []ir.Reg
	words   int
}

// member is a register's place in its group.
type member struct{ group, at int }

// temp is registers that one instruction needs beside its operands.
type temp struct {
	words int
	clash []ir.Reg
}

func analyse(k *ir.Kernel, t Target) *analysis {
	n := len(k.Regs)
	a := &analysis{k: k, t: t, class: classes(k, t), live: k.Liveness(), clash: make([][]ir.Reg, n), of: make([]member, n), first: make([]int, n)}
	a.group()
	for _, id := range k.ReversePostOrder() {
		a.live.Backward(k.Blocks[id], a.meet)
	}
	return a
}

// reserved is 1 where the device keeps a register for the stack.
func (a *analysis) reserved() int { return min(a.t.Regs.StackPointer, 1) }

// group puts every register into a group: with the others of a vector access
// unless it has a group of that kind already.
func (a *analysis) group() {
	for i := range a.of {
		a.of[i].group = -1
	}
	each(a.k, func(in *ir.Instr) {
		if in.Vec > 1 {
			a.side(vector(in))
		}
	})
	for r := range a.k.Regs {
		if a.of[r].group < 0 && r != int(ir.NoReg) {
			a.side([]ir.Reg{ir.Reg(r)})
		}
	}
}

// vector returns the registers of a vector access; nil when some are immediate
// or named twice.
func vector(in *ir.Instr) []ir.Reg {
	if in.Op == ir.Ld {
		return in.Dst
	}
	seen := map[ir.Reg]bool{}
	var regs []ir.Reg
	for _, o := range in.Src[1:] {
		if !o.IsReg || seen[o.Reg] {
			return nil
		}
		seen[o.Reg] = true
		regs = append(regs, o.Reg)
	}
	return regs
}

// side makes regs a group if none of them is in one.
func (a *analysis) side(regs []ir.Reg) {
	for _, r := range regs {
		if a.of[r].group >= 0 || a.class[r] != general {
			return
		}
	}
	g := group{members: regs}
	for _, r := range regs {
		a.of[r] = member{len(a.groups), g.words}
		g.words += wordsOf(a.k.Regs[r].Type)
	}
	if len(regs) > 0 {
		a.groups = append(a.groups, g)
	}
}

// meet records what is alive when in writes its results, and what it needs
// beside.
func (a *analysis) meet(in *ir.Instr, live ir.RegSet) {
	var copied ir.Reg
	if in.Op == ir.Mov && in.Src[0].IsReg {
		copied = in.Src[0].Reg
	}
	for i, d := range in.Dst {
		if a.class[d] != general {
			continue
		}
		live.Each(func(r ir.Reg) {
			if r != d && r != copied {
				a.pair(d, r)
			}
		})
		for _, e := range in.Dst[:i] {
			a.pair(d, e)
		}
	}
	a.count(live)
	if words := scratchOf(in) + foreign(a.k, in, a.class); words > 0 {
		a.temps = append(a.temps, a.temp(in, live, words))
	}
}

func (a *analysis) pair(d, r ir.Reg) {
	if a.class[d] == general && a.class[r] == general {
		a.clash[d] = append(a.clash[d], r)
		a.clash[r] = append(a.clash[r], d)
	}
}

// temp is the registers in needs for itself: nothing alive before or after it
// may lie there, but its result may when only operands had to be fetched.
func (a *analysis) temp(in *ir.Instr, live ir.RegSet, words int) temp {
	t := temp{words: words}
	add := func(r ir.Reg) {
		if a.class[r] == general {
			t.clash = append(t.clash, r)
		}
	}
	result := ir.NoReg
	if len(in.Dst) > 0 && scratchOf(in) == 0 {
		result = in.Dst[0]
	}
	live.Each(func(r ir.Reg) {
		if r != result || in.Reads(r) {
			add(r)
		}
	})
	in.EachUse(add)
	return t
}

// count keeps the most predicates and uniform registers alive at once.
func (a *analysis) count(live ir.RegSet) {
	preds, uniforms := 0, 0
	live.Each(func(r ir.Reg) {
		switch a.class[r] {
		case predicate:
			preds++
		case uniform:
			uniforms += wordsOf(a.k.Regs[r].Type)
		}
	})
	a.preds, a.uniforms = max(a.preds, preds), max(a.uniforms, uniforms)
}

// colour gives every group registers, vectors of more than two first, for which
// scalars would leave no aligned place, and in the order in which the code names
// them. It returns how many registers there are up to the highest.
func (a *analysis) colour() int {
	for r := range a.first {
		a.first[r] = -1
	}
	used := a.t.Regs.StackPointer
	if used > 0 {
		used++ // up to and including it
	}
	for _, wide := range []bool{true, false} {
		for _, id := range a.k.ReversePostOrder() {
			for _, in := range a.k.Blocks[id].Instrs {
				for _, d := range in.Dst {
					used = max(used, a.place(d, wide))
				}
				in.EachUse(func(r ir.Reg) { used = max(used, a.place(r, wide)) })
			}
		}
	}
	for _, t := range a.temps {
		used = max(used, a.placeTemp(t))
	}
	return used
}

// place gives r's group registers, if it is one of the wide or the others, and
// returns the end of them.
func (a *analysis) place(r ir.Reg, wide bool) int {
	if a.class[r] != general || a.first[r] >= 0 {
		return 0
	}
	g := a.groups[a.of[r].group]
	if wide != (g.words > pairWords) {
		return 0
	}
	var taken row
	a.keepStack(&taken, g.words)
	for _, m := range g.members {
		for _, c := range a.clash[m] {
			taken.take(a.first[c]-a.of[m].at, wordsOf(a.k.Regs[c].Type), wordsOf(a.k.Regs[m].Type), a.first[c] >= 0)
		}
	}
	at := taken.find(align(g.words))
	for _, m := range g.members {
		a.first[m] = at + a.of[m].at
	}
	return at + g.words
}

// pairWords is the registers of a 64-bit value.
const pairWords = 2

// align is what a group of so many words must begin at a multiple of.
func align(words int) int {
	n := 1
	for n < words {
		n *= 2
	}
	return n
}

// keepStack takes the stack pointer from a group of so many words.
func (a *analysis) keepStack(taken *row, words int) {
	if sp := a.t.Regs.StackPointer; sp > 0 {
		taken.take(sp, 1, words, true)
	}
}

// placeTemp returns the end of the registers that one instruction borrows.
// They need not lie side by side.
func (a *analysis) placeTemp(t temp) int {
	var taken row
	a.keepStack(&taken, 1)
	for _, c := range t.clash {
		taken.take(a.first[c], wordsOf(a.k.Regs[c].Type), 1, a.first[c] >= 0)
	}
	end := 0
	for range t.words {
		end = taken.find(1)
		taken.take(end, 1, 1, true)
	}
	return end + 1
}

// row says at which registers a value may not begin.
type row struct{ taken []bool }

// take forbids the places where a value of width words would meet words
// registers from at on.
func (w *row) take(at, words, width int, placed bool) {
	if !placed {
		return
	}
	for i := max(at-width+1, 0); i < at+words; i++ {
		for len(w.taken) <= i {
			w.taken = append(w.taken, false)
		}
		w.taken[i] = true
	}
}

// find returns the lowest free multiple of step.
func (w *row) find(step int) int {
	for i := 0; ; i += step {
		if i >= len(w.taken) || !w.taken[i] {
			return i
		}
	}
}
