package clock

// This file is the SM: its schedulers issue the instructions of its warps.

import (
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/replay"
)

// sm is one streaming multiprocessor.
type sm struct {
	*chip
	id     int
	scheds []scheduler
	warps  []warp // slot after slot
	slots  []slot
	free   []int32 // slots whose block ended in this window

	pipe, port, consts int64  // ticks: when the memory pipeline, the way to L2, the constant cache are free
	barriers           int64  // ticks: when the next warp can arrive at a barrier
	starts             int64  // ticks: when the next warp can begin
	params             []bool // lines of the parameters that the SM has had
	code               codeCache
	flights            []flight
	requests           []request // of this window
	loads              []load
	waiters            []waiter
	masks              []uint32 // what the stores among the requests write
	busy               [NumResources]int64

	resident     int // slots with a block
	since, until int64
	activity     int64
}

// scheduler issues for some of the SM's warps: those whose number is its own
// modulo the number of schedulers.
type scheduler struct {
	next  int64   // when it can issue something
	free  int64   // when it can issue at all
	last  int     // the warp it issued last
	ready []int64 // by warp
	unit  [arch.NumUnits]int64
}

// find computes when the scheduler can issue something.
func (s *scheduler) find() {
	least := int64(never)
	for _, r := range s.ready {
		least = min(least, r)
	}
	s.next = max(least, s.free)
}

// pick returns a warp that can issue at a cycle: the last one, or the first.
func (s *scheduler) pick(now int64) int {
	if s.ready[s.last] <= now {
		return s.last
	}
	for i, r := range s.ready {
		if r <= now {
			s.last = i
			return i
		}
	}
	panic("BUG: no warp can issue")
}

// next is when the SM can do something.
func (m *sm) next() int64 {
	least := int64(never)
	for i := range m.scheds {
		least = min(least, m.scheds[i].next)
	}
	return least
}

// advance plays the SM until a cycle.
func (m *sm) advance(until int64) {
	for {
		at, s := until, -1
		for i := range m.scheds {
			if n := m.scheds[i].next; n < at {
				at, s = n, i
			}
		}
		if s < 0 {
			return
		}
		m.issue(s, at)
	}
}

// issue lets a scheduler issue an instruction, unless a unit is busy: then the
// warp waits for that.
func (m *sm) issue(id int, now int64) {
	s := &m.scheds[id]
	k := s.pick(now)
	w := &m.warps[k*len(m.scheds)+id]
	o := &m.ops[w.pc]
	u, until := m.unitFor(s, o, now)
	if until > now {
		m.hold(w, now, until, MathThrottle)
	} else if until = m.queued(o, now); until > now {
		m.hold(w, now, until, MemoryThrottle)
	} else {
		s.free = now + o.slots*m.t.issue
		m.execute(w, s, o, u, now)
	}
	s.ready[k] = w.ready
	if !w.alive || w.held {
		s.ready[k] = never
	}
	s.find()
}

// unitFor chooses the unit of an instruction and says when that is free.
func (m *sm) unitFor(s *scheduler, o *op, now int64) (u arch.Unit, until int64) {
	u = o.unit
	if o.other != arch.NoUnit && s.unit[o.other] < s.unit[u] {
		u = o.other
	}
	return u, s.unit[u] >> tickBits
}

// queue is how many ticks of work the memory pipeline takes before it keeps
// warps waiting.
const queue = 24 * ticks

// queued says when an access can enter the memory pipeline's queue.
func (m *sm) queued(o *op, now int64) int64 {
	if o.kind != memory && o.kind != atomic && o.kind != shared {
		return 0
	}
	return (m.pipe - queue) >> tickBits
}

// hold keeps a warp back that could have issued.
func (m *sm) hold(w *warp, now, until int64, why Reason) {
	m.account(w, now)
	w.ready, w.reason = until, why
}

// account says where a warp's time up to now went: it waited for its
// instruction's operands, and then for its scheduler.
func (m *sm) account(w *warp, now int64) {
	stalls := &m.byPC[w.pc].Stalls
	if until := min(w.ready, now); until > w.last {
		stalls[w.reason] += uint64(until - w.last)
		m.span(w, until, w.reason)
		w.last = until
	}
	if now > w.last {
		stalls[NotSelected] += uint64(now - w.last)
		m.span(w, now, NotSelected)
		w.last = now
	}
}

// execute issues an instruction.
func (m *sm) execute(w *warp, s *scheduler, o *op, u arch.Unit, now int64) {
	m.account(w, now)
	m.byPC[w.pc].Issued++
	if u != arch.NoUnit {
		s.unit[u] = max(s.unit[u], now<<tickBits) + o.busy
		m.busy[busyUnits[u]] += o.busy
	}
	m.busy[Issue] += o.slots * m.t.issue << tickBits
	m.span(w, s.free, issued)
	w.last = s.free
	for _, r := range o.writes {
		w.board[r] = writtenAt(now+o.latency, u, o.reason)
	}
	m.act(w, s, o, now)
}

