package regalloc

// This file gives registers to the operands that an instruction cannot name.
//
// An instruction names one operand from the constant bank, the uniform registers or
// its own immediate field, and the pointer of a global access only in a register.
// The code first fetches any further operand into a register (LDC, MOV). ptxas
// schedules these fetches early, and moves them out of loops, as long as they do not
// reduce occupancy: in the machine code of vector_add (gpusim/validation/h200/visible.cu)
// three pointers are in registers before the first one is used.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// fetched returns the operands of in that are fetched into registers.
func (a *analysis) fetched(in *ir.Instr) (list []ir.Operand) {
	if in.Op == ir.Mov || len(in.Dst) > 0 && a.class[in.Dst[0]] != general && a.class[in.Dst[0]] != predicate {
		return nil
	}
	memory, named := in.Op.Facts().Memory, false
	if a.apart[in] && memory && in.Space == ir.Shared {
		list = append(list, sharedBase)
	}
	for i, o := range in.Src {
		switch {
		case !o.IsReg && !(a.ptx && memory && i > 0 && o.Imm != 0):
			named = named || o.Imm != 0
		case o.IsReg && a.class[o.Reg] != constant && a.class[o.Reg] != uniform:
		case named, memory && (i > 0 || in.Space == ir.Global):
			list = append(list, o)
		default:
			named = true
		}
	}
	return list
}

// sharedBase stands for the address of a block's shared memory. Lanes that are apart have it in a register of
// their own.
var sharedBase = ir.Operand{IsReg: true}

// fetchSize returns the 32-bit registers that a fetched operand of in takes.
func (a *analysis) fetchSize(in *ir.Instr, o ir.Operand) int {
	switch {
	case o == sharedBase:
		return 1
	case !o.IsReg:
		return wordsOf(in.Type.Reg())
	}
	return a.size[o.Reg]
}

// fetchWords returns the 32-bit registers that the fetched operands of in take.
func (a *analysis) fetchWords(in *ir.Instr) (words int) {
	for _, o := range a.fetched(in) {
		words += a.fetchSize(in, o)
	}
	return words
}

// fetcher chooses from where on each fetched operand is held in a register.
// Position p of a block lies before its instruction p; the last position lies behind
// its last instruction.
type fetcher struct {
	a     *analysis
	room  int           // words that may be live where a fetch is hoisted
	live  [][]ir.RegSet // by block and position
	words [][]int       // by block and position: the words live there, fetched ones included
	loops []*ir.Loop    // by block: the innermost loop around it
}

// fetch adds a value for each fetched operand, with its interferences.
func (a *analysis) fetch() {
	n := len(a.k.Blocks)
	f := &fetcher{a: a, room: a.k.Registers, live: make([][]ir.RegSet, n), words: make([][]int, n), loops: make([]*ir.Loop, n)}
	a.held = make([][][]ir.Reg, n)
	for _, l := range a.k.Loops(a.k.Dominators()) { // outer loops come first
		for _, b := range l.Blocks {
			f.loops[b] = l
		}
	}
	for _, b := range a.k.Blocks {
		f.look(b)
	}
	for _, id := range a.k.ReversePostOrder() {
		f.block(a.k.Blocks[id])
	}
	for _, b := range a.k.Blocks {
		f.interfere(b)
	}
}

// look finds what is live at each position of b.
func (f *fetcher) look(b *ir.Block) {
	p := len(b.Instrs)
	f.live[b.ID], f.words[b.ID], f.a.held[b.ID] = make([]ir.RegSet, p+1), make([]int, p+1), make([][]ir.Reg, p+1)
	record := func(live ir.RegSet) {
		f.live[b.ID][p] = slices.Clone(live)
		live.Each(func(r ir.Reg) {
			if f.a.class[r] == general {
				f.words[b.ID][p] += f.a.size[r]
			}
		})
		p--
	}
	f.a.live.Backward(b, func(_ *ir.Instr, live ir.RegSet) { record(live) })
	record(f.a.live.In[b.ID])
}

