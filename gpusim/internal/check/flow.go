package check

// This file follows the values that a kernel reads from memory through its registers: which
// writes depend on which reads, and which reads decide where control goes.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// flow is what the reads of a kernel lead to, by PC.
type flow struct {
	// sources are the reads of one object on which the value of a write to it depends. A
	// compare-and-swap is such a write only where nothing is done about its failure.
	sources [][]int32
	// compared are the reads of one object with which what a write writes to it is compared
	// before, as for a maximum.
	compared [][]int32
	// guesses are the plain reads whose value an exchange expects, which is repeated until
	// it succeeds: what they miss costs a turn.
	guesses []bool
	// claims are the volatile reads of one object which decide whether a volatile write
	// changes it.
	claims [][]int32
	// updating are the strong reads that strong writes depend on.
	updating []bool
	// decides are the strong reads that a branch depends on: only these wait for a flag.
	decides []bool
	// raises are the strong writes that such a read may see.
	raises []bool
	// spins are the strong reads, or attempts to take a lock, that a loop repeats until
	// they return what it waits for.
	spins    []bool
	spinning []int32 // the PCs of spins
	// neutral are the atomics that change nothing.
	neutral []bool
	kept    []int // the number of a read whose addresses are kept; -1 for other instructions
	number  int   // of reads whose addresses are kept

	g          *flowGraph
	related    func(a, b *ir.Instr) bool // whether two instructions can access one object
	influences map[int32]*influence      // by PC
	decided    map[[2]int32]bool         // by read and access: what guards returned
	guessed    map[int32][]int32         // by exchange: the plain reads whose value it expects
	attempts   map[int32]bool            // by PC: what handled returned
	unguarded  bool                      // every read decides for every access: a test without branches
}

// maxFlowSteps bounds the search. Of a kernel that needs more, no write depends on a read.
const maxFlowSteps = 1 << 27

// flowOf follows the reads of a kernel. related reports whether two instructions can access
// one object.
func flowOf(k *ir.Kernel, all []*ir.Instr, related func(a, b *ir.Instr) bool) *flow {
	g := newFlowGraph(k, all)
	f := &flow{
		g: g, related: related, influences: map[int32]*influence{}, decided: map[[2]int32]bool{}, attempts: map[int32]bool{}, guessed: map[int32][]int32{},
		sources: make([][]int32, len(all)), compared: make([][]int32, len(all)), guesses: make([]bool, len(all)), claims: make([][]int32, len(all)), updating: make([]bool, len(all)), decides: make([]bool, len(all)),
		raises: make([]bool, len(all)), spins: make([]bool, len(all)), neutral: make([]bool, len(all)), kept: make([]int, len(all)),
	}
	loops := innerLoops(k)
	deciders := map[int32][]int{} // volatile reads, with the writes of their object
	for pc, in := range all {
		f.kept[pc] = -1
		f.neutral[pc] = in.Op == ir.Atom && changesNothing(in)
		if !readsValue(in) || g.steps > maxFlowSteps {
			continue
		}
		writes := g.writesOf(in, related)
		if !strong(in) && len(writes) == 0 {
			continue
		}
		reached := g.reach(in)
		if strong(in) {
			f.decides[pc] = reached.branches
			f.spins[pc] = waits(in, g.blockOf[pc], loops, g, reached, related)
			deciders[int32(pc)] = writes
		}
		f.guess(int32(pc), writes, reached)
		for _, w := range writes {
			if in.Mod != ir.AtomExch && !f.spins[pc] { // what an exchange took out of memory is not a copy
				f.relate(int32(pc), int32(w), reached)
			}
		}
		if f.spins[pc] {
			f.spinning = append(f.spinning, int32(pc))
			f.keep(pc)
		}
	}
	f.forgive()
	f.findRaises()
	for read, writes := range deciders {
		f.findClaims(read, writes)
	}
	return f
}

// findRaises notes which writes may raise a flag.
func (f *flow) findRaises() {
	for pc, in := range f.g.all {
		if (in.Op != ir.St || !in.Volatile) && in.Op != ir.Atom {
			continue
		}
		for read, other := range f.g.all {
			f.raises[pc] = f.raises[pc] || f.decides[read] && f.related(in, other)
		}
	}
}

// findClaims notes which of some writes a read decides about.
func (f *flow) findClaims(read int32, writes []int) {
	if f.g.all[read].Op != ir.Ld || !f.decides[read] {
		return
	}
	for _, w := range writes {
		if in := f.g.all[w]; in.Op == ir.St && in.Volatile && f.decidesFor(read, int32(w)) {
			f.claims[w] = append(f.claims[w], read)
			f.keep(int(read))
		}
	}
}

// forgive takes the attempts whose failure is handled out of the updates.
func (f *flow) forgive() {
	var handled []int
	for pc := range f.g.all {
		if f.tries(pc) && f.handled(int32(pc)) {
			handled = append(handled, pc)
		}
	}
	for w, reads := range f.guessed {
		for _, read := range reads {
			f.guesses[read] = f.guesses[read] || f.handled(w)
		}
	}
	for _, pc := range handled {
		f.sources[pc] = nil
	}
}

