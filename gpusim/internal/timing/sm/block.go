package sm

// This file is the resident blocks: how they start, meet at barriers, and end.

import (
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// block is a block slot of the SM.
type block struct {
	number  int // in the grid
	running int // warps that have not ended
	waiting int // warps at a barrier
	end     int64

	inCluster clusterBlock
	phases    []phases
}

// activity is the current stretch of time in which the SM has blocks.
type activity struct {
	blocks       int
	since, until int64 // cycles: its begin, and the last end of a block
}

// AddSlots gives the SM slots for blocks, once.
func (m *SM) AddSlots(blocks int) {
	if blocks == 0 {
		return
	}
	m.port.pendingLines = make([]pendingLine, pendingLines)
	m.port.mshrs.free = make([]int64, m.program.Spec.Clock.Memory.L1Misses)
	m.port.stored = make([]uint64, m.program.Spec.Clock.Memory.StoreLines)
	n, entries := blocks*m.program.Warps, m.program.entries
	m.blocks, m.warps = make([]block, blocks), make([]warp, n)
	scoreboards, decoders := make([]entry, n*entries), m.worker.trace.Decoders(n)
	for i := range m.warps {
		m.warps[i] = warp{
			number: int32(i), index: int32(i % m.program.Warps), slot: int32(i / m.program.Warps),
			scoreboard: scoreboards[i*entries:][:entries], decoder: decoders[i],
		}
		m.schedulers[i%len(m.schedulers)].grow()
	}
}

// Start puts a block of the grid into a free slot at a cycle.
func (m *SM) Start(slot, number int, now int64) {
	if m.active.blocks == 0 {
		m.active.since = max(now, m.active.until)
	}
	m.active.blocks++
	m.blocks[slot] = block{number: number, running: m.program.Warps, phases: m.blocks[slot].phases[:0]}
	warps, t := m.warpsOf(slot), &m.program.t
	m.worker.trace.Open(number, func(i int) *tracefile.Decoder { return &warps[i].decoder })
	from := max(m.nextStart, now<<mem.TickBits)
	m.nextStart = from
	for i := range warps {
		m.nextStart += t.warpStart
		w := &warps[i]
		w.begin(m.worker.trace, m.nextStart>>mem.TickBits)
		w.marks.begin(m.worker.trace, number, i)
		m.prepare(w, w.began, trace.Wait)
		m.update(w)
	}
	m.nextStart = max(m.nextStart, from+max(t.blockGap, int64(len(warps))*t.warpGap))
	first, _ := m.first()
	m.Earliest = min(m.Earliest, first)
}

// warpsOf returns the warps of a block slot.
func (m *SM) warpsOf(slot int) []warp { return m.warps[slot*m.program.Warps:][:m.program.Warps] }

// arrive lets a warp wait at a barrier.
func (m *SM) arrive(w *warp, now int64) {
	w.atBarrier = true
	w.reason, w.ready = trace.Barrier, notReady
	if w.event == tracefile.Barrier {
		w.advance(m.worker.trace)
	}
	m.barriers = max(m.barriers, now<<mem.TickBits) + m.program.t.barrierWarp
	b := &m.blocks[w.slot]
	b.waiting++
	if b.waiting == b.running {
		m.release(int(w.slot), now)
	}
}

// release lets the warps of a block continue after a barrier.
func (m *SM) release(slot int, now int64) {
	m.blocks[slot].waiting = 0
	then := (max(m.barriers, now<<mem.TickBits) + m.program.t.barrier) >> mem.TickBits
	warps := m.warpsOf(slot)
	for i := range warps {
		if w := &warps[i]; w.atBarrier {
			w.atBarrier = false
			from := then
			if o := &m.program.ops[w.pc]; len(o.Writes) > 0 { // it combines values
				from += o.Latency
			}
			m.charge(w, from, trace.Barrier)
			w.pc++
			m.prepare(w, from, trace.Barrier)
			m.update(w)
		}
	}
}

// exit ends a warp, and its block with the last warp.
func (m *SM) exit(w *warp, now int64) {
	m.charge(w, w.drained, trace.Drain)
	w.running, w.ready = false, notReady
	m.leaveCluster(w)
	m.worker.WarpCycles += uint64(w.last - w.began)
	b := &m.blocks[w.slot]
	b.running--
	b.end = max(b.end, w.last)
	switch {
	case b.running == 0:
		m.vacate(int(w.slot))
	case b.waiting == b.running:
		m.release(int(w.slot), now)
	}
}

// vacate frees the slot of a block that has ended.
func (m *SM) vacate(slot int) {
	b := &m.blocks[slot]
	m.ended = append(m.ended, slot)
	m.worker.Ended++
	m.active.blocks--
	m.active.until = max(m.active.until, b.end)
	if m.active.blocks == 0 {
		m.Active += m.active.until - m.active.since
	}
}

// Ended calls free for each slot whose block has ended since the last call, with the cycle of
// the end.
func (m *SM) Ended(free func(slot int, at int64)) {
	for _, slot := range m.ended {
		free(slot, m.blocks[slot].end)
	}
	m.ended = m.ended[:0]
}

// Pending counts the warps, requests and loads that have not ended.
func (m *SM) Pending() int {
	return m.Running() + len(m.port.requests) + len(m.port.loads) + len(m.port.waiters) + len(m.bulkRequests)
}
