package check

// This file finds what the value of a read decides: which instructions a thread executes only
// if the read has returned some values.
//
// Implicit flow counts: what is computed in an arm of a branch depends on the branch's
// condition.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// influence is what depends on the value of an instruction.
type influence struct {
	nodes    []bool       // of a flowGraph
	branches []ir.BlockID // that end in a branch on it
}

// influenceOf returns what depends on the value of an instruction.
func (f *flow) influenceOf(pc int32) *influence {
	i := f.influences[pc]
	if i == nil {
		i = f.g.influence(f.g.all[pc])
		f.influences[pc] = i
	}
	return i
}

// influence follows the value of an instruction, through branches too.
func (g *flowGraph) influence(in *ir.Instr) *influence {
	list := &influence{}
	g.explore(in, func(u *ir.Instr, _ ir.Reg, visit func(int)) {
		b, ok := g.branchOf[u]
		if !ok || slices.Contains(list.branches, b) {
			return
		}
		list.branches = append(list.branches, b)
		for _, arm := range g.arms(b) {
			for _, in := range g.k.Blocks[arm].Instrs {
				g.results(in, visit)
			}
		}
	})
	for _, last := range g.seen {
		list.nodes = append(list.nodes, last == g.search)
	}
	return list
}

// results visits what an instruction writes.
func (g *flowGraph) results(in *ir.Instr, visit func(int)) {
	for _, d := range in.Dst {
		visit(int(d))
	}
	if in.Op == ir.St || in.Op == ir.Atom {
		visit(g.object(in))
	}
}

// arms returns the blocks between a branch and the point where its paths join.
func (g *flowGraph) arms(b ir.BlockID) (list []ir.BlockID) {
	if g.joins == nil {
		g.joins = g.k.ReconvergencePoints()
	}
	seen := map[ir.BlockID]bool{g.joins[b]: g.joins[b] != ir.NoBlock}
	work := slices.Clone(g.k.Blocks[b].Succs())
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[at] {
			seen[at] = true
			list = append(list, at)
			work = append(work, g.k.Blocks[at].Succs()...)
		}
	}
	return list
}

// decidesFor reports whether a thread makes an access only if a read of a flag has let it.
// noRead lets all accesses be made.
func (f *flow) decidesFor(read, access int32) bool {
	if read == noRead || f.unguarded {
		return true
	}
	key := [2]int32{read, access}
	known, ok := f.decided[key]
	if !ok {
		known = f.guards(read, access)
		f.decided[key] = known
	}
	return known
}

// guards reports whether a read decides whether an access is made. Where it does not let it,
// the thread may read the flag again, or wait for another one, that decides too.
func (f *flow) guards(read, access int32) bool {
	if len(f.g.k.Funcs) > 0 {
		return true // calls are not followed
	}
	var again []int32
	for pc, in := range f.g.all {
		if f.decides[pc] && (f.related(f.g.all[read], in) || f.selects(read, int32(pc), []int32{read})) {
			again = append(again, int32(pc))
		}
	}
	for {
		before := slices.Clone(again)
		again = slices.DeleteFunc(again, func(pc int32) bool { return !f.selects(pc, access, before) })
		if len(again) == len(before) || !slices.Contains(again, read) {
			return slices.Contains(again, read)
		}
	}
}

// selects reports whether an instruction is guarded by the value of a read, or one edge of a
// branch on it leads to the instruction, and another only by way of one of some reads.
func (f *flow) selects(read, access int32, again []int32) bool {
	i, in := f.influenceOf(read), f.g.all[access]
	if in.Guard != ir.NoReg && i.nodes[in.Guard] {
		return true
	}
	itself := []int32{read}
	return slices.ContainsFunc(i.branches, func(b ir.BlockID) bool {
		to := f.g.k.Blocks[b].Succs()
		lets := func(yes, no ir.BlockID) bool {
			return f.g.leads(yes, access, itself) && !f.g.leads(no, access, again)
		}
		return lets(to[0], to[1]) || lets(to[1], to[0])
	})
}