// guess notes whether a plain read is what exchanges expect that are repeated until they succeed.
func (f *flow) guess(read int32, writes []int, r *reached) {
	if strong(f.g.all[read]) {
		return
	}
	for _, w := range writes {
		if in := f.g.all[w]; in.Op == ir.Atom && in.Mod == ir.AtomCas && r.has(in.Src[1]) {
			f.guessed[int32(w)] = append(f.guessed[int32(w)], read)
		}
	}
}

// relate notes how a write depends on a read.
func (f *flow) relate(read, write int32, r *reached) {
	r0, w := f.g.all[read], f.g.all[write]
	switch {
	case f.g.dependsOn(w, r):
		f.sources[write] = append(f.sources[write], read)
	case r.branches && !(w.Op == ir.Atom && w.Mod == ir.AtomCas) && f.compares(write, r):
		f.compared[write] = append(f.compared[write], read)
	default:
		return
	}
	f.updating[read] = f.updating[read] || strong(r0) && strong(w)
	f.keep(int(read))
}

// readsOf returns the reads that an update depends on.
func (f *flow) readsOf(pc int32) []int32 { return slices.Concat(f.sources[pc], f.compared[pc]) }

func (f *flow) keep(pc int) {
	if f.kept[pc] < 0 {
		f.kept[pc] = f.number
		f.number++
	}
}

func strong(in *ir.Instr) bool { return in.Volatile || in.Op == ir.Atom }

// isShareable reports whether racecheck looks at accesses of the instruction.
func isShareable(in *ir.Instr) bool { return in.Space == ir.Global || inShared(in.Space) }

func readsValue(in *ir.Instr) bool { return (in.Op == ir.Ld || in.Op == ir.Atom) && isShareable(in) }

// replaces reports whether an instruction writes a value whatever was there before.
func replaces(in *ir.Instr) bool {
	return in.Op == ir.St || in.Op == ir.Atom && (in.Mod == ir.AtomExch || in.Mod == ir.AtomCas)
}

// changesNothing reports whether an atomic only reads: it adds 0, or exchanges a value for
// itself.
func changesNothing(in *ir.Instr) bool {
	v := in.Src[1]
	switch in.Mod {
	case ir.AtomAdd, ir.AtomSub, ir.AtomOr, ir.AtomXor:
		return !v.IsReg && v.Imm == 0
	case ir.AtomCas:
		return !v.IsReg && v == in.Src[2]
	}
	return false
}

// flowGraph leads from registers, and from objects of memory that blocks use among
// themselves, to what is computed from them. The nodes are the registers, then the objects.
type flowGraph struct {
	k       *ir.Kernel
	all     []*ir.Instr
	users   [][]*ir.Instr // by node: the instructions that read it
	entries map[int]*ir.Instr
	calls   map[int][]*ir.Instr // by function
	writers map[ir.VarID][]int  // PCs of replacing writes, by Root
	blockOf []ir.BlockID        // by PC
	// branchOf is the blocks that end with each conditional branch.
	branchOf map[*ir.Instr]ir.BlockID
	joins    []ir.BlockID           // by block: where the paths of its branch meet; nil: not known yet
	defs     map[ir.Reg][]*ir.Instr // the instructions that write it
	seen     []int                  // by node: the last search that met it
	search   int
	steps    int
}

func newFlowGraph(k *ir.Kernel, all []*ir.Instr) *flowGraph {
	nodes := len(k.Regs) + len(k.Vars) + 1 + int(ir.Texture) + 1
	g := &flowGraph{
		k: k, all: all, users: make([][]*ir.Instr, nodes), seen: make([]int, nodes),
		entries: map[int]*ir.Instr{}, calls: map[int][]*ir.Instr{}, writers: map[ir.VarID][]int{},
		blockOf: make([]ir.BlockID, len(all)), branchOf: map[*ir.Instr]ir.BlockID{}, defs: map[ir.Reg][]*ir.Instr{},
	}
	pc := 0
	for _, b := range k.Blocks {
		for range b.Instrs {
			g.blockOf[pc] = b.ID
			pc++
		}
		if term := b.Term(); term.Op == ir.CBra {
			g.branchOf[term] = b.ID
		}
	}
	for pc, in := range all {
		g.add(pc, in)
	}
	return g
}

// add adds the edges of an instruction.
func (g *flowGraph) add(pc int, in *ir.Instr) {
	in.EachUse(func(r ir.Reg) { g.users[r] = append(g.users[r], in) })
	for _, d := range in.Dst {
		g.defs[d] = append(g.defs[d], in)
	}
	switch in.Op {
	case ir.Ld, ir.Atom:
		if node := g.object(in); node > 0 {
			g.users[node] = append(g.users[node], in)
		}
	case ir.Call:
		g.calls[in.Func] = append(g.calls[in.Func], in)
	case ir.Args:
		for i, f := range g.k.Funcs {
			if f.Entry == g.blockOf[pc] {
				g.entries[i+1] = in
			}
		}
	}
	if replaces(in) && isShareable(in) {
		g.writers[in.Root] = append(g.writers[in.Root], pc)
	}
}

