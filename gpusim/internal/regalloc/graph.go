package regalloc

// This file builds the interference graph and colours it with registers.

import (
	"gpucourse/gpusim/internal/ir"
)

// analysis is the interference graph of a kernel. Its values are the kernel's registers,
// and behind them the fetched operands.
type analysis struct {
	k               *ir.Kernel
	t               Target
	live            *ir.Liveness
	class           []class    // by value
	size            []int      // by value: 32-bit registers
	interferes      [][]ir.Reg // by value: those it interferes with
	of              []member   // by value
	first           []int      // by value: the first register assigned to it; −1: none yet
	groups          []group
	temps           []temp
	preds, uniforms int

	operands []ir.Operand // by fetched value: the operand
	held     [][][]ir.Reg // by block and position: the fetched values live there

	ample    bool // registers are taken freely to keep operands in different banks
	overfull bool // too many values are live for that; the graph is not complete
	readers  [][]use
	kept     map[ir.Reg]bool // values that a called function of the driver must not change
	called   int             // registers that calls of such functions take

	ptx   bool               // nvcc's front end or another one made the code: what ptxas does with it is known
	apart map[*ir.Instr]bool // of PTX: the instructions that lanes of a warp execute in turns
}

// group is values that take consecutive registers: one value, or the elements of a
// vector access.
type group struct {
	members []ir.Reg
	words   int
}

// member is a value's offset in its group.
type member struct{ group, at int }

// temp is scratch registers of one instruction.
type temp struct {
	in         *ir.Instr
	words      int
	interferes []ir.Reg
}

// allocate colours a kernel. If it fits into the registers that cost no occupancy, operands
// are fetched early and lie in different banks, as in ptxas's code. Else it takes as few
// registers as possible.
func allocate(k *ir.Kernel, t Target) (a *analysis, used int) {
	a = analyse(k, t, true)
	if !a.overfull {
		if used = a.colour(); used <= k.Registers+a.reserved() {
			return a, used
		}
	}
	a = analyse(k, t, false)
	return a, a.colour()
}

// analyse builds the interference graph: with ample registers, or for the fewest.
func analyse(k *ir.Kernel, t Target, ample bool) *analysis {
	n := len(k.Regs)
	a := &analysis{
		k: k, t: t, live: k.Liveness(), size: make([]int, n), interferes: make([][]ir.Reg, n), of: make([]member, n), first: make([]int, n),
		ample: ample, kept: map[ir.Reg]bool{}, ptx: k.Origin != nil,
	}
	if a.ptx && t.Regs.Uniform > 0 {
		a.apart = diverge(k).instrs()
	}
	a.class = classes(k, t, a.apart)
	for r := range a.size {
		a.size[r] = wordsOf(k.Regs[r].Type)
	}
	a.group()
	for _, id := range k.ReversePostOrder() {
		a.live.Backward(k.Blocks[id], a.define)
	}
	if ample && !a.overfull {
		a.fetch()
	}
	a.keep()
	return a
}

// reserved is the number of registers the device reserves for the stack: 0 or 1.
func (a *analysis) reserved() int { return min(a.t.Regs.StackPointer, 1) }

// group puts every register into a group: with the other elements of a vector access,
// unless one of them is in such a group already.
func (a *analysis) group() {
	for i := range a.of {
		a.of[i].group = -1
	}
	a.k.EachInstr(func(in *ir.Instr) {
		if in.Vec > 1 {
			a.join(vector(in))
		}
	})
	for r := range a.k.Regs {
		if a.of[r].group < 0 && r != int(ir.NoReg) {
			a.join([]ir.Reg{ir.Reg(r)})
		}
	}
}

// vector returns the registers of a vector access; nil if an element is an immediate
// or occurs twice.
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

// join makes regs one group if none of them is in a group yet.
func (a *analysis) join(regs []ir.Reg) {
	for _, r := range regs {
		if a.of[r].group >= 0 || a.class[r] != general {
			return
		}
	}
	g := group{members: regs}
	for _, r := range regs {
		a.of[r] = member{len(a.groups), g.words}
		g.words += a.size[r]
	}
	if len(regs) > 0 {
		a.groups = append(a.groups, g)
	}
}

// define records the interferences of the results of in, and its scratch registers. live
// is the registers live behind it.
func (a *analysis) define(in *ir.Instr, live ir.RegSet) {
	if a.overfull {
		return
	}
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
	words := a.scratch(in)
	if !a.ample {
		words += a.fetchWords(in)
	}
	if words > 0 {
		a.temps = append(a.temps, a.temp(in, live, words))
	}
}

func (a *analysis) pair(d, r ir.Reg) {
	if a.class[d] == general && a.class[r] == general {
		a.interferes[d] = append(a.interferes[d], r)
		a.interferes[r] = append(a.interferes[r], d)
	}
}

