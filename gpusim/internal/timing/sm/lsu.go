package sm

// This file is the load/store unit (LSU): how long an access occupies it.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// lsu is the load/store unit of an SM. All times are ticks.
type lsu struct {
	free   int64 // from which the data of an access can pass
	tags   int64 // from which L1's tags can look up a line
	consts int64 // from which the constant cache can serve a request
	busy   int64
}

// queueTicks is how much work the LSU queues before warps must wait.
const queueTicks = 24 * mem.Ticks

// space returns the cycle from which the queue has space for an access.
func (u *lsu) space() int64 { return (max(u.free, u.tags) - queueTicks) >> mem.TickBits }

// pass lets the data of an access pass and returns the tick at which that begins. The accesses of a warp pass one
// after another, each for span; those of other warps pass in between.
func (u *lsu) pass(w *warp, at, takes, span int64) (start int64) {
	start = max(u.free, at)
	u.free = start + takes
	u.busy += takes
	start = max(start, w.passed)
	w.passed = start + span
	return start
}

// shared executes an access to shared memory, or a match, whose passes stand for wavefronts. An access that is
// predicated off in all lanes passes the LSU as one wavefront (h100/reductions: Halves).
func (m *SM) shared(w *warp, o *op, now int64) {
	p, k, t := m.program, &m.program.Spec.Clock.Memory, m.worker.trace
	if o.Kind != isa.Match && !w.atAccess(t) {
		start := m.lsu.pass(w, now<<mem.TickBits, p.t.wavefront, p.t.ownWavefront)
		w.write(o, start>>mem.TickBits+int64(k.Shared))
		return
	}
	for w.atAccess(t) {
		a := t.Static(w.site)
		wavefronts, latency := int64(w.decoder.Base(w.site)), int64(k.Shared)
		takes, step := p.t.wavefront, p.t.ownWavefront
		w.advance(t)
		switch {
		case o.Kind == isa.Match:
			takes = o.busy / int64(len(m.schedulers))
			latency, step = o.Latency, int64(p.Spec.Clock.MatchStep)<<mem.TickBits+takes
		case o.Kind == isa.Matrix:
			takes = p.t.matrix
		case a.Kind == trace.Atomic:
			wavefronts -= int64(p.Spec.Shared.AtomicWavefronts) // the profiler counts them, they take no time
			latency = int64(k.SharedAtomic)
		}
		if p.Ideal.Conflicts && o.Kind != isa.Match {
			wavefronts = min(wavefronts, int64(max(1, p.Spec.WarpSize*a.Bytes/max(1, p.Spec.Shared.Banks*p.Spec.Shared.BankBytes))))
		}
		start := m.lsu.pass(w, now<<mem.TickBits, wavefronts*takes, wavefronts*step)
		w.write(o, (start+(wavefronts-1)*step)>>mem.TickBits+latency)
	}
}

// next reads the warp's next access from the trace.
func (m *SM) next(w *warp) *trace.Access {
	m.worker.access = w.decoder.Access(m.worker.trace, w.site)
	w.advance(m.worker.trace)
	return m.worker.access
}

// accessCaches looks up an access in the caches of the SM.
func (m *SM) accessCaches(a *trace.Access) *cache.L1Result {
	return m.worker.caches.Access(m.id, a, &m.worker.Counts[a.PC])
}

// access executes an access to global or local memory, or to a texture.
func (m *SM) access(w *warp, o *op, now int64) {
	for w.atAccess(m.worker.trace) {
		a := m.next(w)
		if a.Space != trace.Local {
			before := len(m.port.requests)
			m.global(w, o, m.accessCaches(a), now)
			if w.marks.next != 0 {
				m.mark(w, before)
			}
			continue
		}
		for word := range m.worker.local.Accesses(a, m.localMemory(w)) {
			m.global(w, o, m.accessCaches(word), now)
		}
	}
}

// localMemory returns the address of the warp's local memory.
func (m *SM) localMemory(w *warp) uint64 {
	return m.worker.local.Warp(m.id, int(w.slot), int(w.index))
}

