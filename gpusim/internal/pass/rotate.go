package pass

// This file turns loops that test at the top into loops that test at the
// bottom.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// rotate gives every loop that tests in its header a test before the loop and
// one at its end, which saves a branch an iteration.
func rotate(k *ir.Kernel) {
	for rotateOne(k) {
		removeUnreachable(k)
		fold(k)
	}
}

// rotateOne rotates inner loops first: an outer one that begins with an inner
// one's test would share its header with it from then on.
func rotateOne(k *ir.Kernel) bool {
	loops := k.Loops(k.Dominators())
	for _, l := range slices.Backward(loops) {
		if rotatable(k, l) {
			moveUnroll(k, l, loops)
			r := &rotator{k: k, loop: l, old: k.Blocks[l.Header]}
			r.run()
			return true
		}
	}
	return false
}

// moveUnroll lets the block that becomes the header of a rotated loop say what the source
// asks of the loop, unless it is the header of another loop.
func moveUnroll(k *ir.Kernel, l *ir.Loop, loops []*ir.Loop) {
	old := k.Blocks[l.Header]
	to := old.Succs()[0]
	if !l.Has(to) {
		to = old.Succs()[1]
	}
	if !slices.ContainsFunc(loops, func(o *ir.Loop) bool { return o.Header == to }) {
		k.Blocks[to].Unroll = old.Unroll
	}
	old.Unroll = 0
}

// rotatable reports whether the loop's header is a small test that leads into
// the loop or out of it, and no test stands at the loop's end.
func rotatable(k *ir.Kernel, l *ir.Loop) bool {
	h := k.Blocks[l.Header]
	t := h.Term()
	if t.Op != ir.CBra || l.Has(t.Targets[0]) == l.Has(t.Targets[1]) || !profile.Rotates(headerSize(h)) {
		return false
	}
	for _, latch := range l.Latches {
		if k.Blocks[latch].Term().Op != ir.Bra {
			return false
		}
	}
	for _, in := range h.Instrs[:len(h.Instrs)-1] {
		if !in.Pure() {
			return false
		}
	}
	return true
}

// headerSize counts the instructions of a header. Phis become none; they count in a loop
// that is unrolled already, which LLVM rotates before.
func headerSize(h *ir.Block) int {
	if h.Unroll == 1 {
		return len(h.Instrs)
	}
	return len(h.Instrs) - len(h.Phis())
}

// rotator splits the header in two: the old one for those who enter the loop,
// a copy for those who come round.
type rotator struct {
	k    *ir.Kernel
	loop *ir.Loop
	old  *ir.Block
}

func (r *rotator) run() {
	k, h := r.k, r.old
	c := &ir.Block{ID: ir.BlockID(len(k.Blocks)), Label: h.Label}
	defs := &loopDefs{index: make([]int32, len(k.Regs))}
	defs.add(h)
	it := defs.iteration()
	for _, d := range defs.regs {
		it.set(d, ir.R(k.NewReg(k.Regs[d].Type, k.Regs[d].Name)))
	}
	for _, in := range h.Instrs {
		c.Instrs = r.split(it, c.Instrs, in)
	}
	for _, t := range h.Succs() {
		for _, phi := range k.Blocks[t].Phis() {
			phi.Src = append(phi.Src, it.operand(phi.Src[slices.Index(phi.Preds, h.ID)]))
			phi.Preds = append(phi.Preds, c.ID)
		}
	}
	k.Blocks = append(k.Blocks, c)
	for _, latch := range r.loop.Latches {
		t := k.Blocks[latch].Term()
		t.Targets[slices.Index(t.Targets, h.ID)] = c.ID
	}
	r.repair(c, it)
}

// split appends a copy of an instruction of the header to list. A phi keeps the operands of those
// who enter; its copy takes the others, which are values of the loop as they
// are at its end and not those of the copy.
func (r *rotator) split(it iteration, list []*ir.Instr, in *ir.Instr) []*ir.Instr {
	if in.Op != ir.Phi {
		return it.clone(r.k, list, in)
	}
	c := *in
	c.Dst = []ir.Reg{it.of(in.Dst[0]).Reg}
	c.Src, c.Preds = nil, nil
	var src []ir.Operand
	var preds []ir.BlockID
	for i, p := range in.Preds {
		if r.loop.Has(p) {
			c.Src, c.Preds = append(c.Src, in.Src[i]), append(c.Preds, p)
		} else {
			src, preds = append(src, in.Src[i]), append(preds, p)
		}
	}
	in.Src, in.Preds = src, preds
	return append(list, &c)
}

// repair makes every use of what the header defined take the value of the
// header, or of its copy, that control came through.
func (r *rotator) repair(c *ir.Block, it iteration) {
	k := r.k
	preds := k.Preds()
	vars := map[ir.Reg]*ir.Variable{}
	for _, d := range it.defs.regs {
		v := ir.NewVariable(k, preds, k.Regs[d])
		v.Define(r.old.ID, ir.R(d))
		v.Define(c.ID, it.of(d))
		vars[d] = v
	}
	rewriteUses(k, func(b *ir.Block) bool { return b == r.old }, func(d ir.Reg) *ir.Variable { return vars[d] })
	for _, d := range it.defs.regs {
		vars[d].Place()
	}
}