// busyUnits is the resource that a unit is.
var busyUnits = [arch.NumUnits]Resource{arch.UnitALU: ALU, arch.UnitFMA: FMA, arch.UnitDouble: FP64, arch.UnitXU: XU, arch.UnitLSU: LSU}

// act does what an instruction does besides its arithmetic and finds when the
// next one can issue.
func (m *sm) act(w *warp, s *scheduler, o *op, now int64) {
	after, why := s.free, Wait
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
		after, why = max(now+int64(m.Spec.Clock.Fence), w.drain), Membar
	case barrier:
		m.arrive(w, now)
		return
	case leaves, exits:
		from := w.pc
		if !w.goOn(m.trace) {
			m.exit(w, now)
			return
		}
		m.prepare(w, m.branch(s, w.pc != from+1, now, after), Branch)
		return
	}
	w.pc++
	m.prepare(w, after, why)
}

// branch returns when a warp goes on behind a branch, which takes issues from
// its scheduler when it is taken.
func (m *sm) branch(s *scheduler, taken bool, now, after int64) int64 {
	k := &m.Spec.Clock
	if !taken {
		return max(after, now+int64(k.NotTaken))
	}
	s.free += int64(k.TakenSlots) * m.t.issue
	return max(after, now+int64(k.Taken))
}

// prepare finds when the warp's next instruction can issue: not before a cycle,
// for a reason, and not before what it uses is there.
func (m *sm) prepare(w *warp, after int64, why Reason) {
	for m.ops[w.pc].kind == falls {
		w.goOn(m.trace)
	}
	o := &m.ops[w.pc]
	if at := m.code.fetch(m.chip, w.pc, after); at > after {
		after, why = at, NoInstruction
	}
	cross := int64(m.Spec.Clock.CrossUnit)
	if o.unit == arch.UnitLSU {
		cross = int64(m.Spec.Clock.CrossLSU)
	}
	for _, r := range o.reads {
		b := w.board[r]
		at := b.cycle()
		if u := b.unit(); u != o.unit && u != o.other && u != arch.NoUnit {
			at += cross
		}
		if at > after {
			after, why = at, b.reason()
		}
	}
	w.ready, w.reason = after, why
}

// set tells the warp's scheduler when the warp can issue.
func (m *sm) set(index int32) {
	n := int32(len(m.scheds))
	s := &m.scheds[index%n]
	s.ready[index/n] = m.warps[index].ready
	s.find()
}

// arrive brings a warp to a barrier.
func (m *sm) arrive(w *warp, now int64) {
	w.held = true
	w.reason, w.ready = Barrier, never
	if w.event == replay.Barrier {
		w.look(m.trace)
	}
	m.barriers = max(m.barriers, now<<tickBits) + m.t.barrierWarp
	at := &m.slots[w.slot]
	at.waiting++
	if at.waiting == at.live {
		m.release(at, w.slot)
	}
}

// release lets the warps go that waited at a block's barrier.
func (m *sm) release(at *slot, index int32) {
	at.waiting = 0
	then := (m.barriers + m.t.barrier) >> tickBits
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
	w.ready, w.reason = then, Barrier
	m.account(w, then)
	w.pc++
	m.prepare(w, then, Barrier)
}

// exit ends a warp, and its block when it was the last.
func (m *sm) exit(w *warp, now int64) {
	end := now + 1
	if w.drain > end {
		m.byPC[w.pc].Stalls[Drain] += uint64(w.drain - end)
		w.last = end
		m.span(w, w.drain, Drain)
		end = w.drain
	}
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
		m.release(at, w.slot)
	}
}

// vacate takes note that a slot's block has ended.
func (m *sm) vacate(index int32) {
	at := &m.slots[index]
	at.block = noBlock
	m.free = append(m.free, index)
	m.ended++
	m.resident--
	m.lastEnd = max(m.lastEnd, at.end)
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
	first := int(index) * m.Warps
	m.trace.Open(block, func(i int) *replay.Cursor { return &m.warps[first+i].cursor })
	from := max(m.starts, now<<tickBits)
	m.starts = from
	for i := range m.Warps {
		m.starts += m.t.warpStart
		w := &m.warps[first+i]
		w.begin(m.trace, m.starts>>tickBits)
		m.prepare(w, w.began, Wait)
		m.set(int32(first + i))
	}
	m.starts = max(m.starts, from+m.t.blockGap)
}
