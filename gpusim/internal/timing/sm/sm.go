// Package sm is one streaming multiprocessor (SM) in time: its schedulers issue the
// instructions that its warps executed, one by one.
//
// A warp issues its instructions in order. An instruction waits until what it reads has
// been written (the scoreboard), until its unit is free, and until its scheduler chooses its
// warp. A policy decides which ready warp a
// scheduler chooses. Loads and stores go through the load/store unit: it takes cycles for
// each line that is looked up in L1's tags, for each wavefront of data and for each request
// of a constant. What L1 does not have goes through the SM's port to L2, as a mem.Request.
//
// State: warps with their scoreboards, schedulers with their units, the load/store unit,
// the lines that are pending, the requests of the present window. SMs do not know of each
// other within a window, so that they can be played one after another or by several workers
// at the same time. Units: cycles; ticks where something takes less than a cycle.
//
// Invariants: each recorded instruction is issued once; the cycles of a warp between its
// first and its last instruction are the sum of its stalls and its issues.
//
// Not modelled: banks of registers and of tags, replays of an instruction by its unit, instruction buffers, the queue
// between a scheduler and the load/store unit, scoreboard counters that loads share.
package sm

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// SM is one streaming multiprocessor.
type SM struct {
	Earliest int64 // cycle before which the SM cannot issue
	Issued   int64 // instructions

	id         int
	program    *Program
	worker     *Worker
	schedulers []scheduler
	turn       int    // the scheduler that comes first among those that can issue in the same cycle
	warps      []warp // block after block
	blocks     []block
	ended      []int // rooms whose block ended in this window
	active     activity

	lsu      lsu
	out      outbox
	code     codeCache
	params   []int64 // by line of the parameters: when the SM has it; 0: nobody has asked
	barriers int64   // ticks: when the next warp can arrive at a barrier
	starts   int64   // ticks: when the next warp can begin
	busy     [trace.NumResources]int64
	passed   int // iterations of a loop that were passed over
}

// Worker plays some of the SMs. What its SMs count and use together is its own, so that
// workers run at the same time.
type Worker struct {
	Counts     []trace.CacheCounts // of the SMs' caches, by instruction
	ByPC       []trace.InstrCycles
	Spans      []trace.Span
	Ended      int    // blocks
	WarpCycles uint64 // that warps were resident

	trace  *replay.Reader
	front  *cache.SMCaches
	local  *replay.Locals
	banks  *coalesce.BankCounter
	access *trace.Access // the last one
	loop   scout
}

// NewWorker returns a worker for a launch of a program.
func NewWorker(p *Program, l replay.Launch, t *replay.Trace, caches *cache.Hierarchy) *Worker {
	return &Worker{
		Counts: make([]trace.CacheCounts, len(p.ops)), ByPC: make([]trace.InstrCycles, len(p.ops)),
		trace: t.Reader(), front: caches.NewSMCaches(), local: replay.NewLocals(l), banks: coalesce.NewBankCounter(p.Spec),
	}
}

// New returns an SM. Of all SMs, a part late of them gets its first block before it.
func New(id int, p *Program, w *Worker, late float64) SM {
	m := SM{id: id, program: p, worker: w, Earliest: notReady, code: p.code.cache(late)}
	c := &p.Spec.Clock
	m.schedulers = make([]scheduler, max(1, c.Schedulers))
	for i := range m.schedulers {
		m.schedulers[i] = scheduler{policy: policies[c.Policy], access: c.Ops[arch.ClassMemory].Unit, stale: true}
	}
	return m
}

// Advance plays the SM until a cycle, which ends the window.
func (m *SM) Advance(until int64) {
	m.out.end = until
	m.wake()
	at, scheduler := m.first()
	for at < until {
		m.issue(scheduler, at)
		at, scheduler = m.first()
	}
	m.Earliest = at
}

// first returns when the SM can issue, and which scheduler does: of those that can in the
// same cycle, the one behind the scheduler that issued last.
func (m *SM) first() (at int64, scheduler int) {
	at = notReady
	room := m.lsu.room()
	for i := range m.schedulers {
		id := m.turn + i
		if id >= len(m.schedulers) {
			id -= len(m.schedulers)
		}
		if then := m.schedulers[id].next(room); then < at {
			at, scheduler = then, id
		}
	}
	return at, scheduler
}

// issue lets a scheduler issue the instruction of the warp that it chose.
func (m *SM) issue(id int, now int64) {
	s := &m.schedulers[id]
	w := &m.warps[s.warp*len(m.schedulers)+id]
	o := &m.program.ops[w.pc]
	m.account(w, s, o, now)
	s.free = now + o.slots*m.program.t.issue
	m.execute(w, s, o, now)
	if m.program.Spec.Clock.Issue > 1 && o.kind == plain {
		m.pair(w, s, now)
	}
	m.turn, s.last = id+1, s.warp
	m.offer(w)
}

// pair issues the warp's next instruction in the same cycle, where schedulers issue two: when
// it is arithmetic, needs nothing of the first and has a free unit.
func (m *SM) pair(w *warp, s *scheduler, now int64) {
	o := &m.program.ops[w.pc]
	if o.kind != plain || o.slots > 1 || s.unit[o.unit]>>mem.TickBits > now {
		return
	}
	if at, _ := m.program.operands(w, o); at <= now && w.ready <= s.free {
		m.execute(w, s, o, now)
	}
}

