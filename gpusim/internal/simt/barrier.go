package simt

// This file executes barriers and checks that all threads reach them.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

const barrierHint = "every thread of the block must reach the same SyncThreads: move it out of the if, or keep threads without data in the kernel until the last one"

// execBar makes the warp wait at a barrier of its block. All lanes must be active.
func execBar(w *warp, in *inst) {
	if w.apart && !w.converged {
		w.awaitAll(in)
		return
	}
	if !w.converged {
		w.divergedBarrier(in)
		return
	}
	if w.at = (meetingPoint{}); in.barrier != nil && !w.meetAt(in) {
		return
	}
	w.state, w.spin = waiting, spin{}
	if f := w.worker.observer.Barrier; f != nil {
		f(w.event(in.pc))
	}
}

// divergedBarrier reports lanes that do not come to the barrier of the active ones.
func (w *warp) divergedBarrier(in *inst) {
	missing := w.alive &^ w.mask
	w.fault(in.ir, diag.BarrierDivergence, barrierHint,
		"SyncThreads in code that not all threads of a warp execute: %d of its %d threads, %s the first, wait elsewhere; %s",
		missing.Count(), w.alive.Count(), w.thread(missing.First()).Index(), w.describeLane(w.mask.First()))
}

// releaseBarrier makes the waiting warps of a block run again, or reports threads
// that can never reach the barrier. No warp is running.
func (wk *worker) releaseBarrier() error {
	if wk.numbered() {
		return wk.releaseNumbered()
	}
	var first *warp
	for _, w := range wk.warps {
		if w.state == waiting {
			if first == nil {
				first = w
			}
			if bar := first.barrier(); w.barrier() != bar {
				return w.differentBarriers(first)
			}
		}
	}
	if err := wk.checkExited(first); err != nil {
		return err
	}
	everyone := func(*warp) bool { return true }
	wk.combine(first, everyone)
	wk.tellMeeting(0, everyone)
	for _, w := range wk.warps {
		if w.state == waiting {
			w.state = running
		}
	}
	return nil
}

// combine writes the result of the barrier at which first waits, if it has one: it combines
// the predicate of all threads that wait and are meant.
func (wk *worker) combine(first *warp, meant func(*warp) bool) {
	at := &wk.p.blocks[first.block].body[first.ip-1]
	if len(at.ir.Dst) == 0 {
		return
	}
	set, threads := 0, 0
	for _, w := range wk.warps {
		if w.state == waiting && meant(w) {
			set += (trace.Mask(w.regs[at.a].base) & w.mask).Count()
			threads += w.mask.Count()
		}
	}
	holds := set == threads
	if at.ir.Mod == ir.BarOr {
		holds = set > 0
	}
	for _, w := range wk.warps {
		switch {
		case w.state != waiting || !meant(w):
		case at.ir.Mod == ir.BarPopc:
			w.setScalar(at, uint64(set))
		default:
			w.setPred(at, -bit(holds))
		}
	}
}

// barrier returns the PC of the barrier the warp waits at.
func (w *warp) barrier() int32 { return w.worker.p.blocks[w.block].body[w.ip-1].pc }

// differentBarriers reports that w and first wait at different barriers.
func (w *warp) differentBarriers(first *warp) error {
	p := w.worker.p
	here, there := p.Instrs[first.barrier()], p.Instrs[w.barrier()]
	return first.diagnostic(here, diag.BarrierDivergence, barrierHint, fmt.Sprintf(
		"thread %s of block %s waits at this SyncThreads while thread %s waits at the one at %s; in %s",
		first.thread(first.alive.First()).Index(), w.worker.block.Index(), w.thread(w.alive.First()).Index(), p.Kernel.Frame(there.Pos).Pos, p.Kernel.Name))
}

// checkExited reports threads that have exited before the barrier at which first
// waits, on devices whose barriers count exited threads.
func (wk *worker) checkExited(first *warp) error {
	if wk.p.spec.Limits.ExitedArrive {
		return nil
	}
	missing, example := 0, ""
	for _, w := range wk.warps {
		if gone := w.threads &^ w.alive; gone != 0 {
			if missing == 0 {
				example = w.thread(gone.First()).Index()
			}
			missing += gone.Count()
		}
	}
	if missing == 0 {
		return nil
	}
	in := wk.p.Instrs[first.barrier()]
	return first.diagnostic(in, diag.BarrierDivergence, barrierHint, fmt.Sprintf(
		"threads wait at this SyncThreads for ever: %d of the block's %d threads have ended without reaching it, thread %s the first; block %s, in %s",
		missing, wk.launch.Block.Count(), example, wk.block.Index(), wk.p.Kernel.Name))
}

// memberMasks returns each lane's member mask of a warp function, and their union. It
// returns false after a fault, and when the lanes begin to wait for others.
func (w *warp) memberMasks(in *inst, slot int32) (l *lanes[uint32], named trace.Mask, ok bool) {
	l = lanesOf[uint32](w.expand(&w.regs[slot]))
	if w.worker.launch.Beyond && w.sameMask(l) {
		l = w.withActive(l)
	}
	for i, m := range l {
		if !w.mask.Has(i) {
			continue
		}
		named |= trace.Mask(m)
		if !trace.Mask(m).Has(i) {
			w.fault(in.ir, diag.WarpMask, "let each lane that makes the call stand in the mask it passes",
				"the mask %#08x does not name lane %d, which passes it; %s", m, i, w.describeLane(i))
			return l, named, false
		}
	}
	absent := named & w.alive &^ w.mask
	if absent == 0 || w.meeting != nil {
		return l, named, true
	}
	if w.worker.p.spec.Limits.IndependentLanes {
		w.await(in, l)
	} else {
		w.absentLane(in, named, absent)
	}
	return l, named, false
}

// sameMask reports whether all active lanes pass the same mask.
func (w *warp) sameMask(masks *lanes[uint32]) bool {
	first := masks[w.mask.First()]
	for i, m := range masks {
		if w.mask.Has(i) && m != first {
			return false
		}
	}
	return true
}

// withActive returns masks that name the active lanes, too: hardware looks at a mask only to find the
// lanes that it waits for.
func (w *warp) withActive(masks *lanes[uint32]) *lanes[uint32] {
	widened := *masks
	for i := range widened {
		if w.mask.Has(i) {
			widened[i] |= uint32(w.mask)
		}
	}
	return &widened
}

// absentLane reports a lane of a mask that does not execute the call, on a device whose warp
// functions do not wait.
func (w *warp) absentLane(in *inst, named, absent trace.Mask) {
	w.fault(in.ir, diag.WarpMask, "pass the mask of the lanes that are here, or move the call out of the if",
		"the mask %#08x names lane %d, which does not execute this call (lanes %#08x do); before cc 7.0 the call does not wait for other lanes; %s",
		uint32(named), absent.First(), uint32(w.mask), w.describeLane(w.mask.First()))
}

// execBarWarp is a barrier of the lanes of a mask. Active lanes are in lockstep and need
// not wait.
func execBarWarp(w *warp, in *inst) {
	masks, _, ok := w.memberMasks(in, in.a)
	f := w.worker.observer.SyncWarp
	if !ok || f == nil || w.meeting != nil && w.meeting.notified {
		return
	}
	if w.meeting != nil {
		w.meeting.notified = true
	}
	for rest := w.mask; rest != 0; { // groups of lanes may wait with masks of their own
		named := trace.Mask(masks[rest.First()])
		e := w.event(in.pc)
		e.Lanes = named
		f(e)
		rest &^= named
	}
}
