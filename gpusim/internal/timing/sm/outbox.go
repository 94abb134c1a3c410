package sm

// This file is what an SM requests of L2: the requests of a window, the loads that wait for
// them, and how many lines may be pending.

import (
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// outbox is the requests that an SM sends in a window, and who waits for the answers.
type outbox struct {
	requests []mem.Request // of this window
	answers  []mem.Request // of the window before, which nobody was told of
	pending  []load        // loads whose answers are not all there
	waiters  []waiter
	masks    []uint32 // the bytes that the stores among the requests write
	lines    []line   // by a hash
	mshrs    mshrs    // lines that the SM waits for
	port     int64    // ticks: when the port to L2 is free
	busy     int64    // ticks of the port
	end      int64    // cycle: of the window
}

// load is an access whose answers are not all there.
type load struct {
	warp, pc int32
	requests int32 // not answered
	serial   bool  // its own requests are served one after another
	ready    int64
}

// waiter is a load that a request answers; next is another one, plus 1.
type waiter struct {
	load, next int32
	own        bool // the load sent the request
}

// line is a line that is on its way to L1, or came.
type line struct {
	number uint64
	when   int64 // it is there; below 0, while that is not known: the request that brings it
}

// lineSlots is how many lines an SM knows to be on their way; a newer one takes the place of
// an older one.
const lineSlots = 1 << 9

func (out *outbox) line(number uint64) *line {
	const golden = 0x9e3779b97f4a7c15
	return &out.lines[number*golden>>32&(lineSlots-1)]
}

func broughtBy(request int) int64 { return -1 - int64(request) }
func (l *line) request() int32    { return int32(-1 - l.when) }

// mshrs is the miss status registers of an SM: how many lines it may wait for. A load that
// needs the n-th one waits until the line that has it is there.
type mshrs struct {
	free []int64 // by register: the cycle at which it is free; notReady: not known yet
	next int
}

// noMSHR is the register of what needs none.
const noMSHR = -1

// take gives a line that is asked for at a tick a register, and returns when the request has
// it. A register that is not known to be free is taken to be by the end of the window. Where
// there are no registers any number of lines may be pending.
func (x *mshrs) take(at, end int64) (then int64, register int32) {
	if len(x.free) == 0 {
		return at, noMSHR
	}
	register = int32(x.next)
	free := x.free[x.next]
	if free == notReady {
		free = end
	}
	x.free[x.next] = notReady
	x.next = (x.next + 1) % len(x.free)
	return max(at, free<<mem.TickBits), register
}

// request asks L2 for what an access lacks, from a tick on. What the SM had is there at a
// cycle.
func (m *SM) request(w *warp, o *op, requests []cache.MemRequest, start, ready int64, why trace.StallReason) {
	out := &m.out
	out.occupy(&m.program.t, requests)
	l := load{warp: w.number, pc: w.pc, ready: ready, serial: o.kind == constant}
	for i := range requests {
		a := &requests[i]
		if a.Hits != 0 {
			out.hit(a.Line, &l)
		}
		if a.Sectors != 0 {
			m.send(w, o, a, start, &l)
		}
	}
	switch {
	case len(o.writes) == 0:
	case l.requests == 0:
		w.write(o, l.ready, why)
	default:
		if before := w.board[o.writes[0]].cycle(); before < notReady {
			l.ready = max(l.ready, before)
		}
		out.pending = append(out.pending, l)
		w.write(o, notReady, why)
	}
}

// occupy takes what a load costs the port beyond its sectors.
func (out *outbox) occupy(t *times, requests []cache.MemRequest) {
	sectors, loads := int64(0), false
	for i := range requests {
		sectors += mem.Sectors(requests[i].Sectors)
		loads = requests[i].Kind == trace.Load
	}
	if sectors > 0 && loads {
		out.port += max(0, t.portRequest-sectors*t.portSector)
	}
}

// hit lets a load wait for a line that is on its way.
func (out *outbox) hit(number uint64, l *load) {
	switch x := out.line(number); {
	case x.number != number:
	case x.when >= 0:
		l.ready = max(l.ready, x.when)
	default:
		out.wait(x.request(), l, false)
	}
}

// wait adds the load under way to those that a request answers, once.
func (out *outbox) wait(request int32, l *load, own bool) {
	r, id := &out.requests[request], int32(len(out.pending))
	if r.Waiter != 0 && out.waiters[r.Waiter-1].load == id {
		return
	}
	out.waiters = append(out.waiters, waiter{id, r.Waiter, own})
	r.Waiter = int32(len(out.waiters))
	l.requests++
}

// send puts a request on the way to L2.
func (m *SM) send(w *warp, o *op, a *cache.MemRequest, at int64, l *load) {
	out, t := &m.out, &m.program.t
	takes := mem.Sectors(a.Sectors) * t.portSector
	if a.Kind != trace.Load {
		takes = max(t.storeLine, mem.Sectors(a.Sectors)*t.storeSector)
	}
	at, register := max(out.port, at), int32(noMSHR)
	if a.Kind == trace.Load {
		at, register = out.mshrs.take(at, out.end)
	}
	out.port = at + takes
	out.busy += takes
	r := mem.Request{MemRequest: *a, At: at, PC: w.pc, MSHR: register}
	r.Written = out.keep(a.Written)
	if a.Kind == trace.Atomic {
		r.Depth = m.depth(o)
	}
	out.requests = append(out.requests, r)
	id := len(out.requests) - 1
	switch {
	case a.Kind != trace.Load:
		w.drain = max(w.drain, out.port>>mem.TickBits)
	default:
		*out.line(a.Line) = line{a.Line, broughtBy(id)}
	}
	if len(o.writes) > 0 && a.Kind != trace.Store && !a.Continues {
		out.wait(int32(id), l, true)
	}
}

// keep copies the bytes that a store writes, so that they outlive the access.
func (out *outbox) keep(written []uint32) []uint32 {
	if len(written) == 0 {
		return nil
	}
	from := len(out.masks)
	out.masks = append(out.masks, written...)
	return out.masks[from:len(out.masks):len(out.masks)]
}

// Requests returns what the SM has asked for in the window, to be answered.
func (m *SM) Requests() []mem.Request { return m.out.requests }

// Answered keeps the requests of the window that has ended until the SM is played again, so
// that its memory is walked through once per window. By then it can issue, though a warp
// that was answered may have to wait for more.
func (m *SM) Answered() {
	out := &m.out
	if len(out.requests) == 0 {
		return
	}
	out.answers, out.requests = out.requests, out.answers[:0]
	for i := range out.answers {
		if r := &out.answers[i]; r.Waiter != 0 {
			m.Earliest = min(m.Earliest, r.Ready)
		}
	}
}

// wake tells those who wait for what was answered. Their loads write their registers; then
// the warps that waited for them can go on.
func (m *SM) wake() {
	out := &m.out
	for i := range out.answers {
		out.tell(int32(i), &out.answers[i])
	}
	for i := range out.pending {
		l := &out.pending[i]
		for _, r := range m.program.ops[l.pc].writes {
			m.warps[l.warp].board[r].arrives(l.ready)
		}
	}
	for i := range out.pending {
		if w := &m.warps[out.pending[i].warp]; w.alive && !w.held && w.ready >= notReady {
			m.prepare(w, w.last, trace.Wait)
			m.offer(w)
		}
	}
	out.pending, out.waiters, out.answers, out.masks = out.pending[:0], out.waiters[:0], out.answers[:0], out.masks[:0]
}

// tell tells those who wait for a request.
func (out *outbox) tell(index int32, r *mem.Request) {
	if x := out.line(r.Line); x.request() == index {
		x.when = r.Ready
	}
	if r.MSHR != noMSHR {
		out.mshrs.free[r.MSHR] = r.Ready
	}
	for at := r.Waiter; at != 0; at = out.waiters[at-1].next {
		x := &out.waiters[at-1]
		out.pending[x.load].answered(r.At>>mem.TickBits, r.Ready, x.own)
	}
}

// answered notes that a request that was sent at a cycle is back at a later one.
func (l *load) answered(sent, ready int64, own bool) {
	if l.serial && own {
		l.ready += ready - sent
		return
	}
	l.ready = max(l.ready, ready)
}

// PortFree returns the tick at which the SM's port to L2 is free.
func (m *SM) PortFree() int64 { return m.out.port }