// global lets an access pass the LSU. On devices with L1Banked its first wavefront waits for
// the first line, and its last wavefront for the last line.
func (m *SM) global(w *warp, o *op, r *cache.L1Result, now int64) {
	p, at := m.program, now<<mem.TickBits
	requests := m.ideal(r.Requests)
	takes := m.passTicks(requests)
	first, found := at, at
	if p.Spec.Clock.Memory.L1Banked {
		first = max(m.lsu.tags, at)
		m.lsu.tags = first + m.lookups(requests)*p.t.line
		found = m.lsu.tags - p.t.line
	}
	span := takes
	if p.Spec.Clock.Memory.L1Banked {
		span *= p.t.ownWavefront / p.t.wavefront
	}
	start := m.lsu.pass(w, max(first, found-takes+p.t.request), takes, span)
	ready := (start+takes-p.t.request)>>mem.TickBits + int64(p.Spec.Clock.Memory.L1)
	m.request(w, o, requests, max(first, start-found+first), ready)
}

// passTicks returns for how many ticks the data of an access occupy the LSU.
func (m *SM) passTicks(requests []cache.MemRequest) int64 {
	p, a := m.program, m.worker.access
	if p.Spec.Clock.Memory.L1Banked {
		n := max(m.worker.banks.Wavefronts(a), a.Bytes/p.Spec.Shared.BankBytes)
		return max(p.t.request, int64(n)*p.t.wavefront)
	}
	takes := p.t.request
	if len(requests) > 1 {
		takes = max(takes, m.lookups(requests)*p.t.line)
	}
	sectors := int64(0)
	for i := range requests {
		sectors += mem.Sectors(requests[i].Sectors | requests[i].Hits)
	}
	return max(takes, sectors*p.t.sectorL1)
}

// lookups returns how many lines of an access the busiest bank of L1's tags has.
func (m *SM) lookups(requests []cache.MemRequest) (most int64) {
	var lines [1 << len(arch.MemoryClock{}.L1Tags)]int64
	for i := range requests {
		bank := 0
		for _, mask := range m.program.Spec.Clock.Memory.L1Tags {
			bank = bank<<1 | bits.OnesCount64(requests[i].Line&mask)&1
		}
		lines[bank]++
		most = max(most, lines[bank])
	}
	return most
}

// ideal keeps only as many lines of an access as its bytes need, for a what-if question.
func (m *SM) ideal(requests []cache.MemRequest) []cache.MemRequest {
	if !m.program.Ideal.Coalescing {
		return requests
	}
	a := m.worker.access
	return requests[:min(len(requests), max(1, a.Active.Count()*a.Bytes/m.program.Spec.Global.LineBytes))]
}

// param executes a load of a kernel parameter, which at most misses the first constant cache.
func (m *SM) param(w *warp, o *op, now int64) {
	if o.line == 0 {
		return
	}
	for len(m.params) < o.line {
		m.params = append(m.params, 0)
	}
	there := &m.params[o.line-1]
	if *there == 0 {
		*there = now + max(o.Latency, int64(m.program.Spec.Clock.Memory.ConstMid))
	}
	w.write(o, max(now+o.Latency, *there))
}

// constant executes a load of constants, whose requests and misses are served one by one.
func (m *SM) constant(w *warp, s *scheduler, o *op, now int64) {
	t, k := &m.program.t, &m.program.Spec.Clock.Memory
	for w.atAccess(m.worker.trace) {
		r := m.accessCaches(m.next(w))
		n := int64(r.ConstRequests)
		start := max(s.consts, now<<mem.TickBits)
		s.consts = start + t.constLoad
		m.lsu.consts = max(m.lsu.consts, start) + n*t.constRequest
		ready := max(start+(n-1)*t.constEach, m.lsu.consts-t.constRequest) >> mem.TickBits
		ready += int64(k.Const) + int64(r.ConstMisses-r.ConstMidMisses)*int64(max(0, k.ConstMid-k.Const))
		m.request(w, o, r.Requests, start, ready)
	}
}
