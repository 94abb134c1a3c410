package pass

// This file takes several iterations of a loop at once when nobody knows how
// many there are.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// partial unrolls the loops of one block whose variable is raised by a number that
// the code has (gpusim/validation/h200/strides.txt) and compared with something that does
// not change. What is left over is for the
// loop itself, which stays as it was, or is taken straight (rest.go). Loops in
// which threads wait for each other stay.
func partial(k *ir.Kernel) {
	old := map[*ir.Block]bool{}
	for _, b := range k.Blocks {
		old[b] = true
	}
	for {
		p := findPartial(k, old)
		if p == nil {
			break
		}
		delete(old, p.loop)
		p.run()
	}
}

// partialUnroller unrolls one loop.
//
// Control passes a chain of tests, one a step: enough iterations left? Each leads
// to its step or past it, and lanes meet again at the next one. The last test
// asks whether an iteration is left at all, and leads to the loop. Where there are
// several steps, a first test leads past all of them.
type partialUnroller struct {
	k      *ir.Kernel
	before *ir.Block // the one block that leads into the loop
	loop   *ir.Block
	behind *ir.Block
	steps  []step
	whole  int       // so many of them are there for whole steps; the others take the rest
	nested bool      // another loop is around it
	asked  bool      // its first iteration is asked, as all others are
	stay   int       // which target of the loop's branch is the loop
	test   *ir.Instr // the comparison that ends it
	iv     ir.Reg    // its variable: a phi
	by     uint64    // what that is raised by
	bound  ir.Operand

	defs  *loopDefs
	vars  []*variable // of the header's phis, then of what is used behind the loop
	enter *ir.Block   // where control comes in: the first test
	tests []*ir.Block // one before each step, and one before the loop
	body  []*ir.Block // the steps
	preds [][]ir.BlockID
}

// findPartial returns a loop among the blocks given that can be unrolled.
func findPartial(k *ir.Kernel, old map[*ir.Block]bool) *partialUnroller {
	for _, l := range k.Loops(k.Dominators()) {
		b := k.Blocks[l.Header]
		if len(l.Blocks) != 1 || !old[b] {
			continue
		}
		p := &partialUnroller{k: k, loop: b, steps: stepsOf(b), before: entrance(k, l), nested: l.Parent != nil}
		if p.steps != nil && p.before != nil && p.counts() && repeatable(b) {
			return p
		}
	}
	return nil
}

// repeatable reports whether no threads meet in b.
func repeatable(b *ir.Block) bool {
	for _, in := range b.Instrs[:len(b.Instrs)-1] {
		if in.Op.Facts().Effect && in.Op != ir.St {
			return false
		}
	}
	return true
}

// counts finds the loop's variable and its bound.
func (p *partialUnroller) counts() bool {
	t := p.loop.Term()
	if t.Op != ir.CBra {
		return false
	}
	p.stay = slices.Index(t.Targets, p.loop.ID)
	p.behind = p.k.Blocks[t.Targets[1-p.stay]]
	defs := map[ir.Reg]*ir.Instr{}
	for _, in := range p.loop.Instrs {
		for _, r := range in.Dst {
			defs[r] = in
		}
	}
	p.test = defs[t.Src[0].Reg]
	if p.test == nil || p.test.Op != ir.Setp || p.test.Type != ir.S32 && p.test.Type != ir.U32 || p.stay != 0 {
		return false
	}
	if p.test.Mod != ir.LT && p.test.Mod != ir.LE || !p.test.Src[0].IsReg {
		return false
	}
	p.bound = p.test.Src[1]
	raise := defs[p.test.Src[0].Reg]
	if p.bound.IsReg && defs[p.bound.Reg] != nil || raise == nil || raise.Op != ir.Add || raise.Src[1].IsReg || !raise.Src[0].IsReg {
		return false
	}
	if p.iv, p.by = raise.Src[0].Reg, raise.Src[1].Imm; p.by == 0 || p.by > mostBy {
		return false
	}
	phi := defs[p.iv]
	return phi != nil && phi.Op == ir.Phi && phi.Src[slices.Index(phi.Preds, p.loop.ID)] == ir.R(raise.Dst[0])
}

// mostBy keeps what some iterations raise the variable by far from wrapping.
const mostBy = 1 << 20

func (p *partialUnroller) run() {
	old := len(p.k.Blocks)
	p.preds = p.k.Preds()
	p.asked = p.guarded(p.start())
	p.whole = len(p.steps)
	p.steps = append(p.steps, p.rounds()...)
	p.blocks()
	p.preds = p.k.Preds()
	p.defs = &loopDefs{index: make([]int32, len(p.k.Regs))}
	p.defs.add(p.loop)
	p.variables()
	for i := range p.steps {
		p.fill(i)
	}
	p.compare()
	p.joins()
	p.place(old)
	removeUnreachable(p.k) // the loop, if its rest is straight
}

