package simt

// This file tells observers what orders threads beside barriers of the whole block: barriers of some warps, groups of
// copies, and barriers in shared memory.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// execGroup closes a group of copies or products, or waits for groups. They are done when they are issued.
func execGroup(w *warp, in *inst) {
	if f := w.worker.observer.Grouped; f != nil {
		f(w.event(in.pc), int(w.words(in, 0)[w.mask.First()]))
	}
}

// tellMeeting tells the observer which waiting warps meet at a barrier.
func (wk *worker) tellMeeting(number int, meant func(*warp) bool) {
	f := wk.observer.Met
	if f == nil {
		return
	}
	m := trace.Meeting{Block: wk.index, Number: number}
	for _, w := range wk.warps {
		if w.state == waiting && meant(w) {
			m.Warps |= 1 << w.index
		}
	}
	f(m)
}

// laneEvent is the event of one lane at an instruction.
func (w *warp) laneEvent(in *inst, lane int) trace.Event {
	return trace.Event{Block: w.worker.index, Warp: w.index, PC: in.pc, Lanes: trace.MaskOf(lane, 1)}
}

// inCluster returns an address of shared memory with the rank of its block, where the launch has clusters.
func (w *warp) inCluster(address uint32) uint64 {
	if w.worker.cluster != nil && address>>ir.ClusterShift == 0 {
		address |= uint32(w.worker.rank+1) << ir.ClusterShift
	}
	return uint64(address)
}

// tellCopies tells the observer that copies of a few bytes, one for each active lane, write shared memory.
func (w *warp) tellCopies(in *inst, to *lanes[uint32], n int) {
	f := w.worker.observer.Copied
	if f == nil {
		return
	}
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		f(trace.SharedCopy{Event: w.laneEvent(in, lane), Shared: w.inCluster(to[lane]), Bytes: n, Writes: true})
	}
}

// tellBulk tells the observer that a bulk copy of a group reads shared memory.
func (w *warp) tellBulk(in *inst, lane int, shared uint32, n int) {
	if f := w.worker.observer.Copied; f != nil {
		f(trace.SharedCopy{Event: w.laneEvent(in, lane), Shared: w.inCluster(shared), Bytes: n})
	}
}

// tellCounted tells the observer that a bulk copy which a barrier counts reads or writes shared memory.
func (w *warp) tellCounted(in *inst, lane int, shared, barrier uint32, n int, writes bool) {
	if f := w.worker.observer.Copied; f != nil {
		f(trace.SharedCopy{Event: w.laneEvent(in, lane), Shared: w.inCluster(shared), Bytes: n, Writes: writes, Barrier: w.inCluster(barrier), Counted: true})
	}
}

// tellArrival tells the observer of a change of a barrier.
func (w *warp) tellArrival(in *inst, lane int, barrier uint32, over bool) {
	if f := w.worker.observer.Arrived; f != nil {
		f(trace.Arrival{Event: w.laneEvent(in, lane), Barrier: w.inCluster(barrier), Over: over})
	}
}

// tellAwaited tells the observer of lanes that have seen the end of a phase of their barriers.
func (w *warp) tellAwaited(in *inst, over trace.Mask, at *lanes[uint32]) {
	f := w.worker.observer.Awaited
	if f == nil {
		return
	}
	for over != 0 {
		same, barrier := trace.Mask(0), at[over.First()]
		for rest := over; rest != 0; rest &= rest - 1 {
			if at[rest.First()] == barrier {
				same |= rest & -rest
			}
		}
		e := w.event(in.pc)
		e.Lanes = same
		f(e, w.inCluster(barrier))
		over &^= same
	}
}
