package simt

// This file finds loops that wait in vain, long before the launch's budget is spent.
//
// A path of a warp spins when it is at the head of a loop with the same registers as one
// turn before, and nothing has changed memory between. Only one path runs at a time, so it
// spins until another one changes memory. A warp whose path spins lets its other paths run
// (paths.go). It stalls when they spin too. Warps of a block take turns, and a block whose
// warps stall waits for other blocks (residents.go). When all blocks wait, the kernel never
// ends. A parallel run that ends here is repeated in order.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

const (
	spinsFrom = 1 << 19 // instructions of a warp before loops without strong accesses are looked at
	firstLook = 1 << 4  // turns without a change before the registers are compared
	lastLook  = 1 << 12 // turns after which a path lets others run, whatever its registers are
)

// watch says at which heads of loops a warp looks whether it spins.
type watch uint8

const (
	strongLoops watch = 1 << iota // with volatile accesses or atomics, by which threads wait for each other
	otherLoops
)

// spin is what a path has done in its loop.
type spin struct {
	head   ir.BlockID
	mask   trace.Mask // lanes in the loop
	left   trace.Mask // lanes that left it before them
	turns  uint       // since something changed
	writes uint64     // worker.writes then
	local  uint64     // warp.localWrites at the last look
	hash   uint64     // of the registers, at the last look
	found  bool       // the path spins until worker.writes changes
	again  bool       // it did before they changed last
}

// spins reports whether the path spins.
func (s *spin) spins(wk *worker) bool { return s.found && s.writes == wk.writes }

// turn notes that the active lanes are at the head of a loop. It returns true when the warp
// does not enter the loop now.
func (w *warp) turn() bool {
	s, wk := &w.spin, w.worker
	if f := wk.observer.Turn; f != nil && wk.p.blocks[w.block].waits {
		f(w.event(wk.p.blocks[w.block].first), s.head == w.block && s.mask == w.mask)
	}
	switch {
	case s.head != w.block || w.mask&^s.mask != 0:
		*s = spin{head: w.block, mask: w.mask, writes: wk.writes}
		return false
	case s.mask != w.mask || s.writes != wk.writes:
		s.again = s.found && s.mask == w.mask
		s.left |= s.mask &^ w.mask
		s.mask, s.writes, s.turns, s.found = w.mask, wk.writes, 0, false
		return false
	}
	s.turns++
	return s.looks() && w.looksInVain() && w.letOthersRun()
}

// looks reports whether the path compares its registers in this turn: at powers of two, and
// one turn later. A path that spun before memory changed looks after its first turn.
func (s *spin) looks() bool {
	before := s.turns - 1
	return s.found || s.again && s.turns == 1 || s.turns >= firstLook && (s.turns&before == 0 || before&(before-1) == 0)
}

// looksInVain compares the registers. It returns true when the path should let others run.
func (w *warp) looksInVain() bool {
	s := &w.spin
	if s.found {
		return true
	}
	h := w.hash()
	s.found = s.hash == h && s.local == w.localWrites
	s.hash, s.local = h, w.localWrites
	return s.found || s.turns >= lastLook
}

// letOthersRun lets another path of the warp run, or ends the slice of a warp whose paths all
// spin. It returns false when it does neither.
func (w *warp) letOthersRun() bool {
	if w.worker.p.spec.Limits.IndependentLanes && (w.yield() || w.releaseFrom(w.spin.left) && w.yield()) {
		return true
	}
	if !w.spin.found {
		return false
	}
	w.state = stalled
	return true
}

// changes notes that an access changes memory.
func (w *warp) changes(m *memOp) {
	if m.space == ir.Local {
		w.localWrites++
	} else {
		w.worker.writes++
	}
}

// findLoops marks the heads of loops.
func (p *Program) findLoops() {
	loops := p.Kernel.Loops(p.Kernel.Dominators())
	p.findWaits(loops)
	for _, l := range loops {
		kind := otherLoops
		if slices.ContainsFunc(l.Blocks, func(id ir.BlockID) bool { return slices.ContainsFunc(p.Kernel.Blocks[id].Instrs, isStrong) }) {
			kind = strongLoops
		}
		p.blocks[l.Header].loop = kind
	}
}

// isStrong reports whether threads can wait for each other by an access.
func isStrong(in *ir.Instr) bool {
	return in.Volatile || in.Op == ir.Atom || in.Op == ir.BarrierTest
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

// stalls reports whether all paths of a running warp spin.
func (w *warp) stalls() bool { return w.state == running && w.spin.spins(w.worker) }

// stuck reports whether all running warps of the block stall.
func (wk *worker) stuck() bool {
	n := 0
	for _, w := range wk.warps {
		if w.state == running {
			n++
			if !w.stalls() {
				return false
			}
		}
	}
	return n > 0
}

// spinsInVain reports that the loops of a stuck block wait for what can no longer happen.
// others is the number of blocks beside it that wait, later of those that have not begun.
func (wk *worker) spinsInVain(others, later int) error {
	var stuck *warp // the warp to report: one whose lanes wait for each other, if there is one
	for _, w := range wk.warps {
		if w.state == running && (stuck == nil || stuck.alive == stuck.mask) {
			stuck = w
		}
	}
	if stuck == nil {
		return wk.waitsForCluster()
	}
	if err := wk.waitsForBarrier(); err != nil {
		return err
	}
	loop := stuck.loop()
	if !wk.p.reads(loop) {
		return stuck.endless("nothing that its loop tests changes", "change the loop's variable every time round, towards its limit; read what other threads write with gpu.LoadVolatile")
	}
	why := "nothing can change what its loop reads any more"
	for _, idle := range []struct {
		n    int
		text string
	}{
		{(stuck.alive &^ stuck.mask).Count(), stuck.otherLanes()},
		{len(wk.warps) - 1, "other warps of the block, ended or waiting too: %d"},
		{others, "other blocks on the device, waiting too: %d"},
		{later, "later blocks, which begin when one on the device has ended: %d"},
	} {
		if idle.n > 0 {
			why += "; " + fmt.Sprintf(idle.text, idle.n)
		}
	}
	return stuck.endless(why, "do inside the loop what others of the warp wait for: if gpu.AtomicCAS(&lock[0], 0, 1) == 0 { …; gpu.AtomicExch(&lock[0], 0); done = true }; "+
		"and wait for no block that may begin later: launch no more blocks than the device holds at a time")
}

// otherLanes says what lanes beside those that spin do; %d is their number.
func (w *warp) otherLanes() string {
	if w.worker.p.spec.Limits.IndependentLanes {
		return "lanes of its warp that wait too: %d"
	}
	return "lanes of its warp that wait behind the loop, because before cc 7.0 a warp executes one path to its end: %d"
}

// loop returns the innermost loop in which the warp is; nil: none.
func (w *warp) loop() (in *ir.Loop) {
	k := w.worker.p.Kernel
	for _, l := range k.Loops(k.Dominators()) { // outer loops come first
		if slices.Contains(l.Blocks, w.block) {
			in = l
		}
	}
	return in
}

// reads reports whether a loop reads memory.
func (p *Program) reads(loop *ir.Loop) bool {
	return loop != nil && slices.ContainsFunc(loop.Blocks, func(id ir.BlockID) bool {
		return slices.ContainsFunc(p.Kernel.Blocks[id].Instrs, func(in *ir.Instr) bool { return in.Op.Facts().Memory })
	})
}
