package pass

// This file unrolls loops whose trip count is known only at run time.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// runtimeUnroll unrolls loops of one block whose induction variable grows or falls by a
// constant, or by a variable (countStrides), and is compared with a loop-invariant bound,
// pointers included. nvcc unrolls these (gpusim/validation/h200/compiler/strides.txt, gpusim/validation/h100: walks.txt),
// loops that run to an unequal bound, and no others. nvcc.Profile.Unroll plans the stages.
func runtimeUnroll(k *ir.Kernel) { unrollPlanned(k, profile.Unroll, false) }

// unrollAgain unrolls the loops that ptxas finds in PTX: those that runtimeUnroll unrolls, and
// loops that run until a counter equals a bound, which NVVM makes of what it has unrolled. The copies
// of an address differ by constants.
func unrollAgain(k *ir.Kernel) {
	if len(unrollPlanned(k, profile.UnrollAgain, true)) > 0 {
		splitPointers(k)
	}
}

// runtimeUnrollInFront does NVVM's part alone. It forbids ptxas to unroll the loop that executes the
// remainder.
func runtimeUnrollInFront(k *ir.Kernel) {
	for _, remainder := range unrollPlanned(k, profile.UnrollInFront, false) {
		remainder.Unroll = 1
	}
}

// planner is a decision of nvcc about a loop.
type planner func(nvcc.RuntimeLoop) (nvcc.UnrollPlan, bool)

// unrollPlanned unrolls the loops for which plan gives a plan, and returns them. alone: the loops are
// those that ptxas finds in PTX.
func unrollPlanned(k *ir.Kernel, plan planner, alone bool) (unrolled []*ir.Block) {
	old := map[*ir.Block]bool{}
	for _, b := range k.Blocks {
		old[b] = true
	}
	for profile.UnrollsMore(instrs(k)) {
		p := findRuntimeLoop(k, old, plan, alone)
		if p == nil {
			break
		}
		delete(old, p.loop)
		p.run()
		unrolled = append(unrolled, p.loop)
	}
	unrollAsked(k)
	return unrolled
}

// unrollAsked unrolls the loops for which the source asks for it, and that no pass could
// count. Each copy keeps its test.
func unrollAsked(k *ir.Kernel) {
	if !slices.ContainsFunc(k.Blocks, func(b *ir.Block) bool { return b.Unroll > 1 }) {
		return
	}
	singleLatch(k)
	for profile.AskedKernel(instrs(k)) {
		loops := k.Loops(k.Dominators())
		slices.Reverse(loops) // inner loops first
		i := slices.IndexFunc(loops, func(l *ir.Loop) bool {
			n := k.Blocks[l.Header].Unroll
			return profile.AskedLoop(n, size(k, l))
		})
		if i < 0 {
			return
		}
		l := loops[i]
		newUnroller(k, l, counted{stay: unknown, factor: k.Blocks[l.Header].Unroll}).run()
	}
}

