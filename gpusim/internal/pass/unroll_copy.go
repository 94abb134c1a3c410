package pass

// This file makes the copies of a loop that is unrolled. Copy 0 is the loop
// itself; the way back of each copy leads to the next, and the branch that
// counts becomes unconditional: it stays in every copy but the last.
//
// A loop that is unrolled in part remains a loop: the way back of the last copy leads to
// copy 0. Only the copy in which the trip count ends keeps the branch that counts. When no
// branch is known to count, all copies keep theirs.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

type unroller struct {
	k       *ir.Kernel
	loop    *ir.Loop
	counted counted
	latch   ir.BlockID
	order   []ir.BlockID // the loop's blocks, each before those it leads to
	copies  []iteration
	defs    *loopDefs
}

// loopDefs numbers the registers that some blocks define.
type loopDefs struct {
	index []int32 // by register: its number from 1, or 0
	regs  []ir.Reg
	slab  slab
}

func (d *loopDefs) add(b *ir.Block) {
	d.slab.size += len(b.Instrs)
	for _, in := range b.Instrs {
		for _, r := range in.Dst {
			d.regs = append(d.regs, r)
			d.index[r] = int32(len(d.regs))
		}
	}
}

// number returns the number of r, or 0.
func (d *loopDefs) number(r ir.Reg) int32 {
	if int(r) >= len(d.index) {
		return 0
	}
	return d.index[r]
}

// iteration maps what the loop defines to what stands for it in one copy.
type iteration struct {
	defs  *loopDefs
	block map[ir.BlockID]*ir.Block // by the original's ID before anything moved
	reg   []ir.Operand             // by number, from 1
}

func (d *loopDefs) iteration() iteration {
	return iteration{defs: d, block: map[ir.BlockID]*ir.Block{}, reg: make([]ir.Operand, len(d.regs)+1)}
}

// of returns what stands for r.
func (it iteration) of(r ir.Reg) ir.Operand { return it.reg[it.defs.index[r]] }

// set lets op stand for r.
func (it iteration) set(r ir.Reg, op ir.Operand) { it.reg[it.defs.index[r]] = op }

// operand maps an operand to what it is in this iteration.
func (it iteration) operand(o ir.Operand) ir.Operand {
	if o.IsReg {
		if n := it.defs.number(o.Reg); n > 0 {
			return it.reg[n]
		}
	}
	return o
}

func newUnroller(k *ir.Kernel, l *ir.Loop, c counted) *unroller {
	return &unroller{k: k, loop: l, counted: c, latch: l.Latches[0]}
}

// partly reports whether the loop remains a loop.
func (u *unroller) partly() bool { return u.counted.factor > 0 }

// added returns how many copies the loop gets.
func (u *unroller) added() int {
	if u.partly() {
		return u.counted.factor - 1
	}
	return u.counted.trips
}

func (u *unroller) run() {
	u.defs = &loopDefs{index: make([]int32, len(u.k.Regs))}
	for _, id := range u.k.ReversePostOrder() {
		if u.loop.Has(id) {
			u.order = append(u.order, id)
			u.defs.add(u.k.Blocks[id])
		}
	}
	u.copies = []iteration{u.original()}
	old := len(u.k.Blocks)
	for n := range u.added() {
		it := u.next(u.copies[n])
		u.fill(it)
		u.copies = append(u.copies, it)
	}
	for n, it := range u.copies {
		u.exits(n, it)
	}
	u.wayBack()
	for n, it := range u.copies {
		u.link(n, it)
	}
	u.place(old)
	removeUnreachable(u.k)
	u.liveOut()
}

// wayBack gives the header's phis the values at the end of the last copy, or none when no
// way leads back.
func (u *unroller) wayBack() {
	h, last := u.k.Blocks[u.loop.Header], u.copies[len(u.copies)-1]
	if !u.partly() {
		dropEdge(h, u.latch)
		return
	}
	if u.counted.again {
		h.Unroll = ir.UnrollAgain
	} else {
		h.Unroll = 1
	}
	for _, phi := range h.Phis() {
		i := slices.Index(phi.Preds, u.latch)
		phi.Src[i], phi.Preds[i] = last.operand(phi.Src[i]), last.block[u.latch].ID
	}
}

// original is the loop itself, as the first iteration. What follows from the
// constants it starts with is known.
func (u *unroller) original() iteration {
	it := u.defs.iteration()
	for _, r := range u.defs.regs {
		it.set(r, ir.R(r))
	}
	for _, id := range u.order {
		it.block[id] = u.k.Blocks[id]
		for _, in := range u.k.Blocks[id].Instrs {
			if in.Op != ir.Phi {
				it.known(in)
			} else if init, ok := entering(in, u.latch); ok && id == u.loop.Header && !u.partly() {
				it.set(in.Dst[0], ir.I(init))
			}
		}
	}
	return it
}

