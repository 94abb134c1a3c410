package sm

// This file is the SM's port to L2: the requests of a window, the lines that are pending, and
// the loads that wait for them.

import (
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// l2Port is the port of an SM to L2. Requests of a window are served at its end; the SM
// receives the replies when it is simulated again.
type l2Port struct {
	requests     []mem.Request // of this window
	replies      []mem.Request // of the last window, not yet received
	loads        []pendingLoad
	waiters      []waiter
	pendingLines []pendingLine
	mshrs        mshrs
	stored       []uint64 // the lines, plus 1, to which stores merge, by their lowest bits
	free         int64    // tick from which the port can send
	busy         int64    // ticks
	end          int64    // cycle at which the window ends
}

// pendingLoad is a load that waits for requests of this window.
type pendingLoad struct {
	warp, pc int32
	requests int32     // that have no reply
	serial   bool      // its own requests are served one after another
	copied   int32     // of a copy of lanes: the number of its group, plus 1
	bulk     *bulkCopy // of a bulk copy
	ready    int64
}

// waiter is one of the loads that wait for a request.
type waiter struct {
	load, next int32 // next: the next waiter of the request, plus 1
	own        bool  // the load sent the request
}

// pendingLine is a line that L1 has requested, or has received.
type pendingLine struct {
	number uint64
	ready  int64 // cycle at which it is in L1; if negative, it is not known yet: see request
}

// pendingLines is the size of the table of pending lines. A newer line replaces an older one.
const pendingLines = 1 << 9

func (p *l2Port) pending(line uint64) *pendingLine {
	return &p.pendingLines[line*hash.Golden>>32&(pendingLines-1)]
}

// requestedBy returns the ready value of a line that a request brings, and request its inverse.
func requestedBy(request int) int64   { return -1 - int64(request) }
func (l *pendingLine) request() int32 { return int32(-1 - l.ready) }

// mshrs is the miss status holding registers of an SM, one per pending line of a load. They
// are taken in turn, and the next load waits until its register is free.
type mshrs struct {
	free []int64 // by register: the cycle at which it is free; notReady: not known yet
	next int
}

// noMSHR is the register of a request that needs none.
const noMSHR = -1

// take takes a register from a tick on and returns the tick at which the request has it. A
// register whose reply is not known is assumed to be free at the end of the window.
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

// request sends what an access misses to L2, from a tick on. Its hits are ready at a cycle.
func (m *SM) request(w *warp, o *op, requests []cache.MemRequest, start, ready int64) {
	p := &m.port
	p.occupy(&m.program.t, requests)
	l := pendingLoad{warp: w.number, pc: w.pc, ready: ready, serial: o.Kind == isa.Constant}
	for i := range requests {
		a := &requests[i]
		if a.Hits != 0 {
			p.hit(a.Line, &l)
		}
		if a.Sectors != 0 {
			m.send(w, o, a, start, &l)
		}
	}
	switch {
	case o.Kind == isa.Copy:
		m.copyAwaits(w, l)
	case len(o.Writes) == 0:
	case l.requests == 0:
		w.write(o, l.ready)
	default:
		if before := w.scoreboard[o.Writes[0]].cycle(); before < notReady {
			l.ready = max(l.ready, before)
		}
		p.loads = append(p.loads, l)
		w.write(o, notReady)
	}
}

// occupy takes the port's time per load that its sectors do not already take.
func (p *l2Port) occupy(t *times, requests []cache.MemRequest) {
	sectors, loads := int64(0), false
	for i := range requests {
		sectors += mem.Sectors(requests[i].Sectors)
		loads = requests[i].Kind == trace.Load
	}
	if sectors > 0 && loads {
		p.free += max(0, t.loads.line-sectors*t.loads.sector)
	}
}

// hit lets a load that hits a pending line wait for it.
func (p *l2Port) hit(number uint64, l *pendingLoad) {
	switch x := p.pending(number); {
	case x.number != number:
	case x.ready >= 0:
		l.ready = max(l.ready, x.ready)
	default:
		p.wait(x.request(), l, false)
	}
}

// wait adds a load to the waiters of a request, once.
func (p *l2Port) wait(request int32, l *pendingLoad, own bool) {
	r, id := &p.requests[request], int32(len(p.loads))
	if r.Waiter != 0 && p.waiters[r.Waiter-1].load == id {
		return
	}
	p.waiters = append(p.waiters, waiter{id, r.Waiter, own})
	r.Waiter = int32(len(p.waiters))
	l.requests++
}

// send sends a request to L2.
func (m *SM) send(w *warp, o *op, a *cache.MemRequest, at int64, l *pendingLoad) {
	p, t := &m.port, &m.program.t
	r := mem.Request{MemRequest: *a, At: max(p.free, at), PC: l.pc, MSHR: noMSHR}
	takes := mem.Sectors(a.Sectors) * t.loads.sector
	switch a.Kind {
	case trace.Load:
		r.At, r.MSHR = p.mshrs.take(r.At, p.end)
	case trace.Store:
		takes = max(t.stores.line, mem.Sectors(a.Sectors)*t.stores.sector)
	case trace.Atomic:
		takes = max(t.atomics.line, mem.Sectors(a.Sectors)*t.atomics.sector)
	}
	if n := uint64(len(p.stored)); a.Kind == trace.Store && n > 0 {
		r.Merged, p.stored[a.Line%n] = p.stored[a.Line%n] == a.Line+1, a.Line+1
	}
	if r.Merged {
		takes = 0
	}
	p.free = r.At + takes
	p.busy += takes
	p.requests = append(p.requests, r)
	id := len(p.requests) - 1
	if a.Kind == trace.Load && !o.past {
		*p.pending(a.Line) = pendingLine{a.Line, requestedBy(id)}
	} else {
		w.drained = max(w.drained, p.free>>mem.TickBits)
	}
	if (len(o.Writes) > 0 || o.Kind == isa.Copy || l.bulk != nil) && a.Kind != trace.Store && !a.Continues {
		p.wait(int32(id), l, true)
	}
}

// Requests returns the requests of the window, to be served.
func (m *SM) Requests() []mem.Request { return m.port.requests }

// Served ends a window whose requests have been served. A warp may issue as soon as the first
// reply is there.
func (m *SM) Served() {
	p := &m.port
	if len(p.requests) == 0 {
		return
	}
	p.replies, p.requests = p.requests, p.replies[:0]
	for i := range p.replies {
		if r := &p.replies[i]; r.Waiter != 0 {
			m.Earliest = min(m.Earliest, r.Ready)
		}
	}
}

// receive processes the replies of the last window: loads write their registers, and the
// warps that waited for them become ready.
func (m *SM) receive() {
	p := &m.port
	for i := range p.replies {
		p.notify(int32(i), &p.replies[i])
	}
	for i := range p.loads {
		l := &p.loads[i]
		if l.copied > 0 {
			m.warps[l.warp].copies.arrived(int(l.copied-1), l.ready+int64(m.program.Spec.Clock.Copy.Filled))
			continue
		}
		if l.bulk != nil {
			m.bulkArrived(l.bulk, l.ready)
			continue
		}
		for _, r := range m.program.ops[l.pc].Writes {
			m.warps[l.warp].scoreboard[r].loaded(l.ready)
		}
	}
	if len(m.later) > 0 {
		m.arriveLate()
	}
	for i := range p.loads {
		if w := &m.warps[p.loads[i].warp]; w.running && !w.atBarrier && w.ready >= notReady {
			m.settle(w, w.last, trace.Wait)
			m.update(w)
		}
	}
	p.loads, p.waiters, p.replies = p.loads[:0], p.waiters[:0], p.replies[:0]
}

// notify passes a reply to its pending line, its MSHR and its waiters.
func (p *l2Port) notify(index int32, r *mem.Request) {
	if x := p.pending(r.Line); x.request() == index {
		x.ready = r.Ready
	}
	if r.MSHR != noMSHR {
		p.mshrs.free[r.MSHR] = r.Ready
	}
	for at := r.Waiter; at != 0; at = p.waiters[at-1].next {
		x := &p.waiters[at-1]
		ready := r.Ready
		if r.Waits {
			ready = notReady
		}
		p.loads[x.load].replied(r.At>>mem.TickBits, ready, x.own)
	}
}

// replied adds the reply of a request that was sent at a cycle.
func (l *pendingLoad) replied(sent, ready int64, own bool) {
	if l.serial && own {
		l.ready += ready - sent
		return
	}
	l.ready = max(l.ready, ready)
}

// Backlog returns for how many cycles after now the SM's port to L2 is busy.
func (m *SM) Backlog(now int64) int64 { return m.port.free>>mem.TickBits - now }