// temp returns the scratch registers of in. They interfere with all values live before
// or behind it, but the result may take the register of an operand that was only fetched.
func (a *analysis) temp(in *ir.Instr, live ir.RegSet, words int) temp {
	t := temp{in: in, words: words}
	add := func(r ir.Reg) {
		if a.class[r] == general {
			t.interferes = append(t.interferes, r)
		}
	}
	result := ir.NoReg
	if len(in.Dst) > 0 && a.scratch(in) == 0 {
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

// scratch returns the registers that the machine code of in needs beyond those of operands and result.
func (a *analysis) scratch(in *ir.Instr) int {
	if a.ptx {
		return profile.Held(in)
	}
	return profile.Scratch(in)
}

// count records the largest number of predicates and uniform registers live at once. A
// value and a copy of it may share registers; no third one can share them.
func (a *analysis) count(live ir.RegSet) {
	var words [uniform + 1]int                                           // by class
	live.Each(func(r ir.Reg) { words[a.class[r]] += max(a.size[r], 1) }) // a predicate has less than a word
	a.preds, a.uniforms = max(a.preds, words[predicate]), max(a.uniforms, words[uniform])
	a.overfull = a.ample && words[general] > 2*(a.k.Registers+a.reserved())
}

// colour assigns registers to the groups. It returns the number of registers up to the highest one
// used. Groups of PTX come in ptxas's order, others in the order in which the code names them. Where
// registers are scarce, vectors of more than two words come first: single values would leave no
// aligned room.
func (a *analysis) colour() int {
	for r := range a.first {
		a.first[r] = -1
	}
	used := a.t.Regs.StackPointer
	if used > 0 {
		used++ // up to and including it
	}
	if a.ample && a.ptx {
		for _, g := range a.inOrder() {
			used = max(used, a.place(g.members[0], false))
		}
	} else {
		used = max(used, a.placeAsNamed(true), a.placeAsNamed(false))
	}
	for _, t := range a.temps {
		used = max(used, a.placeTemp(t))
	}
	return max(used, a.called)
}

// placeAsNamed places groups in the order in which the code names them. Where registers are scarce it
// places only wide ones, or only the others.
func (a *analysis) placeAsNamed(wide bool) (used int) {
	for _, id := range a.k.ReversePostOrder() {
		for p, in := range a.k.Blocks[id].Instrs {
			if a.ample {
				for _, v := range a.held[id][p] {
					used = max(used, a.place(v, wide))
				}
			}
			for _, d := range in.Dst {
				used = max(used, a.place(d, wide))
			}
			in.EachUse(func(r ir.Reg) { used = max(used, a.place(r, wide)) })
		}
	}
	return used
}

// place assigns registers to the group of r and returns their end. Where registers are
// scarce it does so only for wide groups, or only for the others.
func (a *analysis) place(r ir.Reg, wide bool) int {
	if a.class[r] != general || a.first[r] >= 0 {
		return 0
	}
	g := a.groups[a.of[r].group]
	if !a.ample && wide != (g.words > pairWords) {
		return 0
	}
	var taken row
	a.keepStack(&taken, g.words)
	for _, m := range g.members {
		a.keepOverCalls(&taken, m)
		for _, c := range a.interferes[m] {
			taken.take(a.first[c]-a.of[m].at, a.size[c], a.size[m], a.first[c] >= 0)
		}
	}
	at := a.pick(&taken, r, g.words)
	for _, m := range g.members {
		a.first[m] = at + a.of[m].at
	}
	return at + g.words
}

// pick returns where the group of r begins, of the places that are not taken.
func (a *analysis) pick(taken *row, r ir.Reg, words int) int {
	if a.ample && words == 1 && (a.ptx || int(r) < len(a.k.Regs)) {
		if bank, ok := a.bank(r); ok {
			if at := taken.findIn(bank, a.t.Banks); at < a.k.Registers+a.reserved() {
				return at
			}
		}
	}
	return taken.find(align(words))
}

// pairWords is the registers of a 64-bit value.
const pairWords = 2

// align returns the alignment of a group, in registers.
func align(words int) int {
	n := 1
	for n < words {
		n *= 2
	}
	return n
}

// keepStack marks the stack pointer as taken for a group of the given size.
func (a *analysis) keepStack(taken *row, words int) {
	if sp := a.t.Regs.StackPointer; sp > 0 {
		taken.take(sp, 1, words, true)
	}
}

// placeTemp returns the end of the scratch registers of one instruction. They need not
// be consecutive.
func (a *analysis) placeTemp(t temp) int {
	var taken row
	a.keepStack(&taken, 1)
	for _, c := range t.interferes {
		taken.take(a.first[c], a.size[c], 1, a.first[c] >= 0)
	}
	end := 0
	for range t.words {
		end = taken.find(1)
		taken.take(end, 1, 1, true)
	}
	return end + 1
}

// row is the registers at which a value cannot begin.
type row struct{ taken []bool }

// take marks the registers at which a value of width words would overlap the words
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
func (w *row) find(step int) int { return w.findIn(0, step) }

// findIn returns the lowest free register of a bank.
func (w *row) findIn(bank, banks int) int {
	for i := bank; ; i += banks {
		if i >= len(w.taken) || !w.taken[i] {
			return i
		}
	}
}
