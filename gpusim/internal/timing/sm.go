package timing

// This file is the SM: its schedulers issue the instructions of its warps.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// sm is one streaming multiprocessor.
type sm struct {
	*player
	id     int
	scheds []scheduler
	turn   int       // the scheduler whose turn it is
	warps  []warp    // slot after slot
	issued int64     // instructions
	gone   int       // rounds that are to be passed over
	boards []written // of the warps
	slots  []slot
	free   []int32 // slots whose block ended in this window

	pipe, port, consts int64   // ticks: when the memory pipeline, the way to L2, the constant cache are free
	tags               int64   // ticks: when the next line can be looked up in L1
	barriers           int64   // ticks: when the next warp can arrive at a barrier
	starts             int64   // ticks: when the next warp can begin
	params             []int64 // by line of the parameters: when the SM has it; 0: nobody has asked
	code               codeCache
	flights            []flight
	misses, stores     misses
	rewrites           rewrites
	touched            uint64    // keeps touch from being left out
	unbounded          misses    // of atomics
	requests           []request // of this window
	answers            []request // of the window before, which nobody was told of
	loads              []load
	waiters            []waiter
	masks              []uint32 // what the stores among the requests write
	busy               [trace.NumResources]int64

	earliest     int64 // before which the SM cannot issue
	resident     int   // slots with a block
	since, until int64
	activity     int64
}

// ahead is how many steps of each warp are asked for before the SM is played.
const ahead = 4

// What lies in a line of the processor's cache: registers of a board, flights.
const (
	boardLine    = 8
	flightsALine = 4
)

// touch asks the processor for the memory that the SM's next window needs: between
// two windows of an SM all others have driven it out of its caches.
func (m *sm) touch() {
	sum := m.front.Prefetch(m.id)
	for i := 0; i < len(m.flights); i += flightsALine {
		sum += m.flights[i].line
	}
	for i := 0; i < len(m.boards); i += boardLine {
		sum += uint64(m.boards[i])
	}
	for i := range m.warps {
		sum += uint64(m.warps[i].ready) + m.warps[i].cursor.Touch(ahead)
	}
	m.touched = sum
}

// advance plays the SM until a cycle. Of schedulers that can issue in the same
// cycle it is the turn of those behind the one that issued last, so that none is
// always the last to find the memory pipeline free.
func (m *sm) advance(until int64) {
	m.touch()
	m.wake()
	at, scheduler := m.first()
	for at < until {
		m.issue(scheduler, at)
		at, scheduler = m.first()
	}
	m.earliest = at
}

// first returns when the SM can issue, and which scheduler does.
func (m *sm) first() (at int64, scheduler int) {
	at = never
	queue := m.queue()
	for i := range m.scheds {
		id := m.turn + i
		if id >= len(m.scheds) {
			id -= len(m.scheds)
		}
		if then := m.scheds[id].next(queue); then < at {
			at, scheduler = then, id
		}
	}
	return at, scheduler
}

// queueTicks is how much work the memory pipeline takes before it keeps warps
// waiting.
const queueTicks = 24 * ticks

// queue is when the next access can enter the memory pipeline.
func (m *sm) queue() int64 { return (max(m.pipe, m.tags) - queueTicks) >> tickBits }

// issue lets a scheduler issue the instruction of the warp that it chose.
func (m *sm) issue(id int, now int64) {
	s := &m.scheds[id]
	k := s.warp
	w := &m.warps[k*len(m.scheds)+id]
	o := &m.ops[w.pc]
	m.account(w, s, o, now)
	now = m.fetch(w, s, o, now, s.last == k)
	s.free = now + o.holds*m.t.issue
	m.execute(w, s, o, now)
	if m.Spec.Clock.Issue > 1 && o.kind == plain {
		m.pair(w, s, now)
	}
	m.turn = id + 1
	s.last = k
	m.offer(w, s, k)
}

// pair issues the warp's next instruction in the same cycle, where schedulers
// issue two, when it is arithmetic, needs nothing of the first and has a free
// unit.
func (m *sm) pair(w *warp, s *scheduler, now int64) {
	o := &m.ops[w.pc]
	if o.kind != plain || o.slots > 1 || s.unit[o.unit]>>tickBits > now {
		return
	}
	if at, counted, _ := m.operands(w, o); max(at, counted+s.frozen) <= now && w.ready <= s.free {
		m.execute(w, s, o, now)
	}
}