// instrs returns the number of instructions of a kernel.
func instrs(k *ir.Kernel) (n int) {
	for _, b := range k.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// runtimeUnroller carries out the plan for one loop.
//
// A test precedes each stage: are enough iterations left? It branches to the stage
// or past it, and lanes reconverge at the next test. The last test asks whether any
// iteration is left, and branches to the remainder loop. If there are several
// stages, a first test skips all of them.
type runtimeUnroller struct {
	*runtimeLoop
	plan    nvcc.UnrollPlan
	stages  []nvcc.Stage // of the plan
	guarded bool         // a test precedes the first iteration too

	guard *ir.Block // the test behind the first stages that skips several main ones; nil: none
	defs  *loopDefs
	vars  []*ir.Variable // the header's phis, then other values used behind the loop
	enter *ir.Block      // the first test
	tests []*ir.Block    // one before each stage, and one before the remainder loop
	body  []*ir.Block    // by stage
	preds [][]ir.BlockID
}

// leading returns the number of stages before the main ones.
func (p *runtimeUnroller) leading() int { return len(p.plan.First) }

// mainEnd returns the number of stages up to the last main one.
func (p *runtimeUnroller) mainEnd() int { return len(p.plan.First) + len(p.plan.Main) }

// keepsLoop reports whether the loop itself remains, behind the stages.
func (p *runtimeUnroller) keepsLoop() bool { return p.plan.Remainder == nvcc.RemainderInLoop }

// remainderBehind reports whether iterations may be left over behind the main stages.
func (p *runtimeUnroller) remainderBehind() bool {
	return p.keepsLoop() || p.plan.Remainder == nvcc.RemainderLast
}

func (p *runtimeUnroller) run() {
	old := len(p.k.Blocks)
	p.loop.Unroll = min(p.loop.Unroll, 1)
	p.blocks()
	p.preds = p.k.Preds()
	p.defs = &loopDefs{index: make([]int32, len(p.k.Regs))}
	p.defs.add(p.loop)
	p.variables()
	for i := range p.stages {
		p.fill(i)
	}
	p.compare()
	p.joins()
	p.place(old)
	removeUnreachable(p.k) // the loop, if the stages execute its remainder
}

// blocks makes the new blocks and the edges between them.
func (p *runtimeUnroller) blocks() {
	if len(p.plan.Main) > 1 && p.remainderBehind() {
		p.enter = p.block("unrolled.enter")
	}
	for i := range p.stages {
		if i == p.leading() && i > 0 && len(p.stages)-i > 1 {
			p.guard = p.block("unrolled.gate")
		}
		p.tests = append(p.tests, p.block("unrolled.test"))
		p.body = append(p.body, p.block(p.loop.Label))
	}
	if !p.keepsLoop() {
		p.k.Blocks[p.loop.ID] = &ir.Block{ID: p.loop.ID, Instrs: []*ir.Instr{{Op: ir.Exit}}}
	} else {
		p.tests = append(p.tests, p.block("unrolled.remainder"))
		p.branch(p.remainderTest(), p.loop, p.exit)
	}
	if p.enter == nil {
		p.enter = p.tests[0]
	} else {
		p.branch(p.enter, p.tests[0], p.next(p.mainEnd()-1))
	}
	t := p.preheader.Term()
	t.Targets[slices.Index(t.Targets, p.loop.ID)] = p.enter.ID
	if p.guard != nil {
		p.branch(p.guard, p.tests[p.leading()], p.exit)
	}
	for i := range p.stages {
		p.edges(i)
	}
}

// edges writes the branches to stage i, past it and behind it.
func (p *runtimeUnroller) edges(i int) {
	s, test, body := p.stages[i], p.tests[i], p.body[i]
	switch {
	case s.Unconditional:
		p.jump(test, body)
	case i < p.leading():
		p.branch(test, body, p.next(p.leading()-1))
	case i < p.mainEnd():
		p.branch(test, body, p.next(i))
	default:
		p.branch(test, body, p.exit)
	}
	if s.Loops {
		p.branch(body, body, p.next(i))
	} else {
		p.jump(body, p.next(i))
	}
}

// next returns the block after stage i.
func (p *runtimeUnroller) next(i int) *ir.Block {
	switch {
	case i+1 == p.leading() && p.guard != nil:
		return p.guard
	case i+1 < len(p.tests):
		return p.tests[i+1]
	}
	return p.exit
}

// remainderTest is the test before the remainder loop.
func (p *runtimeUnroller) remainderTest() *ir.Block { return p.tests[len(p.stages)] }

func (p *runtimeUnroller) block(label string) *ir.Block {
	b := &ir.Block{ID: ir.BlockID(len(p.k.Blocks)), Label: label}
	p.k.Blocks = append(p.k.Blocks, b)
	return b
}

// jump ends b with an unconditional branch.
func (p *runtimeUnroller) jump(b, to *ir.Block) {
	b.Instrs = append(b.Instrs, &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{to.ID}, Pos: p.test.Pos})
}

// branch ends b with a branch whose predicate compare sets.
func (p *runtimeUnroller) branch(b, taken, other *ir.Block) {
	b.Instrs = append(b.Instrs, &ir.Instr{Op: ir.CBra, Src: []ir.Operand{{}}, Targets: []ir.BlockID{taken.ID, other.ID}, Pos: p.test.Pos})
}

// variables makes a variable of each phi and of each other value that the loop
// defines.
func (p *runtimeUnroller) variables() {
	for _, phi := range p.loop.Phis() {
		v := ir.NewVariable(p.k, p.preds, p.k.Regs[phi.Dst[0]])
		v.Define(p.enter.ID, phi.Src[slices.Index(phi.Preds, p.preheader.ID)])
		v.Define(p.loop.ID, phi.Src[slices.Index(phi.Preds, p.loop.ID)])
		p.vars = append(p.vars, v)
	}
	for _, r := range p.defs.regs {
		v := ir.NewVariable(p.k, p.preds, p.k.Regs[r])
		v.Define(p.loop.ID, ir.R(r))
		p.vars = append(p.vars, v)
	}
}

// fill writes the iterations of stage i.
func (p *runtimeUnroller) fill(i int) {
	b, phis := p.body[i], p.loop.Phis()
	now := make([]ir.Operand, len(phis))
	for j := range phis {
		now[j] = p.entering(i, j)
	}
	var it iteration
	var list []*ir.Instr
	for range p.stages[i].Factor {
		it = p.defs.iteration()
		for j, phi := range phis {
			it.set(phi.Dst[0], now[j])
		}
		list = p.iterate(it, list)
		for j, phi := range phis {
			now[j] = it.operand(phi.Src[slices.Index(phi.Preds, p.loop.ID)])
		}
	}
	n := len(b.Phis())
	b.Instrs = slices.Concat(b.Instrs[:n], list, b.Instrs[n:])
	for j := range phis {
		p.vars[j].Define(b.ID, now[j])
	}
	p.closePhis(i)
	for j, r := range p.defs.regs {
		p.vars[len(phis)+j].Define(b.ID, it.of(r))
	}
}