// leads reports whether an instruction can be reached from the begin of a block before any of
// some others is executed.
func (g *flowGraph) leads(from ir.BlockID, to int32, before []int32) bool {
	seen := map[ir.BlockID]bool{}
	work := []ir.BlockID{from}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		first := int32(len(g.all))
		for _, pc := range before {
			if g.blockOf[pc] == at {
				first = min(first, pc)
			}
		}
		if g.blockOf[to] == at && to <= first {
			return true
		}
		if first == int32(len(g.all)) {
			work = append(work, g.k.Blocks[at].Succs()...)
		}
	}
	return false
}

// handled reports whether a kernel does something about an attempt that can fail: it repeats it
// until it succeeds, or the result decides about another effect. Another attempt is one if it is
// handled itself.
func (f *flow) handled(attempt int32) bool {
	if known, ok := f.attempts[attempt]; ok {
		return known
	}
	f.attempts[attempt] = true // while it is looked at
	f.attempts[attempt] = f.handles(attempt)
	return f.attempts[attempt]
}

func (f *flow) handles(attempt int32) bool {
	branches := f.influenceOf(attempt).branches
	if len(f.g.k.Funcs) > 0 {
		return len(branches) > 0 // calls are not followed
	}
	itself := []int32{attempt}
	for pc, in := range f.g.all {
		if int32(pc) != attempt && hasEffect(in) && f.selects(attempt, int32(pc), itself) && (!f.tries(pc) || f.handled(int32(pc))) {
			return true
		}
	}
	return slices.ContainsFunc(branches, func(b ir.BlockID) bool {
		return slices.ContainsFunc(f.g.k.Blocks[b].Succs(), func(to ir.BlockID) bool { return f.g.repeats(to, itself) })
	})
}

// tries reports whether an instruction exchanges a value that was read before, which can fail.
func (f *flow) tries(pc int) bool {
	in := f.g.all[pc]
	return in.Op == ir.Atom && in.Mod == ir.AtomCas && len(f.sources[pc]) > 0
}

// hasEffect reports whether somebody else can see that an instruction was executed.
func hasEffect(in *ir.Instr) bool {
	return (in.Op == ir.St || in.Op == ir.Atom) && isShareable(in) || in.Op == ir.Printf || in.Op == ir.Trap
}

// repeats reports whether a thread at a block cannot end without one of some instructions.
func (g *flowGraph) repeats(from ir.BlockID, again []int32) bool {
	for pc, in := range g.all {
		if in.Op == ir.Exit && g.leads(from, int32(pc), again) {
			return false
		}
	}
	return true
}

// compares reports whether a write is made only if a comparison of what was read with what is
// written says so, as for a maximum.
func (f *flow) compares(write int32, r *reached) bool {
	in := f.g.all[write]
	value := in.Src[len(in.Src)-1]
	if !value.IsReg {
		return false
	}
	for _, u := range f.g.all {
		if u.Op != ir.Setp || u.Mod == ir.EQ || u.Mod == ir.NE || r.has(u.Src[0]) == r.has(u.Src[1]) {
			continue
		}
		other := u.Src[0]
		if r.has(other) {
			other = u.Src[1]
		}
		if other.IsReg && f.g.origin(other.Reg) == f.g.origin(value.Reg) {
			return f.selectsBy(u, write)
		}
	}
	return false
}

// selectsBy reports whether a comparison decides whether an instruction is executed.
func (f *flow) selectsBy(comparison *ir.Instr, pc int32) bool {
	at := int32(slices.Index(f.g.all, comparison))
	return f.selects(at, pc, []int32{at})
}

// origin returns the register that a register is a copy of, as far as there is one definition.
func (g *flowGraph) origin(r ir.Reg) ir.Reg {
	for range g.all {
		defs := g.defs[r]
		if len(defs) != 1 || defs[0].Op != ir.Mov && defs[0].Op != ir.Cvt || !defs[0].Src[0].IsReg {
			break
		}
		r = defs[0].Src[0].Reg
	}
	return r
}
