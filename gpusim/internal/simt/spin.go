package simt

// This file finds loops that wait in vain, long before the launch's budget is spent.
//
// A warp spins when its loop stores nothing and begins its turns with the same registers.
// Blocks that communicate run one after another, so nothing changes memory any more once
// all running warps of the block spin: the kernel never ends. A turn is the same for good
// only in such an order, so a parallel run that ends here is repeated in order.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

const (
	spinsFrom  = 1 << 19 // instructions of a warp before its loops are looked at
	spinsAfter = 4       // rounds in a row in which nothing happens
	spinTurn   = 1 << 8  // most basic blocks of one turn of a loop that waits
)

// spin is the state at the head of a loop.
type spin struct {
	head  ir.BlockID
	mask  trace.Mask
	state uint64 // hash of the registers
	same  bool   // the slice before ended in this state too
}

// look notes whether the loop that w is in has changed nothing since the last slice. It
// runs w on to the head of its loop.
func (w *warp) look(p *Program) {
	if w.executed < spinsFrom || w.state != running {
		return
	}
	loop := p.waits()[w.block]
	if loop == nil {
		w.spin = spin{}
		return
	}
	for range spinTurn {
		if w.block == loop.Header && !w.entered {
			w.note(spin{head: loop.Header, mask: w.mask, state: w.hash()})
			return
		}
		if w.executed += w.run(p, 1); w.state != running {
			break
		}
	}
	w.spin = spin{}
}

// note compares the state s with the one before.
func (w *warp) note(s spin) {
	last := w.spin
	s.same = last.head == s.head && last.mask == s.mask && last.state == s.state
	w.spin = s
}

// waitLoops returns, by block, the innermost loop around it if that changes nothing but
// registers and what atomics return; else nil.
func waitLoops(k *ir.Kernel) []*ir.Loop {
	inner := make([]*ir.Loop, len(k.Blocks))
	for _, l := range k.Loops(k.Dominators()) { // outer loops come first
		waits := l
		if slices.ContainsFunc(l.Blocks, func(id ir.BlockID) bool { return slices.ContainsFunc(k.Blocks[id].Instrs, changes) }) {
			waits = nil
		}
		for _, b := range l.Blocks {
			inner[b] = waits
		}
	}
	return inner
}

// changes reports whether in may change more than registers without telling by its result.
func changes(in *ir.Instr) bool {
	f := in.Op.Facts()
	return f.Effect && !f.Term && len(in.Dst) == 0 && in.Op != ir.Membar || in.Op == ir.Call
}

// hash returns a hash of the registers of the active lanes.
func (w *warp) hash() uint64 {
	const prime = 0x100000001b3 // of FNV-1a
	h := uint64(len(w.stack))
	add := func(v uint64) { h = (h ^ v) * prime; h ^= h >> 29 }
	for i := range w.regs {
		r := &w.regs[i]
		if r.kind < vector {
			add(r.base)
			add(uint64(r.dx))
			add(uint64(r.dy))
			continue
		}
		for lane := range w.shape.width * w.shape.rows {
			if w.mask>>lane&1 == 0 {
				continue
			}
			if r.wide {
				add(lanesOf[uint64](r.lanes)[lane])
			} else {
				add(uint64(lanesOf[uint32](r.lanes)[lane]))
			}
		}
	}
	return h
}

// stuck returns an error if some rounds in a row changed nothing: all warps of the block
// that were running before the round, n of them, still run and spin.
func (wk *worker) stuck(n int) error {
	wk.idle++
	var told *warp // one whose lanes wait for each other, if there is one
	for _, w := range wk.warps {
		if w.state != running {
			continue
		}
		if n--; !w.spin.same {
			wk.idle = 0
		}
		if told == nil || told.alive == told.mask {
			told = w
		}
	}
	if n != 0 {
		wk.idle = 0
	}
	if wk.idle < spinsAfter {
		return nil
	}
	return told.spinsInVain()
}

// spinsInVain reports that a loop waits for what can no longer happen.
func (w *warp) spinsInVain() error {
	if !w.worker.p.reads(w.worker.p.waits()[w.block]) {
		return w.endless("nothing that its loop tests changes", "change the loop's variable every time round, towards its limit; read what other threads write with gpu.LoadVolatile")
	}
	why := "nothing can change what its loop reads any more"
	for _, idle := range []struct {
		n    int
		text string
	}{
		{(w.alive &^ w.mask).Count(), "lanes of its warp that wait behind the loop: %d"},
		{len(w.worker.warps) - 1, "other warps of the block, ended or waiting too: %d"},
		{w.worker.run.blocks - 1 - w.worker.index, "later blocks, which begin when this one has ended: %d"},
	} {
		if idle.n > 0 {
			why += "; " + fmt.Sprintf(idle.text, idle.n)
		}
	}
	return w.endless(why, "do inside the loop what others of the warp wait for: if gpu.AtomicCAS(&lock[0], 0, 1) == 0 { …; gpu.AtomicExch(&lock[0], 0); done = true }; "+
		"and wait for no later block: a GPU may have no room for it either")
}

// reads reports whether a loop reads memory.
func (p *Program) reads(loop *ir.Loop) bool {
	return loop != nil && slices.ContainsFunc(loop.Blocks, func(id ir.BlockID) bool {
		return slices.ContainsFunc(p.Kernel.Blocks[id].Instrs, func(in *ir.Instr) bool { return in.Op.Facts().Memory })
	})
}
