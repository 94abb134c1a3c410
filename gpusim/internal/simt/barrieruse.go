package simt

// This file finds barriers in shared memory (mbarrier) that are used wrongly. On hardware the threads wait for ever, or
// go on too early.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// barrierUse is what threads and copies have done to a barrier. PCs are 0 where nothing was done: a kernel does not begin
// with a barrier, whose address comes first.
type barrierUse struct {
	init, expect, copy int32 // PCs of the last mbarrier.init, the last expectation of bytes and the last copy
	expected, brought  int64 // bytes in this phase
}

// ownerOf returns the worker in whose shared memory an address lies that is known to be valid, and the address there.
func (w *warp) ownerOf(address uint32) (wk *worker, at uint32) {
	wk, at = w.worker, address&ir.ClusterMask
	if rank := int(address >> ir.ClusterShift); rank > 0 {
		wk = wk.peer(rank - 1)
	}
	return wk, at
}

// barrierInUse returns the bytes of a lane's barrier and its use, or faults where no thread has set it up.
func (w *warp) barrierInUse(in *inst, lane int, address uint32) ([]byte, *barrierUse) {
	b := w.barrierAt(in, lane, address)
	if b == nil {
		return nil, nil
	}
	wk, at := w.ownerOf(address)
	use := wk.barriers[at]
	if use == nil {
		w.fault(in.ir, diag.MbarrierMisuse, "let one thread execute mbarrier.init before, and the block wait behind it",
			"the mbarrier %s is used before mbarrier.init; %s", w.barrierName(address), w.describeLane(lane))
		return nil, nil
	}
	return b, use
}

// beginBarrier notes mbarrier.init, or faults where the barrier waits for something or counts are wrong.
func (w *warp) beginBarrier(in *inst, lane int, address uint32, arrivals int64) bool {
	if arrivals < 1 || arrivals > maxArrivals {
		w.fault(in.ir, diag.MbarrierMisuse, fmt.Sprintf("let a phase wait for 1 to %d arrivals", maxArrivals), "mbarrier.init with %d arrivals; %s", arrivals, w.describeLane(lane))
		return false
	}
	wk, at := w.ownerOf(address)
	if use := wk.barriers[at]; use != nil {
		if s := barrierOf(wordOf(wk.shared[at:][:barrierBytes])); s.pending != s.arrivals || s.bytes != 0 {
			w.fault(in.ir, diag.MbarrierMisuse, "set a barrier up once, and let its phases follow each other; or wait for the end of the phase and execute mbarrier.inval before",
				"mbarrier.init of the mbarrier %s, which %s has set up, in a phase that still waits for %s; %s", w.barrierName(address), w.lineOf(use.init), s.missing(), w.describeLane(lane))
			return false
		}
	}
	if wk.barriers == nil {
		wk.barriers = map[uint32]*barrierUse{}
	}
	wk.barriers[at] = &barrierUse{init: in.pc}
	return true
}

// note follows a change of a barrier.
func (u *barrierUse) note(in *inst, before, after *barrierState) {
	switch bytes := after.bytes - before.bytes; {
	case bytes > 0:
		u.expect, u.expected = in.pc, u.expected+bytes
	case bytes < 0:
		u.copy, u.brought = in.pc, u.brought-bytes
	}
}

// missing says what a phase waits for.
func (s *barrierState) missing() string {
	const arrivals = "arrivals"
	switch {
	case s.bytes == 0:
		return diag.Count(s.pending, arrivals)
	case s.pending == 0:
		return diag.Count(s.bytes, "bytes")
	}
	return diag.Count(s.pending, arrivals) + " and " + diag.Count(s.bytes, "bytes")
}

