package timing

// This file is what accesses take next to the SM.

import (
	"math/bits"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// load is an access whose answers are not all there.
type load struct {
	warp    int32
	pc      int32
	pending int32 // requests
	first   int64 // answer
	ready   int64
	serial  bool // its own requests are served one after another
}

// answered takes note that what was sent at a cycle, by the load itself or before by
// another, is back at a later one.
func (l *load) answered(sent, ready int64, own bool) {
	l.first = min(l.first, ready)
	if l.serial && own {
		l.ready += ready - sent
		return
	}
	l.ready = max(l.ready, ready)
}

// back is when an SM that takes so many ticks for an answer has those of a load.
func (l *load) back(each int64) int64 {
	return max(l.ready, l.first+int64(l.pending-1)*each>>tickBits)
}

// waiter is a load that a request answers; next is another, plus 1.
type waiter struct {
	load, next int32
	own        bool // the load sent the request
}

// request is what an SM asked for in a window.
type request struct {
	ask   cache.MemRequest
	at    int64 // ticks: when the SM's port took it
	pc    int32
	head  int32 // waiter, plus 1
	depth int32 // of an atomic: lanes that change one address
	place int32 // among the SM's misses
	ready int64 // cycle at which what was asked for is back
}

// flight is a line that is on its way to L1, or came.
type flight struct {
	line uint64
	when int64 // it is there; below 0, while that is not known: see request
}

// onTheWay returns the flight of a line that a request of this window asked for.
func onTheWay(line uint64, request int32) flight { return flight{line, -1 - int64(request)} }

// request is the request that brings the line; not an index when that was answered.
func (f *flight) request() int32 { return int32(-1 - f.when) }

// flightSlots is how many lines an SM knows to be on their way; a newer one takes
// the place of an older one.
const flightSlots = 1 << 9

func flightOf(line uint64) int { return int(line*golden>>32) & (flightSlots - 1) }

// shared plays an access of shared memory.
func (m *sm) shared(w *warp, o *op, now int64) {
	k := &m.Spec.Clock.Memory
	for w.event == replay.Access && m.trace.PC(w.site) == w.pc {
		a := m.trace.Kind(w.site)
		n, latency := int64(w.cursor.Base(w.site)), int64(k.Shared)
		w.look(m.trace)
		if a.Kind == trace.Atomic {
			n -= int64(m.Spec.Shared.AtomicWavefronts) // counted, but takes no time
			latency = int64(k.SharedAtomic)
		}
		if m.Ideal.Conflicts {
			n = min(n, int64(max(1, m.Spec.WarpSize*a.Bytes/max(1, m.Spec.Shared.Banks*m.Spec.Shared.BankBytes))))
		}
		start := m.enter(w, now<<tickBits, n*m.t.wavefront, m.apart(n*m.t.wavefront))
		m.write(w, o, start>>tickBits+latency+(n-1)*int64(k.SharedWavefront), trace.ShortScoreboard)
	}
}

// enter gives an access its turn in the memory pipeline, in ticks: behind its warp's
// last access, and not so early that its last pass came before those of other warps
// that were there first. It takes the pipeline so long, and its warp's next access comes
// so long after it.
func (m *sm) enter(w *warp, now, takes, apart int64) (start int64) {
	m.pipe = max(m.pipe, now) + takes
	m.busy[trace.LSUPipe] += takes
	w.passes = max(max(w.passes, now)+apart, m.pipe)
	return w.passes - apart
}

// there reports whether L1 has all that an access loads.
func there(asks []cache.MemRequest) bool {
	for i := range asks {
		if asks[i].Kind != trace.Load || asks[i].Sectors != 0 {
			return false
		}
	}
	return true
}

// apart is how long the passes of data that the SM has take, with room between them.
func (m *sm) apart(takes int64) int64 {
	return int64(float64(takes) * or(m.Spec.Clock.Memory.PassApart, 1))
}

// write says when what an instruction loads is there.
func (m *sm) write(w *warp, o *op, at int64, why trace.StallReason) {
	for _, r := range o.writes {
		w.board[r] = max(w.board[r], writtenAt(at, arch.NoUnit, why))
	}
}

// param plays a read of the kernel's parameters, which never come from farther
// away than the cache behind the first.
func (m *sm) param(w *warp, o *op, now int64) {
	if o.line == 0 {
		return
	}
	for len(m.params) < o.line {
		m.params = append(m.params, 0)
	}
	there := &m.params[o.line-1]
	if *there == 0 {
		*there = now + max(o.latency, int64(m.Spec.Clock.Memory.ConstMid))
	}
	m.write(w, o, max(now+o.latency, *there), trace.ConstantMiss)
}

// constant plays a load of constants: one request after another, between which those
// of other loads may come. What the caches of the SM lack is asked for one line after
// another.
func (m *sm) constant(w *warp, o *op, now int64) {
	k := &m.Spec.Clock.Memory
	for w.event == replay.Access && m.trace.PC(w.site) == w.pc {
		near := m.tell(w)
		n := int64(near.ConstRequests)
		s := m.schedulerOf(w)
		start := max(s.consts, now<<tickBits)
		s.consts = start + m.t.constLoad
		m.consts = max(m.consts, start) + n*m.t.constRequest
		ready := max(start+(n-1)*m.t.constEach, m.consts-m.t.constRequest) >> tickBits
		ready += int64(k.Const)
		ready += int64(near.ConstMisses-near.ConstMidMisses) * int64(max(0, k.ConstMid-k.Const))
		m.ask(w, o, near.Requests, start, ready, trace.ConstantMiss)
	}
}

// tell takes the warp's next access to the caches of the SM.
func (m *sm) tell(w *warp) *cache.L1Result {
	m.last = w.cursor.Tell(m.trace, w.site)
	w.look(m.trace)
	return m.front.Access(m.id, m.last, &m.counts[m.last.PC])
}

// access plays an access of global or local memory, or of a texture.
func (m *sm) access(w *warp, o *op, now int64) {
	for w.event == replay.Access && m.owner(w) == w.pc {
		if !m.local.Owns(m.trace.Kind(w.site)) {
			m.global(w, o, m.tell(w), now)
			continue
		}
		m.last = w.cursor.Tell(m.trace, w.site)
		w.look(m.trace)
		for a := range m.local.Laid(m.last, m.share(w)) {
			m.global(w, o, m.front.Access(m.id, a, &m.counts[m.last.PC]), now)
		}
	}
}

// share is where the warp's local memory is.
func (m *sm) share(w *warp) uint64 { return m.local.Share(m.id, int(w.slot), int(w.index)) }

// owner is the instruction that the warp's next access belongs to.
func (m *sm) owner(w *warp) int32 { return m.trace.PC(w.site) }

// global takes an access through the memory pipeline.
func (m *sm) global(w *warp, o *op, near *cache.L1Result, now int64) {
	asks := near.Requests
	if m.Ideal.Coalescing {
		asks = m.ideal(asks)
	}
	takes := m.passes(asks)
	apart := takes
	if there(asks) {
		apart = m.apart(takes)
	}
	from, found := m.find(asks, now<<tickBits)
	start := m.enter(w, max(from, found-takes+m.t.request), takes, apart)
	ready := (start+m.late(takes))>>tickBits + int64(m.Spec.Clock.Memory.L1)
	m.ask(w, o, asks, max(from, start-found+from), ready, trace.LongScoreboard)
}

// find looks an access's lines up, where its data have passes of their own, and
// returns when the first and the last are found. Data do not wait for the last line, but
// their last pass does.
func (m *sm) find(asks []cache.MemRequest, at int64) (first, last int64) {
	if !m.Spec.Clock.Memory.L1Banked {
		return at, at
	}
	first = max(m.tags, at)
	m.tags = first + m.lookUps(asks)*m.t.line
	return first, m.tags - m.t.line
}

// late is by how much an access is later that takes the memory pipeline so long.
func (m *sm) late(takes int64) int64 {
	late := takes - m.t.request
	if each := m.Spec.Clock.Memory.L1Late; each > 0 {
		return int64(float64(late) * each)
	}
	return late
}

// passes is how long the memory pipeline takes for the access under way, in ticks.
func (m *sm) passes(asks []cache.MemRequest) int64 {
	if m.Spec.Clock.Memory.L1Banked {
		n := max(m.banks.Wavefronts(m.last), m.last.Bytes/m.Spec.Shared.BankBytes)
		return max(m.t.request, int64(n)*m.t.wavefront)
	}
	takes := m.t.request
	if len(asks) > 1 {
		takes = max(takes, m.lookUps(asks)*m.t.line)
	}
	return max(takes, sectorsOf(asks)*m.t.sectorL1)
}

// lookUps is how many lines the busiest bank of tags has of an access.
func (m *sm) lookUps(asks []cache.MemRequest) int64 {
	if len(asks) == 1 {
		return 1
	}
	var lines [tagBanks]int64
	for i := range asks {
		bank := 0
		for _, mask := range m.Spec.Clock.Memory.L1Tags {
			bank = bank<<1 | bits.OnesCount64(asks[i].Line&mask)&1
		}
		lines[bank]++
	}
	return slices.Max(lines[:])
}

// tagBanks is how many banks of tags there are at most.
const tagBanks = 1 << len(arch.MemoryClock{}.L1Tags)

// ideal returns as many lines as an access needs at least.
func (m *sm) ideal(asks []cache.MemRequest) []cache.MemRequest {
	n := m.last.Active.Count() * m.last.Bytes / m.Spec.Global.LineBytes
	return asks[:min(len(asks), max(1, n))]
}

func sectorsOf(asks []cache.MemRequest) (n int64) {
	for i := range asks {
		n += ones(asks[i].Sectors | asks[i].Hits)
	}
	return n
}

// ask sends what an access lacks on, from a tick on. What the access had is
// there at a cycle.
func (m *sm) ask(w *warp, o *op, asks []cache.MemRequest, start, ready int64, why trace.StallReason) {
	m.request(asks)
	id := int32(len(m.loads))
	l := load{warp: w.number, pc: w.pc, first: never, ready: ready, serial: o.kind == constant}
	waits := len(o.writes) > 0
	for i := range asks {
		a := &asks[i]
		if a.Hits != 0 {
			m.inFlight(a.Line, id, &l)
		}
		if a.Sectors != 0 {
			m.send(w, o, a, start, id, &l, waits && a.Kind != trace.Store && !a.Continues)
		}
	}
	switch {
	case !waits:
	case l.pending == 0:
		m.write(w, o, l.ready, why)
	default:
		if before := w.board[o.writes[0]].cycle(); before < never {
			l.ready = max(l.ready, before)
		}
		m.loads = append(m.loads, l)
		m.write(w, o, never, why)
	}
}

// request takes what an access costs the SM's way to L2 beyond its sectors.
func (m *sm) request(asks []cache.MemRequest) {
	sectors, loads := int64(0), false
	for i := range asks {
		sectors += ones(asks[i].Sectors)
		loads = asks[i].Kind == trace.Load
	}
	if sectors > 0 && loads {
		m.port += max(0, m.t.portRequest-sectors*m.t.portSector)
	}
}

// inFlight lets a load wait for a line that is on its way.
func (m *sm) inFlight(line uint64, id int32, l *load) {
	f := &m.flights[flightOf(line)]
	switch {
	case f.line != line:
	case f.when >= 0:
		l.ready = max(l.ready, f.when)
	default:
		m.wait(f.request(), id, l, false)
	}
}

// wait adds a load to those that a request answers, once.
func (m *sm) wait(req, id int32, l *load, own bool) {
	r := &m.requests[req]
	if r.head != 0 && m.waiters[r.head-1].load == id {
		return
	}
	m.waiters = append(m.waiters, waiter{id, r.head, own})
	r.head = int32(len(m.waiters))
	l.pending++
}

// send puts a request on the way to L2.
func (m *sm) send(w *warp, o *op, a *cache.MemRequest, at int64, id int32, l *load, waits bool) {
	if m.joins(a, at) {
		w.drain = max(w.drain, m.port>>tickBits)
		return
	}
	takes := ones(a.Sectors) * m.t.portSector
	if a.Kind != trace.Load {
		takes = max(m.t.storeLine, ones(a.Sectors)*m.t.storeSector)
	}
	x, n := m.underWay(a)
	at, place := x.enter(max(m.port, at), m.windowEnd, n)
	m.port = max(m.port, at) + takes
	m.waits(a, m.port-takes)
	m.busy[trace.L2Port] += takes
	r := request{ask: *a, at: m.port - takes, pc: w.pc, place: place}
	if len(a.Written) > 0 {
		from := len(m.masks)
		m.masks = append(m.masks, a.Written...)
		r.ask.Written = m.masks[from:len(m.masks):len(m.masks)]
	}
	if a.Kind == trace.Atomic {
		r.depth = m.depth(o)
	}
	m.requests = append(m.requests, r)
	if a.Kind != trace.Load {
		w.drain = max(w.drain, m.port>>tickBits)
	}
	if waits {
		m.wait(int32(len(m.requests)-1), id, l, true)
	}
	if a.Kind == trace.Load {
		m.flights[flightOf(a.Line)] = onTheWay(a.Line, int32(len(m.requests)-1))
	}
}

// underWay is what an access waits among, and how many places it takes: a load one for
// its line, a store one for each sector.
func (m *sm) underWay(a *cache.MemRequest) (x *misses, n int) {
	switch a.Kind {
	case trace.Load:
		return &m.misses, 1
	case trace.Store:
		return &m.stores, int(ones(a.Sectors))
	}
	return &m.unbounded, 0
}

// depth is how many lanes of the access change one address, at most.
func (m *sm) depth(o *op) int32 {
	a := m.last
	if o.once {
		return 1
	}
	if a.Uniform() {
		return int32(a.Active.Count())
	}
	most := 0
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		n, at := 0, a.Lane(rest.First())
		for others := rest; others != 0; others &= others - 1 {
			if a.Lane(others.First()) == at {
				n++
			}
		}
		most = max(most, n)
	}
	return int32(most)
}

// schedulerOf is the warp's scheduler.
func (m *sm) schedulerOf(w *warp) *scheduler { return &m.scheds[int(w.number)%len(m.scheds)] }
