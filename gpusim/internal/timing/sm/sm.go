// Package sm is one streaming multiprocessor (SM) in time: its warp schedulers issue the
// instructions that the warps of a recorded launch executed.
//
// A warp issues its instructions in order. An instruction waits until its operands are ready
// (the scoreboard), until its unit is free, and until its scheduler picks the warp. A policy
// chooses among ready warps. Memory instructions go through the load/store unit (LSU), which
// takes cycles for each line that it looks up in L1's tags, for each wavefront of data and for
// each request of a constant. The accesses of one warp pass the LSU one after another, at half
// the pace of an SM with many warps. An access to shared memory that is predicated off in all
// lanes passes, too. What L1 misses goes through the SM's port to L2, as a
// mem.Request.
//
// Copies of a few bytes per lane to shared memory (LDGSTS) pass the LSU, too, and their warp goes on. A unit of its own
// makes bulk copies, line by line. Barriers in shared memory count arrivals and bytes; a phase ends at the latest time of
// what it has counted.
//
// State: warps with their scoreboards, schedulers with their units, the LSU, the instruction
// cache, pending lines with their miss status registers (MSHRs), and the requests of the
// current window. SMs are independent within a window, so that several workers can simulate
// them at the same time. Units: cycles, and ticks of 1/64 cycle.
//
// Invariants: each recorded instruction issues once; the cycles of a warp from its start to
// its end are the sum of its stalls and its issues.
//
// Not modelled: register banks, replays of an instruction by its unit, instruction
// buffers, the queue between scheduler and LSU, scoreboard counters that several
// loads share.
package sm

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// SM is one streaming multiprocessor.
type SM struct {
	Earliest int64 // cycle before which the SM cannot issue
	tally
	sharing
	bulkUnit

	id         int
	program    *Program
	worker     *Worker
	schedulers []scheduler
	turn       int    // the scheduler that issues first if several can in the same cycle
	warps      []warp // by block slot
	blocks     []block
	ended      []int // block slots whose block ended in this window

	lsu       lsu
	port      l2Port
	code      codeCache
	params    []int64 // by line of the parameters: the cycle at which it is there; 0: not requested
	barriers  int64   // tick from which the next warp can arrive at a barrier
	nextStart int64   // tick from which the next warp can start
	busy      [trace.NumResources]int64
}

// tally is what an SM has done.
type tally struct {
	Issued  int64 // instructions
	Active  int64 // cycles for which it had blocks, without the current stretch
	active  activity
	skipped int // loop iterations skipped in this fast-forward
}

// sharing is what an SM shares with others that have blocks of the same clusters.
type sharing struct {
	others   int64     // tick from which the port to other blocks of a cluster is free
	fences   int64     // tick from which the next fence of an arrival can begin
	arrivals []Arrival // of the window, at barriers of clusters
	later    []lateArrival
	Sent     []Message // of this window, to barriers of other blocks
}

// bulkUnit is the unit of bulk copies.
type bulkUnit struct {
	tma          int64         // tick from which it is free
	bulkRequests []bulkRequest // that are not due yet, in order
}

// Worker simulates some of the SMs. Its SMs share its counters, so that workers are
// independent of each other.
type Worker struct {
	Counts     []trace.CacheCounts // of the SMs' caches, by instruction
	ByPC       []trace.InstrCycles
	Spans      []trace.Span
	Ended      int    // blocks
	WarpCycles uint64 // for which warps were resident

	trace     *tracefile.Reader
	caches    *cache.SMCaches
	hierarchy *cache.Hierarchy
	local     *coalesce.LocalLayout
	banks     *coalesce.BankCounter
	access    *trace.Access // the current one
	loop      loopFinder
	touched   uint64 // keeps touch from being optimised away
}