// barrierName returns the name of what lies at an address of shared memory.
func (w *warp) barrierName(address uint32) string {
	p, at := w.worker.p, int(address&ir.ClusterMask)
	for i := range p.Kernel.Vars {
		v := &p.Kernel.Vars[i]
		if v.Space != ir.Shared || v.Kind == ir.DynamicShared || at < v.Offset || at >= v.Offset+v.Bytes {
			continue
		}
		if v.Bytes <= barrierBytes {
			return v.Name
		}
		return fmt.Sprintf("%s[%d]", v.Name, (at-v.Offset)/barrierBytes)
	}
	return fmt.Sprintf("at byte %d of shared memory", at)
}

// lineOf names the line of an instruction.
func (w *warp) lineOf(pc int32) string {
	k := w.worker.p.Kernel
	pos := k.Called(w.worker.p.Instrs[pc].Pos).Pos
	if pos.File != k.Pos.File {
		return pos.Where()
	}
	return fmt.Sprintf("line %d", pos.Line)
}

// waitsForBarrier reports a block of which a thread waits for a phase of a barrier in shared memory that never ends; nil:
// none does.
func (wk *worker) waitsForBarrier() error {
	for _, w := range wk.warps {
		if w.state != running {
			continue
		}
		if in, addr, lane := w.testedBarrier(); in != nil {
			return w.neverOver(in, addr, lane)
		}
	}
	return nil
}

// testedBarrier returns the test of a barrier in the loop in which the warp is, and the address that a lane tests.
func (w *warp) testedBarrier() (test *inst, address uint32, lane int) {
	blocks := []ir.BlockID{w.block}
	if l := w.loop(); l != nil {
		blocks = append(blocks, l.Blocks...)
	}
	for _, id := range blocks {
		b := &w.worker.p.blocks[id]
		if i := slices.IndexFunc(b.body, func(in inst) bool { return in.ir.Op == ir.BarrierTest }); i >= 0 {
			lane = w.mask.First()
			return &b.body[i], w.words(&b.body[i], 0)[lane], lane
		}
	}
	return nil, 0, 0
}

// neverOver says why a phase of a barrier never ends.
func (w *warp) neverOver(in *inst, address uint32, lane int) error {
	wk, at := w.ownerOf(address)
	use := wk.barriers[at]
	if use == nil {
		return nil
	}
	s := barrierOf(wordOf(wk.shared[at:][:barrierBytes]))
	asked := w.words(in, 1)[lane] & 1
	said := fmt.Sprintf("thread %s of block %s waits for ever for the end of a phase of the mbarrier %s: ", w.thread(lane).Index(), w.worker.block.Index(), w.barrierName(address))
	hint := ""
	copies := ""
	if use.copy != 0 {
		copies = fmt.Sprintf(", and the copies of %s have brought %d", w.lineOf(use.copy), use.brought)
	}
	switch {
	case s.bytes > 0:
		said += fmt.Sprintf("%s expects %d bytes in this phase%s", w.lineOf(use.expect), use.expected, copies)
		hint = "expect in each phase exactly the bytes that its copies bring"
	case s.bytes < 0 && use.expected == 0:
		said += fmt.Sprintf("nobody expects bytes in this phase%s", copies)
		hint = "let a thread expect in each phase the bytes that its copies bring: mbarrier.arrive.expect_tx"
	case s.bytes < 0:
		said += fmt.Sprintf("%s expects %d bytes in this phase%s", w.lineOf(use.expect), use.expected, copies)
		hint = "expect in each phase exactly the bytes that its copies bring"
	case s.pending == s.arrivals:
		said += fmt.Sprintf("it waits for the phase with parity %d, and in that phase nobody arrives any more", asked)
		hint = "wait for the phases in their order: the first one has parity 0, the next one 1, then 0 again; a thread that may begin without waiting asks for parity 1 first"
	default:
		said += fmt.Sprintf("%s says that %d arrive in each phase, and %s in this one", w.lineOf(use.init), s.arrivals, diag.Count(s.arrivals-s.pending, "have arrived"))
		hint = "let as many threads arrive in each phase as mbarrier.init says"
	}
	return w.diagnostic(in.ir, diag.MbarrierMisuse, hint, said+"; in "+w.worker.p.Kernel.Name)
}
