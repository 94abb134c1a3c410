package simt

// This file executes barriers in shared memory (mbarrier). A barrier is a word of 64 bits that kernels do not look into:
//
//	bits 0–19   arrivals that the phase still waits for
//	bits 20–39  arrivals that a phase waits for
//	bits 40–62  bytes that the phase still waits for, signed
//	bit  63     the phase, which begins at 0
//
// A phase is over when it waits for nothing. The next one begins at once.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

const (
	barrierBytes = 8
	countBits    = 20
	maxArrivals  = 1<<countBits - 1
	bytesBits    = 23
	mostBytes    = 1<<countBits - 1
	bytesShift   = 2 * countBits
	phaseShift   = 63
)

// barrierState is a barrier, taken apart.
type barrierState struct {
	pending, arrivals, bytes int64
	phase                    uint64
}

func barrierOf(word uint64) barrierState {
	return barrierState{
		pending: int64(word & maxArrivals), arrivals: int64(word >> countBits & maxArrivals),
		bytes: int64(word<<(64-phaseShift)) >> (64 - bytesBits), phase: word >> phaseShift,
	}
}

func (s *barrierState) word() uint64 {
	return uint64(s.pending) | uint64(s.arrivals)<<countBits | uint64(s.bytes)&(1<<bytesBits-1)<<bytesShift | s.phase<<phaseShift
}

// settle begins the next phase where this one is over, and reports whether it was.
func (s *barrierState) settle() (over bool) {
	if over = s.pending == 0 && s.bytes == 0; over {
		s.pending, s.phase = s.arrivals, s.phase^1
	}
	return over
}

// barrierAt returns the bytes of a lane's barrier.
func (w *warp) barrierAt(in *inst, lane int, address uint32) []byte {
	return w.sharedBytes(in, lane, address, barrierBytes, barrierBytes)
}

// changeBarrier changes a barrier. It returns false after a fault.
func (w *warp) changeBarrier(in *inst, lane int, address uint32, change func(*barrierState)) bool {
	b, use := w.barrierInUse(in, lane, address)
	if b == nil {
		return false
	}
	before := barrierOf(wordOf(b))
	s := before
	change(&s)
	use.note(in, &before, &s)
	switch {
	case s.pending < 0:
		w.fault(in.ir, diag.MbarrierMisuse, "let as many threads arrive in each phase as mbarrier.init says",
			"more arrivals at the mbarrier %s than the %d that %s sets; %s", w.barrierName(address), s.arrivals, w.lineOf(use.init), w.describeLane(lane))
		return false
	case s.bytes > mostBytes || s.bytes < -mostBytes:
		w.fault(in.ir, diag.MbarrierMisuse, "expect what the copies of one phase bring", "the mbarrier %s counts %d bytes, more than %d; %s", w.barrierName(address), s.bytes, mostBytes, w.describeLane(lane))
		return false
	}
	over := s.settle()
	if over {
		use.expected, use.brought = 0, 0
	}
	putWord(b, s.word())
	w.worker.writes++
	w.tellArrival(in, lane, address, over)
	return true
}

// execBarrier changes barriers, lane by lane. Its result is the state before.
func execBarrier(w *warp, in *inst) {
	at, counts, bytes := *w.words(in, 0), w.words(in, 1), w.words(in, 2)
	var old lanes[uint64]
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		i := rest.First()
		b := w.barrierAt(in, i, at[i])
		if b == nil {
			return
		}
		old[i] = wordOf(b)
		n, x := int64(counts[i]), int64(bytes[i])
		if in.ir.Mod == ir.BarrierInit {
			if !w.beginBarrier(in, i, at[i], n) {
				return
			}
			s := barrierState{pending: n, arrivals: n}
			putWord(b, s.word())
			w.worker.writes++
			w.tellArrival(in, i, at[i], false)
			continue
		}
		ok := w.changeBarrier(in, i, at[i], func(s *barrierState) {
			switch in.ir.Mod {
			case ir.BarrierExpect:
				s.bytes += x
			case ir.BarrierDone:
				s.bytes -= x
			case ir.BarrierDrop:
				s.pending, s.arrivals, s.bytes = s.pending-n, s.arrivals-n, s.bytes+x
			default:
				s.pending, s.bytes = s.pending-n, s.bytes+x
			}
		})
		if !ok {
			return
		}
	}
	w.tellChanges(in, &at, counts, bytes)
	w.tellShared(in, trace.Atomic, barrierBytes, w.mask, &at)
	if in.dst != 0 {
		*lanesOf[uint64](w.beginWrite(in)) = old
		w.endWrite(in)
	}
}

// tellChanges tells the observer how the lanes change barriers.
func (w *warp) tellChanges(in *inst, at, counts, bytes *lanes[uint32]) {
	for rest := w.mask; rest != 0; {
		first := rest.First()
		p := trace.Phase{Address: uint64(at[first])}
		for i := first; i < arch.MaxLanes; i++ {
			if !rest.Has(i) || at[i] != at[first] {
				continue
			}
			rest &^= 1 << i
			p.Arrivals, p.Bytes = p.Arrivals+int64(counts[i]), p.Bytes+int64(bytes[i])
		}
		if in.ir.Mod == ir.BarrierInit {
			p.Arrivals = int64(counts[first])
		}
		w.tellPhase(in, p)
	}
}

// execBarrierTest looks whether phases are over. With try the lanes wait while others can go on.
func execBarrierTest(w *warp, in *inst) {
	at, phases, over := w.words(in, 0), w.words(in, 1), trace.Mask(0)
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		b, _ := w.barrierInUse(in, lane, at[lane])
		if b == nil {
			return
		}
		over |= bit(barrierOf(wordOf(b)).phase != uint64(phases[lane]&1)) << lane
	}
	if over == 0 && in.ir.Mod == ir.BarrierTry {
		w.lookAgain()
		return
	}
	w.tellAwaited(in, over, at)
	for rest := over; rest != 0; {
		first := rest.First()
		w.tellPhase(in, trace.Phase{Address: uint64(at[first]), Parity: uint64(phases[first] & 1)})
		for i := first; i < arch.MaxLanes; i++ {
			if at[i] == at[first] && phases[i]&1 == phases[first]&1 {
				rest &^= 1 << i
			}
		}
	}
	w.tellShared(in, trace.Load, barrierBytes, w.mask, at)
	w.setPred(in, over)
}

// lookAgain lets other lanes, warps or blocks run before the active lanes execute the instruction again.
func (w *warp) lookAgain() {
	w.ip--
	w.spin.found, w.spin.writes = true, w.worker.writes
	if w.worker.p.spec.Limits.IndependentLanes && w.yield() {
		w.state = moved
		return
	}
	w.state = stalled
}