// NewWorker returns a worker for a launch of a program.
func NewWorker(p *Program, l tracefile.Launch, t *tracefile.Trace, caches *cache.Hierarchy) *Worker {
	return &Worker{
		Counts: make([]trace.CacheCounts, len(p.ops)), ByPC: make([]trace.InstrCycles, len(p.ops)),
		trace: t.Reader(), caches: caches.NewSMCaches(), hierarchy: caches, local: coalesce.NewLocalLayout(l.Spec, l.Warps(), l.Resident, l.LocalBytes), banks: coalesce.NewBankCounter(p.Spec),
	}
}

// New returns an SM without blocks. The given part of all SMs gets its first block earlier.
func New(id int, p *Program, w *Worker, part float64) SM {
	m := SM{id: id, program: p, worker: w, Earliest: notReady, code: newCodeCache(p, part)}
	c := &p.Spec.Clock
	m.schedulers = make([]scheduler, max(1, c.Schedulers))
	for i := range m.schedulers {
		m.schedulers[i] = scheduler{policy: &policies[c.Policy], access: c.Ops[arch.ClassMemory].Unit, stale: true}
	}
	return m
}

// Advance simulates the SM until the end of a window.
func (m *SM) Advance(until int64) {
	m.port.end = until
	m.touch()
	m.receive()
	m.sendBulk()
	at, scheduler := m.first()
	for at < until {
		m.issue(scheduler, at)
		at, scheduler = m.first()
	}
	m.Earliest = min(at, m.bulkDue())
}

// touch reads the memory that the window needs, so that the host fetches all of it at the same
// time: the windows of the other SMs have driven it out of the host's caches.
func (m *SM) touch() {
	const hostLine = 8 // scoreboard entries
	sum := m.worker.caches.Touch(m.id)
	for i := range m.warps {
		w := &m.warps[i]
		sum += w.decoder.Touch()
		for r := 0; r < len(w.scoreboard); r += hostLine {
			sum += uint64(w.scoreboard[r])
		}
	}
	m.worker.touched = sum
}

// first returns the next cycle in which the SM issues, and the scheduler that issues.
// Schedulers take turns within a cycle.
func (m *SM) first() (at int64, scheduler int) {
	at, space := notReady, m.lsu.space()
	for i := range m.schedulers {
		id := m.turn + i
		if id >= len(m.schedulers) {
			id -= len(m.schedulers)
		}
		if then := m.schedulers[id].next(space); then < at {
			at, scheduler = then, id
		}
	}
	return at, scheduler
}

// issue issues the instruction of the warp that a scheduler chose.
func (m *SM) issue(id int, now int64) {
	s := &m.schedulers[id]
	w := &m.warps[s.chosen*len(m.schedulers)+id]
	o := &m.program.ops[w.pc]
	m.account(w, s, o, now)
	s.free = now + o.Slots*m.program.t.issue
	m.execute(w, s, o, now)
	if m.program.Spec.Clock.Issue > 1 && o.Kind == isa.Plain {
		m.dualIssue(w, s, now)
	}
	m.turn, s.last = id+1, s.chosen
	m.update(w)
}

// dualIssue also issues the warp's next instruction, if it is arithmetic, does not depend on
// the first one and has a free unit.
func (m *SM) dualIssue(w *warp, s *scheduler, now int64) {
	o := &m.program.ops[w.pc]
	if o.Kind != isa.Plain || o.Slots > 1 || s.unit[o.Unit]>>mem.TickBits > now {
		return
	}
	if at, _ := m.program.operands(w, o); at <= now && w.ready <= s.free {
		m.execute(w, s, o, now)
	}
}

// update tells the scheduler of a warp when the warp is ready.
func (m *SM) update(w *warp) {
	s, ready := &m.schedulers[int(w.number)%len(m.schedulers)], w.ready
	if !w.running || w.atBarrier {
		ready = notReady
	}
	s.update(int(w.number)/len(m.schedulers), w.began, ready, portOf(&m.program.ops[w.pc]))
}

