package sm

// This file is barriers in shared memory (mbarrier). A barrier counts arrivals and bytes as the executor's does; what
// it counts has a time, and a phase is over at the latest of these times.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// phases is a barrier in shared memory.
type phases struct {
	address                  uint64
	pending, arrivals, bytes int64
	parity                   uint64
	over                     int64 // cycle at which the last phase ended
	at                       int64 // the latest time of what the phase has counted
}

// change is what an arrival or a copy changes.
type change struct {
	begins          bool
	arrivals, drops int64
	bytes           int64
}

// Message is a change of a barrier of a block on another SM.
type Message struct {
	Block   int
	address uint64
	change  change
	at      int64
}

// Deliver makes the change of a message in the block of a slot. It returns false if that block has not started, or ended.
func (m *SM) Deliver(slot int, x *Message) bool {
	if b := &m.blocks[slot]; b.number != x.Block || b.running == 0 {
		return false
	}
	m.arriveAt(slot, x.address&ir.ClusterMask, x.change, x.at)
	return true
}

// Release lets one warp go on that waits for a phase, though nothing ends it. It returns false if no warp waits.
func (m *SM) Release() bool {
	for i := range m.warps {
		if w := &m.warps[i]; w.running && !w.atBarrier && w.ready >= notReady && m.program.ops[w.pc].Kind == isa.PhaseWait {
			w.ready, w.reason = w.last, trace.LongScoreboard
			m.update(w)
			m.Earliest = min(m.Earliest, w.ready)
			return true
		}
	}
	return false
}

// barrierOf returns a barrier of a block.
func (b *block) barrierOf(address uint64) *phases {
	address &= ir.ClusterMask
	for i := range b.phases {
		if b.phases[i].address == address {
			return &b.phases[i]
		}
	}
	b.phases = append(b.phases, phases{address: address})
	return &b.phases[len(b.phases)-1]
}

// arriveAt changes a barrier of the block in a slot at a cycle. The warps that wait for the end of its phase go on.
func (m *SM) arriveAt(slot int, address uint64, c change, at int64) {
	if rank := int(address>>ir.ClusterShift) - 1; rank >= 0 {
		if peer := m.program.Shape.Peer(m.blocks[slot].number, rank); peer != m.blocks[slot].number {
			m.Sent = append(m.Sent, Message{peer, address, c, at})
			return
		}
	}
	x := m.blocks[slot].barrierOf(address)
	if c.begins {
		x.pending, x.arrivals, x.parity = c.arrivals, c.arrivals, 0
		return
	}
	x.pending -= c.arrivals
	x.arrivals -= c.drops
	x.bytes += c.bytes
	x.at = max(x.at, at)
	if x.pending != 0 || x.bytes != 0 {
		return
	}
	x.pending, x.parity, x.over = x.arrivals, x.parity^1, max(x.over, x.at)
	x.at = 0
	m.resume(slot)
}

// resume looks again at the warps of a block that wait for a phase.
func (m *SM) resume(slot int) {
	warps := m.warpsOf(slot)
	for i := range warps {
		if w := &warps[i]; w.running && !w.atBarrier && w.ready >= notReady && m.program.ops[w.pc].Kind == isa.PhaseWait {
			m.settle(w, w.last, trace.Wait)
			m.update(w)
			m.Earliest = min(m.Earliest, w.ready)
		}
	}
}

// changePhase executes an instruction that changes barriers.
func (m *SM) changePhase(w *warp, o *op, now int64) {
	t, k := m.worker.trace, &m.program.Spec.Clock.Copy
	start := m.lsu.pass(w, now<<mem.TickBits, int64(k.ArrivePass)<<mem.TickBits, int64(k.Arrive)<<mem.TickBits) >> mem.TickBits
	for w.atAccess(t) {
		a := w.decoder.Access(t, w.site)
		address, n, bytes := a.Base>>1, a.DX, a.DY
		w.advance(t)
		c := change{arrivals: n, bytes: bytes}
		switch o.mod {
		case ir.BarrierInit:
			c.begins = true
		case ir.BarrierDrop:
			c.drops = n
		case ir.BarrierExpect:
			c.arrivals = 0
		case ir.BarrierDone:
			c = change{bytes: -bytes}
		case ir.BarrierCopied:
			m.arriveCopied(w, address, c, start)
			continue
		}
		m.arriveAt(int(w.slot), address, c, start+int64(k.Arrived))
	}
	w.write(o, start+int64(k.Tested))
}

// arriveCopied arrives at a barrier when the copies of a warp are done.
func (m *SM) arriveCopied(w *warp, address uint64, c change, now int64) {
	if at := w.copies.all(); at < notReady {
		m.arriveAt(int(w.slot), address, c, max(at, now))
		return
	}
	m.later = append(m.later, lateArrival{w.number, address, c})
}

// lateArrival is an arrival that waits for copies of its warp.
type lateArrival struct {
	warp    int32
	barrier uint64
	change  change
}

// arriveLate makes the arrivals whose copies are done.
func (m *SM) arriveLate() {
	kept := m.later[:0]
	for _, l := range m.later {
		w := &m.warps[l.warp]
		at := w.copies.all()
		if at >= notReady {
			kept = append(kept, l)
			continue
		}
		m.arriveAt(int(w.slot), l.barrier, l.change, at)
	}
	m.later = kept
}

// awaits returns when the phase is over for which the warp's next instruction waits; notReady if that is not known.
func (m *SM) awaits(w *warp) int64 {
	t := m.worker.trace
	if !w.atAccess(t) {
		return 0
	}
	base := w.decoder.Base(w.site)
	x := m.blocks[w.slot].barrierOf(base >> 1)
	if x.parity == base&1 {
		return notReady
	}
	return x.over
}

// testPhase executes the look at a phase that is over.
func (m *SM) testPhase(w *warp, o *op, now int64) {
	for t := m.worker.trace; w.atAccess(t); {
		w.advance(t)
	}
	k := &m.program.Spec.Clock.Copy
	start := m.lsu.pass(w, now<<mem.TickBits, int64(k.TestPass)<<mem.TickBits, int64(k.Arrive)<<mem.TickBits) >> mem.TickBits
	w.write(o, start+int64(k.Tested))
}