// block adds the values that the instructions of b fetch.
func (f *fetcher) block(b *ir.Block) {
	for p, in := range slices.Backward(b.Instrs) {
		for _, o := range f.a.fetched(in) {
			if f.holds(b, p, o) {
				continue
			}
			v := f.value(o, f.a.fetchSize(in, o))
			if l := f.outermost(b, v); l != nil {
				f.holdIn(l, v)
			} else {
				f.holdFrom(b, p, v)
			}
		}
	}
}

// holds reports whether a register holds the operand o at position p.
func (f *fetcher) holds(b *ir.Block, p int, o ir.Operand) bool {
	return slices.ContainsFunc(f.a.held[b.ID][p], func(v ir.Reg) bool { return f.a.operand(v) == o })
}

// value makes the value of an operand in registers.
func (f *fetcher) value(o ir.Operand, words int) ir.Reg {
	a, v := f.a, ir.Reg(len(f.a.class))
	a.operands = append(a.operands, o)
	a.class, a.size, a.first, a.interferes = append(a.class, general), append(a.size, words), append(a.first, -1), append(a.interferes, nil)
	a.of = append(a.of, member{len(a.groups), 0})
	a.groups = append(a.groups, group{[]ir.Reg{v}, words})
	return v
}

// operand returns the operand whose value v is.
func (a *analysis) operand(v ir.Reg) ir.Operand { return a.operands[int(v)-len(a.k.Regs)] }

// hold says that v is in a register at position p.
func (f *fetcher) hold(b ir.BlockID, p int, v ir.Reg) {
	f.a.held[b][p] = append(f.a.held[b][p], v)
	f.words[b][p] += f.a.size[v]
}

// outermost returns the outermost loop around b throughout which there is room for v
// and its operand does not change; nil if there is none.
func (f *fetcher) outermost(b *ir.Block, v ir.Reg) (best *ir.Loop) {
	for l := f.loops[b.ID]; l != nil && f.fits(l, v); l = l.Parent {
		best = l
	}
	return best
}

func (f *fetcher) fits(l *ir.Loop, v ir.Reg) bool {
	return !slices.ContainsFunc(l.Blocks, func(id ir.BlockID) bool {
		return slices.Max(f.words[id])+f.a.size[v] > f.room ||
			slices.ContainsFunc(f.a.k.Blocks[id].Instrs, func(in *ir.Instr) bool { return f.changes(in, v) })
	})
}

// holdIn keeps v in a register throughout a loop.
func (f *fetcher) holdIn(l *ir.Loop, v ir.Reg) {
	for _, id := range l.Blocks {
		for p := range f.words[id] {
			f.hold(id, p, v)
		}
	}
}

// changes reports whether in writes the operand that v holds. A parameter of PTX stands in the constant bank
// before the instruction that loads it.
func (f *fetcher) changes(in *ir.Instr, v ir.Reg) bool {
	o := f.a.operand(v)
	if !o.IsReg || f.a.ptx && f.a.class[o.Reg] == constant {
		return false
	}
	return slices.Contains(in.Dst, o.Reg)
}

// holdFrom keeps v in a register up to position p of b, from as early in b as there is room. In PTX it is
// fetched a few instructions ahead: ptxas moves it further only when registers have been assigned.
func (f *fetcher) holdFrom(b *ir.Block, p int, v ir.Reg) {
	f.hold(b.ID, p, v)
	first := 0
	if f.a.ptx {
		first = max(0, p-profile.FetchAhead())
	}
	for p--; p >= first && f.words[b.ID][p]+f.a.size[v] <= f.room && !f.changes(b.Instrs[p], v); p-- {
		f.hold(b.ID, p, v)
	}
}

// interfere records what is live together with the fetched values of b.
func (f *fetcher) interfere(b *ir.Block) {
	a := f.a
	for i := range a.temps {
		t := &a.temps[i]
		if p := slices.Index(b.Instrs, t.in); p >= 0 {
			t.interferes = append(append(t.interferes, a.held[b.ID][p]...), a.held[b.ID][p+1]...)
		}
	}
	for p, held := range a.held[b.ID] {
		for i, v := range held {
			f.live[b.ID][p].Each(func(r ir.Reg) { a.pair(v, r) })
			for _, o := range held[:i] {
				a.pair(v, o)
			}
			if p > 0 {
				for _, d := range b.Instrs[p-1].Dst {
					a.pair(v, d)
				}
			}
		}
	}
}