// account attributes a warp's time before it issues to stall reasons: first it waited for its
// operands, then for its unit or the LSU queue, then for its scheduler.
func (m *SM) account(w *warp, s *scheduler, o *op, now int64) {
	m.charge(w, min(w.ready, now), w.reason)
	if w.last == now {
		return
	}
	if o.Unit != arch.NoUnit {
		m.charge(w, min(s.open[o.Unit], now), o.Throttle)
	}
	if o.Queued {
		m.charge(w, min(m.lsu.space(), now), o.Throttle)
	}
	m.charge(w, now, trace.NotSelected)
}

// charge attributes a warp's time up to a cycle to a stall reason.
func (m *SM) charge(w *warp, until int64, why trace.StallReason) {
	if until > w.last {
		m.worker.ByPC[w.pc].Stalls[why] += uint64(until - w.last)
		m.span(w, until, why)
		w.last = until
	}
}

// issued marks a span in which a warp issued; mostSpans limits the spans of a worker.
const (
	issued    = trace.NumStallReasons
	mostSpans = 1 << 16
)

// span keeps what a warp of a traced block did up to a cycle, for pictures.
func (m *SM) span(w *warp, until int64, why trace.StallReason) {
	if m.program.Traced == 0 || m.blocks[w.slot].number >= m.program.Traced || len(m.worker.Spans) >= mostSpans {
		return
	}
	m.worker.Spans = append(m.worker.Spans, trace.Span{
		Block: m.blocks[w.slot].number, Warp: int(w.index), PC: w.pc, From: w.last, To: until, Issued: why == issued, Reason: why % trace.NumStallReasons,
	})
}

// execute issues an instruction.
func (m *SM) execute(w *warp, s *scheduler, o *op, now int64) {
	m.worker.ByPC[w.pc].Issued++
	m.Issued++
	if o.Unit != arch.NoUnit {
		s.use(o, now)
		if o.Unit != arch.UnitLSU { // the LSU counts its own time
			m.busy[resourceOf[o.Unit]] += o.busy
		}
	}
	m.busy[trace.IssueSlots] += o.Slots * m.program.t.issue << mem.TickBits
	m.span(w, s.free, issued)
	w.last = s.free
	at := m.written(w, o, now)
	for _, r := range o.Writes {
		w.scoreboard[r] = writtenAt(at, o.Unit, o.Reason)
	}
	m.act(w, s, o, now)
}

// written returns when an instruction that issues now has its result. The instructions of a sequence
// issue between those of the warp's sequences just before it, so it begins earlier by what the
// warp spent on these, if its operands were ready.
func (m *SM) written(w *warp, o *op, now int64) int64 {
	if o.Serial == 0 {
		w.serial = 0
		return now + o.Latency
	}
	start := now
	if w.serial > 0 {
		ready, _ := m.program.operands(w, o)
		start = max(now-w.serial, ready)
	}
	w.serial, w.sequence = now+o.Serial-start, now+o.Serial
	return max(now+o.Serial, start+o.Latency)
}

var resourceOf = [arch.NumUnits]trace.Resource{arch.UnitALU: trace.ALUPipe, arch.UnitFMA: trace.FMAPipe, arch.UnitDouble: trace.FP64Pipe, arch.UnitXU: trace.XUPipe, arch.UnitTensor: trace.TensorPipe}