// offer shows a warp to its scheduler.
func (m *sm) offer(w *warp, s *scheduler, k int) {
	if !w.alive || w.held {
		s.offer(k, never, 0, 0, 0)
		return
	}
	s.offer(k, w.ready, w.counted, w.comes, m.ops[w.pc].gate)
}

// account says where a warp's time up to now went: it waited for its
// instruction's operands, then for a unit or the memory pipeline, then for its
// scheduler.
func (m *sm) account(w *warp, s *scheduler, o *op, now int64) {
	m.charge(w, min(w.ready, now), w.reason)
	ready := s.turns[s.warp].ready()
	m.charge(w, min(ready, now), s.warps[s.warp].late(ready, w.reason))
	if w.last == now {
		return
	}
	if o.unit != arch.NoUnit {
		why := trace.MathThrottle
		if o.unit == arch.UnitLSU {
			why = trace.MemoryThrottle
		}
		m.charge(w, min(s.gates[o.gate], now), why)
	}
	if o.gate == queued {
		m.charge(w, min(m.queue(), now), trace.MemoryThrottle)
	}
	m.charge(w, now, trace.NotSelected)
}

// charge accounts for a warp's time until a cycle. Most calls find that done.
func (m *sm) charge(w *warp, until int64, why trace.StallReason) {
	if until > w.last {
		m.waited(w, until, why)
	}
}

// waited accounts for a wait.
func (m *sm) waited(w *warp, until int64, why trace.StallReason) {
	m.byPC[w.pc].Stalls[why] += uint64(until - w.last)
	m.span(w, until, why)
	w.last = until
}

// execute issues an instruction.
func (m *sm) execute(w *warp, s *scheduler, o *op, now int64) {
	m.byPC[w.pc].Issued++
	m.issued++
	u := o.unit
	if u != arch.NoUnit {
		s.use(o, now)
		if u != arch.UnitLSU { // its pipeline counts
			m.busy[busyUnits[u]] += o.busy
		}
	}
	m.busy[trace.IssueSlots] += o.holds * m.t.issue << tickBits
	m.span(w, s.free, issued)
	w.last = s.free
	there := now + o.latency
	if o.reason == trace.Wait { // it is counted
		there -= s.frozen
	}
	for _, r := range o.writes {
		w.board[r] = writtenAt(there, u, o.reason)
	}
	if o.freezes > 0 {
		s.freeze(now+m.t.issue, o.freezes*m.t.issue)
	}
	m.act(w, s, o, now)
}

// busyUnits is the resource that a unit is.
var busyUnits = [arch.NumUnits]trace.Resource{arch.UnitALU: trace.ALUPipe, arch.UnitFMA: trace.FMAPipe, arch.UnitDouble: trace.FP64Pipe, arch.UnitXU: trace.XUPipe}

// act does what an instruction does besides its arithmetic and finds when the
// next one can issue.
func (m *sm) act(w *warp, s *scheduler, o *op, now int64) {
	after, why := s.free, trace.Wait
	switch o.kind {
	case memory, atomic:
		m.access(w, o, now)
	case shared:
		m.shared(w, o, now)
	case constant:
		m.constant(w, o, now)
	case param:
		m.param(w, o, now)
	case fence:
		after, why = max(now+int64(m.Spec.Clock.Fence), w.drain), trace.Membar
	case barrier:
		m.arrive(w, now)
		return
	case leaves, exits:
		from := w.pc
		if !w.goOn(m.trace) {
			m.exit(w, now)
			return
		}
		m.prepare(w, m.branch(s, w.pc-from, now, after), trace.Branch)
		return
	}
	w.pc++
	m.prepare(w, after, why)
}

// branch returns when a warp goes on behind a branch by so many instructions, which
// takes issues from its scheduler when it is taken.
func (m *sm) branch(s *scheduler, by int32, now, after int64) int64 {
	k := &m.Spec.Clock
	if by == 1 {
		return max(after, now+int64(k.NotTaken))
	}
	s.lost += m.t.lost(by > 0)
	s.free += s.lost >> tickBits
	s.lost &= ticks - 1
	return max(after, now+int64(k.Taken))
}