// start returns the variable's value in the first iteration.
func (p *partialUnroller) start() ir.Operand {
	phis := p.loop.Phis()
	phi := phis[slices.IndexFunc(phis, func(phi *ir.Instr) bool { return phi.Dst[0] == p.iv })]
	return phi.Src[slices.Index(phi.Preds, p.before.ID)]
}

// blocks makes the blocks and the ways between them.
func (p *partialUnroller) blocks() {
	if p.whole > 1 {
		p.enter = p.block("unrolled.enter")
	}
	for range p.steps {
		p.tests = append(p.tests, p.block("unrolled.test"))
		p.body = append(p.body, p.block(p.loop.Label))
	}
	if p.straight() {
		p.k.Blocks[p.loop.ID] = &ir.Block{ID: p.loop.ID, Instrs: []*ir.Instr{{Op: ir.Exit}}}
	} else {
		p.tests = append(p.tests, p.block("unrolled.rest"))
		p.branch(p.rest(), p.loop, p.behind)
	}
	if p.enter == nil {
		p.enter = p.tests[0]
	} else {
		p.branch(p.enter, p.tests[0], p.next(p.whole-1))
	}
	t := p.before.Term()
	t.Targets[slices.Index(t.Targets, p.loop.ID)] = p.enter.ID
	for i := range p.steps {
		p.ways(i)
	}
}

// ways writes the branches to step i, past it and behind it.
func (p *partialUnroller) ways(i int) {
	s, test, body := p.steps[i], p.tests[i], p.body[i]
	switch {
	case s.sure:
		p.jump(test, body)
	case i < p.whole:
		p.branch(test, body, p.next(i))
	default:
		p.branch(test, body, p.behind)
	}
	if s.again {
		p.branch(body, body, p.next(i))
	} else {
		p.jump(body, p.next(i))
	}
}

// next returns where control goes after step i.
func (p *partialUnroller) next(i int) *ir.Block {
	if i+1 < len(p.tests) {
		return p.tests[i+1]
	}
	return p.behind
}

// rest is the test before the loop.
func (p *partialUnroller) rest() *ir.Block { return p.tests[len(p.steps)] }

func (p *partialUnroller) block(label string) *ir.Block {
	b := &ir.Block{ID: ir.BlockID(len(p.k.Blocks)), Label: label}
	p.k.Blocks = append(p.k.Blocks, b)
	return b
}

// jump ends b with the way to another block.
func (p *partialUnroller) jump(b, to *ir.Block) {
	b.Instrs = append(b.Instrs, &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{to.ID}, Pos: p.test.Pos})
}

// branch ends b with a branch whose predicate compare sets.
func (p *partialUnroller) branch(b, taken, other *ir.Block) {
	b.Instrs = append(b.Instrs, &ir.Instr{Op: ir.CBra, Src: []ir.Operand{{}}, Targets: []ir.BlockID{taken.ID, other.ID}, Pos: p.test.Pos})
}

