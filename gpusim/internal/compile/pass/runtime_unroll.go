package pass

// This file unrolls loops whose trip count is known only at run time.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// runtimeUnroll unrolls loops of one block whose induction variable grows or falls by a
// constant, or by a variable (countStrides), and is compared with a loop-invariant bound,
// pointers included. nvcc unrolls these (gpusim/validation/h200/compiler/strides.txt, gpusim/validation/h100: walks.txt),
// loops that run to an unequal bound, and no others. The iterations left over come first if
// remainderFirst; otherwise the loop itself remains and executes them, unless
// unrollsRemainder. Atomics, fences, barriers and exchanges between lanes do not prevent it
// (gpusim/validation/h100: effects.txt).
func runtimeUnroll(k *ir.Kernel) {
	old := map[*ir.Block]bool{}
	for _, b := range k.Blocks {
		old[b] = true
	}
	for instrs(k) <= maxRuntimeUnrolled {
		p := findRuntimeLoop(k, old)
		if p == nil {
			break
		}
		delete(old, p.loop)
		p.run()
	}
	unrollAsked(k)
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

// maxRuntimeUnrolled is the size of a kernel in which no more loops are unrolled. A
// kernel with hundreds of loops would become twenty times as large.
const maxRuntimeUnrolled = 32 << 10

// instrs returns the number of instructions of a kernel.
func instrs(k *ir.Kernel) (n int) {
	for _, b := range k.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// runtimeUnroller unrolls one loop.
//
// A test precedes each stage: are enough iterations left? It branches to the stage
// or past it, and lanes reconverge at the next test. The last test asks whether any
// iteration is left, and branches to the remainder loop. If there are several
// stages, a first test skips all of them.
type runtimeUnroller struct {
	k          *ir.Kernel
	before     *ir.Block // the one block that leads into the loop
	loop       *ir.Block
	behind     *ir.Block
	stages     []stage
	least      int       // the smallest factor of the main ones
	leading    int       // stages before the main ones, which execute the remainder
	mainStages int       // the stages up to the last main one; the others execute the remainder
	multiple   bool      // the main stages have a multiple of least to execute
	asked      bool      // the source gives the factor
	whole      bool      // no remainder is left behind the main stages
	nested     bool      // an outer loop contains it
	guarded    bool      // a test precedes its first iteration too
	counted    bool      // it counts its iterations, of which there are some
	stay       int       // which target of the loop's branch is the loop
	test       *ir.Instr // the comparison that ends it
	iv         ir.Reg    // its induction variable: a phi
	by         uint64    // what an iteration adds to iv
	down       bool      // or subtracts from it
	bound      ir.Operand

	gate  *ir.Block // the test behind the first stages that skips several main ones; nil: none
	defs  *loopDefs
	vars  []*variable // the header's phis, then other values used behind the loop
	enter *ir.Block   // the first test
	tests []*ir.Block // one before each stage, and one before the remainder loop
	body  []*ir.Block // by stage
	preds [][]ir.BlockID
}

// findRuntimeLoop returns a loop to unroll among the given blocks, or nil.
func findRuntimeLoop(k *ir.Kernel, old map[*ir.Block]bool) *runtimeUnroller {
	g := graphOf(k)
	for _, l := range k.Loops(g.dom) {
		b := k.Blocks[l.Header]
		if len(l.Blocks) != 1 || !old[b] || b.Unroll == 1 {
			continue
		}
		p := &runtimeUnroller{k: k, loop: b, before: g.entrance(k, l), nested: l.Parent != nil}
		if p.before != nil && repeatable(b) && (b.Unroll > 1 || !heldLoop(b)) && (p.counts() || p.countStrides()) && p.choose() {
			return p
		}
	}
	return nil
}

// repeatable reports whether b's effects are of a kind that nvcc was seen to unroll.
func repeatable(b *ir.Block) bool {
	for _, in := range b.Instrs[:len(b.Instrs)-1] {
		f := in.Op.Facts()
		if f.Effect && !f.Waits && in.Op != ir.St && in.Op != ir.Atom && in.Op != ir.Membar {
			return false
		}
	}
	return true
}

// heldLoop reports whether a loop of more than mostInner iterations inside b was unrolled: b
// holds as many copies of an access. NVVM does not unroll b as well.
func heldLoop(b *ir.Block) bool {
	copies := map[ir.PosID]int{}
	for _, in := range b.Instrs {
		if in.Op.Facts().Memory && in.Pos != 0 {
			copies[in.Pos]++
		}
	}
	for _, n := range copies {
		if n > mostInner {
			return true
		}
	}
	return false
}

// mostInner is the trip count of an inner loop up to which NVVM unrolls the outer one too
// (gpusim/validation/h100: inner.txt).
const mostInner = 4

// counts finds the induction variable and its bound, and reports whether there are any.
func (p *runtimeUnroller) counts() bool {
	t := p.loop.Term()
	if t.Op != ir.CBra {
		return false
	}
	p.stay = slices.Index(t.Targets, p.loop.ID)
	p.behind = p.k.Blocks[t.Targets[1-p.stay]]
	defs := definedIn(p.loop)
	p.test = defs[t.Src[0].Reg]
	if p.test == nil || p.test.Op != ir.Setp || p.test.Type.Float() || p.stay != 0 {
		return false
	}
	p.down = p.test.Type.Signed() && (p.test.Mod == ir.GT || p.test.Mod == ir.GE)
	met := p.test.Mod == ir.NE && p.test.Type.Signed()
	if p.test.Mod != ir.LT && p.test.Mod != ir.LE && !p.down && !met || !p.test.Src[0].IsReg {
		return false
	}
	p.bound = p.test.Src[1]
	raise := defs[p.test.Src[0].Reg]
	if p.bound.IsReg && defs[p.bound.Reg] != nil || raise == nil || raise.Op != ir.Add || raise.Src[1].IsReg || !raise.Src[0].IsReg {
		return false
	}
	p.iv, p.by = raise.Src[0].Reg, raise.Src[1].Imm
	if p.down {
		p.by = -p.by & p.test.Type.Mask()
	}
	if p.by == 0 || p.by > mostBy {
		return false
	}
	phi := defs[p.iv]
	if phi == nil || phi.Op != ir.Phi || phi.Src[slices.Index(phi.Preds, p.loop.ID)] != ir.R(raise.Dst[0]) {
		return false
	}
	return !met || p.meets()
}

// mostBy bounds the growth per iteration, so that the growth in one stage cannot wrap.
// maxFactor is the largest factor that the compiler chooses.
const (
	mostBy    = 1 << 20
	maxFactor = 16
)

// choose selects the stages, and reports whether there are any.
func (p *runtimeUnroller) choose() bool {
	p.preds = p.k.Preds()
	p.guarded = p.counted || p.entryGuarded(p.start())
	p.stages, p.asked = unrollStages(p.loop), p.loop.Unroll > 1
	n, wide, mayWrap := len(p.stages), p.test.Type.Bytes() > ir.U32.Bytes(), p.by > 1 && !p.test.Type.Signed()
	switch {
	case p.asked:
		return !mayWrap && p.stages != nil && p.by*uint64(p.stages[0].factor) <= maxFactor*mostBy
	case mayWrap:
		p.stages, p.whole = wholeStages(p.loop), true
	case n > 1 && (wide && p.by == 1 && !p.remainderFirst() || p.counted && p.remainderFirst()):
		p.stages = p.stages[n-1:] // by four only (gpusim/validation: h100/walks.txt, h200/compiler/steps.txt)
	}
	return p.stages != nil && (p.guarded || !p.whole)
}

func (p *runtimeUnroller) run() {
	old := len(p.k.Blocks)
	if p.asked {
		p.loop.Unroll = 1
	}
	p.planRemainder()
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

// start returns the induction variable's value in the first iteration.
func (p *runtimeUnroller) start() ir.Operand {
	phis := p.loop.Phis()
	phi := phis[slices.IndexFunc(phis, func(phi *ir.Instr) bool { return phi.Dst[0] == p.iv })]
	return phi.Src[slices.Index(phi.Preds, p.before.ID)]
}

// blocks makes the new blocks and the edges between them.
func (p *runtimeUnroller) blocks() {
	if p.mainStages > 1 && !p.whole {
		p.enter = p.block("unrolled.enter")
	}
	for i := range p.stages {
		if i == p.leading && i > 0 && len(p.stages)-i > 1 {
			p.gate = p.block("unrolled.gate")
		}
		p.tests = append(p.tests, p.block("unrolled.test"))
		p.body = append(p.body, p.block(p.loop.Label))
	}
	if p.unrollsRemainder() {
		p.k.Blocks[p.loop.ID] = &ir.Block{ID: p.loop.ID, Instrs: []*ir.Instr{{Op: ir.Exit}}}
	} else {
		p.tests = append(p.tests, p.block("unrolled.remainder"))
		p.branch(p.remainderTest(), p.loop, p.behind)
	}
	if p.enter == nil {
		p.enter = p.tests[0]
	} else {
		p.branch(p.enter, p.tests[0], p.next(p.mainStages-1))
	}
	t := p.before.Term()
	t.Targets[slices.Index(t.Targets, p.loop.ID)] = p.enter.ID
	if p.gate != nil {
		p.branch(p.gate, p.tests[p.leading], p.behind)
	}
	for i := range p.stages {
		p.edges(i)
	}
}

// edges writes the branches to stage i, past it and behind it.
func (p *runtimeUnroller) edges(i int) {
	s, test, body := p.stages[i], p.tests[i], p.body[i]
	switch {
	case s.unconditional:
		p.jump(test, body)
	case i < p.leading:
		p.branch(test, body, p.next(p.leading-1))
	case i < p.mainStages:
		p.branch(test, body, p.next(i))
	default:
		p.branch(test, body, p.behind)
	}
	if s.loops {
		p.branch(body, body, p.next(i))
	} else {
		p.jump(body, p.next(i))
	}
}

// next returns the block after stage i.
func (p *runtimeUnroller) next(i int) *ir.Block {
	switch {
	case i+1 == p.leading && p.gate != nil:
		return p.gate
	case i+1 < len(p.tests):
		return p.tests[i+1]
	}
	return p.behind
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
		v := newVariable(p.k, p.preds, p.k.Regs[phi.Dst[0]])
		v.define(p.enter.ID, phi.Src[slices.Index(phi.Preds, p.before.ID)])
		v.define(p.loop.ID, phi.Src[slices.Index(phi.Preds, p.loop.ID)])
		p.vars = append(p.vars, v)
	}
	for _, r := range p.defs.regs {
		v := newVariable(p.k, p.preds, p.k.Regs[r])
		v.define(p.loop.ID, ir.R(r))
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
	for range p.stages[i].factor {
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
		p.vars[j].define(b.ID, now[j])
	}
	p.closePhis(i)
	for j, r := range p.defs.regs {
		p.vars[len(phis)+j].define(b.ID, it.of(r))
	}
}

// entering returns the value of phi j at the start of stage i. A stage that loops
// has a phi of its own, which closePhis completes.
func (p *runtimeUnroller) entering(i, j int) ir.Operand {
	v, b := p.vars[j], p.body[i]
	if !p.stages[i].loops {
		return v.atStart(b.ID)
	}
	phi := &ir.Instr{Op: ir.Phi, Type: v.info.Type, Dst: []ir.Reg{p.k.NewReg(v.info.Type, v.info.Name)}, Pos: p.test.Pos}
	b.Instrs = slices.Insert(b.Instrs, j, phi)
	v.start[b.ID] = value{ir.R(phi.Dst[0]), true}
	return ir.R(phi.Dst[0])
}

// closePhis gives the phis of stage i their operands, once the values at its end
// are known.
func (p *runtimeUnroller) closePhis(i int) {
	b := p.body[i]
	for j, phi := range b.Phis() {
		for _, pred := range p.preds[b.ID] {
			phi.Preds, phi.Src = append(phi.Preds, pred), append(phi.Src, p.vars[j].atEnd(pred))
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

// compare writes the tests of the main stages: n iterations are left when
// iv < bound − (n−1)·by. limit keeps the difference from wrapping.
func (p *runtimeUnroller) compare() {
	iv := p.vars[slices.IndexFunc(p.loop.Phis(), func(phi *ir.Instr) bool { return phi.Dst[0] == p.iv })]
	switch {
	case p.multiple:
		p.compareMultiple(iv)
		return
	case p.whole:
		p.compareWhole(iv)
		return
	}
	last := p.mainStages - 1
	least := p.limit(p.enter, p.stages[last].factor)
	p.decide(p.enter, p.strictly(), iv.atEnd(p.enter.ID), least)
	for i, s := range p.stages[:p.mainStages] {
		limit := least
		if i < last {
			limit = p.limit(p.tests[0], s.factor)
		}
		if p.tests[i] != p.enter {
			p.decide(p.tests[i], p.strictly(), iv.atEnd(p.tests[i].ID), limit)
		}
		if s.loops {
			p.decide(p.body[i], p.strictly(), iv.atEnd(p.body[i].ID), limit)
		}
	}
	p.compareRemainder(iv)
}

// compareWhole writes the tests of stages that execute all iterations.
func (p *runtimeUnroller) compareWhole(iv *variable) {
	for i, s := range p.stages {
		switch {
		case s.unconditional:
		case s.factor == 1:
			p.decide(p.tests[i], p.test.Mod, iv.atEnd(p.tests[i].ID), p.bound)
		default:
			limit := p.limit(p.enter, s.factor)
			p.decide(p.tests[i], p.strictly(), iv.atEnd(p.tests[i].ID), limit)
			if s.loops {
				p.decide(p.body[i], p.strictly(), iv.atEnd(p.body[i].ID), limit)
			}
		}
	}
}

// strictly is the comparison of iv with a limit.
func (p *runtimeUnroller) strictly() ir.Mod {
	if p.down {
		return ir.GT
	}
	return ir.LT
}

// limit computes in b the value below which, or above which, iv has n iterations left.
func (p *runtimeUnroller) limit(b *ir.Block, n int) ir.Operand {
	less := uint64(n-1) * p.by
	if p.inclusive() {
		less--
	}
	if p.down {
		low := p.emit(b, ir.Min, ir.NoMod, p.test.Type, p.bound, ir.I(p.test.Type.Mask()>>1-less))
		return p.emit(b, ir.Add, ir.NoMod, p.test.Type, low, ir.I(less))
	}
	least := less
	if p.test.Type.Signed() {
		least += 1 << (8*p.test.Type.Bytes() - 1)
	}
	high := p.emit(b, ir.Max, ir.NoMod, p.test.Type, p.bound, ir.I(least))
	return p.emit(b, ir.Sub, ir.NoMod, p.test.Type, high, ir.I(less))
}

// mirrored are the comparisons with operands exchanged.
var mirrored = map[ir.Mod]ir.Mod{ir.LT: ir.GT, ir.LE: ir.GE, ir.GT: ir.LT, ir.GE: ir.LE}

// entryGuarded reports whether the loop is entered only when its first iteration
// passes the test, as a loop that tests at its top does after rotation.
func (p *runtimeUnroller) entryGuarded(start ir.Operand) bool {
	if !start.IsReg && !p.bound.IsReg {
		v, ok := ir.Eval(&ir.Instr{Op: ir.Setp, Mod: p.test.Mod, Type: p.test.Type}, []uint64{start.Imm, p.bound.Imm})
		return ok && v == 1
	}
	def, preds := definitions(p.k), p.preds
	to, from := p.loop.ID, p.before
	for {
		if t := from.Term(); t.Op == ir.CBra && t.Targets[0] == to && t.Src[0].IsReg {
			c := def[t.Src[0].Reg]
			return c != nil && c.Op == ir.Setp && c.Type == p.test.Type &&
				(c.Mod == p.test.Mod && c.Src[0] == start && c.Src[1] == p.bound ||
					c.Mod == mirrored[p.test.Mod] && c.Src[0] == p.bound && c.Src[1] == start)
		}
		if len(preds[from.ID]) != 1 || from.Term().Op != ir.Bra {
			return false
		}
		to, from = from.ID, p.k.Blocks[preds[from.ID][0]]
	}
}

// decide sets the predicate of b's branch.
func (p *runtimeUnroller) decide(b *ir.Block, m ir.Mod, x, y ir.Operand) {
	b.Term().Src[0] = p.emit(b, ir.Setp, m, p.test.Type, x, y)
}

// emit puts an instruction before b's branch and returns its result.
func (p *runtimeUnroller) emit(b *ir.Block, op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := &ir.Instr{Op: op, Mod: m, Type: t, Src: src, Pos: p.test.Pos}
	r := p.k.NewReg(in.DstType(), "")
	in.Dst = []ir.Reg{r}
	b.Instrs = slices.Insert(b.Instrs, len(b.Instrs)-1, in)
	return ir.R(r)
}

// joins gives the phis of the loop and of the block behind it their new
// predecessors, and makes uses behind the loop read the right values.
func (p *runtimeUnroller) joins() {
	phis := p.loop.Phis()
	if !p.unrollsRemainder() {
		p.enterLoop(phis)
	}
	byReg := map[ir.Reg]*variable{}
	for j, r := range p.defs.regs {
		byReg[r] = p.vars[len(phis)+j]
	}
	for j, phi := range phis { // the next value of a phi belongs to the phi's variable
		if next := phi.Src[slices.Index(phi.Preds, p.loop.ID)]; next.IsReg && byReg[next.Reg] != nil {
			byReg[next.Reg] = p.vars[j]
		}
	}
	for _, phi := range p.behind.Phis() {
		p.leave(phi, byReg)
	}
	inside := func(b *ir.Block) bool {
		return b == p.loop || b == p.enter || b == p.gate || slices.Contains(p.body, b) || slices.Contains(p.tests, b)
	}
	rewriteUses(p.k, inside, func(r ir.Reg) *variable { return byReg[r] })
	for _, v := range p.vars {
		v.place()
	}
}

// enterLoop gives the loop's phis their values after the stages.
func (p *runtimeUnroller) enterLoop(phis []*ir.Instr) {
	end := p.remainderTest().ID
	for j, phi := range phis {
		i := slices.Index(phi.Preds, p.before.ID)
		phi.Src[i], phi.Preds[i] = p.vars[j].atEnd(end), end
	}
}

// leave gives a phi behind the loop the values from all its new predecessors.
func (p *runtimeUnroller) leave(phi *ir.Instr, byReg map[ir.Reg]*variable) {
	i := slices.Index(phi.Preds, p.loop.ID)
	op := phi.Src[i]
	if p.unrollsRemainder() {
		spread(phi, p.loop.ID, nil)
	}
	for _, end := range p.preds[p.behind.ID] {
		if slices.Contains(phi.Preds, end) {
			continue
		}
		now := op
		if v := byReg[op.Reg]; op.IsReg && v != nil {
			now = v.atEnd(end)
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
