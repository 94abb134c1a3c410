package simt

// This file finds the loops in which threads wait for others by global memory.
//
// Such a loop has a way from its head back to its head that polls memory and does nothing
// else: it changes no register that the next turn reads, and writes nothing but what an atomic
// writes again. A loop that counts, or that computes the next value of a compare-and-swap, is
// none: it goes on by itself.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// WaitLoops returns the loops in which threads wait for others.
func (p *Program) WaitLoops() []trace.WaitLoop { return p.waits }

// pollLoop is the loop of a poll.
type pollLoop struct {
	head ir.BlockID
	idle []ir.BlockID // on the ways that change nothing
	at   ir.BlockID   // of the poll
	next int          // the instruction behind the poll, in its block
}

// findWaits finds the loops in which threads wait for others. live is the registers that are live
// at the start of each block; it is computed for kernels that poll memory alone.
func (p *Program) findWaits(loops []*ir.Loop) {
	if !slices.ContainsFunc(p.Instrs, polls) {
		return
	}
	w := waitFinder{p.Kernel, p.Kernel.Preds(), p.Kernel.Liveness().In}
	for _, l := range loops {
		idle := w.idle(l)
		if x := p.waitLoop(idle); len(x.Polls) > 0 {
			p.waits = append(p.waits, x)
			p.blocks[l.Header].waits = true
			p.markPolls(l.Header, idle)
		}
	}
}

// waitLoop returns what the instructions of some blocks of a loop do.
func (p *Program) waitLoop(blocks []ir.BlockID) (l trace.WaitLoop) {
	for _, id := range blocks {
		b := &p.blocks[id]
		for pc := b.first; pc < b.first+int32(b.instructions); pc++ {
			l.Turn = append(l.Turn, pc)
			if polls(p.Instrs[pc]) {
				l.Polls = append(l.Polls, pc)
			}
		}
	}
	return l
}

// markPolls gives the polls in some blocks their loop.
func (p *Program) markPolls(head ir.BlockID, idle []ir.BlockID) {
	for _, id := range idle {
		for i := range p.blocks[id].body {
			if in := &p.blocks[id].body[i]; polls(in.ir) {
				in.mem.poll = &pollLoop{head, idle, id, i + 1}
			}
		}
	}
}

// notifyPolled tells the observer that the last access polls memory.
func (w *warp) notifyPolled(in *inst) {
	if f := w.worker.observer.Polled; f != nil && in.mem.poll != nil {
		f(&w.mem.record, func(lane int, value uint64) (leaves, known bool) { return w.leaves(in, lane, value) })
	}
}

// leaves reports whether a lane would leave its loop if a poll brought a value, and whether that
// is known: it is not when the loop looks at other memory or at other lanes.
func (w *warp) leaves(in *inst, lane int, value uint64) (leaves, known bool) {
	x := in.mem.poll
	t := turn{w: w, lane: lane, values: map[ir.Reg]uint64{in.ir.Dst[0]: value}}
	for at, next := x.at, x.next; ; next = 0 {
		b := w.worker.p.Kernel.Blocks[at]
		for _, in := range b.Instrs[next : len(b.Instrs)-1] {
			if !t.execute(in) {
				return false, false
			}
		}
		switch term := b.Term(); term.Op {
		case ir.Bra:
			at = term.Targets[0]
		case ir.CBra:
			at = term.Targets[1]
			if t.value(term.Src[0], ir.Pred) != 0 {
				at = term.Targets[0]
			}
		default:
			return true, true
		}
		if at == x.head {
			return false, true
		}
		if !slices.Contains(x.idle, at) {
			return true, true
		}
	}
}

// turn is what one lane would do in a turn of its loop.
type turn struct {
	w      *warp
	lane   int
	values map[ir.Reg]uint64 // that the turn has computed
}