// act does what an instruction does besides arithmetic, and prepares the warp's next one.
func (m *SM) act(w *warp, s *scheduler, o *op, now int64) {
	after, why := s.free, trace.Wait
	if o.Parts {
		after = max(after, now+o.Serial)
	}
	switch o.Kind {
	case isa.Memory, isa.GlobalAtomic:
		m.access(w, o, now)
	case isa.Shared, isa.Match, isa.Matrix:
		m.shared(w, o, now)
	case isa.Constant:
		m.constant(w, s, o, now)
	case isa.Param:
		m.param(w, o, now)
	case isa.Cluster:
		m.cluster(w, o, now)
	case isa.ClusterArrive, isa.ClusterRelease:
		after, why = max(after, m.arriveInCluster(w, now, o.Kind == isa.ClusterRelease)), trace.Membar
	case isa.ClusterWait:
		if m.program.Cluster == 1 {
			m.arrive(w, now)
			return
		}
		then, over := m.waitInCluster(w)
		if !over {
			return
		}
		after, why = max(after, then), trace.Barrier
	case isa.GroupProduct:
		m.groupProduct(w, s, o, now)
	case isa.CloseProducts:
		w.closeProducts()
	case isa.AwaitProducts:
		after, why = max(after, w.productsDone(o.Left)), trace.MathThrottle
	case isa.Copy:
		m.copyLanes(w, o, now)
	case isa.Bulk:
		after = max(after, m.bulk(w, o, now))
	case isa.CopyGroup:
		w.closeCopies(o)
	case isa.Phase:
		m.changePhase(w, o, now)
		after = max(after, now+int64(m.program.Spec.Clock.Copy.Arrive))
	case isa.PhaseWait:
		m.testPhase(w, o, now)
	case isa.Fence:
		after, why = max(now+o.Latency, w.drained+m.program.t.fence), trace.Membar
	case isa.BlockFence:
		after, why = now+o.Latency, trace.Membar
	case isa.Barrier:
		m.arrive(w, now)
		return
	case isa.Branch, isa.Exit:
		from, apart := w.pc, int64(0)
		if w.diverges(m.worker.trace) {
			apart = int64(m.program.Spec.Clock.Diverge)
		}
		if !w.jump(m.worker.trace) {
			m.exit(w, now)
			return
		}
		m.prepare(w, m.branch(s, w.pc-from, now, after)+apart, trace.Branch)
		return
	}
	w.pc++
	m.prepare(w, after, why)
}

// branch returns when a warp continues after a branch over some instructions. A backward
// branch also costs its scheduler issue slots.
func (m *SM) branch(s *scheduler, by int32, now, after int64) int64 {
	k := &m.program.Spec.Clock
	if by == 1 {
		return max(after, now+int64(k.NotTaken))
	}
	if by < 0 {
		s.free += m.program.t.backward
	}
	return max(after, now+int64(k.Taken))
}

// prepare finds when the warp's next instruction is ready: not before a cycle, which has a
// stall reason, and not before its code and its operands are there.
func (m *SM) prepare(w *warp, after int64, why trace.StallReason) {
	ops := m.program.ops
	for w.leaves(m.worker.trace) || !ops[w.pc].Kind.Exists() {
		if ops[w.pc].Kind == isa.Renaming {
			w.pc++
			continue
		}
		w.jump(m.worker.trace)
	}
	if ops[w.pc].Meets {
		after, why = after+int64(m.program.Spec.Clock.Meet), trace.Branch
	}
	m.settle(w, after, why)
}

// settle finds when the operands and the code of the warp's next instruction are there.
func (m *SM) settle(w *warp, after int64, why trace.StallReason) {
	if w.marks.next != 0 {
		m.skipVain(w)
	}
	o := &m.program.ops[w.pc]
	if o.Serial > 0 && w.sequence > after {
		after, why = w.sequence, trace.Wait
	}
	if at := m.code.fetch(o, after); at > after {
		after, why = at, trace.NoInstruction
	}
	if at, reason := m.program.operands(w, o); at > after {
		after, why = at, reason
	}
	if o.Kind >= isa.CopyGroup && o.Kind <= isa.PhaseWait {
		if at := m.awaited(w, o); at > after {
			after, why = at, trace.LongScoreboard
		}
	}
	w.ready, w.reason = after, why
}

// Busy returns for how many ticks each resource of the SM was busy, and the number of
// schedulers. The resources of schedulers come first.
func (m *SM) Busy() (ticks [trace.NumResources]int64, schedulers int) {
	ticks = m.busy
	ticks[trace.LSUPipe], ticks[trace.L2Port] = m.lsu.busy, m.port.busy
	return ticks, len(m.schedulers)
}