// object returns the node of the object that an instruction accesses, if the kernel can keep
// a value there: shared and local memory. Accesses of unknown objects share one node.
func (g *flowGraph) object(in *ir.Instr) int {
	switch {
	case in.Space != ir.Shared && in.Space != ir.Local:
		return 0
	case in.Root == 0:
		return len(g.k.Regs) + len(g.k.Vars) + 1 + int(in.Space)
	}
	return len(g.k.Regs) + int(in.Root)
}

// writesOf returns the PCs of the writes that may replace what an instruction reads.
func (g *flowGraph) writesOf(in *ir.Instr, related func(a, b *ir.Instr) bool) (list []int) {
	for _, pcs := range g.writers {
		if len(pcs) > 0 && related(in, g.all[pcs[0]]) {
			list = append(list, pcs...)
		}
	}
	slices.Sort(list)
	return list
}

// reached is what a value leads to.
type reached struct {
	g        *flowGraph
	search   int
	branches bool // a branch, or a guard
}

// has reports whether a register depends on the value.
func (r *reached) has(o ir.Operand) bool { return o.IsReg && r.g.seen[o.Reg] == r.search }

// reach follows what an instruction reads. The result is valid until the next search.
func (g *flowGraph) reach(in *ir.Instr) *reached {
	r := &reached{g: g}
	g.explore(in, func(u *ir.Instr, node ir.Reg, _ func(int)) {
		r.branches = r.branches || u.Op == ir.CBra || u.Guard == node && node < ir.Reg(len(g.k.Regs))
	})
	r.search = g.search
	return r
}

// explore visits all nodes that the results of an instruction lead to. It calls use for each
// instruction that reads one of them, with the node.
func (g *flowGraph) explore(in *ir.Instr, use func(u *ir.Instr, node ir.Reg, visit func(int))) {
	g.search++
	var work []int
	visit := func(node int) {
		if node > 0 && g.seen[node] != g.search {
			g.seen[node] = g.search
			work = append(work, node)
		}
	}
	for _, d := range in.Dst {
		visit(int(d))
	}
	for len(work) > 0 {
		node := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range g.users[node] {
			g.steps++
			use(u, ir.Reg(node), visit)
			g.follow(u, ir.Reg(node), visit)
		}
	}
}

// follow visits what an instruction computes from a node.
func (g *flowGraph) follow(u *ir.Instr, node ir.Reg, visit func(int)) {
	for _, d := range u.Dst {
		visit(int(d))
	}
	switch {
	case (u.Op == ir.St || u.Op == ir.Atom) && u.Src[0] != ir.R(node):
		visit(g.object(u))
	case u.Op == ir.Call && g.entries[u.Func] != nil:
		for _, d := range g.entries[u.Func].Dst {
			visit(int(d))
		}
	case u.Op == ir.Ret:
		for _, calls := range g.calls {
			for _, c := range calls {
				for _, d := range c.Dst {
					visit(int(d))
				}
			}
		}
	}
}

// dependsOn reports whether the value that w writes depends on a read.
func (g *flowGraph) dependsOn(w *ir.Instr, r *reached) bool {
	values := w.Src[1:]
	if w.Op == ir.Atom && w.Mod == ir.AtomCas {
		values = w.Src[2:]
	}
	return slices.ContainsFunc(values, r.has)
}

// innerLoops returns the innermost loop around each block.
func innerLoops(k *ir.Kernel) []*ir.Loop {
	inner := make([]*ir.Loop, len(k.Blocks))
	for _, l := range k.Loops(k.Dominators()) { // outer loops come first
		for _, b := range l.Blocks {
			inner[b] = l
		}
	}
	return inner
}

// waits reports whether a loop repeats a read until it returns what the loop waits for. The
// loop writes the object by no other instruction, and an atomic there takes a lock: what it
// writes is a constant.
func waits(in *ir.Instr, block ir.BlockID, loops []*ir.Loop, g *flowGraph, r *reached, related func(a, b *ir.Instr) bool) bool {
	l := loops[block]
	if l == nil || !r.branches || in.Op == ir.Atom && !changesNothing(in) && !takesLock(in) {
		return false
	}
	leaves := false
	for _, b := range l.Blocks {
		for _, other := range g.k.Blocks[b].Instrs {
			if other != in && (other.Op == ir.St || other.Op == ir.Atom) && isShareable(other) && related(in, other) {
				return false
			}
		}
		term := g.k.Blocks[b].Term()
		leaves = leaves || term.Op == ir.CBra && r.has(term.Src[0]) && !(l.Has(term.Targets[0]) && l.Has(term.Targets[1]))
	}
	return leaves
}

// takesLock reports whether an atomic writes a constant.
func takesLock(in *ir.Instr) bool {
	return replaces(in) && !slices.ContainsFunc(in.Src[1:], func(o ir.Operand) bool { return o.IsReg })
}