// prepare finds when the warp's next instruction can issue: not before a cycle,
// for a reason, and not before what it uses is there.
func (m *sm) prepare(w *warp, after int64, why trace.StallReason) {
	for m.ops[w.pc].kind == falls {
		w.goOn(m.trace)
	}
	o := &m.ops[w.pc]
	if at := m.code.fetch(m.chip, o, after); at > after {
		after, why = at, trace.NoInstruction
	}
	at, counted, reason := m.operands(w, o)
	if at > after {
		after, why = at, reason
	}
	if at := counted + m.schedulerOf(w).frozen; at > after {
		after, why = at, trace.Wait
	}
	w.ready, w.counted, w.comes, w.reason = after, counted, at, why
}

// operands is when what an instruction uses is there, and why not before; and when what
// its scheduler counts is, less what that was frozen.
func (m *sm) operands(w *warp, o *op) (at, counted int64, why trace.StallReason) {
	cross := int64(m.Spec.Clock.CrossUnit)
	if o.unit == arch.UnitLSU {
		cross = int64(m.Spec.Clock.CrossLSU)
	}
	for _, r := range o.reads {
		b := w.board[r]
		then := b.cycle()
		if u := b.unit(); u != o.unit && u != arch.NoUnit {
			then += cross
		}
		switch reason := b.reason(); {
		case reason == trace.Wait:
			counted = max(counted, then)
		case then > at:
			at, why = then, reason
		}
	}
	return at, counted, why
}

// set shows a warp that was woken to its scheduler.
func (m *sm) set(index int32) {
	n := int32(len(m.scheds))
	m.offer(&m.warps[index], &m.scheds[index%n], int(index/n))
}

// arrive brings a warp to a barrier.
func (m *sm) arrive(w *warp, now int64) {
	w.held = true
	w.reason, w.ready = trace.Barrier, never
	if w.event == replay.Barrier {
		w.look(m.trace)
	}
	m.barriers = max(m.barriers, now<<tickBits) + m.t.barrierWarp
	at := &m.slots[w.slot]
	at.waiting++
	if at.waiting == at.live {
		m.release(at, w.slot, now)
	}
}

// release lets the warps go that waited at a block's barrier.
func (m *sm) release(at *slot, index int32, now int64) {
	at.waiting = 0
	then := (max(m.barriers, now<<tickBits) + m.t.barrier) >> tickBits
	for i := range m.Warps {
		id := int32(int(index)*m.Warps + i)
		if w := &m.warps[id]; w.held {
			w.held = false
			w.pc++
			m.prepareFrom(w, then)
			m.set(id)
		}
	}
}

// prepareFrom is prepare for a warp that waited at a barrier: that time belongs
// to the barrier.
func (m *sm) prepareFrom(w *warp, then int64) {
	w.pc--
	m.charge(w, then, trace.Barrier)
	w.pc++
	m.prepare(w, then, trace.Barrier)
}

// exit ends a warp, and its block when it was the last.
func (m *sm) exit(w *warp, now int64) {
	m.charge(w, w.drain, trace.Drain)
	end := w.last
	w.alive = false
	w.ready = never
	m.warpCycles += uint64(end - w.began)
	at := &m.slots[w.slot]
	at.live--
	at.end = max(at.end, end)
	switch {
	case at.live == 0:
		m.vacate(w.slot)
	case at.waiting == at.live:
		m.release(at, w.slot, now)
	}
}

// vacate takes note that a slot's block has ended.
func (m *sm) vacate(index int32) {
	at := &m.slots[index]
	at.block = noBlock
	m.free = append(m.free, index)
	m.ended++
	m.resident--
	m.until = max(m.until, at.end)
	if m.resident == 0 {
		m.activity += m.until - m.since
	}
}

// start puts a block into a slot at a cycle.
func (m *sm) start(index int32, block int, now int64) {
	if m.resident == 0 {
		m.since = max(now, m.until)
	}
	m.resident++
	at := &m.slots[index]
	*at = slot{block: block, live: m.Warps}
	warps := m.warps[int(index)*m.Warps:][:m.Warps]
	m.trace.Open(block, func(i int) *replay.Cursor { return &warps[i].cursor })
	from := max(m.starts, now<<tickBits)
	m.starts = from
	for i := range warps {
		m.starts += m.t.warpStart
		w := &warps[i]
		w.begin(m.trace, m.starts>>tickBits)
		m.prepare(w, w.began, trace.Wait)
		m.set(w.number)
	}
	m.starts = max(m.starts, from+max(m.t.blockGap, int64(m.Warps)*m.t.warpGap))
	first, _ := m.first()
	m.earliest = min(m.earliest, first)
}
