package sm

// This file is the resident blocks: how they begin, meet at barriers, and end.

import (
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// block is a resident block, or room for one.
type block struct {
	number  int // in the grid; noBlock: there is none
	live    int // warps that have not ended
	waiting int // warps at a barrier
	end     int64
}

const noBlock = -1

// activity is when the SM had blocks.
type activity struct {
	blocks       int   // resident
	since, until int64 // cycles of the present stretch with blocks, and of the last end
	total        int64 // cycles of all stretches before
}

// MakeRoom gives the SM room for resident blocks, and what accesses need. An SM without
// room gets no blocks later.
func (m *SM) MakeRoom(blocks int) {
	if blocks == 0 {
		return
	}
	k := &m.program.Spec.Clock.Memory
	m.out.lines = make([]line, lineSlots)
	m.out.mshrs.free = make([]int64, k.L1Misses)
	n, registers := blocks*m.program.Warps, m.program.registers
	m.blocks, m.warps = make([]block, blocks), make([]warp, n)
	boards, cursors := make([]entry, n*registers), m.worker.trace.Cursors(n)
	for i := range m.warps {
		m.warps[i] = warp{
			number: int32(i), index: int32(i % m.program.Warps), block: int32(i / m.program.Warps),
			board: boards[i*registers:][:registers], cursor: cursors[i],
		}
		m.schedulers[i%len(m.schedulers)].grow()
	}
}

// Start puts a block of the grid into a room at a cycle.
func (m *SM) Start(room, number int, now int64) {
	if m.active.blocks == 0 {
		m.active.since = max(now, m.active.until)
	}
	m.active.blocks++
	m.blocks[room] = block{number: number, live: m.program.Warps}
	warps := m.warpsOf(room)
	m.worker.trace.Open(number, func(i int) *replay.Cursor { return &warps[i].cursor })
	t := &m.program.t
	from := max(m.starts, now<<mem.TickBits)
	m.starts = from
	for i := range warps {
		m.starts += t.warpStart
		w := &warps[i]
		w.begin(m.worker.trace, m.starts>>mem.TickBits)
		m.schedulerOf(w).started[m.place(w)] = w.began
		m.prepare(w, w.began, trace.Wait)
		m.offer(w)
	}
	m.starts = max(m.starts, from+max(t.blockGap, int64(len(warps))*t.warpGap))
	first, _ := m.first()
	m.Earliest = min(m.Earliest, first)
}

// warpsOf returns the warps of a room.
func (m *SM) warpsOf(room int) []warp { return m.warps[room*m.program.Warps:][:m.program.Warps] }

// arrive brings a warp to a barrier.
func (m *SM) arrive(w *warp, now int64) {
	w.held = true
	w.reason, w.ready = trace.Barrier, notReady
	if w.event == replay.Barrier {
		w.advance(m.worker.trace)
	}
	m.barriers = max(m.barriers, now<<mem.TickBits) + m.program.t.barrierWarp
	b := &m.blocks[w.block]
	b.waiting++
	if b.waiting == b.live {
		m.release(int(w.block), now)
	}
}

// release lets the warps of a block go that wait at its barrier.
func (m *SM) release(room int, now int64) {
	m.blocks[room].waiting = 0
	then := (max(m.barriers, now<<mem.TickBits) + m.program.t.barrier) >> mem.TickBits
	warps := m.warpsOf(room)
	for i := range warps {
		if w := &warps[i]; w.held {
			w.held = false
			m.charge(w, then, trace.Barrier)
			w.pc++
			m.prepare(w, then, trace.Barrier)
			m.offer(w)
		}
	}
}

// exit ends a warp, and its block when it is the last.
func (m *SM) exit(w *warp, now int64) {
	m.charge(w, w.drain, trace.Drain)
	w.alive, w.ready = false, notReady
	m.worker.WarpCycles += uint64(w.last - w.began)
	b := &m.blocks[w.block]
	b.live--
	b.end = max(b.end, w.last)
	switch {
	case b.live == 0:
		m.vacate(int(w.block))
	case b.waiting == b.live:
		m.release(int(w.block), now)
	}
}

// vacate notes that the block of a room has ended.
func (m *SM) vacate(room int) {
	b := &m.blocks[room]
	b.number = noBlock
	m.ended = append(m.ended, room)
	m.worker.Ended++
	m.active.blocks--
	m.active.until = max(m.active.until, b.end)
	if m.active.blocks == 0 {
		m.active.total += m.active.until - m.active.since
	}
}

// Ended calls free with each room whose block has ended since the last call, and when.
func (m *SM) Ended(free func(room int, at int64)) {
	for _, room := range m.ended {
		free(room, m.blocks[room].end)
	}
	m.ended = m.ended[:0]
}

// Active returns for how many cycles the SM had a block.
func (m *SM) Active() int64 { return m.active.total }

// Pending returns how much the SM waits for: requests, loads, lines, warps and their
// registers. When all blocks have ended it is 0.
func (m *SM) Pending() int {
	n := len(m.out.requests) + len(m.out.pending) + len(m.out.waiters)
	for i := range m.out.lines {
		if m.out.lines[i].when < 0 {
			n++
		}
	}
	for i := range m.warps {
		w := &m.warps[i]
		if w.alive {
			n++
		}
		for _, e := range w.board {
			if e.cycle() >= notReady {
				n++
			}
		}
	}
	return n
}
