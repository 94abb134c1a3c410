package simt

// This file executes barriers with a number, at which some warps of a block meet.

import (
	"fmt"

	"gpucourse/gpusim/diag"
)

// barrierOp holds the slots of a barrier's number and of the number of its threads.
type barrierOp struct{ number, threads int32 }

// meetingPoint is a barrier at which a warp waits. The zero value is that of the whole block.
type meetingPoint struct {
	number int
	warps  int // that meet there; 0: all of the block
}

// maxBarriers is how many barriers a block has (PTX ISA, barrier).
const maxBarriers = 16

// meetAt notes the barrier of an instruction. It returns false after a fault.
func (w *warp) meetAt(in *inst) bool {
	lane, size := w.mask.First(), w.worker.p.spec.WarpSize
	number := lanesOf[uint32](w.expand(&w.regs[in.barrier.number]))[lane]
	threads := lanesOf[uint32](w.expand(&w.regs[in.barrier.threads]))[lane]
	switch {
	case number >= maxBarriers:
		w.fault(in.ir, diag.BarrierDivergence, fmt.Sprintf("number barriers from 0 to %d", maxBarriers-1), "a block has no barrier %d; %s", number, w.describeLane(lane))
		return false
	case threads%uint32(size) != 0:
		w.fault(in.ir, diag.BarrierDivergence, "pass a multiple of the warp size", "barrier %d is for %d threads, which are no whole warps; %s", number, threads, w.describeLane(lane))
		return false
	}
	w.at = meetingPoint{number: int(number), warps: int(threads) / size}
	return true
}

// execBarArrive counts the warp at a barrier, at which it does not wait.
func execBarArrive(w *warp, in *inst) {
	if w.meetAt(in) {
		w.worker.arrived[w.at.number]++
		if f := w.worker.observer.BarArrive; f != nil {
			f(w.event(in.pc), w.at.number)
		}
	}
}

// numbered reports whether a warp waits at a barrier that not all warps of the block reach.
func (wk *worker) numbered() bool {
	for _, w := range wk.warps {
		if w.state == waiting && w.at != (meetingPoint{}) {
			return true
		}
	}
	return false
}

// releaseNumbered makes the warps run again that wait at complete barriers, or reports a barrier to
// which not enough warps can come. No warp is running.
func (wk *worker) releaseNumbered() error {
	var first *warp
	released := false
	for _, w := range wk.warps {
		if w.state != waiting {
			continue
		}
		if first == nil {
			first = w
		}
		here := func(x *warp) bool { return x.state == waiting && x.at.number == w.at.number }
		come := wk.arrived[w.at.number]
		for _, x := range wk.warps {
			come += int(bitInt(here(x)))
		}
		if come < w.meets() {
			continue
		}
		wk.combine(w, here)
		wk.tellMeeting(w.at.number, here)
		for _, x := range wk.warps {
			if here(x) && x != w {
				x.state = running
			}
		}
		w.state, released = running, true
		wk.arrived[w.at.number] = 0
	}
	if released {
		return nil
	}
	in := wk.p.Instrs[first.barrier()]
	return first.diagnostic(in, diag.BarrierDivergence, "let as many warps come to the barrier as it names", fmt.Sprintf(
		"barrier %d waits for ever: it is for %d warps, and all others of the block have ended or wait elsewhere; block %s, in %s",
		first.at.number, first.meets(), wk.block.Index(), wk.p.Kernel.Name))
}

// meets returns how many warps meet where the warp waits.
func (w *warp) meets() int {
	if w.at.warps > 0 {
		return w.at.warps
	}
	n := 0
	for _, x := range w.worker.warps {
		n += int(bitInt(x.state != ended))
	}
	return n
}