// offer shows a warp to its scheduler.
func (m *SM) offer(w *warp) {
	s, ready := m.schedulerOf(w), w.ready
	if !w.alive || w.held {
		ready = notReady
	}
	s.offer(m.place(w), ready, gateOf(&m.program.ops[w.pc]))
}

// schedulerOf is the warp's scheduler, place its number there.
func (m *SM) schedulerOf(w *warp) *scheduler { return &m.schedulers[int(w.number)%len(m.schedulers)] }
func (m *SM) place(w *warp) int              { return int(w.number) / len(m.schedulers) }

// account says where a warp's time up to now went: it waited for its operands, then for a
// unit or the load/store unit's queue, then for its scheduler.
func (m *SM) account(w *warp, s *scheduler, o *op, now int64) {
	m.charge(w, min(w.ready, now), w.reason)
	if w.last == now {
		return
	}
	if o.unit != arch.NoUnit {
		why := trace.MathThrottle
		if o.unit == arch.UnitLSU {
			why = trace.MemoryThrottle
		}
		m.charge(w, min(s.open[o.unit], now), why)
	}
	if o.queued {
		m.charge(w, min(m.lsu.room(), now), trace.MemoryThrottle)
	}
	m.charge(w, now, trace.NotSelected)
}

// charge accounts for a warp's time until a cycle. Most calls find that done.
func (m *SM) charge(w *warp, until int64, why trace.StallReason) {
	if until > w.last {
		m.worker.ByPC[w.pc].Stalls[why] += uint64(until - w.last)
		m.span(w, until, why)
		w.last = until
	}
}

// execute issues an instruction.
func (m *SM) execute(w *warp, s *scheduler, o *op, now int64) {
	m.worker.ByPC[w.pc].Issued++
	m.Issued++
	if o.unit != arch.NoUnit {
		s.use(o, now)
		if o.unit != arch.UnitLSU { // the load/store unit counts by itself
			m.busy[busyUnits[o.unit]] += o.busy
		}
	}
	m.busy[trace.IssueSlots] += o.slots * m.program.t.issue << mem.TickBits
	m.span(w, s.free, issued)
	w.last = s.free
	for _, r := range o.writes {
		w.board[r] = writtenAt(now+o.latency, o.unit, o.reason)
	}
	m.act(w, s, o, now)
}

// busyUnits is the resource that a unit is.
var busyUnits = [arch.NumUnits]trace.Resource{arch.UnitALU: trace.ALUPipe, arch.UnitFMA: trace.FMAPipe, arch.UnitDouble: trace.FP64Pipe, arch.UnitXU: trace.XUPipe}

// act does what an instruction does besides its arithmetic, and finds when the next one
// can issue.
func (m *SM) act(w *warp, s *scheduler, o *op, now int64) {
	after, why := s.free, trace.Wait
	switch o.kind {
	case memory, atomic:
		m.access(w, o, now)
	case shared:
		m.shared(w, o, now)
	case constant:
		m.constant(w, s, o, now)
	case param:
		m.param(w, o, now)
	case fence:
		after, why = max(now+int64(m.program.Spec.Clock.Fence), w.drain), trace.Membar
	case barrier:
		m.arrive(w, now)
		return
	case leaves, exits:
		from := w.pc
		if !w.flow(m.worker.trace) {
			m.exit(w, now)
			return
		}
		m.prepare(w, m.branch(s, w.pc-from, now, after), trace.Branch)
		return
	}
	w.pc++
	m.prepare(w, after, why)
}

// branch returns when a warp goes on behind a branch by so many instructions. A branch back,
// to the next iteration of a loop, costs its scheduler issue slots.
func (m *SM) branch(s *scheduler, by int32, now, after int64) int64 {
	k := &m.program.Spec.Clock
	if by == 1 {
		return max(after, now+int64(k.NotTaken))
	}
	if by < 0 {
		s.free += m.program.t.loop
	}
	return max(after, now+int64(k.Taken))
}

// prepare finds when the warp's next instruction is ready: not before a cycle, for a
// reason, and not before its code and its operands are there.
func (m *SM) prepare(w *warp, after int64, why trace.StallReason) {
	ops := m.program.ops
	for ops[w.pc].kind == falls {
		w.flow(m.worker.trace)
	}
	o := &ops[w.pc]
	if at := m.code.fetch(o, after); at > after {
		after, why = at, trace.NoInstruction
	}
	if at, reason := m.program.operands(w, o); at > after {
		after, why = at, reason
	}
	w.ready, w.reason = after, why
}

// Busy adds, by resource, for how many ticks the SM's resources were busy; Schedulers is how
// many of the first ones it has.
func (m *SM) Busy() (ticks [trace.NumResources]int64, schedulers int) {
	ticks = m.busy
	ticks[trace.LSUPipe], ticks[trace.L2Port] = m.lsu.busy, m.out.busy
	return ticks, len(m.schedulers)
}