// entering returns the value of phi j at the start of stage i. A stage that loops
// has a phi of its own, which closePhis completes.
func (p *runtimeUnroller) entering(i, j int) ir.Operand {
	v, b := p.vars[j], p.body[i]
	if !p.stages[i].Loops {
		return v.AtStart(b.ID)
	}
	phi := &ir.Instr{Op: ir.Phi, Type: v.Info.Type, Dst: []ir.Reg{p.k.NewReg(v.Info.Type, v.Info.Name)}, Pos: p.test.Pos}
	b.Instrs = slices.Insert(b.Instrs, j, phi)
	v.Begin(b.ID, ir.R(phi.Dst[0]))
	return ir.R(phi.Dst[0])
}

// closePhis gives the phis of stage i their operands, once the values at its end
// are known.
func (p *runtimeUnroller) closePhis(i int) {
	b := p.body[i]
	for j, phi := range b.Phis() {
		for _, pred := range p.preds[b.ID] {
			phi.Preds, phi.Src = append(phi.Preds, pred), append(phi.Src, p.vars[j].AtEnd(pred))
		}
	}
}

// iterate appends a copy of the loop's instructions without its phis and branch.
func (p *runtimeUnroller) iterate(it iteration, list []*ir.Instr) []*ir.Instr {
	body := p.loop.Instrs[len(p.loop.Phis()) : len(p.loop.Instrs)-1]
	for _, in := range body {
		for _, r := range in.Dst {
			it.set(r, ir.R(p.k.NewReg(p.k.Regs[r].Type, p.k.Regs[r].Name)))
		}
	}
	for _, in := range body {
		list = it.clone(p.k, list, in)
	}
	return list
}

// joins gives the phis of the loop and of the block behind it their new
// predecessors, and makes uses behind the loop read the right values.
func (p *runtimeUnroller) joins() {
	phis := p.loop.Phis()
	if p.keepsLoop() {
		p.enterLoop(phis)
	}
	byReg := map[ir.Reg]*ir.Variable{}
	for j, r := range p.defs.regs {
		byReg[r] = p.vars[len(phis)+j]
	}
	for j, phi := range phis { // the next value of a phi belongs to the phi's variable
		if next := phi.Src[slices.Index(phi.Preds, p.loop.ID)]; next.IsReg && byReg[next.Reg] != nil {
			byReg[next.Reg] = p.vars[j]
		}
	}
	for _, phi := range p.exit.Phis() {
		p.leave(phi, byReg)
	}
	inside := func(b *ir.Block) bool {
		return b == p.loop || b == p.enter || b == p.guard || slices.Contains(p.body, b) || slices.Contains(p.tests, b)
	}
	rewriteUses(p.k, inside, func(r ir.Reg) *ir.Variable { return byReg[r] })
	for _, v := range p.vars {
		v.Place()
	}
}

// enterLoop gives the loop's phis their values after the stages.
func (p *runtimeUnroller) enterLoop(phis []*ir.Instr) {
	end := p.remainderTest().ID
	for j, phi := range phis {
		i := slices.Index(phi.Preds, p.preheader.ID)
		phi.Src[i], phi.Preds[i] = p.vars[j].AtEnd(end), end
	}
}

// leave gives a phi behind the loop the values from all its new predecessors.
func (p *runtimeUnroller) leave(phi *ir.Instr, byReg map[ir.Reg]*ir.Variable) {
	i := slices.Index(phi.Preds, p.loop.ID)
	op := phi.Src[i]
	if !p.keepsLoop() {
		spread(phi, p.loop.ID, nil)
	}
	for _, end := range p.preds[p.exit.ID] {
		if slices.Contains(phi.Preds, end) {
			continue
		}
		now := op
		if v := byReg[op.Reg]; op.IsReg && v != nil {
			now = v.AtEnd(end)
		}
		phi.Src, phi.Preds = append(phi.Src, now), append(phi.Preds, end)
	}
}

// place puts the new blocks in front of the loop.
func (p *runtimeUnroller) place(old int) {
	var order, added []ir.BlockID
	for id := old; id < len(p.k.Blocks); id++ {
		added = append(added, ir.BlockID(id))
	}
	for id := range old {
		if ir.BlockID(id) == p.loop.ID {
			order = append(order, added...)
		}
		order = append(order, ir.BlockID(id))
	}
	p.k.Permute(order)
}