// next makes empty blocks and new registers for the iteration after it. The
// header's phis need no register: they are what the latch of it handed on.
func (u *unroller) next(it iteration) iteration {
	n := u.defs.iteration()
	for _, id := range u.loop.Blocks {
		b := u.k.Blocks[id]
		c := &ir.Block{ID: ir.BlockID(len(u.k.Blocks)), Label: b.Label, Instrs: make([]*ir.Instr, 0, len(b.Instrs))}
		if id != u.loop.Header {
			c.Unroll = b.Unroll
		}
		u.k.Blocks = append(u.k.Blocks, c)
		n.block[id] = c
		for _, in := range b.Instrs {
			if in.Op == ir.Phi && id == u.loop.Header {
				n.set(in.Dst[0], it.operand(in.Src[slices.Index(in.Preds, u.latch)]))
				continue
			}
			for _, r := range in.Dst {
				n.set(r, ir.R(u.k.NewReg(u.k.Regs[r].Type, u.k.Regs[r].Name)))
			}
		}
	}
	return n
}

// fill copies the loop's instructions into the blocks of a copy, less what is
// known to be constant. It finds that first: the phi of a loop inside may take a
// constant that follows it.
func (u *unroller) fill(it iteration) {
	for _, id := range u.order {
		for _, in := range u.k.Blocks[id].Instrs {
			it.known(in)
		}
	}
	for _, id := range u.order {
		b, c := u.k.Blocks[id], it.block[id]
		for _, in := range b.Instrs {
			if (in.Op != ir.Phi || id != u.loop.Header) && !it.constant(in) {
				c.Instrs = it.clone(u.k, c.Instrs, in)
			}
		}
	}
}

// known lets the result of in be a constant when its operands are.
func (it iteration) known(in *ir.Instr) {
	var args [4]uint64
	if in.Op == ir.Phi || len(in.Dst) != 1 || len(in.Src) == 0 || len(in.Src) > len(args) {
		return
	}
	for i, o := range in.Src {
		if o = it.operand(o); o.IsReg {
			return
		}
		args[i] = o.Imm & in.SrcType(i).Mask()
	}
	if v, ok := ir.Fold(in, args[:len(in.Src)]); ok {
		it.set(in.Dst[0], ir.I(v))
	}
}

// constant reports whether the result of in is known.
func (it iteration) constant(in *ir.Instr) bool { return len(in.Dst) == 1 && !it.of(in.Dst[0]).IsReg }

// clone appends a copy of one instruction to list. Targets outside of the loop
// stay.
func (it iteration) clone(k *ir.Kernel, list []*ir.Instr, in *ir.Instr) []*ir.Instr {
	c := it.defs.slab.instr(in)
	if in.Guard != ir.NoReg {
		guard := it.operand(ir.R(in.Guard))
		if !guard.IsReg && (guard.Imm != 0) == in.GuardNot {
			return it.skipped(k, list, in)
		}
		if c.Guard = guard.Reg; !guard.IsReg {
			c.Guard, c.GuardNot = ir.NoReg, false
		}
	}
	for i, r := range c.Dst {
		c.Dst[i] = it.of(r).Reg
	}
	for i, o := range in.Src {
		if o.IsReg && it.defs.number(o.Reg) > 0 {
			list = append(list, setOperand(k, c, i, it.operand(o), k.Regs[o.Reg])...)
		}
	}
	c.Targets, c.Preds = it.blocks(in.Targets), it.blocks(in.Preds)
	return append(list, c)
}

// slab hands out instructions and their operands from pieces of the size of
// the loop: unrolling makes thousands.
type slab struct {
	size   int
	instrs []ir.Instr
	regs   []ir.Reg
	ops    []ir.Operand
}

// instr returns a copy of in with operands of its own.
func (s *slab) instr(in *ir.Instr) *ir.Instr {
	if len(s.instrs) == 0 {
		s.instrs = make([]ir.Instr, s.size)
	}
	c := &s.instrs[0]
	s.instrs = s.instrs[1:]
	*c = *in
	c.Dst, s.regs = carve(s.regs, in.Dst, s.size)
	c.Src, s.ops = carve(s.ops, in.Src, 2*s.size)
	return c
}

// carve copies part into the front of piece, or of a new one of about that size.
func carve[T any](piece, part []T, size int) (copied, rest []T) {
	if len(part) == 0 {
		return nil, piece
	}
	if len(piece) < len(part) {
		piece = make([]T, size+len(part))
	}
	n := copy(piece, part)
	return piece[:n:n], piece[n:]
}