// variables makes a variable of each of the loop's phis, and of everything else
// it defines that is used behind it.
func (p *partialUnroller) variables() {
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

// fill writes the iterations of step i.
func (p *partialUnroller) fill(i int) {
	b, phis := p.body[i], p.loop.Phis()
	now := make([]ir.Operand, len(phis))
	for j := range phis {
		now[j] = p.entering(i, j)
	}
	var it iteration
	var list []*ir.Instr
	for range p.steps[i].iterations {
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
	p.round(i)
	for j, r := range p.defs.regs {
		p.vars[len(phis)+j].define(b.ID, it.of(r))
	}
}

// entering returns the value of phi j at the start of step i. One that is taken
// again and again has a phi of its own, which round completes.
func (p *partialUnroller) entering(i, j int) ir.Operand {
	v, b := p.vars[j], p.body[i]
	if !p.steps[i].again {
		return v.atStart(b.ID)
	}
	phi := &ir.Instr{Op: ir.Phi, Type: v.info.Type, Dst: []ir.Reg{p.k.NewReg(v.info.Type, v.info.Name)}, Pos: p.test.Pos}
	b.Instrs = slices.Insert(b.Instrs, j, phi)
	v.start[b.ID] = value{ir.R(phi.Dst[0]), true}
	return ir.R(phi.Dst[0])
}

// round gives the phis of step i their operands, once it is known what an
// iteration hands on.
func (p *partialUnroller) round(i int) {
	b := p.body[i]
	for j, phi := range b.Phis() {
		for _, pred := range p.preds[b.ID] {
			phi.Preds, phi.Src = append(phi.Preds, pred), append(phi.Src, p.vars[j].atEnd(pred))
		}
	}
}

// iterate appends a copy of the loop's instructions, less its phis and branch.
func (p *partialUnroller) iterate(it iteration, list []*ir.Instr) []*ir.Instr {
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

// compare writes the comparisons. n iterations may be taken at once when the
// variable is less than the bound less what n−1 raise it by: all but the first of them
// are then among those that the loop's own test lets pass. The bound is kept from wrapping.
func (p *partialUnroller) compare() {
	iv := p.vars[slices.IndexFunc(p.loop.Phis(), func(phi *ir.Instr) bool { return phi.Dst[0] == p.iv })]
	last := p.whole - 1
	least := p.limit(p.enter, p.steps[last].iterations)
	p.decide(p.enter, ir.LT, iv.atEnd(p.enter.ID), least)
	for i, s := range p.steps[:p.whole] {
		limit := least
		if i < last {
			limit = p.limit(p.tests[0], s.iterations)
		}
		if p.tests[i] != p.enter {
			p.decide(p.tests[i], ir.LT, iv.atEnd(p.tests[i].ID), limit)
		}
		if s.again {
			p.decide(p.body[i], ir.LT, iv.atEnd(p.body[i].ID), limit)
		}
	}
	p.compareRest(iv)
}

// compareRest writes the comparisons behind the steps: those of the loop.
func (p *partialUnroller) compareRest(iv *variable) {
	for _, t := range p.tests[p.whole:] {
		if t.Term().Op == ir.CBra {
			p.decide(t, p.test.Mod, iv.atEnd(t.ID), p.bound)
		}
	}
	if !p.asked {
		p.first(iv.atEnd(p.rest().ID))
	}
}

// first leads to the loop also when nothing was taken before: its first iteration
// is not asked.
func (p *partialUnroller) first(last ir.Operand) {
	none := p.emit(p.rest(), ir.Setp, ir.EQ, p.test.Type, last, p.start())
	t := p.rest().Term()
	t.Src[0] = p.emit(p.rest(), ir.Or, ir.NoMod, ir.Pred, t.Src[0], none)
}

// limit computes in b what the variable must be less than for n iterations at once.
func (p *partialUnroller) limit(b *ir.Block, n int) ir.Operand {
	less := uint64(n-1) * p.by
	if p.test.Mod == ir.LE {
		less--
	}
	least := less
	if p.test.Type == ir.S32 {
		least += 1 << 31
	}
	high := p.emit(b, ir.Max, ir.NoMod, p.test.Type, p.bound, ir.I(least))
	return p.emit(b, ir.Sub, ir.NoMod, p.test.Type, high, ir.I(less))
}

// mirrored are the comparisons with operands exchanged.
var mirrored = map[ir.Mod]ir.Mod{ir.LT: ir.GT, ir.LE: ir.GE}

// guarded reports whether the loop is entered only when its first iteration
// passes its test, as loops are that test at the top of the source.
func (p *partialUnroller) guarded(start ir.Operand) bool {
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
func (p *partialUnroller) decide(b *ir.Block, m ir.Mod, x, y ir.Operand) {
	b.Term().Src[0] = p.emit(b, ir.Setp, m, p.test.Type, x, y)
}

// emit puts an instruction before b's branch and returns its result.
func (p *partialUnroller) emit(b *ir.Block, op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := &ir.Instr{Op: op, Mod: m, Type: t, Src: src, Pos: p.test.Pos}
	r := p.k.NewReg(in.DstType(), "")
	in.Dst = []ir.Reg{r}
	b.Instrs = slices.Insert(b.Instrs, len(b.Instrs)-1, in)
	return ir.R(r)
}

// joins gives the phis of the loop and behind it their new ways, and what is
// used behind the loop its values.
func (p *partialUnroller) joins() {
	phis := p.loop.Phis()
	if !p.straight() {
		p.enterLoop(phis)
	}
	byReg := map[ir.Reg]*variable{}
	for j, r := range p.defs.regs {
		byReg[r] = p.vars[len(phis)+j]
	}
	for j, phi := range phis { // what a phi takes over is its variable
		if next := phi.Src[slices.Index(phi.Preds, p.loop.ID)]; next.IsReg && byReg[next.Reg] != nil {
			byReg[next.Reg] = p.vars[j]
		}
	}
	for _, phi := range p.behind.Phis() {
		p.leave(phi, byReg)
	}
	inside := func(b *ir.Block) bool {
		return b == p.loop || b == p.enter || slices.Contains(p.body, b) || slices.Contains(p.tests, b)
	}
	rewriteUses(p.k, inside, func(r ir.Reg) *variable { return byReg[r] })
	for _, v := range p.vars {
		v.place()
	}
}

// enterLoop gives the loop's phis what is left to it.
func (p *partialUnroller) enterLoop(phis []*ir.Instr) {
	end := p.rest().ID
	for j, phi := range phis {
		i := slices.Index(phi.Preds, p.before.ID)
		phi.Src[i], phi.Preds[i] = p.vars[j].atEnd(end), end
	}
}

// leave gives a phi behind the loop the values of all ways that lead there now.
func (p *partialUnroller) leave(phi *ir.Instr, byReg map[ir.Reg]*variable) {
	i := slices.Index(phi.Preds, p.loop.ID)
	op := phi.Src[i]
	if p.straight() {
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
func (p *partialUnroller) place(old int) {
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