// execute executes an instruction. It returns false for one whose result is not known.
func (t *turn) execute(in *ir.Instr) bool {
	if in.Op == ir.Membar || in.Op == ir.Expect {
		return true
	}
	if len(in.Dst) != 1 || in.Guard != ir.NoReg {
		return false
	}
	var args []uint64
	for i, o := range in.Src {
		args = append(args, t.value(o, in.SrcType(i)))
	}
	v, known := ir.Eval(in, args)
	t.values[in.Dst[0]] = v
	return known
}

// value returns the value of an operand.
func (t *turn) value(o ir.Operand, typ ir.Type) uint64 {
	if !o.IsReg {
		return o.Imm
	}
	if v, ok := t.values[o.Reg]; ok {
		return v
	}
	r := &t.w.regs[o.Reg]
	switch {
	case typ == ir.Pred:
		return r.base >> t.lane & 1
	case r.wide:
		return lanesOf[uint64](t.w.expand(r))[t.lane]
	}
	return uint64(lanesOf[uint32](t.w.expand(r))[t.lane])
}

// polls reports whether an instruction may look at what other threads write, again and again: it
// reads global memory past the caches of the SM, and a second time has the same effect as once.
func polls(in *ir.Instr) bool {
	if in.Space != ir.Global || len(in.Dst) == 0 {
		return false
	}
	if in.Op == ir.Atom {
		return repeatable(in)
	}
	return in.Op == ir.Ld && in.Volatile
}

// repeatable reports whether an atomic changes nothing when it is executed once more.
func repeatable(in *ir.Instr) bool {
	switch in.Mod {
	case ir.AtomCas, ir.AtomExch, ir.AtomMin, ir.AtomMax, ir.AtomAnd, ir.AtomOr:
		return true
	case ir.AtomAdd, ir.AtomSub, ir.AtomXor:
		return len(in.Src) > 1 && !in.Src[1].IsReg && in.Src[1].Imm == 0
	}
	return false
}

// waitFinder finds the ways through a loop that change nothing.
type waitFinder struct {
	kernel *ir.Kernel
	preds  [][]ir.BlockID
	live   []ir.RegSet
}

// idle returns the blocks on ways from a loop's head to its head that change nothing, in their
// order.
func (w *waitFinder) idle(l *ir.Loop) (on []ir.BlockID) {
	quiet := map[ir.BlockID]bool{}
	for _, id := range l.Blocks {
		quiet[id] = w.quiet(id, l.Header)
	}
	from := reach(l.Header, quiet, func(id ir.BlockID) []ir.BlockID { return w.kernel.Blocks[id].Succs() })
	to := reach(l.Header, quiet, func(id ir.BlockID) []ir.BlockID { return w.preds[id] })
	if !slices.ContainsFunc(l.Latches, func(id ir.BlockID) bool { return from[id] }) {
		return nil
	}
	for _, id := range l.Blocks {
		if from[id] && to[id] {
			on = append(on, id)
		}
	}
	return on
}

// reach returns the blocks that can be reached from a block by others of a set.
func reach(from ir.BlockID, in map[ir.BlockID]bool, next func(ir.BlockID) []ir.BlockID) map[ir.BlockID]bool {
	seen := map[ir.BlockID]bool{}
	for todo := []ir.BlockID{from}; len(todo) > 0; {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if in[id] && !seen[id] {
			seen[id] = true
			todo = append(todo, next(id)...)
		}
	}
	return seen
}

// harmless reports whether an instruction with an effect leaves memory and other warps alone.
func harmless(in *ir.Instr) bool {
	switch in.Op {
	case ir.Membar, ir.Expect, ir.ActiveMask, ir.Clock:
		return true
	}
	f := in.Op.Facts()
	return polls(in) || (f.Waits || f.Term) && !f.Block
}

// quiet reports whether a block changes nothing that the head of a loop reads.
func (w *waitFinder) quiet(id, head ir.BlockID) bool {
	for _, in := range w.kernel.Blocks[id].Instrs {
		if in.Op.Facts().Effect && !harmless(in) {
			return false
		}
		if slices.ContainsFunc(in.Dst, w.live[head].Has) {
			return false
		}
	}
	return true
}