// skipped appends what stands for an instruction whose guard never holds: any value for each result.
func (it iteration) skipped(k *ir.Kernel, list []*ir.Instr, in *ir.Instr) []*ir.Instr {
	for _, r := range in.Dst {
		list = append(list, &ir.Instr{Op: ir.Mov, Type: k.Regs[r].Type, Dst: []ir.Reg{it.of(r).Reg}, Src: []ir.Operand{ir.I(0)}, Pos: in.Pos})
	}
	return list
}

func (it iteration) blocks(ids []ir.BlockID) []ir.BlockID {
	if len(ids) == 0 {
		return nil
	}
	ids = slices.Clone(ids)
	for i, id := range ids {
		if to, ok := it.block[id]; ok {
			ids[i] = to.ID
		}
	}
	return ids
}

// exits gives the phis behind the loop an operand for each way out of copy n.
func (u *unroller) exits(n int, it iteration) {
	if n == 0 {
		return
	}
	for _, id := range u.loop.Blocks {
		for _, t := range u.k.Blocks[id].Succs() {
			if u.loop.Has(t) {
				continue
			}
			for _, phi := range u.k.Blocks[t].Phis() {
				phi.Src = append(phi.Src, it.operand(phi.Src[slices.Index(phi.Preds, id)]))
				phi.Preds = append(phi.Preds, it.block[id].ID)
			}
		}
	}
}

// link points the way back of copy n at the next one, and settles the branch
// that counts. The last copy's way back is never reached.
func (u *unroller) link(n int, it iteration) {
	last := n == len(u.copies)-1
	header, next := it.block[u.loop.Header].ID, u.loop.Header
	if !last {
		next = u.copies[n+1].block[u.loop.Header].ID
	}
	latch := it.block[u.latch].Term()
	latch.Targets[slices.Index(latch.Targets, header)] = next
	if u.keepsTest(n) {
		return
	}
	exiting := it.block[u.counted.exiting]
	t := exiting.Term()
	keep, drop := t.Targets[u.counted.stay], t.Targets[1-u.counted.stay]
	if last && !u.partly() {
		keep, drop = drop, keep
	}
	jump(t, keep)
	if drop != u.loop.Header {
		dropEdge(u.k.Blocks[drop], exiting.ID)
	}
}

// keepsTest reports whether copy n may leave the loop by the branch that counts.
func (u *unroller) keepsTest(n int) bool {
	if u.counted.atMost {
		return n < u.counted.trips
	}
	return u.partly() && (u.counted.stay == unknown || n == u.counted.trips%u.counted.factor)
}

// liveOut repairs the uses behind the loop of what it defines: they take the
// value of the copy that control came from.
func (u *unroller) liveOut() {
	inside := map[*ir.Block]bool{}
	for _, it := range u.copies {
		for _, b := range it.block {
			inside[b] = true
		}
	}
	preds := u.k.Preds()
	vars := map[ir.Reg]*ir.Variable{}
	var order []*ir.Variable
	variableOf := func(r ir.Reg) *ir.Variable {
		if u.defs.number(r) > 0 && vars[r] == nil {
			vars[r] = u.variable(r, preds)
			order = append(order, vars[r])
		}
		return vars[r]
	}
	rewriteUses(u.k, func(b *ir.Block) bool { return inside[b] }, variableOf)
	for _, v := range order {
		v.Place()
	}
}

// variable gathers what stands for r at the end of each copy of its block.
func (u *unroller) variable(r ir.Reg, preds [][]ir.BlockID) *ir.Variable {
	v := ir.NewVariable(u.k, preds, u.k.Regs[r])
	for id, b := range u.copies[0].block {
		defines := slices.ContainsFunc(b.Instrs, func(in *ir.Instr) bool { return slices.Contains(in.Dst, r) })
		if !defines {
			continue
		}
		for _, it := range u.copies {
			if c := it.block[id]; u.k.Blocks[min(int(c.ID), len(u.k.Blocks)-1)] == c {
				v.Define(c.ID, it.of(r))
			}
		}
	}
	return v
}

// place puts the copies behind the loop in the order of the blocks.
func (u *unroller) place(old int) {
	var order, copies []ir.BlockID
	last := u.loop.Blocks[len(u.loop.Blocks)-1]
	for id := range u.k.Blocks {
		if id >= old {
			copies = append(copies, ir.BlockID(id))
		}
	}
	for id := range old {
		order = append(order, ir.BlockID(id))
		if ir.BlockID(id) == last {
			order = append(order, copies...)
		}
	}
	u.k.Permute(order)
}
